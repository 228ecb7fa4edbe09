import { REQUIRED_CONFIRMATIONS } from '#src/config/sale.ts';
import { CREDIT_HANDLERS } from '#src/server/credit-handlers.ts';
import { createCreditQueue } from '#src/server/money/payments/credit/credit-payment.ts';
import type { CoinPrice, VerifiedPayment } from '#src/server/platform/context/crediting.ts';
import type { Db } from '#src/server/platform/database/tables.ts';

const DOLLAR = { priceE8: 100_000_000n, round: null };

/**
 * Credits a stored payment with six confirmations, as the watcher does while the books are sound; by default at one
 * dollar a unit.
 */
export function creditNow(db: Db, payment: VerifiedPayment, now: number, coin: CoinPrice = DOLLAR): Promise<boolean> {
  const credit = createCreditQueue({ db, creditHandlers: CREDIT_HANDLERS, isLedgerBalanced: () => true });
  return credit({ ...payment, confirmations: BigInt(REQUIRED_CONFIRMATIONS), coin, now });
}
