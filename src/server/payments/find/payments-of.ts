import type { Expression, ExpressionBuilder, SqlBool } from 'kysely';
import type { TransactionId } from '../../chains/payment-transaction.ts';
import type { Tables } from '../../database/tables.ts';

/** The condition on payments that this transaction made them. */
export function isOf({
  chainId,
  hash,
}: TransactionId): (where: ExpressionBuilder<Tables, 'payments'>) => Expression<SqlBool> {
  return (where) => where.and({ chain_id: BigInt(chainId), transaction_hash: hash });
}
