import type { Tx } from '#src/server/platform/database/tables.ts';
import { HandoverRefusal, moveEntry, noteAllocation } from './batch.ts';
import { latestBatch } from './batch-view.ts';
import { setWaitingAside } from './waiting-wallets.ts';

/** A wallet that two of our staff keep off the lists, or no longer, with the reason that everybody can read. */
interface Withholding {
  readonly wallet: string;
  readonly reason: string;
  /** Of the public records. */
  readonly source: string;
}

/**
 * Leaves a wallet off the draft and the lists after it; its amounts stay in the books. Throws HandoverRefusal once a
 * list is final.
 */
export async function withhold(tx: Tx, withholding: Withholding, now: number): Promise<void> {
  const { wallet, reason } = withholding;
  const row = { class: 'withheld' as const, reason, chain_id: null, created_at: BigInt(now) };
  await tx
    .insertInto('wallets_set_aside')
    .values({ wallet, ...row })
    .onConflict((conflict) => conflict.column('wallet').doUpdateSet(row))
    .execute();
  await follow(tx, 'withheld', withholding, now);
}

/** Undoes it. Throws HandoverRefusal as well if the wallet is not withheld. */
export async function release(tx: Tx, withholding: Withholding, now: number): Promise<void> {
  const released = await tx
    .deleteFrom('wallets_set_aside')
    .where('wallet', '=', withholding.wallet)
    .where('class', '=', 'withheld')
    .returning('wallet')
    .executeTakeFirst();
  if (released === undefined) throw new HandoverRefusal('This wallet is not withheld.');
  await follow(tx, 'released', withholding, now);
}

/** Says so in public, and has the draft follow if there is one. */
async function follow(
  tx: Tx,
  event: 'withheld' | 'released',
  { wallet, reason, source }: Withholding,
  now: number,
): Promise<void> {
  const batch = await latestBatch(tx);
  if (batch?.state === 'final') throw new HandoverRefusal('The list is final: nothing can change it.');
  await noteAllocation(tx, { event, data: { wallet, reason }, wallet, source }, now);
  if (batch?.state !== 'draft') return;
  // What was withheld may be waiting as well.
  await setWaitingAside(tx, Number(batch.chain_id), now);
  await moveEntry(tx, { wallet, reason, source: `${source}:changed` }, now);
}
