import { z } from 'zod';
import { readPaymentId } from '#src/chain/payment-id.ts';
import type { PaymentRow } from '#src/server/platform/database/payment-row.ts';
import type { Db, Tx } from '#src/server/platform/database/tables.ts';
import { StaffRefusal } from '../auth/refusal.ts';

/** The name of a payment as addresses write it: chain-hash-position. */
export const paymentField = z
  .string()
  .trim()
  .toLowerCase()
  .refine((text) => readPaymentId(text) !== null, 'must be chain-hash-position');

/** The payment of a name. Throws StaffRefusal if there is none. */
export async function findPayment(db: Db | Tx, id: string): Promise<PaymentRow> {
  const place = readPaymentId(id);
  const row =
    place === null
      ? undefined
      : await db
          .selectFrom('payments')
          .selectAll()
          .where('chain_id', '=', BigInt(place.chainId))
          .where('transaction_hash', '=', place.transactionHash)
          .where('transfer_index', '=', place.transferIndex)
          .executeTakeFirst();
  if (row === undefined) throw new StaffRefusal('There is no such payment.');
  return row;
}
