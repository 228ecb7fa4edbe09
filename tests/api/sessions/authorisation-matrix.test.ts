import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { CHAIN_IDS } from '#src/config/chains.ts';
import { decideMissionEntry } from '#src/server/community/airdrop/decide-mission-entry.ts';
import { storeMissionEntry } from '#src/server/community/airdrop/submit-mission.ts';
import { captchaToken } from '#tests/support/captcha-token.ts';
import { type HttpApp, openHttpApp } from '#tests/support/http-app.ts';
import { type Operation, operationsOf } from '#tests/support/operations.ts';
import { newVisitor, proofText, type Visitor } from '#tests/support/wallet-session.ts';

const HASH = `0x${'ef'.repeat(32)}`;
const SITUATIONS = [
  'no session',
  "another wallet's session",
  'own, unproven',
  'own, proven',
  'expired',
  'replayed',
] as const;
type Situation = (typeof SITUATIONS)[number];

/**
 * The situations in which a write is answered; every other one is 403 and changes nothing. Reads and the rest are
 * always answered.
 */
const ALLOWED: Readonly<Record<string, readonly Situation[]>> = {
  'POST /api/staking/stake': ['own, proven'],
  'POST /api/allocation/objections': ['own, proven'],
  'POST /api/airdrop/mission': ['own, proven'],
  'POST /api/airdrop/checkin': ['own, proven'],
  'POST /api/airdrop/video-submission': ['own, proven'],
  'POST /api/airdrop/appeal': ['own, proven'],
  'POST /api/referral/apply': ['own, proven'],
  'POST /api/wallet/destination': ['own, proven'],
  'POST /api/privacy/export': ['own, proven'],
  'POST /api/privacy/delete': ['own, proven'],
};
/** Identify the caller; prove nothing and move nothing. */
const SESSION_CALLS = [
  'POST /api/wallet/connect',
  'POST /api/wallet/disconnect',
  'GET /api/wallet/nonce',
  'POST /api/wallet/prove',
  'POST /api/faq/feedback',
];
/** Ends the proofs of its own session, and needs none. */
const ENDING = 'POST /api/wallet/disconnect';
/** Reads that need a wallet in the query. */
const QUERIES: Readonly<Record<string, string>> = { 'GET /api/airdrop/captcha-status': `?wallet=0x${'1'.repeat(40)}` };
/** Authorised by their body's proof, not by a session; these bodies prove nothing. */
const PROOF_CALLS = ['POST /api/wallet/prove', 'POST /api/newsletter/confirm', 'POST /api/voting/vote'];

const http: HttpApp = await openHttpApp({
  contentDirectory: 'tests/api/services/content',
  env: { PUBLIC_X_URL: 'https://x.com/kiln' },
});
const operations = operationsOf((await http.app.inject('/api/openapi.json')).json());
const visitor = () => newVisitor(http.app, () => http.clock.now);
let victim: Visitor;
let paymentOfVictim = '';
let rejected = '';
beforeAll(async () => {
  victim = visitor();
  await http.credit(victim.wallet, 130n);
  const holdings = await http.app.inject(`/api/dashboard/holdings/${victim.wallet}`);
  paymentOfVictim = holdings.json().purchases[0].id;
  const { db, now } = http.context;
  const submitted = await storeMissionEntry(
    db,
    { wallet: victim.wallet, mission: 'socialShare', account: 'kiln', hash: null, video: null },
    now(),
  );
  await decideMissionEntry(
    db,
    { submissionId: submitted.id, decision: 'reject', reasonCode: 'action-not-found', staffId: 'ann' },
    now(),
  );
  rejected = String(submitted.id);
  await sql`insert into allocation_batches (id, state, chain_id, opens_at, snapshot_at, airdrop_pool, first_transfer,
    last_transfer, root, list_hash, wallets, bought, staked, rewards, airdrop, unallocated, set_aside_hash, records,
    ledger, drafted_at, objections_until) values (1, 'draft', 56, 0, 0, 0, 1, 1, ${HASH}, ${HASH}, 2, 1, 0, 0, 0, 0,
    ${HASH}, '{}', '', 0, ${BigInt(http.clock.now) * 2n})`.execute(db);
  // A wallet that may name another address for the claim.
  const read = { wallet: victim.wallet, block_number: 1n, read_at: 0n };
  const codes = CHAIN_IDS.map((chainId) => ({ ...read, chain_id: BigInt(chainId), code: `0x${'a'.repeat(64)}` }));
  await db.insertInto('wallet_codes').values(codes).execute();
});
afterAll(() => http.close());

/** The cookie that a caller in a situation sends. */
async function cookieOf(situation: Situation): Promise<string> {
  if (situation === 'no session') return '';
  if (situation === "another wallet's session") {
    const thief = visitor();
    await thief.connect();
    await thief.prove();
    return thief.cookie;
  }
  const session = visitor();
  await session.connect(victim.wallet);
  if (situation === 'own, unproven') return session.cookie;
  const before = session.cookie;
  const message = proofText({ address: victim.account.address, nonce: await session.nonce(), now: http.clock.now });
  const signature = await victim.account.signMessage({ message });
  expect((await session.post('/api/wallet/prove', { message, signature })).statusCode).toBe(200);
  if (situation === 'replayed') return before;
  if (situation === 'expired') {
    const hash = createHash('sha256')
      .update(session.cookie.slice(session.cookie.indexOf('=') + 1))
      .digest('hex');
    await http.context.db
      .updateTable('sessions')
      .set({ expires_at: BigInt(http.clock.now) })
      .where('token_hash', '=', hash)
      .execute();
  }
  return session.cookie;
}

/** Everything of the victim's that an unauthorised call could change. */
async function belongings(): Promise<string> {
  const { db } = http.context;
  const state = [
    await db.selectFrom('accounts').selectAll().orderBy('id').execute(),
    await db.selectFrom('stakes').selectAll().orderBy('id').execute(),
    await db.selectFrom('payments').selectAll().orderBy('id').execute(),
    await db
      .selectFrom('session_proofs')
      .selectAll()
      .where('wallet', '=', victim.wallet)
      .orderBy('token_hash')
      .execute(),
    await db.selectFrom('sale_state').selectAll().execute(),
    await db.selectFrom('point_entries').selectAll().orderBy('id').execute(),
    await db.selectFrom('check_ins').selectAll().execute(),
    await db.selectFrom('mission_submissions').selectAll().orderBy('id').execute(),
    await db.selectFrom('appeals').selectAll().orderBy('id').execute(),
    await db.selectFrom('referrals').selectAll().execute(),
    await db.selectFrom('allocation_objections').selectAll().execute(),
    await db.selectFrom('vote_records').selectAll().orderBy('id').execute(),
    await db.selectFrom('wallet_destinations').selectAll().orderBy('id').execute(),
  ];
  return JSON.stringify(state, (_key, value: unknown) => (typeof value === 'bigint' ? String(value) : value));
}

async function send(operation: Operation, cookie: string) {
  const bodies: Record<string, object> = {
    'POST /api/wallet/disconnect': {},
    'POST /api/wallet/connect': { walletAddress: victim.wallet, connectionMethod: 'injected' },
    'POST /api/wallet/prove': {
      message: proofText({ address: victim.account.address, nonce: 'f'.repeat(32), now: http.clock.now }),
      signature: `0x${'1'.repeat(130)}`,
    },
    'POST /api/presale/purchase': { walletAddress: victim.wallet, transactionHash: HASH },
    'POST /api/verify/receipt': { receipt: null },
    'POST /api/presale/recover': { walletAddress: victim.wallet, transactionHash: HASH },
    'POST /api/newsletter/subscribe': { email: 'reader@example.org' },
    'POST /api/newsletter/confirm': { token: 'f'.repeat(43) },
    'POST /api/newsletter/unsubscribe': { token: 'f'.repeat(43) },
    'POST /api/partner/apply': {
      ...{ organisation: 'Kiln & Co', email: 'shop@example.org', type: 'seller-decor', message: 'We sell vases.' },
      consent: true,
    },
    'POST /api/analytics/event': { path: '/faq', locale: 'en' },
    'POST /api/csp-report': { directive: 'script-src', blocked: 'inline', path: '/faq' },
    'POST /api/faq/feedback': { id: 'what-is-synx', locale: 'en', value: 'up' },
    'POST /api/moonpay/create-transaction': {
      ...{ usdcDestination: victim.wallet, synxDestination: victim.wallet, usdAmount: '20', synxTokens: '1538' },
      checkoutUrl: 'https://pay.example/checkout',
    },
    'POST /api/staking/stake': { walletAddress: victim.wallet, amount: '1' },
    'POST /api/allocation/objections': { walletAddress: victim.wallet, text: 'I bought more.' },
    'POST /api/airdrop/mission': {
      ...{ walletAddress: victim.wallet, missionType: 'xFollow', data: { xAccount: 'kiln' } },
      captchaToken: await captchaToken(http.app, cookie, victim.wallet),
    },
    'POST /api/airdrop/checkin': {
      walletAddress: victim.wallet,
      captchaToken: await captchaToken(http.app, cookie, victim.wallet),
    },
    'POST /api/airdrop/video-submission': {
      ...{ walletAddress: victim.wallet, platform: 'youtube', videoLink: 'https://youtu.be/abcdefghijk' },
    },
    'POST /api/airdrop/appeal': { walletAddress: victim.wallet, submissionId: rejected, text: 'I did share it.' },
    'POST /api/referral/apply': { userWallet: victim.wallet, referralCode: 'ZZZZ' },
    'POST /api/wallet/destination': { walletAddress: victim.wallet, destination: `0x${'2'.repeat(40)}` },
    'POST /api/privacy/export': { walletAddress: victim.wallet },
    'POST /api/privacy/delete': { walletAddress: victim.wallet },
    'POST /api/voting/vote': {
      ...{ walletAddress: victim.wallet, proposalId: 'first-shelf', choice: 'vases', nonce: 'f'.repeat(32) },
      signature: `0x${'1'.repeat(130)}`,
    },
  };
  const payload = bodies[operation.name];
  if (operation.method === 'POST' && payload === undefined) throw new Error(`no body for ${operation.name}`);
  const path = operation.path
    .replace('{wallet}', victim.wallet)
    .replace('{address}', victim.wallet)
    .replace('{hash}', HASH)
    .replace('{id}', paymentOfVictim)
    .replace('{kind}', 'purchases')
    .replace('{proposalId}', 'first-shelf');
  return http.app.inject({
    method: operation.method,
    url: `${path}${QUERIES[operation.name] ?? ''}`,
    headers: { host: 'localhost:4321', ...(cookie === '' ? {} : { cookie }) },
    ...(payload === undefined ? {} : { payload }),
  });
}

describe.each(operations.map((operation) => [operation.name, operation] as const))('%s', (name, operation) => {
  test.each(SITUATIONS)('with %s', async (situation) => {
    const cookie = await cookieOf(situation);
    const before = await belongings();
    const answer = await send(operation, cookie);
    const allowed = ALLOWED[name];
    if (allowed?.includes(situation)) {
      expect(answer.statusCode, answer.body).toBe(200);
      return;
    }
    if (name === ENDING && situation === 'own, proven') expect(await belongings()).not.toBe(before);
    else expect(await belongings()).toBe(before);
    if (allowed !== undefined) {
      expect([answer.statusCode, answer.json().code]).toEqual([
        403,
        situation === "another wallet's session"
          ? 'wrong_wallet'
          : situation === 'own, unproven'
            ? 'proof_required'
            : 'no_wallet_session',
      ]);
    } else if (PROOF_CALLS.includes(name)) {
      expect(answer.statusCode).toBeGreaterThanOrEqual(400);
      expect(answer.statusCode).toBeLessThan(500);
    } else {
      expect(answer.statusCode, answer.body).toBe(200);
      // Only calls that are about the session may set a cookie.
      if (!SESSION_CALLS.includes(name)) expect(answer.cookies).toEqual([]);
    }
  });
});
