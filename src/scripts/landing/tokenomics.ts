import { query } from '#src/client/query.ts';
import { request } from '#src/client/request.ts';
import type { PresalePricing, PresaleStats } from '#src/contract/presale.ts';
import { drawPriceLadder } from './price-ladder.ts';
import { startShareCalculator } from './share-calculator.ts';
import type { TokenomicsData } from './tokenomics-data.ts';

/** Shows where the sale is and what dollars buy in it; without an answer the drawing stays. Throws RequestError. */
export async function showTokenomics(section: HTMLElement): Promise<void> {
  const [data, pricing, stats] = await Promise.all([
    request<TokenomicsData>('GET', `/tokenomics-texts/${document.documentElement.lang}.json`),
    query<PresalePricing>('/api/presale/pricing'),
    query<PresaleStats>('/api/presale/stats'),
  ]);
  const ladder = section.querySelector<HTMLElement>('[data-ladder]');
  const calculator = section.querySelector<HTMLElement>('[data-buys]');
  if (ladder !== null) drawPriceLadder(ladder, { data, pricing, stats });
  if (calculator !== null && pricing.saleStatus === 'open') startShareCalculator(calculator, data, pricing);
  else calculator?.remove();
}
