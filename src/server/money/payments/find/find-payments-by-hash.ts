import { type Expression, type ExpressionBuilder, type SqlBool, sql } from 'kysely';
import type { TransactionId } from '#src/server/platform/chains/payment-transaction.ts';
import type { PaymentRow } from '#src/server/platform/database/payment-row.ts';
import type { Db, Tables } from '#src/server/platform/database/tables.ts';

/** The most payments in one answer: more than any honest transaction makes, few enough to answer quickly. */
const MAX_READ = 200;

type Where = ExpressionBuilder<Tables, 'payments'>;

export interface PaymentsByHash {
  /** At most 200: uncredited ones first, dust last, otherwise in the order of their transfers. */
  readonly rows: readonly PaymentRow[];
  readonly total: number;
  readonly final: boolean;
}

/**
 * The payments known under a hash (lower case): those of that transaction, and those that a Safe executed under it. A
 * Safe executes a hash once: if several transactions claim it (one left the chain), the one in a block counts. Any
 * contract can name any hash, so for a Safe's hash only payments of `payers` count; null admits every payer.
 */
export async function findPaymentsByHash(
  db: Db,
  hash: string,
  payers: readonly string[] | null,
  only: { readonly payer?: string; readonly chainId?: number | null } = {},
): Promise<PaymentsByHash> {
  const executed = (where: Where) =>
    where.and([
      where('safe_tx_hash', '=', hash),
      payers === null ? where.lit(true) : where('payer', 'in', [...payers]),
    ]);
  const matching = db
    .selectFrom('payments')
    .where((where) =>
      where.or([where('transaction_hash', '=', hash), ...(payers?.length === 0 ? [] : [executed(where)])]),
    )
    // Avoids the index on payers: a payer can have any number of payments, a hash has few.
    .$if(only.payer !== undefined, (query) => query.where(sql`payer || ''`, '=', only.payer ?? ''))
    .$if(only.chainId != null, (query) => query.where('chain_id', '=', BigInt(only.chainId ?? 0)));
  const known = await matching
    .selectAll()
    .orderBy(sql`case when reason = 'below-one-token' then 2 when status = 'credited' then 1 else 0 end`)
    .orderBy('chain_id')
    .orderBy('transfer_index')
    .limit(MAX_READ)
    .execute();
  const standing = known.some((row) => row.safe_tx_hash === hash && row.block_hash !== null);
  const rows = known.filter((row) => row.transaction_hash === hash || row.block_hash !== null || !standing);
  if (known.length < MAX_READ) return { rows, total: rows.length, final: rows.every((row) => row.final === 1n) };
  const { total, final } = await matching
    .select(({ fn }) => [fn.countAll().as('total'), fn.min('final').as('final')])
    .executeTakeFirstOrThrow();
  return { rows, total: Number(total), final: BigInt(final) === 1n };
}

/** SQL condition: the payment belongs to this transaction. */
export function isOf({ chainId, hash }: TransactionId): (where: Where) => Expression<SqlBool> {
  return (where) => where.and({ chain_id: BigInt(chainId), transaction_hash: hash });
}
