import type { Selectable } from 'kysely';
import { paymentId } from '#src/chain/payment-id.ts';
import { isChainId } from '#src/config/chains.ts';
import { USD_DECIMALS } from '#src/config/sale.ts';
import type { Refunded } from '#src/contract/records.ts';
import { formatUnits } from '#src/lib/money/decimal.ts';
import type { Tables, Tx } from '../database/tables.ts';
import { appendRecord } from './append-record.ts';

/** Records that a refund was paid; the row has its state at that time. */
export async function recordRefund(tx: Tx, refund: Selectable<Tables['refunds']>, at: bigint): Promise<void> {
  const payment = await tx
    .selectFrom('payments')
    .select(['chain_id', 'transaction_hash', 'transfer_index', 'payer'])
    .where('id', '=', refund.payment_id)
    .executeTakeFirstOrThrow();
  const chainId = Number(payment.chain_id);
  if (!isChainId(chainId) || refund.refund_hash === null) throw new RangeError(`refund ${refund.id} was not paid`);
  const data: Refunded = {
    refund: Number(refund.id),
    payment: paymentId(payment),
    wallet: payment.payer,
    usd: formatUnits(BigInt(refund.usd_micro), USD_DECIMALS),
    chainId,
    transactionHash: refund.refund_hash,
  };
  await appendRecord(tx, {
    kind: 'purchases',
    event: 'refunded',
    data,
    at,
    subject: data.payment,
    wallet: data.wallet,
    source: `refund-${refund.id}`,
  });
}
