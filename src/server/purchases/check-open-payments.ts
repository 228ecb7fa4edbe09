import type { ChainId } from '#src/config/chains.ts';
import { REQUIRED_CONFIRMATIONS } from '#src/config/sale.ts';
import { ChainDisputeError } from '../chains/agree.ts';
import type { Head } from '../chains/chain-sources.ts';
import { inGroups } from '../in-groups.ts';
import { findReplacement } from './check-submission.ts';
import { chainOf, type Engine } from './engine.ts';
import { observe } from './observe.ts';
import type { PaymentRow } from './payment-row.ts';

const PER_PASS = 500;
const BLOCKS_PER_PASS = 2_000;
const AT_ONCE = 10;
const EXPIRES_AFTER_MS = 86_400_000;
const DISPUTED_AFTER_MS = 3_600_000;

/**
 * Goes over every payment of a chain that is not final yet: blocks that are still canonical confirm theirs all at once and
 * finish them when finalized; payments that have their confirmations, or whose block left the chain, are read again.
 */
export async function checkOpenPayments(
  engine: Engine,
  chainId: ChainId,
  head: Head,
  more: () => Promise<boolean>,
): Promise<void> {
  const canonical = await confirmBlocks(engine, chainId, head);
  const open = engine.db
    .selectFrom('payments')
    .selectAll()
    .where('chain_id', '=', BigInt(chainId))
    .where('final', '=', 0n)
    .where('status', 'not in', ['replaced', 'cancelled', 'expired'])
    .orderBy('checked_at')
    .limit(PER_PASS);
  const elsewhere =
    canonical.length === 0
      ? open
      : open.where((where) => where.or([where('block_hash', 'is', null), where('block_hash', 'not in', canonical)]));
  const ready =
    canonical.length === 0
      ? []
      : await open
          .where('status', '=', 'confirming')
          .where('block_hash', 'in', canonical)
          .where('block_number', '<=', head.number - BigInt(REQUIRED_CONFIRMATIONS) + 1n)
          .execute();
  const due = [...(await elsewhere.execute()), ...ready];
  await inGroups(due, AT_ONCE, more, (row) => readAgain(engine, chainId, row, head));
  await finish(engine, chainId, head, canonical);
}

/** Counts confirmations in the blocks that are still canonical, and returns their hashes. */
async function confirmBlocks(engine: Engine, chainId: ChainId, head: Head): Promise<string[]> {
  const blocks = await engine.db
    .selectFrom('payments')
    .select(['block_number', 'block_hash'])
    .distinct()
    .where('chain_id', '=', BigInt(chainId))
    .where('final', '=', 0n)
    .where('block_hash', 'is not', null)
    .orderBy('block_number', 'desc')
    .limit(BLOCKS_PER_PASS)
    .execute();
  const canonical: string[] = [];
  await Promise.all(
    blocks.map(async ({ block_number: number, block_hash: hash }) => {
      if (number === null || hash === null) return;
      const current = await chainOf(engine, chainId)
        .blockHash(number)
        .catch(() => undefined);
      // Unread is undecided: neither confirmed nor taken back, but read again payment by payment.
      if (current !== hash) return;
      canonical.push(hash);
      const confirmations = head.number >= number ? head.number - number + 1n : 0n;
      await engine.db
        .updateTable('payments')
        .set({ confirmations })
        .where('chain_id', '=', BigInt(chainId))
        .where('block_hash', '=', hash)
        .where('final', '=', 0n)
        .where('confirmations', '<>', confirmations)
        .execute();
    }),
  );
  return canonical;
}

/** What was decided in a block that is canonical and finalized is never reversed any more. */
async function finish(engine: Engine, chainId: ChainId, head: Head, canonical: readonly string[]): Promise<void> {
  if (canonical.length === 0) return;
  await engine.db
    .updateTable('payments')
    .set({ final: 1n, updated_at: BigInt(engine.now()) })
    .where('chain_id', '=', BigInt(chainId))
    .where('final', '=', 0n)
    .where('block_hash', 'in', [...canonical])
    .where('block_number', '<=', head.finalized)
    .where('status', 'not in', ['processing', 'confirming'])
    .execute();
}

async function readAgain(engine: Engine, chainId: ChainId, row: PaymentRow, head: Head): Promise<void> {
  try {
    const reading = await observe(engine, chainId, row.transaction_hash, head.number);
    if (reading.state === 'missing' && row.block_hash === null) await giveUp(engine, row);
    await engine.alarms.resolve('quorum-dispute', subjectOf(chainId, row));
  } catch (error) {
    // One payment that cannot be read now must not keep the others waiting; the next pass tries again.
    await noteFailure(engine, chainId, row, error);
  } finally {
    await engine.db
      .updateTable('payments')
      .set({ checked_at: BigInt(engine.now()) })
      .where('id', '=', row.id)
      .execute();
  }
}

async function giveUp(engine: Engine, row: PaymentRow): Promise<void> {
  const replacement = await findReplacement(engine, row);
  const expired = engine.now() - Number(row.updated_at) > EXPIRES_AFTER_MS;
  if (replacement === null && !expired) return;
  await engine.db
    .updateTable('payments')
    .set({ status: replacement ?? 'expired', updated_at: BigInt(engine.now()) })
    .where('id', '=', row.id)
    .where('status', '=', 'processing')
    .execute();
}

async function noteFailure(engine: Engine, chainId: ChainId, row: PaymentRow, error: unknown): Promise<void> {
  if (!(error instanceof ChainDisputeError)) return;
  const since = await engine.alarms.raise('quorum-dispute', subjectOf(chainId, row), error.message);
  if (row.status !== 'confirming' || engine.now() - since < DISPUTED_AFTER_MS) return;
  await engine.db
    .updateTable('payments')
    .set({ status: 'needs-review', reason: 'quorum-dispute', updated_at: BigInt(engine.now()) })
    .where('id', '=', row.id)
    .where('status', '=', 'confirming')
    .execute();
}

function subjectOf(chainId: ChainId, row: PaymentRow): string {
  return `${chainId}/${row.transaction_hash}/${row.transfer_index}`;
}
