import type { FastifyRequest } from 'fastify';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import type { ChainId } from '#src/config/chains.ts';
import { TERMS_VERSIONS } from '#src/config/terms.ts';
import { callsOf } from '#src/contract/errors.ts';
import {
  type PurchaseRequest,
  type PurchaseResponse,
  purchaseRequestSchema,
  purchaseResponseSchema,
  recoverRequestSchema,
} from '#src/contract/presale.ts';
import { within } from '#src/lib/time/with-deadline.ts';
import {
  type PendingPayment,
  paymentAnswer,
  pendingPayment,
} from '#src/server/money/payments/answer/payment-answer.ts';
import { isAllFinal, isFound } from '#src/server/money/payments/find/find-payments.ts';
import {
  findPostedHash,
  lacksTerms,
  noteProof,
  recordPostedHash,
} from '#src/server/money/payments/submit/posted-hash.ts';
import { checkPostedHash } from '#src/server/money/payments/verify/check-posted-hash.ts';
import { type AppContext, chainOf } from '#src/server/platform/context/app-context.ts';
import type { PostedHashRow } from '#src/server/platform/database/payment-row.ts';
import { cached, type KeyedCache, keyedCache } from '#src/server/platform/util/caches.ts';
import { ApiFailure } from '#src/server/platform/util/errors.ts';
import { parseWallet } from '#src/server/platform/util/parse-wallet.ts';
import { tracePayment } from '#src/server/platform/util/trace-payment.ts';
import type { ApiApp } from '../api-app.ts';

const call = callsOf('presale');

/** How long the answer waits for the chain; a payment still unknown then is `processing`, and the watcher finds it. */
const CHAIN_WAIT_MS = 8_000;
const HEAD_AGE_MS = 1_000;
const ANSWER_AGE_MS = 1_000;
const ANSWERS_KEPT = 10_000;

/** What purchase answers are made from: heads of chains, looks and answers, each cached for a second. */
interface Remembered {
  readonly headOf: (chainId: ChainId) => Promise<bigint>;
  /** One look at the chains per hash and second, however often somebody posts it. */
  readonly looks: KeyedCache<PendingPayment | null>;
  /** One answer per wallet and second. */
  readonly answers: KeyedCache<PurchaseResponse>;
}

function remembered(context: AppContext): Remembered {
  const heads = new Map(
    [...context.chains].map(([chainId, chain]) => [
      chainId,
      cached(async () => (await chain.head()).number, HEAD_AGE_MS, context.now),
    ]),
  );
  return {
    headOf: (chainId) =>
      heads.get(chainId)?.get() ??
      chainOf(context, chainId)
        .head()
        .then(({ number }) => number),
    looks: keyedCache(ANSWER_AGE_MS, ANSWERS_KEPT, context.now),
    answers: keyedCache(ANSWER_AGE_MS, ANSWERS_KEPT, context.now),
  };
}

/**
 * POST /api/presale/purchase stores a hash, reads the chain and answers the payment's state; only a new hash counts as
 * a purchase. Beyond the caller's budget the answer comes from the records, which the watcher keeps. POST
 * /api/presale/recover looks on the chain named now, whatever the first post named.
 */
export const purchaseRoutes: FastifyPluginAsyncZod<{ context: AppContext }> = async (app, { context }) => {
  const recordNow = recorder(app, context);
  const record: typeof recordNow = (request, body, again) =>
    tracePayment('post', body.transactionHash.toLowerCase(), () => recordNow(request, body, again));
  // A known hash is a read; the code below counts a new one as a purchase.
  const postLimit = { rateLimit: { max: context.env.RATE_LIMIT_READS }, stores: false };
  app.post(
    '/api/presale/purchase',
    {
      config: postLimit,
      ...call('Record a payment by its transaction hash', purchaseResponseSchema, { body: purchaseRequestSchema }),
    },
    (request) => record(request, request.body, false),
  );
  app.post(
    '/api/presale/recover',
    {
      config: postLimit,
      ...call('Look for a payment that is not shown; it is credited to its sender', purchaseResponseSchema, {
        body: recoverRequestSchema,
      }),
    },
    (request) => record(request, request.body, true),
  );
};

/** Looks at the chains for a hash; returns a payment in the mempool alone, since all others are in the records. */
async function lookInTime(
  context: AppContext,
  posted: PostedHashRow,
  lane: number,
  headOf: (chainId: ChainId) => Promise<bigint>,
): Promise<PendingPayment | null> {
  // Final payments never change, so there is no need to ask a chain; others would be dated by an unconfirmed time.
  if (!context.clock.isConfirmed() || (await isAllFinal(context.db, posted.transaction_hash))) return null;
  const look = context.lookBudget.run(lane, () => checkPostedHash(context, posted, headOf));
  look.catch(() => undefined);
  const found = await within(look, CHAIN_WAIT_MS);
  return found == null ? null : pendingPayment(found.chainId, found.state, context.env.presaleAddress);
}

/** Records a posted hash and answers; `again` looks at the chain that the body names now. */
function recorder(
  app: ApiApp,
  context: AppContext,
): (request: FastifyRequest, body: PurchaseRequest, again: boolean) => Promise<PurchaseResponse> {
  const { headOf, looks, answers } = remembered(context);
  // What an owner states is dated for good: while the time is unconfirmed, it counts from a later post on (S27).
  const viewerOf = async (request: FastifyRequest, wallet: string) => {
    const { tokenHash, isOwner } = await app.sessions.viewerOf(request, wallet);
    return { tokenHash, isOwner: isOwner && context.clock.isConfirmed() };
  };
  return async (request, body, again) => {
    const wallet = parseWallet(body.walletAddress);
    const hash = body.transactionHash.toLowerCase();
    const begin = async () => ({
      lane: await app.limits.laneOf(request),
      known: await findPostedHash(context.db, hash, wallet),
    });
    const { lane, known } = await app.limits.beginInTurn(request, hash, begin);
    let posted = known;
    let isNew = false;
    // Anybody can put thousands of payments into a transaction, of which each answer reads all (S25).
    const answer = (pending: PendingPayment | null) =>
      app.limits.answerInTurn(request, isNew, () => paymentAnswer(context, wallet, hash, pending));
    if (posted === undefined) {
      const isRecorded = () => isFound(context.db, hash, wallet);
      if (context.env.WALLET_PROOF === 'all') {
        // A payment that the watcher found has its proof on chain: there is nothing left to record.
        if (await isRecorded()) return answer(null);
        await app.sessions.requireWallet(request, wallet);
      }
      await app.limits.newPurchase(request, isRecorded);
      isNew = true;
      const debug = context.env.DEBUG_PURCHASES && body.status === 'debug';
      const { tokenHash: postedBy, isOwner } = await viewerOf(request, wallet);
      const undated = !context.clock.isConfirmed();
      await recordPostedHash(context.db, body, { debug, now: context.now(), lane, postedBy, isOwner, undated });
      posted = await findPostedHash(context.db, hash, wallet);
    } else if (TERMS_VERSIONS.includes(body.termsVersion ?? '') && posted.terms_proven_at === null) {
      // A version that never existed would be no news, and this a write at each post (S28).
      const { isOwner } = await viewerOf(request, wallet);
      if (isOwner || lacksTerms(posted))
        await recordPostedHash(context.db, body, { debug: false, now: context.now(), lane, postedBy: null, isOwner });
    }
    if (posted === undefined || posted.status === 'debug') return answer(null);
    const hint = again ? (body.chainId == null ? null : BigInt(body.chainId)) : posted.chain_hint;
    // The hash is stored, so later failures do not refuse it (decision 12).
    const stored = posted;
    const noted = await noteProof(context, stored, () => app.sessions.hasProven(request, stored.wallet)).catch(
      () => stored,
    );
    const row = { ...noted, chain_hint: hint };
    // Keyed by lane as well, so that the payer never gets the answer to a caller without a budget.
    return answers.get(`${hash} ${wallet} ${hint} ${lane}`, async () => {
      const look = () => lookInTime(context, row, lane, headOf);
      const pending = await looks.get(`${hash} ${hint}`, look).catch((error: unknown) => {
        if (!(error instanceof ApiFailure))
          request.log.warn(
            { err: error, transactionHash: hash, requestId: request.id },
            'a posted hash could not be read yet',
          );
        return null;
      });
      return answer(pending);
    });
  };
}
