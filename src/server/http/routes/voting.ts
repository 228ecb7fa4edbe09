import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { DEFAULT_LOCALE, type Locale } from '#src/config/locales.ts';
import { callsOf, ENGLISH } from '#src/contract/errors.ts';
import { walletAddressSchema } from '#src/contract/shapes.ts';
import {
  castVotesResponseSchema,
  proposalIdSchema,
  proposalQuerySchema,
  proposalResponseSchema,
  proposalsQuerySchema,
  proposalsResponseSchema,
  voteRequestSchema,
  voteResponseSchema,
  votesQuerySchema,
  votesResponseSchema,
} from '#src/contract/voting.ts';
import { acceptVote } from '#src/server/community/voting/accept-vote.ts';
import { byStatus, proposalView } from '#src/server/community/voting/proposal-view.ts';
import { type ContentProposal, proposalStatus } from '#src/server/community/voting/proposals.ts';
import { countVotes, latestVotes, votesOf, votesOn } from '#src/server/community/voting/vote-records.ts';
import type { AppContext } from '#src/server/platform/context/app-context.ts';
import { cached } from '#src/server/platform/util/caches.ts';
import { ApiFailure } from '#src/server/platform/util/errors.ts';
import { parseWallet } from '#src/server/platform/util/parse-wallet.ts';
import { countCaller, countSubject } from '../caller-limits.ts';
import { ownOrigin } from '../plugins/origins.ts';
import { type PublicRead, publicRead } from './public-read.ts';

const call = callsOf('voting');

interface VotingOptions {
  readonly context: AppContext;
  readonly proposals: readonly ContentProposal[];
}

/** Proposals with their results, votes that anybody can recount, and those of a wallet (decision 48). */
export const votingRoutes: FastifyPluginAsyncZod<VotingOptions> = async (app, options) => {
  const lists = createProposals(options);
  await proposalRoutes(app, { ...options, lists });
  await voteReadRoutes(app, options);
  await castRoute(app, { ...options, lists });
};

type Proposals = ReturnType<typeof createProposals>;

/** The proposals with their counts, read once per second for all visitors. */
function createProposals({ context, proposals }: VotingOptions) {
  const counts = cached(() => countVotes(context.db), 1_000, context.now);
  const lists = new Map<Locale, PublicRead>();
  const readIn = (locale: Locale) =>
    publicRead(
      proposalsResponseSchema,
      async () => {
        const votes = await counts.get();
        const views = proposals.map((one) => proposalView(one, locale, votes.get(one.id), context.now()));
        return { proposals: views.sort(byStatus) };
      },
      1,
      context.now,
    );
  return {
    counts: () => counts.get(),
    listIn: (locale: Locale) => {
      const read = lists.get(locale) ?? readIn(locale);
      lists.set(locale, read);
      return read;
    },
    /** Throws ApiFailure not_found. */
    find: (id: string) => {
      const found = proposals.find((proposal) => proposal.id === id);
      if (found === undefined) throw new ApiFailure('not_found');
      return found;
    },
    /** Drops the cached answer, so that voters see their vote counted at once. */
    forget: () => {
      counts.drop();
      lists.clear();
    },
  };
}

const proposalRoutes: FastifyPluginAsyncZod<VotingOptions & { lists: Proposals }> = async (app, { context, lists }) => {
  app.get(
    '/api/voting/proposals',
    call('Proposals with their results: open ones, announced ones, closed ones', proposalsResponseSchema, {
      querystring: proposalsQuerySchema,
    }),
    (request, reply) => lists.listIn(request.query.locale ?? DEFAULT_LOCALE).send(request, reply),
  );

  app.get(
    '/api/voting/proposals/:proposalId',
    call('One proposal and the signed votes that count, a page at a time', proposalResponseSchema, {
      params: z.object({ proposalId: proposalIdSchema }),
      querystring: proposalQuerySchema,
    }),
    async (request) => {
      const proposal = lists.find(request.params.proposalId);
      const { locale = DEFAULT_LOCALE, after = 0 } = request.query;
      const votes = await lists.counts();
      return {
        ...proposalView(proposal, locale, votes.get(proposal.id), context.now()),
        ...(await votesOn(context.db, proposal.id, after)),
      };
    },
  );
};

/** Votes that count, of all wallets and of one. */
const voteReadRoutes: FastifyPluginAsyncZod<VotingOptions> = async (app, { context, proposals }) => {
  const latest = publicRead(votesResponseSchema, () => latestVotes(context.db), 1, context.now);
  app.get(
    '/api/voting/votes',
    call('The latest votes that count; or those of one wallet', votesResponseSchema, { querystring: votesQuerySchema }),
    async (request, reply) => {
      const { wallet } = request.query;
      if (wallet === undefined) return latest.send(request, reply);
      return votesOf(context.db, parseWallet(wallet));
    },
  );

  app.get(
    '/api/voting/receipt/:wallet',
    call('A wallet’s votes, with the signed texts', castVotesResponseSchema, {
      params: z.object({ wallet: walletAddressSchema }),
    }),
    async (request) => {
      const wallet = parseWallet(request.params.wallet);
      const votes = await votesOf(context.db, wallet);
      return {
        walletAddress: wallet,
        votes: votes.map((vote) => {
          const proposal = proposals.find(({ id }) => id === vote.proposalId);
          return {
            ...vote,
            closesAt: proposal === undefined ? null : new Date(proposal.closesAt).toISOString(),
            changeable: proposal !== undefined && proposalStatus(proposal, context.now()) === 'open',
          };
        }),
      };
    },
  );
};

const castRoute: FastifyPluginAsyncZod<VotingOptions & { lists: Proposals }> = async (app, { context, lists }) => {
  app.post(
    '/api/voting/vote',
    call('Cast or change a vote; its signature is the proof of the wallet', voteResponseSchema, {
      body: voteRequestSchema,
    }),
    async (request, reply) => {
      const { walletAddress, proposalId, ...ballot } = request.body;
      const wallet = parseWallet(walletAddress);
      const session = await app.sessions.requireConnected(request, wallet);
      const proposal = lists.find(proposalId);
      await app.limits.walletNamed(request, wallet);
      await countSubject(context, reply, { what: 'vote', subject: session.tokenHash }, context.env.RATE_LIMIT_MISSIONS);
      // We keep votes for ever, and wallets cost nothing.
      await countCaller(context, reply, 'vote-address', context.env.RATE_LIMIT_MISSIONS * 5);
      const origin = ownOrigin(context.env, request.headers.host);
      if (origin === null) throw new ApiFailure('invalid_proof');
      const vote = await acceptVote(context, {
        ...ballot,
        wallet,
        proposal,
        session: session.tokenHash,
        host: origin.host,
        lane: await app.limits.laneOf(request),
      });
      lists.forget();
      return { message: ENGLISH['voting.recorded'], vote };
    },
  );
};
