import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { callsOf } from '#src/contract/errors.ts';
import {
  walletConnectRequestSchema,
  walletConnectResponseSchema,
  walletDestinationRequestSchema,
  walletDestinationResponseSchema,
  walletDisconnectRequestSchema,
  walletDisconnectResponseSchema,
  walletNonceResponseSchema,
  walletProveRequestSchema,
  walletProveResponseSchema,
} from '#src/contract/wallet.ts';
import { nameDestination } from '#src/server/money/handover/destinations.ts';
import type { AppContext } from '#src/server/platform/context/app-context.ts';
import { endNonces, issueNonce, readNonce } from '#src/server/platform/sessions/nonces.ts';
import { hasProof, provenChains } from '#src/server/platform/sessions/proofs.ts';
import { readProofMessage, statedNonce } from '#src/server/platform/sessions/read-proof-message.ts';
import {
  endSession,
  findSession,
  isSettled,
  proveSession,
  setSessionWallet,
} from '#src/server/platform/sessions/session-store.ts';
import { verifySignature } from '#src/server/platform/sessions/verify-signature.ts';
import { ApiFailure } from '#src/server/platform/util/errors.ts';
import { isoTime } from '#src/server/platform/util/iso-time.ts';
import { parseWallet } from '#src/server/platform/util/parse-wallet.ts';
import { ownOrigin } from '../plugins/origins.ts';

const call = callsOf('wallet');

/** Connecting a wallet to a cookie session, and proving ownership with one free signature (decision 24). */
export const walletRoutes: FastifyPluginAsyncZod<{ context: AppContext }> = async (app, options) => {
  await connectRoutes(app, options);
  await proveRoute(app, options);
  await destinationRoute(app, options);
};

const connectRoutes: FastifyPluginAsyncZod<{ context: AppContext }> = async (app, { context }) => {
  app.post(
    '/api/wallet/connect',
    {
      // Every page of a connected visitor posts it; if nothing changes, it is limited like a read.
      config: { rateLimit: { max: context.env.RATE_LIMIT_READS }, stores: false },
      ...call('Name the wallet that this session has connected', walletConnectResponseSchema, {
        body: walletConnectRequestSchema,
      }),
    },
    async (request, reply) => {
      const wallet = parseWallet(request.body.walletAddress);
      const known = await app.sessions.find(request);
      const named = { wallet, method: request.body.connectionMethod };
      if (known === null || !(await isSettled(context.db, known, named, context.now()))) {
        await app.limits.write(request);
        if (known === null) await app.limits.newWallet(request);
        await app.limits.walletNamed(request, wallet);
        const session = known ?? (await app.sessions.findOrOpen(request, reply));
        await setSessionWallet(context.db, session, named, context.now());
        return { walletAddress: wallet, proven: await hasProof(context, session, wallet) };
      }
      return { walletAddress: wallet, proven: await hasProof(context, known, wallet) };
    },
  );

  app.post(
    '/api/wallet/disconnect',
    call('End all rights of this session for any wallet; may be repeated', walletDisconnectResponseSchema, {
      body: walletDisconnectRequestSchema,
    }),
    async (request) => {
      const session = await app.sessions.find(request);
      if (session !== null) await endSession(context.db, session, context.now());
      // Nonces are also a cookie's alone: a later signature must not open a session again.
      const holder = session === null ? await app.sessions.holderOf(request) : null;
      if (holder !== null) await endNonces(context.db, holder.tokenHash, context.now());
      return { disconnected: true as const };
    },
  );

  app.get(
    '/api/wallet/nonce',
    {
      // Nobody needs more of them than writes.
      config: { rateLimit: { max: context.env.RATE_LIMIT_WRITES } },
      ...call('A nonce for one EIP-4361 message', walletNonceResponseSchema),
    },
    async (request, reply) => {
      const holder = await app.sessions.findOrAnnounce(request, reply);
      const { nonce, expiresAt } = await issueNonce(context.db, holder, context.now());
      return { nonce, expiresAt: new Date(expiresAt).toISOString() };
    },
  );
};

const proveRoute: FastifyPluginAsyncZod<{ context: AppContext }> = async (app, { context }) => {
  app.post(
    '/api/wallet/prove',
    call('Prove a wallet by a signed EIP-4361 message', walletProveResponseSchema, { body: walletProveRequestSchema }),
    async (request, reply) => {
      const holder = await app.sessions.holderOf(request);
      if (holder === null) throw new ApiFailure('no_wallet_session');
      const { message, signature } = request.body;
      const nonce = statedNonce(message);
      if (nonce === null || (await readNonce(context.db, holder, nonce, context.now())) === null)
        throw new ApiFailure(holder.isStored ? 'invalid_proof' : 'no_wallet_session');
      const origin = ownOrigin(context.env, request.headers.host);
      const proof = origin === null ? null : readProofMessage(message, origin, context.now());
      // A text may have several lines that look like its nonce.
      if (proof === null || proof.nonce !== nonce) throw new ApiFailure('invalid_proof');
      const lane = await app.limits.laneOf(request);
      const vouched = await verifySignature(context, proof, { message, signature: signature as `0x${string}` }, lane);
      if (vouched === null) throw new ApiFailure('invalid_signature');
      // Not before: what stores nothing must not use up the day of a /48.
      await app.limits.newWallet(request);
      const token = await proveSession(context.db, holder, { ...proof, chains: vouched.chains }, context.now());
      if (token === null) throw new ApiFailure('invalid_proof');
      app.sessions.setCookie(reply, token);
      // A contract that vouches on a single chain (a Safe) signs once on each chain on which it has bought.
      const proven = await findSession(context.db, token, context.now());
      if (proven === null || !(await hasProof(context, proven, proof.wallet))) throw new ApiFailure('proof_required');
      return { walletAddress: proof.wallet, proven: true as const };
    },
  );
};

const destinationRoute: FastifyPluginAsyncZod<{ context: AppContext }> = async (app, { context }) => {
  app.post(
    '/api/wallet/destination',
    call(
      'Name the address for the tokens of a contract wallet that the claim chain may give to somebody else',
      walletDestinationResponseSchema,
      { body: walletDestinationRequestSchema },
    ),
    async (request) => {
      const wallet = parseWallet(request.body.walletAddress);
      const session = await app.sessions.requireProof(request, wallet);
      await app.limits.walletWrite(request, wallet);
      const destination = parseWallet(request.body.destination);
      const chains = await provenChains(context.db, session, wallet);
      const named = await nameDestination(context, { wallet, destination, chains });
      return { walletAddress: wallet, destination: named.address, namedAt: isoTime(named.namedAt) };
    },
  );
};
