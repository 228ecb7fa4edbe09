import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import {
  cryptoPricesResponseSchema,
  presalePricingResponseSchema,
  presaleStatsResponseSchema,
} from '#src/contract/presale.ts';
import { configResponseSchema } from '#src/contract/system.ts';
import { cached } from '../cached.ts';
import { presaleView } from '../presale/presale-view.ts';
import type { Engine } from '../purchases/engine.ts';
import { publicRead } from './public-read.ts';

/** GET /api/presale/stats, /api/presale/pricing, /api/config, /api/crypto/prices: one view, read once a second. */
export const presaleRoutes: FastifyPluginAsyncZod<{ engine: Engine }> = async (app, { engine }) => {
  const view = cached(() => presaleView(engine), 500, engine.now);
  const read = (part: 'stats' | 'pricing' | 'config' | 'prices') =>
    publicRead(async () => (await view.get())[part], 1, engine.now);
  const routes = [
    ['/api/presale/stats', 'stats', presaleStatsResponseSchema, 'USD raised by credited purchases'],
    [
      '/api/presale/pricing',
      'pricing',
      presalePricingResponseSchema,
      'Phase, prices, stock, countdown and what is offered now',
    ],
    ['/api/config', 'config', configResponseSchema, 'What the site needs to know of this server'],
    [
      '/api/crypto/prices',
      'prices',
      cryptoPricesResponseSchema,
      'Coin prices in USD, read from the price feeds on chain',
    ],
  ] as const;
  for (const [url, part, response, summary] of routes) {
    const { send } = read(part);
    app.get(
      url,
      { schema: { summary, tags: ['presale'], response: { 200: response } } },
      async (request, reply) => send(request, reply) as never,
    );
  }
};
