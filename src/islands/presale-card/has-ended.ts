import type { PresalePricing } from '#src/contract/presale.ts';

/** Whether the sale is over, so that no price rises and no window ends any more; not while its state is unknown. */
export function hasEnded(pricing: PresalePricing | undefined): boolean {
  return pricing?.saleStatus === 'closed' || pricing?.saleStatus === 'sold-out';
}
