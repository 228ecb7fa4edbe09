import type { FastifyRequest } from 'fastify';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import type { ChainId } from '#src/config/chains.ts';
import {
  type PurchaseRequest,
  type PurchaseResponse,
  purchaseRequestSchema,
  purchaseResponseSchema,
  recoverRequestSchema,
} from '#src/contract/presale.ts';
import { callerLane } from '../../callers/caller-lane.ts';
import { chainOf, type Engine } from '../../context/engine.ts';
import type { SubmissionRow } from '../../database/payment-row.ts';
import { type PendingPayment, paymentAnswer, pendingPayment } from '../../payments/answer/payment-answer.ts';
import { findSubmission, isAllFinal, isFound } from '../../payments/find/find-posted.ts';
import { noteProof } from '../../payments/submit/note-proof.ts';
import { lacksTerms, recordSubmission } from '../../payments/submit/record-submission.ts';
import { checkSubmission } from '../../payments/verify/check-submission.ts';
import { ApiFailure } from '../../util/api-failure.ts';
import { cached } from '../../util/cached.ts';
import { type KeyedCache, keyedCache } from '../../util/keyed-cache.ts';
import { parseWallet } from '../../util/parse-wallet.ts';
import { within } from '../../util/within.ts';
import type { ApiApp } from '../api-app.ts';
import { API_ERRORS } from '../api-errors.ts';

/** How long the answer waits for the chain; what is not known by then is `processing` and found by the watcher. */
const CHAIN_WAIT_MS = 8_000;
const HEAD_AGE_MS = 1_000;
const ANSWER_AGE_MS = 1_000;
const ANSWERS_KEPT = 10_000;

/** What purchases are answered with: heads of chains, looks and answers, each remembered for a second. */
interface Remembered {
  readonly headOf: (chainId: ChainId) => Promise<bigint>;
  /** One look at the chains a hash and second, however often it is posted. */
  readonly looks: KeyedCache<PendingPayment | null>;
  /** One answer a wallet and second. */
  readonly answers: KeyedCache<PurchaseResponse>;
}

function remembered(engine: Engine): Remembered {
  const heads = new Map(
    [...engine.chains].map(([chainId, chain]) => [
      chainId,
      cached(async () => (await chain.head()).number, HEAD_AGE_MS, engine.now),
    ]),
  );
  return {
    headOf: (chainId) =>
      heads.get(chainId)?.get() ??
      chainOf(engine, chainId)
        .head()
        .then(({ number }) => number),
    looks: keyedCache(ANSWER_AGE_MS, ANSWERS_KEPT, engine.now),
    answers: keyedCache(ANSWER_AGE_MS, ANSWERS_KEPT, engine.now),
  };
}

/**
 * POST /api/presale/purchase: stores the hash, reads the chain, answers the state of the payment. Posting the same hash
 * again is always answered and changes nothing; only a hash never seen before counts against the limit. What reading
 * costs counts for the caller (look-budget.ts); past the budget the answer is what the records know, which the watcher
 * keeps up to date for every payment that is in a block. POST /api/presale/recover is the same for somebody who paid
 * and sees nothing: it looks where it is told now, whatever was said when the hash was first posted.
 */
export const purchaseRoutes: FastifyPluginAsyncZod<{ engine: Engine }> = async (app, { engine }) => {
  const record = recorder(app, engine);
  const response = { 200: purchaseResponseSchema, ...API_ERRORS };
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

/**
 * Looks at the chains for a hash; what it would pay if it waits in the mempool, else null: everything else is in the
 * records by then, or will be. Throws ApiFailure rate_limited when the caller's budget is spent.
 */
async function lookInTime(
  engine: Engine,
  submission: SubmissionRow,
  lane: number,
  headOf: (chainId: ChainId) => Promise<bigint>,
): Promise<PendingPayment | null> {
  // Final payments never change again: no need to ask a chain about them.
  if (await isAllFinal(engine.db, submission.transaction_hash)) return null;
  const look = engine.lookBudget.run(lane, () => checkSubmission(engine, submission, headOf));
  look.catch(() => undefined);
  const found = await within(look, CHAIN_WAIT_MS);
  return found?.state.state === 'pending'
    ? pendingPayment(found.chainId, found.state, engine.env.presaleAddress)
    : null;
}

/** Records a posted hash and answers; `again` looks at the chain that the body names now. */
function recorder(
  app: ApiApp,
  engine: Engine,
): (request: FastifyRequest, body: PurchaseRequest, again: boolean) => Promise<PurchaseResponse> {
  const { headOf, looks, answers } = remembered(engine);
  return async (request, body, again) => {
    const wallet = parseWallet(body.walletAddress);
    const hash = body.transactionHash.toLowerCase();
    const lane = await callerLane(engine.db, request.ip);
    let submission = await findSubmission(engine.db, hash, wallet);
    if (submission === undefined) {
      if (engine.env.WALLET_PROOF === 'all') {
        // A payment that the watcher found has its proof on chain, and nothing is left to record.
        if (await isFound(engine.db, hash, wallet)) return paymentAnswer(engine, wallet, hash, null);
        await app.sessions.requireWallet(request, wallet);
      }
      await app.limits.newPurchase(request);
      const debug = engine.env.DEBUG_PURCHASES && body.status === 'debug';
      const postedBy = (await app.sessions.find(request))?.tokenHash ?? null;
      await recordSubmission(engine.db, body, { debug, now: engine.now(), lane, postedBy });
      submission = await findSubmission(engine.db, hash, wallet);
    } else if (body.termsVersion != null && lacksTerms(submission)) {
      await recordSubmission(engine.db, body, { debug: false, now: engine.now(), lane, postedBy: null });
    }
    if (submission === undefined || submission.status === 'debug') return paymentAnswer(engine, wallet, hash, null);
    const hint = again ? (body.chainId == null ? null : BigInt(body.chainId)) : submission.chain_hint;
    const noted = await noteProof(engine, submission, () => app.sessions.find(request));
    const row = { ...noted, chain_hint: hint };
    // By lane as well: what a caller without a budget is told must not be what the payer is told.
    return answers.get(`${hash} ${wallet} ${hint} ${lane}`, async () => {
      const look = () => lookInTime(engine, row, lane, headOf);
      const pending = await looks.get(`${hash} ${hint}`, look).catch((error: unknown) => {
        if (!(error instanceof ApiFailure))
          request.log.warn({ err: error, transactionHash: hash }, 'a posted hash could not be read yet');
        return null;
      });
      return paymentAnswer(engine, wallet, hash, pending);
    });
  };
}
