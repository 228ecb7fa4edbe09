import { CREDIT_HANDLERS } from '#src/server/credit-handlers.ts';
import type { Db } from '#src/server/database/tables.ts';
import { creditPayment } from '#src/server/payments/credit/credit-payment.ts';

const DOLLAR = { priceE8: 100_000_000n, round: null };

/**
 * Credits a stored payment with six confirmations, as the watcher does while the books are sound; by default at one
 * dollar a unit.
 */
export function creditNow(
  db: Db,
  payment: Parameters<typeof creditPayment>[1],
  now: number,
  coin: Parameters<typeof creditPayment>[3] = DOLLAR,
): Promise<boolean> {
  return creditPayment({ db, creditHandlers: CREDIT_HANDLERS, isLedgerBalanced: () => true }, payment, 6n, coin, now);
}
