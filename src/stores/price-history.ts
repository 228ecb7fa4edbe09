import type { PriceHistory } from '#src/contract/presale.ts';
import { createQuery } from './queries.ts';

/** Every change of the price and every window that ended, newest first (decision 9). */
export const $priceHistory = createQuery<PriceHistory>('/api/presale/price-history');
