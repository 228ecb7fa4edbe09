import { randomUUID } from 'node:crypto';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { cardIntentRequestSchema, cardIntentResponseSchema } from '#src/contract/card.ts';
import { callsOf } from '#src/contract/errors.ts';
import type { AppContext } from '#src/server/platform/context/app-context.ts';
import { parseWallet } from '#src/server/platform/util/parse-wallet.ts';
import { countCaller } from '../caller-limits.ts';

const call = callsOf('card');

/** POST /api/moonpay/create-transaction: the card flow is not live, so it records the intent and does nothing else. */
export const cardRoutes: FastifyPluginAsyncZod<{ context: AppContext }> = async (app, { context }) => {
  app.post(
    '/api/moonpay/create-transaction',
    call('Record the intent to pay by card; not live, nothing is charged or credited', cardIntentResponseSchema, {
      body: cardIntentRequestSchema,
    }),
    async (request, reply) => {
      const { usdcDestination, synxDestination, usdAmount, synxTokens, checkoutUrl } = request.body;
      const wallets = [parseWallet(usdcDestination), parseWallet(synxDestination)] as const;
      await countCaller(context, reply, 'card', context.env.RATE_LIMIT_FORMS);
      const id = randomUUID();
      await context.db
        .insertInto('card_intents')
        .values({
          id,
          status: 'not-live',
          usdc_destination: wallets[0],
          synx_destination: wallets[1],
          usd_amount: String(usdAmount),
          synx_tokens: String(synxTokens),
          checkout_url: checkoutUrl,
          created_at: BigInt(context.now()),
        })
        .execute();
      return { transactionId: id };
    },
  );
};
