import cookie from '@fastify/cookie';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import fastifyPlugin from 'fastify-plugin';
import { RETENTION } from '#src/config/retention.ts';
import type { Viewer } from '#src/server/money/payments/answer/wallet-payments.ts';
import type { AppContext } from '#src/server/platform/context/app-context.ts';
import type { NonceHolder } from '#src/server/platform/sessions/nonces.ts';
import { hasProof, type Session } from '#src/server/platform/sessions/proofs.ts';
import { findSession, newHolder, nonceHolder, openSession } from '#src/server/platform/sessions/session-store.ts';
import { ApiFailure } from '#src/server/platform/util/errors.ts';
import { servesOtherSites } from './origins.ts';

const COOKIE_SECONDS = RETENTION.sessionDays * 86_400;

export interface Sessions {
  /** The value of the session's cookie. */
  tokenOf(request: FastifyRequest): string | undefined;
  find(request: FastifyRequest): Promise<Session | null>;
  findOrOpen(request: FastifyRequest, reply: FastifyReply): Promise<Session>;
  /** The request's session, or a new one that is not stored yet. */
  findOrAnnounce(request: FastifyRequest, reply: FastifyReply): Promise<NonceHolder>;
  /** The session that a proof is for, stored or not; null without a cookie. */
  holderOf(request: FastifyRequest): Promise<NonceHolder | null>;
  setCookie(reply: FastifyReply, token: string): void;
  /** Throws ApiFailure unless the session has connected that wallet, and proven it if it must (decision 24). */
  requireWallet(request: FastifyRequest, wallet: string): Promise<Session>;
  /** Like requireWallet, for personal data: needs the proof whatever WALLET_PROOF says. */
  requireProof(request: FastifyRequest, wallet: string): Promise<Session>;
  /** The session must have connected the wallet. Throws ApiFailure no_wallet_session or wrong_wallet. */
  requireConnected(request: FastifyRequest, wallet: string): Promise<Session>;
  /** Whether the session has proven a wallet by signature, connected or not. */
  hasProven(request: FastifyRequest, wallet: string): Promise<boolean>;
  /** Who reads a wallet's data; needs no session. */
  viewerOf(request: FastifyRequest, wallet: string): Promise<Viewer>;
  /** The wallet that the session may act for, or null; never throws. */
  ownWallet(request: FastifyRequest): Promise<string | null>;
}

declare module 'fastify' {
  interface FastifyInstance {
    sessions: Sessions;
  }
}

/** Cookie sessions. Over https the cookie has the `__Host-` prefix; only a developer's machine uses plain http. */
export const sessionsPlugin = fastifyPlugin(async (app: FastifyInstance, { context }: { context: AppContext }) => {
  await app.register(cookie);
  const secure = context.env.PUBLIC_ORIGIN?.startsWith('https://') ?? false;
  const name = secure ? '__Host-synx' : 'synx';
  const sameSite = secure && servesOtherSites(context.env) ? 'none' : 'lax';
  const tokenOf = (request: FastifyRequest) => {
    const token = request.cookies[name];
    return token === undefined || token.length > 100 ? undefined : token;
  };
  const find = async (request: FastifyRequest) => {
    const token = tokenOf(request);
    return token === undefined ? null : findSession(context.db, token, context.now());
  };
  const setCookie = (reply: FastifyReply, token: string) => {
    reply.setCookie(name, token, {
      path: '/',
      httpOnly: true,
      secure,
      sameSite,
      maxAge: COOKIE_SECONDS,
    });
  };
  const isProven = (session: Session, wallet: string) => hasProof(context, session, wallet);
  const requireConnected = async (request: FastifyRequest, wallet: string) => {
    const session = await find(request);
    if (session?.wallet == null) throw new ApiFailure('no_wallet_session');
    if (session.wallet !== wallet) throw new ApiFailure('wrong_wallet');
    return session;
  };
  const requireProof = async (request: FastifyRequest, wallet: string) => {
    const session = await requireConnected(request, wallet);
    if (!(await isProven(session, wallet))) throw new ApiFailure('proof_required');
    return session;
  };
  app.decorate('sessions', {
    tokenOf,
    find,
    setCookie,
    findOrOpen: async (request, reply) => {
      const found = await find(request);
      if (found !== null) return found;
      const { token, session } = await openSession(context.db, context.now());
      setCookie(reply, token);
      return session;
    },
    findOrAnnounce: async (request, reply) => {
      const found = await find(request);
      if (found !== null) return { tokenHash: found.tokenHash, isStored: true };
      const { token, holder } = newHolder();
      setCookie(reply, token);
      return holder;
    },
    holderOf: async (request) => {
      const token = tokenOf(request);
      return token === undefined ? null : nonceHolder(token, await find(request));
    },
    requireConnected,
    requireProof,
    requireWallet: (request, wallet) =>
      context.env.WALLET_PROOF === 'off' ? requireConnected(request, wallet) : requireProof(request, wallet),
    hasProven: (request, wallet) => find(request).then((session) => session !== null && isProven(session, wallet)),
    viewerOf: async (request, wallet) => {
      const session = await find(request);
      const isOwner = session?.wallet === wallet && (await isProven(session, wallet));
      return { isOwner, tokenHash: session?.tokenHash ?? null };
    },
    ownWallet: async (request) => {
      const session = await find(request);
      if (session?.wallet == null) return null;
      const own = context.env.WALLET_PROOF === 'off' || (await isProven(session, session.wallet));
      return own ? session.wallet : null;
    },
  });
});
