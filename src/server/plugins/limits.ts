import rateLimit, { normalizeIP } from '@fastify/rate-limit';
import underPressure from '@fastify/under-pressure';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import fastifyPlugin from 'fastify-plugin';
import { ApiFailure } from '../api-failure.ts';
import type { Env } from '../env.ts';

export interface Limits {
  /** Counts a purchase that was never posted before, by address of the caller. Throws ApiFailure rate_limited. */
  newPurchase(request: FastifyRequest): Promise<void>;
  /** Counts a look at the chains for a hash that is not recorded, by address of the caller. Throws ApiFailure rate_limited. */
  lookUp(request: FastifyRequest): Promise<void>;
  /** Counts a write of a wallet whose session is its own. Throws ApiFailure rate_limited. */
  walletWrite(request: FastifyRequest, wallet: string): Promise<void>;
  /** Counts a wallet's name said by anybody, apart for each caller's address, so that nobody can use up another's writes. */
  walletNamed(request: FastifyRequest, wallet: string): Promise<void>;
}

declare module 'fastify' {
  interface FastifyInstance {
    limits: Limits;
  }
}

/**
 * Limits a minute (reliability.md A1, S18): reads and writes by caller's address, purchases and wallets apart. Past its
 * capacity the process answers 503 with Retry-After instead of queueing.
 */
export const limitsPlugin = fastifyPlugin(async (app: FastifyInstance, { env }: { env: Env }) => {
  // By delay alone: a loop that is always busy and yet answers at once turns nobody away.
  await app.register(underPressure, { maxEventLoopDelay: env.MAX_LAG_MS, retryAfter: 5 });
  await app.register(rateLimit, {
    max: (request) =>
      request.method === 'GET' || request.method === 'HEAD' ? env.RATE_LIMIT_READS : env.RATE_LIMIT_WRITES,
    timeWindow: 60_000,
    keyGenerator: (request) =>
      `${request.method === 'GET' || request.method === 'HEAD' ? 'read' : 'write'}:${callerOf(request)}`,
    cache: 50_000,
    // What is left to one caller does not belong on an answer that a CDN gives to others.
    addHeadersOnExceeding: { 'x-ratelimit-limit': false, 'x-ratelimit-remaining': false, 'x-ratelimit-reset': false },
  });
  const purchases = app.createRateLimit({
    max: env.RATE_LIMIT_PURCHASES,
    timeWindow: 60_000,
    keyGenerator: (request) => `purchase:${callerOf(request)}`,
  });
  const lookUps = app.createRateLimit({
    max: env.RATE_LIMIT_PURCHASES,
    timeWindow: 60_000,
    keyGenerator: (request) => `look:${callerOf(request)}`,
  });
  const wallets = app.createRateLimit({
    max: env.RATE_LIMIT_WALLET,
    timeWindow: 60_000,
    keyGenerator: (request) => request.limitedWallet,
  });
  app.decorateRequest('limitedWallet', '');
  const check = async (request: FastifyRequest, limit: typeof purchases) => {
    const outcome = await limit(request);
    if (!outcome.isAllowed && outcome.isExceeded) throw new ApiFailure('rate_limited');
  };
  app.decorate('limits', {
    newPurchase: (request) => check(request, purchases),
    lookUp: (request) => check(request, lookUps),
    walletWrite: (request, wallet) => {
      request.limitedWallet = `wallet:${wallet}`;
      return check(request, wallets);
    },
    walletNamed: (request, wallet) => {
      request.limitedWallet = `named:${wallet}:${callerOf(request)}`;
      return check(request, wallets);
    },
  });
});

declare module 'fastify' {
  interface FastifyRequest {
    limitedWallet: string;
  }
}

/** The caller's address; one line has 2^64 addresses of version 6, which count as one caller. */
function callerOf(request: FastifyRequest): string {
  return normalizeIP(request.ip);
}
