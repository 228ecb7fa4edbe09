import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import type { ZodType } from 'zod';
import { callsOf } from '#src/contract/errors.ts';
import {
  cryptoPricesResponseSchema,
  presaleActivityResponseSchema,
  presalePricingResponseSchema,
  presaleStatsResponseSchema,
  priceHistoryResponseSchema,
} from '#src/contract/presale.ts';
import { configResponseSchema } from '#src/contract/system.ts';
import { presaleActivity } from '#src/server/money/sale/presale-activity.ts';
import { presaleView } from '#src/server/money/sale/presale-view.ts';
import { priceHistory } from '#src/server/money/sale/price-history.ts';
import { type AppContext, publicReadsOf } from '#src/server/platform/context/app-context.ts';
import { cached } from '#src/server/platform/util/caches.ts';
import { publicCall } from './public-read.ts';

const call = callsOf('presale');

/** The public reads of the sale: one view, read once per second, and the two lists behind it. */
export const presaleRoutes: FastifyPluginAsyncZod<{ context: AppContext }> = async (app, { context }) => {
  const view = cached(() => presaleView(context), 500, context.now);
  const part = (name: 'stats' | 'pricing' | 'config' | 'prices') => async () => (await view.get())[name];
  // An ended window is recorded only when somebody reads the sale: the history must not lag behind the countdown.
  const history = async () => {
    await view.get();
    return priceHistory(context.db);
  };
  const routes = [
    ['/api/presale/stats', part('stats'), presaleStatsResponseSchema, 'USD raised by credited purchases'],
    [
      '/api/presale/pricing',
      part('pricing'),
      presalePricingResponseSchema,
      'Phase, prices, stock, countdown and current offers',
    ],
    ['/api/config', part('config'), configResponseSchema, 'The server settings that the site needs'],
    [
      '/api/crypto/prices',
      part('prices'),
      cryptoPricesResponseSchema,
      'Coin prices in USD, read from the price feeds on chain',
    ],
    [
      '/api/presale/activity',
      () => publicReadsOf(context)(presaleActivity),
      presaleActivityResponseSchema,
      'The latest credited purchases',
    ],
    ['/api/presale/price-history', history, priceHistoryResponseSchema, 'Every change of the price and every window'],
  ] as const;
  for (const [url, load, response, summary] of routes)
    publicCall<ZodType>(app, url, call(summary, response), { load, seconds: 1, now: context.now });
};
