import { OFFER_MAX_AGE_MS } from '#src/config/limits.ts';
import type { PurchaseReview } from '#src/purchase/purchase-state.ts';

/**
 * Whole seconds since the prices of a review were read, or since its check if the visitor's clock differs from the
 * server's.
 */
export function reviewAge(
  { pricesAt, checkedAt }: Pick<PurchaseReview, 'pricesAt' | 'checkedAt'>,
  now: number,
): number {
  const before = checkedAt - Date.parse(pricesAt);
  const start = before >= 0 && before <= OFFER_MAX_AGE_MS ? checkedAt - before : checkedAt;
  return Math.max(0, Math.floor((now - start) / 1000));
}
