import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import {
  outcomeResponseSchema,
  referralApplyRequestSchema,
  referralCodeResponseSchema,
} from '#src/contract/airdrop.ts';
import { callsOf, ENGLISH } from '#src/contract/errors.ts';
import {
  applyCode,
  countCodes,
  findCode,
  invitedBy,
  issueCode,
  waitsForCode,
} from '#src/server/community/airdrop/referral-codes.ts';
import type { AppContext } from '#src/server/platform/context/app-context.ts';
import { cached, keyedCache } from '#src/server/platform/util/caches.ts';
import { parseWallet } from '#src/server/platform/util/parse-wallet.ts';
import { countCaller, countSubject } from '../caller-limits.ts';

const call = callsOf('airdrop');

/** How long a count of the used codes is valid. */
const COUNTED_MS = 60_000;
/** More wallets than a person invites. Free ones can be any number, and each read would count all of them (S25). */
const MANY_INVITED = 1_000;
/** How long the counts of a wallet that has invited so many are kept, and of how many wallets. */
const INVITED_KEPT = { keptMs: 5_000, most: 500 };

/** Referral codes belong to the session's wallet (decision 41); tries count for wallet, session and address. */
export const referralRoutes: FastifyPluginAsyncZod<{ context: AppContext }> = async (app, { context }) => {
  const { db, env, now, clock } = context;
  const used = cached(() => countCodes(db), COUNTED_MS, now);
  const many = keyedCache<Awaited<ReturnType<typeof invitedBy>>>(INVITED_KEPT.keptMs, INVITED_KEPT.most, now);
  const invitedOf = async (wallet: string) => {
    if (many.has(wallet)) return many.get(wallet, () => invitedBy(db, wallet));
    const invited = await invitedBy(db, wallet);
    return invited.applied > MANY_INVITED ? many.get(wallet, async () => invited) : invited;
  };

  app.get(
    '/api/airdrop/referral-code',
    {
      config: { takesTurns: true },
      ...call(
        'The referral code of the session’s proven wallet, issued when it is first asked for',
        referralCodeResponseSchema,
      ),
    },
    async (request) => {
      const wallet = await app.sessions.ownWallet(request);
      if (wallet === null) return { referralCode: null, invited: { applied: 0, counted: 0 } };
      const waits = await waitsForCode(db, wallet, await used.get());
      // A new one would be dated by an unconfirmed time (S27).
      const code = () => (clock.isConfirmed() ? issueCode(db, wallet, now()) : findCode(db, wallet));
      const referralCode = waits ? null : await code();
      return { referralCode, waits, invited: await invitedOf(wallet) };
    },
  );

  app.post(
    '/api/referral/apply',
    call('Record who referred this wallet, once', outcomeResponseSchema, { body: referralApplyRequestSchema }),
    async (request, reply) => {
      const wallet = parseWallet(request.body.userWallet);
      const { tokenHash } = await app.sessions.requireWallet(request, wallet);
      await app.limits.walletWrite(request, wallet);
      await countSubject(context, reply, { what: 'codes-wallet', subject: wallet }, env.RATE_LIMIT_CODES);
      await countSubject(context, reply, { what: 'codes-session', subject: tokenHash }, env.RATE_LIMIT_CODES);
      await countCaller(context, reply, 'codes-address', env.RATE_LIMIT_CODES * 2);
      const outcome = await applyCode(db, wallet, request.body.referralCode, now());
      return outcome === 'applied'
        ? {
            success: true,
            message:
              'It counts once a purchase of at least the minimum is credited to you, or one of your reviewed missions is confirmed.',
          }
        : { success: false, code: outcome, message: ENGLISH[`api.${outcome}`] };
    },
  );
};
