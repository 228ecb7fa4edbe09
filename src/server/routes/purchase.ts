import type { FastifyRequest } from 'fastify';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import type { TransactionReading } from '#src/chain/transaction-reading.ts';
import type { ChainId } from '#src/config/chains.ts';
import { apiErrorSchema } from '#src/contract/errors.ts';
import {
  type PurchaseRequest,
  purchaseRequestSchema,
  purchaseResponseSchema,
  recoverRequestSchema,
} from '#src/contract/presale.ts';
import { cached } from '../cached.ts';
import { keyedCache } from '../keyed-cache.ts';
import { parseWallet } from '../parse-wallet.ts';
import { checkSubmission } from '../purchases/check-submission.ts';
import { chainOf, type Engine } from '../purchases/engine.ts';
import { paymentAnswer } from '../purchases/payment-answer.ts';
import { lacksTerms, recordSubmission } from '../purchases/record-submission.ts';

/** How long the answer waits for the chain; what is not known by then is `processing` and found by the watcher. */
const CHAIN_WAIT_MS = 8_000;
const HEAD_AGE_MS = 1_000;
const LOOK_AGE_MS = 1_000;
const LOOKS_KEPT = 10_000;

type Look = { readonly chainId: ChainId; readonly state: TransactionReading } | null;

/**
 * POST /api/presale/purchase: stores the hash, reads the chain, answers where the payment stands. Posting the same hash
 * again is always answered and changes nothing; only a hash never seen before counts against the limit.
 * POST /api/presale/recover is the same for somebody who paid and sees nothing: it looks where it is told now, whatever
 * was said when the hash was first posted.
 */
export const purchaseRoutes: FastifyPluginAsyncZod<{ engine: Engine }> = async (app, { engine }) => {
  const heads = new Map(
    [...engine.chains].map(([chainId, chain]) => [
      chainId,
      cached(async () => (await chain.head()).number, HEAD_AGE_MS, engine.now),
    ]),
  );
  const headOf = (chainId: ChainId) =>
    heads.get(chainId)?.get() ??
    chainOf(engine, chainId)
      .head()
      .then(({ number }) => number);
  /** One look at the chains a hash and second, however often it is posted. */
  const looks = keyedCache<Look>(LOOK_AGE_MS, LOOKS_KEPT, engine.now);

  const record = async (request: FastifyRequest, body: PurchaseRequest, again: boolean) => {
    const wallet = parseWallet(body.walletAddress);
    const hash = body.transactionHash.toLowerCase();
    const find = () =>
      engine.db
        .selectFrom('submissions')
        .selectAll()
        .where('transaction_hash', '=', hash)
        .where('wallet', '=', wallet)
        .executeTakeFirst();
    let submission = await find();
    if (submission === undefined) {
      if (engine.env.WALLET_PROOF === 'all') {
        // What the watcher found by itself has its proof on chain, and nothing is left to record.
        if (await isFound(engine, hash, wallet)) return paymentAnswer(engine, wallet, hash, null);
        await app.sessions.requireWallet(request, wallet);
      }
      await app.limits.newPurchase(request);
      const debug = engine.env.DEBUG_PURCHASES && body.status === 'debug';
      await recordSubmission(engine.db, body, { debug, now: engine.now() });
      submission = await find();
    } else if (body.termsVersion != null && lacksTerms(submission)) {
      await recordSubmission(engine.db, body, { debug: false, now: engine.now() });
    }
    if (submission === undefined || submission.status === 'debug') return paymentAnswer(engine, wallet, hash, null);
    const hint = again ? (body.chainId == null ? null : BigInt(body.chainId)) : submission.chain_hint;
    const row = { ...submission, chain_hint: hint };
    const seen = await looks
      .get(`${hash} ${hint}`, () => readInTime(engine, row, headOf))
      .catch((error: unknown) => {
        request.log.warn({ err: error, transactionHash: hash }, 'a posted hash could not be read yet');
        return null;
      });
    return paymentAnswer(engine, wallet, hash, seen);
  };

  const response = { 200: purchaseResponseSchema, '4xx': apiErrorSchema, '5xx': apiErrorSchema };
  app.post(
    '/api/presale/purchase',
    {
      config: { rateLimit: false },
      schema: {
        summary: 'Record a payment by its transaction hash',
        tags: ['presale'],
        body: purchaseRequestSchema,
        response,
      },
    },
    (request) => record(request, request.body, false),
  );
  app.post(
    '/api/presale/recover',
    {
      config: { rateLimit: false },
      schema: {
        summary: 'Have a payment looked for that is not shown; it is credited to whoever sent it',
        tags: ['presale'],
        body: recoverRequestSchema,
        response,
      },
    },
    (request) => record(request, request.body, true),
  );
};

async function isFound({ db }: Engine, transactionHash: string, payer: string): Promise<boolean> {
  const found = await db
    .selectFrom('payments')
    .select('id')
    .where('transaction_hash', '=', transactionHash)
    .where('payer', '=', payer)
    .executeTakeFirst();
  return found !== undefined;
}

async function readInTime(
  engine: Engine,
  submission: Parameters<typeof checkSubmission>[1],
  headOf: (chainId: ChainId) => Promise<bigint>,
): Promise<Look> {
  const settled = await engine.db
    .selectFrom('payments')
    .select(['chain_id', 'final', 'status'])
    .where('transaction_hash', '=', submission.transaction_hash)
    .execute();
  // Final payments never change again: no need to ask a chain about them.
  if (settled.length > 0 && settled.every((row) => row.final === 1n)) return null;
  const reading = checkSubmission(engine, submission, headOf);
  reading.catch(() => undefined);
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<null>((resolve) => {
    timer = setTimeout(resolve, CHAIN_WAIT_MS, null);
  });
  return Promise.race([reading, late]).finally(() => clearTimeout(timer));
}
