import { sql } from 'kysely';
import type { ChainId } from '#src/config/chains.ts';
import { coinMovement } from '#src/server/platform/chains/balance-changes.ts';
import type { PaymentTransaction } from '#src/server/platform/chains/payment-transaction.ts';
import { type AppContext, chainOf } from '#src/server/platform/context/app-context.ts';
import type { PaymentRow } from '#src/server/platform/database/payment-row.ts';
import type { Db, Tx } from '#src/server/platform/database/tables.ts';

/**
 * Position of a payment that neither a log nor the value of its transaction shows: a contract passed coins on, and two
 * people recorded who paid; a Safe's have the position of its log (decision 2). Counts down from the largest number
 * that a payment's name can hold; no block has that many logs.
 */
export const LAST_PLACE = 999_999n;
/** One transaction can pass on the coins of this many customers. */
export const MAX_PASSED_ON = 200n;

/**
 * SQL condition: the payment's amount has arrived. Plain coins and tokens always have. Coins that a contract passed on
 * have once a Safe's own code proved them in their block, two people recorded them, or they were decided. Until then we
 * have only the contract's word for the amount, and count it nowhere (S23).
 */
export const HAS_ARRIVED = sql<boolean>`(payments.token_address is not null or payments.transfer_index < 0
  or payments.transfer_index > ${LAST_PLACE - MAX_PASSED_ON} or payments.proven_in = payments.block_hash
  or payments.status in ('credited', 'refund-due'))`;

/** HAS_ARRIVED for a row already read. */
export function hasArrived(row: PaymentRow): boolean {
  if (row.token_address !== null || row.transfer_index < 0n) return true;
  if (row.transfer_index > LAST_PLACE - MAX_PASSED_ON) return true;
  if (row.status === 'credited' || row.status === 'refund-due') return true;
  return row.block_hash !== null && row.proven_in === row.block_hash;
}

/**
 * Sum (base units) of a chain's payments in one token, or in coins (null), that arrived in these blocks; `passed on`
 * leaves out plain transfers of coins.
 */
export async function sumArrived(
  db: Db | Tx,
  { chainId, token, first, last }: { chainId: ChainId; token: string | null; first: bigint; last: bigint },
  which: 'all' | 'passed on' = 'all',
): Promise<bigint> {
  const rows = await db
    .selectFrom('payments')
    .select('amount')
    .where('chain_id', '=', BigInt(chainId))
    .where('token_address', token === null ? 'is' : '=', token)
    .where('block_number', '>=', first)
    .where('block_number', '<=', last)
    .where('status', 'not in', ['failed', 'rejected'])
    .where('transfer_index', '>=', which === 'all' ? -1n : 0n)
    .where(HAS_ARRIVED)
    .execute();
  return rows.reduce((sum, { amount }) => sum + BigInt(amount), 0n);
}

/**
 * Coins (wei) that contracts (or constructors) passed on to the presale address in this block and that belong to no
 * known payment: the growth of its balance minus the block's own transactions, outgoing payments and their fees, and
 * payments that arrived, such as a Safe's. Null if more left than these explain: one of the operator's contracts sent
 * coins out, which hides incoming ones. A plain transfer between plain accounts runs no code and needs no read. Throws
 * the errors of readByQuorum(), also if the sources have pruned the balances of that block.
 */
export async function receivedInternally(
  context: AppContext,
  { chainId, reading }: PaymentTransaction,
): Promise<bigint | null> {
  const chain = chainOf(context, chainId);
  if (reading.to !== null && reading.input === '0x' && (await chain.code(reading.to)) === '0x') return 0n;
  const block = reading.blockNumber;
  const received = await passedOn(context, chainId, block);
  const here = { chainId, token: null, first: block, last: block };
  const unexplained = received - (await sumArrived(context.db, here, 'passed on'));
  return unexplained < 0n ? null : unexplained;
}

/** All coins (wei) that contracts passed on in a block, including those of known payments; negative if more left. */
export async function passedOn(context: AppContext, chainId: ChainId, block: bigint): Promise<bigint> {
  const presale = context.env.presaleAddress.toLowerCase();
  return chainOf(context, chainId).readByQuorum(async (source) => {
    const { moved, explained } = await coinMovement(source, presale, block);
    return moved - explained;
  });
}
