import { DatabaseSync } from 'node:sqlite';
import { CompiledQuery, sql } from 'kysely';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { paymentId } from '#src/chain/payment-id.ts';
import { checkChangedAccounts } from '#src/server/money/ledger/check-changed.ts';
import { walletPayments } from '#src/server/money/payments/answer/wallet-payments.ts';
import { isFound } from '#src/server/money/payments/find/find-payments.ts';
import { noteFound } from '#src/server/money/payments/submit/posted-hash.ts';
import { checkDuePostedHashes } from '#src/server/money/payments/watch/check-due-posted-hashes.ts';
import { checkOpenPayments } from '#src/server/money/payments/watch/check-open-payments.ts';
import { watchChain } from '#src/server/money/payments/watch/watch-chain.ts';
import { createAlarms } from '#src/server/platform/alerts/alarms.ts';
import { watchRecords } from '#src/server/platform/alerts/watch-records.ts';
import { createRankBoard } from '#src/server/platform/database/rank-board.ts';
import { createSweeper } from '#src/server/sweep-all.ts';
import { generate } from '#tests/bench/generate/generate.ts';
import { type OwnPlace, sqlitePlace } from '#tests/support/each-engine.ts';
import { type HttpApp, openHttpApp, START } from '#tests/support/http-app.ts';

const WALLETS = 500;

/** Tables that grow with the sale, the airdrop or the callers. */
const GROWING = [
  ...[
    'payments',
    'submissions',
    'refunds',
    'accounts',
    'ledger_transfers',
    'ledger_entries',
    'stakes',
    'wallet_stakes',
  ],
  ...[
    'wallet_holdings',
    'records',
    'record_nodes',
    'participants',
    'point_entries',
    'check_ins',
    'mission_submissions',
  ],
  ...[
    'referrals',
    'vote_records',
    'votes',
    'sessions',
    'session_proofs',
    'nonces',
    'proven_wallets',
    'network_wallets',
  ],
  ...['caller_windows', 'newsletter_subscribers', 'newsletter_tokens', 'used_accounts', 'faq_votes', 'page_views'],
];

/** Searches by nothing but one of these find a third of all payments, or half of all submissions. */
const COARSE = [
  /^SEARCH payments USING (COVERING )?INDEX \w+ \(chain_id=\?\)/,
  /^SEARCH payments USING (COVERING )?INDEX payments_block \(chain_id=\? AND block_number[<>]\?\)/,
  /^SEARCH records USING (COVERING )?INDEX \w+ \(kind=\?\)/,
];
/** Indexes of the few rows that wait for something. */
const FEW = /payments_(unfinished|waiting|blocks|disputed|unvalued)|newsletter_pending/;

let place: OwnPlace;
let http: HttpApp;
const statements = new Set<string>();
/** What was prepared in any of the tests: the same text is prepared once. */
const everPrepared = new Set<string>();
beforeAll(async () => {
  place = await sqlitePlace();
  await generate(place.location, WALLETS, { now: START });
  const { prepare } = DatabaseSync.prototype;
  vi.spyOn(DatabaseSync.prototype, 'prepare').mockImplementation(function (this: DatabaseSync, text, ...options) {
    statements.add(text);
    everPrepared.add(text);
    return prepare.call(this, text, ...options);
  });
  http = await openHttpApp({ location: place.location });
});
afterAll(async () => {
  vi.restoreAllMocks();
  await http?.close();
  await place.drop();
});

async function planOf(statement: string): Promise<readonly string[]> {
  const asked = CompiledQuery.raw(`explain query plan ${statement}`, []);
  const { rows } = await http.context.db.executeQuery<{ detail: string }>(asked);
  return rows.map(({ detail }) => detail);
}

/** The first step that reads a whole table, unless it stops after a few rows. */
async function wholeRead(statement: string): Promise<string | undefined> {
  const plan = await planOf(statement);
  const isShort = /\blimit\b/i.test(statement) && !plan.some((step) => step.includes('TEMP B-TREE FOR ORDER BY'));
  return plan.find((step) => {
    if (FEW.test(step)) return false;
    const [, table = ''] = /^SCAN (\w+)/.exec(step) ?? [];
    if (GROWING.includes(table)) return !isShort && !/^insert/i.test(statement.trim());
    return COARSE.some((coarse) => coarse.test(step)) && !isShort;
  });
}

async function expectNoWholeRead(): Promise<void> {
  const found: string[] = [];
  for (const statement of statements) {
    if (!/^\s*(select|update|delete|insert|with)\b/i.test(statement)) continue;
    const step = await wholeRead(statement);
    if (step !== undefined) found.push(`${step}: ${statement.replace(/\s+/g, ' ').trim()}`);
  }
  expect(found).toEqual([]);
}

test('pages read no whole table that grows', async () => {
  statements.clear();
  const payment = await http.context.db.selectFrom('payments').selectAll().limit(1).executeTakeFirstOrThrow();
  const { payer: wallet, transaction_hash: hash } = payment;
  const paths = [
    ...['presale/pricing', 'presale/activity', 'news', 'records/roots', 'records/votes', 'voting/votes'],
    ...['voting/proposals', 'staking/stats', 'airdrop/leaderboard', 'airdrop/missions', 'records/purchases'],
    ...[`airdrop/leaderboard?wallet=${wallet}`, `airdrop/participant/${wallet}`, `airdrop/history/${wallet}`],
    ...['holdings', 'staked'].map((by) => `dashboard/leaderboard?by=${by}&wallet=${wallet}`),
    ...[`dashboard/holdings/${wallet}`, `dashboard/export/${wallet}.csv`, `records/purchases?wallet=${wallet}`],
    ...[`track/${hash}`, `records/proof/${paymentId(payment)}`, `receipts/${paymentId(payment)}`],
    ...[`voting/votes?wallet=${wallet}`, `staking/balance/${wallet}`],
  ];
  for (const path of paths) expect((await http.app.inject(`/api/${path}`)).statusCode, path).toBe(200);
  await expectNoWholeRead();
});

test('background work reads no whole table that grows', async () => {
  statements.clear();
  const { context } = http;
  const failures: string[] = [];
  await createSweeper(context, (error, name) => failures.push(`${name}: ${error}`))();
  expect(failures).toEqual([]);
  const alarms = createAlarms(context.db, { fatal: () => {}, warn: () => {} }, context.now);
  await watchRecords(context.db, alarms, context.now).pass();
  await watchChain(context, 1, 'test', { feedReadAt: 0, checkedAt: 0 }).catch(() => undefined);
  await checkDuePostedHashes(context, 'test');
  const changed = checkChangedAccounts(context.db);
  await changed.pass();
  await http.credit(`0x${'a'.repeat(40)}`, 100n);
  expect(await changed.pass()).toEqual([]);
  await expectNoWholeRead();
});

test('the watcher finds payments without a block next to any number that ended without one', async () => {
  await checkOpenPayments(http.context, 1, { number: 3_000n, finalized: 0n }, async () => true);
  const [statement = ''] = [...statements].filter((text) => /"block_number" is null\)* group by/.test(text));
  expect(await planOf(statement)).toContainEqual(
    expect.stringContaining('payments_waiting (chain_id=? AND status=? AND queue=? AND block_number=?)'),
  );
});

test('whether a payment is recorded is found by its hash, not among all payments of its payer (S25)', async () => {
  expect(await isFound(http.context.db, '0x01', '0x02')).toBe(false);
  for (const column of ['transaction_hash', 'safe_tx_hash']) {
    const parts = ['select "id" from "payments"', '"payer" = ?', `"${column}" = ?`];
    const statement = [...everPrepared].find((text) => parts.every((part) => text.includes(part)));
    expect((await planOf(statement ?? column)).join()).not.toContain('payments_payer (payer=?)');
  }
});

test('posted hashes are found along indexes that hold what is asked for, next to any number of others (S25)', async () => {
  const { context } = http;
  const [wallet, tokenHash, at] = [`0x${'c1'.repeat(20)}`, 'a'.repeat(64), BigInt(START)];
  const rows = Array.from({ length: 210 }, (_, row) => ({
    ...{ transaction_hash: `0x${String(row).padStart(64, '0')}`, wallet, lane: BigInt(8_192 + row), posted_by: null },
    ...{ chain_hint: 1n, chain_id: null, claims: '{}', terms_version: null, reason: null, sender: null, nonce: null },
    ...{ status: 'processing' as const, created_at: at, updated_at: at, next_check_at: at },
  }));
  await context.db.insertInto('submissions').values(rows).execute();
  const planWith = async (...parts: readonly string[]) => {
    const statement = [...everPrepared].find((text) => parts.every((part) => text.includes(part)));
    return (await planOf(statement ?? parts.join())).join('\n');
  };
  await checkDuePostedHashes(context, 'test');
  const places = await planWith('with recursive places');
  expect(places.match(/submissions USING (COVERING )?INDEX submissions_places/g)).toHaveLength(3);
  expect(places).not.toContain('submissions_due');
  const ofPlace = await planWith('select * from "submissions"', 'coalesce(lane, 0) / 8192 = ?');
  expect(ofPlace).toContain('submissions_places (<expr>=? AND next_check_at>? AND');
  for (const isOwner of [false, true]) await walletPayments(context.db, wallet, 50, { isOwner, tokenHash });
  const lists = {
    'submissions_own (wallet=?)': ['"wallet" = ?', "sender = wallet and status <> 'confirming'"],
    'submissions_shown (wallet=?)': ['from "submissions" where "wallet" = ?', '(sender = wallet or', ') order by'],
    'submissions_posted (posted_by=? AND wallet=?)': ['"wallet" = ?', '(sender = wallet or', '"posted_by" = ?'],
  };
  for (const [index, parts] of Object.entries(lists)) {
    const plan = await planWith(...parts);
    expect(plan).toContain(index);
    expect(plan).not.toContain('TEMP B-TREE');
  }
  await http.app.inject(`/api/dashboard/holdings/${wallet}`);
  expect(await planWith('terms_proven_at', "'confirming'", '"payments"')).toContain('submissions_terms (wallet=?');
  await noteFound(context.db, { transaction_hash: wallet }, { chain_id: 1n, updated_at: at });
  const found = await planWith('update "submissions"', '"transaction_hash" = ?');
  expect(found).toContain('submissions_states (transaction_hash=? AND status=?)');
});

test('a place among wallets that tie is found by amount and wallet, not by walking through all of them', async () => {
  const { db } = http.context;
  const board = createRankBoard(db, { table: 'wallet_stakes', column: 'staked' }, () => START);
  await sql`insert into wallet_stakes (wallet, staked, weighted)
    with recursive numbers(n) as (select 1 union all select n + 1 from numbers where n < 2500)
    select 'tied ' || n, 7, '0' from numbers`.execute(db);
  statements.clear();
  expect(await board.size()).toBeGreaterThan(2_000);
  expect(await board.rankOf(6n)).toBeGreaterThan(2_500);
  const [walk, count] = ['limit 1 offset', 'count(*)'].map((part) =>
    [...statements].find((text) => text.includes('wallet) <') && text.includes(part)),
  );
  for (const statement of [walk, count])
    expect((await planOf(statement ?? '')).join()).toContain('(staked,wallet)<(?,?)');
});
