import { sql } from 'kysely';
import type { ChainId } from '#src/config/chains.ts';
import type { PaymentRow } from '#src/server/platform/database/payment-row.ts';
import type { Db, Tx } from '#src/server/platform/database/tables.ts';
import { isPassedOn, LAST_PLACE, MAX_PASSED_ON } from './passed-on-place.ts';

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
  if (row.token_address !== null || row.transfer_index < 0n || isPassedOn(row)) return true;
  if (row.status === 'credited' || row.status === 'refund-due') return true;
  return row.block_hash !== null && row.proven_in === row.block_hash;
}

/** Sum (wei) of the coin payments of a chain that arrived in these blocks; `passed on` leaves out plain transfers. */
export async function coinsArrived(
  db: Db | Tx,
  chainId: ChainId,
  { first, last }: { readonly first: bigint; readonly last: bigint },
  which: 'all' | 'passed on',
): Promise<bigint> {
  const rows = await db
    .selectFrom('payments')
    .select('amount')
    .where('chain_id', '=', BigInt(chainId))
    .where('token_address', 'is', null)
    .where('block_number', '>=', first)
    .where('block_number', '<=', last)
    .where('status', 'not in', ['failed', 'rejected'])
    .where('transfer_index', '>=', which === 'all' ? -1n : 0n)
    .where(HAS_ARRIVED)
    .execute();
  return rows.reduce((sum, { amount }) => sum + BigInt(amount), 0n);
}

/** Sum (base units) of the payments in one token that arrived in these blocks. */
export async function tokensArrived(
  db: Db | Tx,
  chainId: ChainId,
  token: string,
  { first, last }: { readonly first: bigint; readonly last: bigint },
): Promise<bigint> {
  const rows = await db
    .selectFrom('payments')
    .select('amount')
    .where('chain_id', '=', BigInt(chainId))
    .where('token_address', '=', token)
    .where('block_number', '>=', first)
    .where('block_number', '<=', last)
    .where('status', 'not in', ['failed', 'rejected'])
    .execute();
  return rows.reduce((sum, { amount }) => sum + BigInt(amount), 0n);
}
