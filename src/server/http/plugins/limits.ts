import rateLimit, { normalizeIP } from '@fastify/rate-limit';
import underPressure from '@fastify/under-pressure';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import fastifyPlugin from 'fastify-plugin';
import { networkOf } from '../../airdrop/networks.ts';
import type { AppContext } from '../../context/app-context.ts';
import { ApiFailure } from '../../util/api-failure.ts';
import { countUse } from '../caller-limits.ts';

export interface Limits {
  /** Counts a purchase that was never posted before, by the caller's address. Throws ApiFailure rate_limited. */
  newPurchase(request: FastifyRequest): Promise<void>;
  /**
   * Counts a look at the chains for a hash that is not recorded, by the caller's address. Throws ApiFailure
   * rate_limited.
   */
  lookUp(request: FastifyRequest): Promise<void>;
  /** Counts a write for a wallet by a session that has connected it. Throws ApiFailure rate_limited. */
  walletWrite(request: FastifyRequest, wallet: string): Promise<void>;
  /**
   * Counts a wallet named by an unproven caller, separately for each caller's address, so that nobody can use up
   * another's writes.
   */
  walletNamed(request: FastifyRequest, wallet: string): Promise<void>;
}

declare module 'fastify' {
  interface FastifyInstance {
    limits: Limits;
  }
}

const MINUTE_MS = 60_000;
/**
 * A customer may have a /48 of version 6, which is 65,536 callers; a mobile network has as many customers in one. The
 * whole /48 therefore gets this many callers' budget.
 */
const CALLERS_IN_WIDE = 30;

/**
 * Limits per minute (A1, S18): reads and writes by caller's address, purchases and wallets separately. A flood is
 * rejected by this process's own counts; accepted writes are counted in SQL too, for all instances together and across
 * restarts. Reads are not: that would turn each into a write. Past its capacity the process answers 503 with
 * Retry-After instead of queueing.
 */
export const limitsPlugin = fastifyPlugin(async (app: FastifyInstance, { context }: { context: AppContext }) => {
  const { env } = context;
  const countTogether = async (what: string, subject: string, max: number) => {
    const wait = await countUse(context, { what, subject, max, windowMs: MINUTE_MS });
    if (wait !== null) throw new ApiFailure('rate_limited');
  };
  // Only by delay: a loop that is always busy and still answers promptly rejects nobody.
  await app.register(underPressure, { maxEventLoopDelay: env.MAX_LAG_MS, retryAfter: 5 });
  await app.register(rateLimit, {
    max: (request) => (isRead(request) ? env.RATE_LIMIT_READS : env.RATE_LIMIT_WRITES),
    timeWindow: MINUTE_MS,
    keyGenerator: (request) => `${isRead(request) ? 'read' : 'write'}:${callerOf(request)}`,
    cache: 50_000,
    // One caller's remaining budget does not belong on an answer that a CDN gives to others.
    addHeadersOnExceeding: { 'x-ratelimit-limit': false, 'x-ratelimit-remaining': false, 'x-ratelimit-reset': false },
  });
  // After onRequest, where the limiter above comes last, behind every hook of the app: a flood must not reach the
  // database.
  app.addHook('preParsing', async (request) => {
    // Routes with a separate limit count by it.
    if (request.routeOptions.config.rateLimit !== undefined) return;
    await check(request, isRead(request) ? wideReads : wideWrites);
    if (isRead(request)) return;
    await countTogether('write', callerOf(request), env.RATE_LIMIT_WRITES);
  });
  const byCaller = (what: string, max: number) =>
    app.createRateLimit({ max, timeWindow: MINUTE_MS, keyGenerator: (request) => `${what}:${callerOf(request)}` });
  const byWide = (what: string, max: number) =>
    app.createRateLimit({
      max: max * CALLERS_IN_WIDE,
      timeWindow: MINUTE_MS,
      keyGenerator: (request) => `${what}:${wideOf(request)}`,
      allowList: (request) => wideOf(request) === null,
    });
  const wideReads = byWide('wide-read', env.RATE_LIMIT_READS);
  const wideWrites = byWide('wide-write', env.RATE_LIMIT_WRITES);
  const widePurchases = byWide('wide-purchase', env.RATE_LIMIT_PURCHASES);
  const purchases = byCaller('purchase', env.RATE_LIMIT_PURCHASES);
  const lookUps = byCaller('look', env.RATE_LIMIT_PURCHASES);
  const wallets = app.createRateLimit({
    max: env.RATE_LIMIT_WALLET,
    timeWindow: MINUTE_MS,
    keyGenerator: (request) => request.limitedWallet,
  });
  app.decorateRequest('limitedWallet', '');
  const check = async (request: FastifyRequest, limit: typeof purchases) => {
    const outcome = await limit(request);
    if (!outcome.isAllowed && outcome.isExceeded) throw new ApiFailure('rate_limited');
  };
  const countWallet = async (request: FastifyRequest, subject: string) => {
    request.limitedWallet = subject;
    await check(request, wallets);
    await countTogether('wallet', subject, env.RATE_LIMIT_WALLET);
  };
  app.decorate('limits', {
    newPurchase: async (request) => {
      await check(request, widePurchases);
      await check(request, purchases);
      await countTogether('purchase', callerOf(request), env.RATE_LIMIT_PURCHASES);
    },
    lookUp: async (request) => {
      await check(request, lookUps);
      await countTogether('look', callerOf(request), env.RATE_LIMIT_PURCHASES);
    },
    walletWrite: (request, wallet) => countWallet(request, `wallet:${wallet}`),
    walletNamed: (request, wallet) => countWallet(request, `named:${wallet}:${callerOf(request)}`),
  });
});

declare module 'fastify' {
  interface FastifyRequest {
    limitedWallet: string;
  }
}

function isRead({ method }: FastifyRequest): boolean {
  return method === 'GET' || method === 'HEAD';
}

/** The /48 of a caller of version 6; null for version 4, whose networks are shared by strangers. */
function wideOf(request: FastifyRequest): string | null {
  const network = networkOf(request.ip);
  return network?.includes(':') === true ? network : null;
}

/** The caller's address; one line has 2^64 addresses of version 6, which count as one caller. */
function callerOf(request: FastifyRequest): string {
  return normalizeIP(request.ip);
}
