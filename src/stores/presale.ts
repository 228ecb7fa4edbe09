import type { FetcherStore } from '@nanostores/query';
import { computed } from 'nanostores';
import { isWithdrawn } from '#src/client/source-commit.ts';
import { PRESALE_ADDRESS } from '#src/config/public-env.ts';
import type { CryptoPrices, PresalePricing, PresaleStats } from '#src/contract/presale.ts';
import type { SiteConfig } from '#src/contract/system.ts';
import { createQuery, refreshQueries } from './queries.ts';
import { showToast } from './toasts.ts';

export const $pricing = createQuery<PresalePricing>('/api/presale/pricing');
export const $prices = createQuery<CryptoPrices>('/api/crypto/prices');
export const $config = createQuery<SiteConfig>('/api/config');
export const $stats = createQuery<PresaleStats>('/api/presale/stats');

/** Whether the sale is over, so that no price rises and no window ends any more; not while its state is unknown. */
export function hasEnded(pricing: PresalePricing | undefined): boolean {
  return pricing?.saleStatus === 'closed' || pricing?.saleStatus === 'sold-out';
}

/** Whether the compiled address differs from the API's: then nothing is sold (S7, decision 13); false until known. */
export const $addressMismatch = computed($config, ({ data }) =>
  data === undefined ? false : data.presaleAddress.toLowerCase() !== PRESALE_ADDRESS?.toLowerCase(),
);

/** True when the API has withdrawn this build: then nothing is sold; false until it is known. */
export const $buildWithdrawn = computed($config, ({ data }) => isWithdrawn(data?.withdrawnBuilds ?? []));

const KEYS = ['/api/presale/pricing', '/api/crypto/prices', '/api/config', '/api/presale/stats'];

/** Requests all presale data again, with the toasts Refreshing..., Refresh Complete or Refresh Failed. */
export async function refreshPresale(): Promise<void> {
  showToast({ key: 'refreshing' });
  const complete = await refetchPresale();
  showToast(complete ? { key: 'refreshComplete' } : { key: 'refreshFailed', variant: 'destructive' });
}

/** Requests all presale data again, silently; returns whether every answer arrived. */
export async function refetchPresale(): Promise<boolean> {
  refreshQueries(KEYS);
  const answers = await Promise.all([$pricing, $prices, $config, $stats].map((store) => answerOf(store)));
  return answers.every(Boolean);
}

/** Waits until a store is done loading; true when it has an answer and no error. */
function answerOf(store: FetcherStore): Promise<boolean> {
  return new Promise((resolve) => {
    let stop = () => {};
    const look = ({ loading, data, error }: { loading: boolean; data?: unknown; error?: unknown }) => {
      if (loading || (data === undefined && error === undefined)) return;
      resolve(error === undefined);
      queueMicrotask(() => stop());
    };
    stop = store.subscribe(look);
  });
}
