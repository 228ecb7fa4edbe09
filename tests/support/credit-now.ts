import { REQUIRED_CONFIRMATIONS } from '#src/config/sale.ts';
import type { CoinPrice, VerifiedPayment } from '#src/server/context/ready-payment.ts';
import { CREDIT_HANDLERS } from '#src/server/credit-handlers.ts';
import type { Db } from '#src/server/database/tables.ts';
import { createCreditQueue } from '#src/server/payments/credit/credit-payment.ts';

const DOLLAR = { priceE8: 100_000_000n, round: null };

/**
 * Credits a stored payment with six confirmations, as the watcher does while the books are sound; by default at one
 * dollar a unit.
 */
export function creditNow(db: Db, payment: VerifiedPayment, now: number, coin: CoinPrice = DOLLAR): Promise<boolean> {
  const credit = createCreditQueue({ db, creditHandlers: CREDIT_HANDLERS, isLedgerBalanced: () => true });
  return credit({ ...payment, confirmations: BigInt(REQUIRED_CONFIRMATIONS), coin, now });
}
