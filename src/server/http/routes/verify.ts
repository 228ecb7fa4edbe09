import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { readPaymentId } from '#src/chain/payment-id.ts';
import { callsOf } from '#src/contract/errors.ts';
import { verifyChannelsResponseSchema } from '#src/contract/figures.ts';
import { paymentIdSchema } from '#src/contract/payments.ts';
import {
  receiptResponseSchema,
  verifyAddressesResponseSchema,
  verifyKeysResponseSchema,
  verifyReceiptRequestSchema,
  verifyReceiptResponseSchema,
} from '#src/contract/receipts.ts';
import { receiptPayload } from '#src/server/money/receipts/receipt-payload.ts';
import { addressStatement, channelStatement } from '#src/server/money/receipts/statements.ts';
import { verifyReceipt } from '#src/server/money/receipts/verify-receipt.ts';
import type { AppContext } from '#src/server/platform/context/app-context.ts';
import type { KeyRing } from '#src/server/platform/keys/key-ring.ts';
import { ApiFailure } from '#src/server/platform/util/errors.ts';
import { publicCall, sendUnlessSame } from './public-read.ts';

const KEYS_SECONDS = 60;

const call = callsOf('verify');

/** Signed receipts, the keys to check them with, and the signed addresses of the presale (docs/receipts.md). */
export const verifyRoutes: FastifyPluginAsyncZod<{ context: AppContext; keys: KeyRing }> = async (app, options) => {
  await receiptRoutes(app, options);
  await keyRoutes(app, options);
};

const receiptRoutes: FastifyPluginAsyncZod<{ context: AppContext; keys: KeyRing }> = async (app, { context, keys }) => {
  const { presaleAddress } = context.env;

  app.get(
    '/api/receipts/:id',
    call('The signed receipt of a credited payment, or of its reversal', receiptResponseSchema, {
      params: z.object({ id: paymentIdSchema }),
    }),
    async (request, reply) => {
      const place = readPaymentId(request.params.id);
      const facts = place === null ? null : await receiptPayload(context.db, presaleAddress, place);
      if (facts === null) throw new ApiFailure('no_receipt');
      return sendUnlessSame(request, reply, {
        receipt: keys.sign(facts.payload),
        current: facts.current,
      } satisfies z.input<typeof receiptResponseSchema>);
    },
  );
};

const keyRoutes: FastifyPluginAsyncZod<{ context: AppContext; keys: KeyRing }> = async (app, { context, keys }) => {
  const { presaleAddress } = context.env;
  const kept = { seconds: KEYS_SECONDS, now: context.now };

  publicCall(app, '/api/verify/keys', call('Public keys of receipts, current and earlier', verifyKeysResponseSchema), {
    load: async () => ({ algorithm: 'Ed25519' as const, keys: await keys.keys() }),
    ...kept,
  });

  publicCall(
    app,
    '/api/verify/addresses',
    call('Presale address and tokens of each chain, signed', verifyAddressesResponseSchema),
    { load: async () => keys.sign(addressStatement(context.env)), ...kept },
  );

  publicCall(
    app,
    '/api/verify/channels',
    call('The site and the channels of the project, signed', verifyChannelsResponseSchema),
    { load: async () => keys.sign(channelStatement(context.env)), ...kept },
  );

  app.post(
    '/api/verify/receipt',
    call('Check a receipt: its signature, and the ledger’s current state of it', verifyReceiptResponseSchema, {
      body: verifyReceiptRequestSchema,
    }),
    (request) => verifyReceipt(context.db, keys, presaleAddress, request.body.receipt),
  );
};
