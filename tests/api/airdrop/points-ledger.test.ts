import fc from 'fast-check';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { MISSION_IDS, REVIEWED_MISSIONS } from '#src/config/missions.ts';
import { acceptCheckIn } from '#src/server/community/airdrop/accept-check-in.ts';
import { decideAppeal, fileAppeal } from '#src/server/community/airdrop/appeals.ts';
import { correctPoints } from '#src/server/community/airdrop/correct-points.ts';
import { decideMissionEntry } from '#src/server/community/airdrop/decide-mission-entry.ts';
import { grantViewBonus } from '#src/server/community/airdrop/grant-view-bonus.ts';
import { createAirdropBoard } from '#src/server/community/airdrop/leaderboard.ts';
import { participantOf } from '#src/server/community/airdrop/participant-of.ts';
import { pointsHistory } from '#src/server/community/airdrop/points-history.ts';
import { applyCode, issueCode } from '#src/server/community/airdrop/referral-codes.ts';
import { completeInstantly, storeMissionEntry } from '#src/server/community/airdrop/submit-mission.ts';
import { CREDIT_HANDLERS } from '#src/server/credit-handlers.ts';
import { reverseCredit } from '#src/server/money/payments/credit/reverse-credit.ts';
import { initialiseSale } from '#src/server/money/sale/initialise-sale.ts';
import type { AppContext } from '#src/server/platform/context/app-context.ts';
import type { Database } from '#src/server/platform/database/database.ts';
import { openDatabase } from '#src/server/platform/database/migrations/open-database.ts';
import { readEnv } from '#src/server/platform/env/env.ts';
import { ApiFailure } from '#src/server/platform/util/errors.ts';
import { creditNow } from '#tests/support/credit-now.ts';
import { eachEngine } from '#tests/support/each-engine.ts';
import { sized } from '#tests/support/sized.ts';
import { confirmAgain, storeConfirming } from '#tests/support/store-confirming.ts';
import { NO_CHAINS } from '#tests/support/tuned-env.ts';

const WALLETS = [1, 2, 3, 4].map((number) => `0x${String(number).repeat(40)}`);
const NOWHERE = { hash: null, places: 1 };

type Step = {
  readonly do:
    | 'check-in'
    | 'join'
    | 'submit'
    | 'approve'
    | 'reject'
    | 'appeal'
    | 'views'
    | 'correct'
    | 'reverse'
    | 'refer'
    | 'buy'
    | 'reorg'
    | 'wait';
  readonly wallet: number;
  readonly pick: number;
  readonly amount: number;
};

const history = fc.array(
  fc.record({
    do: fc.constantFrom(
      ...(['check-in', 'join', 'submit', 'submit', 'approve', 'approve', 'reject', 'appeal', 'views'] as const),
      ...(['correct', 'reverse', 'reverse', 'refer', 'refer', 'buy', 'reorg', 'wait'] as const),
    ),
    wallet: fc.nat(3),
    pick: fc.nat(50),
    amount: fc.integer({ min: -400, max: 2_000 }),
  }) as fc.Arbitrary<Step>,
  { minLength: 10, maxLength: 60 },
);

const env = readEnv({}, NO_CHAINS);

/** Plays one history; every step that must count once runs twice and concurrently. */
async function play({ db }: Database, steps: readonly Step[]): Promise<void> {
  let now = Date.parse('2026-05-04T12:00:00.000Z');
  await initialiseSale(db, env, now);
  const payments: { id: bigint; blockHash: string }[] = [];
  const credit = (payment: { id: bigint; blockHash: string }) => creditNow(db, payment, now);
  const twice = <Value>(work: () => Promise<Value>) => Promise.all([work(), work()].map((one) => one.catch(expected)));
  for (const [place, { do: what, wallet: index, pick, amount }] of steps.entries()) {
    now += 60_000;
    const wallet = WALLETS[index] ?? '';
    const other = WALLETS[(index + 1 + (pick % 3)) % WALLETS.length] ?? '';
    const submissions = await db.selectFrom('mission_submissions').selectAll().orderBy('id').execute();
    const chosen = submissions[pick % Math.max(1, submissions.length)];
    if (what === 'wait') now += 86_400_000;
    if (what === 'check-in') await twice(() => acceptCheckIn(db, wallet, NOWHERE, now));
    if (what === 'join')
      await twice(() =>
        completeInstantly(db, { wallet, mission: 'socialJoin', account: null, hash: null, video: null }, NOWHERE, now),
      );
    if (what === 'submit') {
      const mission = REVIEWED_MISSIONS[pick % REVIEWED_MISSIONS.length] ?? 'xFollow';
      // Few names, so that wallets compete for them.
      const draft = { wallet, mission, account: 'name', hash: `name ${pick % 5}`, video: null };
      await twice(() => storeMissionEntry(db, draft, now));
    }
    if ((what === 'approve' || what === 'reject') && chosen !== undefined) {
      const review = { submissionId: chosen.id, decision: what, reasonCode: 'other' as const, staffId: 'ann' };
      await twice(() => decideMissionEntry(db, review, now));
    }
    if (what === 'appeal' && chosen !== undefined) {
      const filed = await fileAppeal(db, chosen.wallet, { submissionId: chosen.id, text: 'Look again.' }, now);
      const appealId = filed.ok ? filed.id : 0n;
      await twice(() => decideAppeal(db, { appealId, decision: 'grant', answer: null, staffId: 'ben' }, now));
    }
    if (what === 'views' && chosen !== undefined)
      await twice(() => grantViewBonus(db, { submissionId: chosen.id, views: pick * 700 }, now));
    if (what === 'correct') {
      const mission = MISSION_IDS[pick % MISSION_IDS.length] ?? 'checkIn';
      const correction = { wallet, mission, points: amount, reasonCode: 'mistake', staffId: 'ann' } as const;
      await twice(() => correctPoints(db, { ...correction, reference: `case ${place}` }, now));
    }
    if (what === 'reverse') {
      const entries = await db.selectFrom('point_entries').select(['id', 'wallet']).orderBy('id').execute();
      const entry = entries[pick % Math.max(1, entries.length)];
      if (entry !== undefined)
        await twice(() =>
          correctPoints(db, { wallet: entry.wallet, reverses: entry.id, reasonCode: 'abuse', staffId: 'ann' }, now),
        );
    }
    if (what === 'refer') {
      const code = (await issueCode(db, other, now)) ?? '';
      await twice(() => applyCode(db, wallet, code, now));
    }
    if (what === 'buy') {
      const payment = await storeConfirming(db, wallet, BigInt(pick + 1) * 1_000_000n, now);
      payments.push(payment);
      await twice(() => credit(payment));
    }
    const payment = payments[pick % Math.max(1, payments.length)];
    if (what === 'reorg' && payment !== undefined) {
      await twice(() => reverseCredit({ db, creditHandlers: CREDIT_HANDLERS }, payment, now));
      if (amount > 500) {
        const blockHash = await confirmAgain(db, payment.id, now);
        if (await credit({ id: payment.id, blockHash })) payment.blockHash = blockHash;
      }
    }
  }
  await expectLaws(db, now);
}

/** The second of two equal actions may be refused; nothing else may go wrong. */
function expected(error: unknown): void {
  if (!(error instanceof ApiFailure)) throw error;
}

async function expectLaws(db: Database['db'], now: number): Promise<void> {
  const entries = await db.selectFrom('point_entries').selectAll().execute();
  const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);
  const board = createAirdropBoard({ db, now: () => now } as AppContext);
  const list = await board.list();
  const totals = new Map<string, number>();
  const established = await establishedWallets(db);
  for (const wallet of WALLETS) {
    const own = entries.filter((entry) => entry.wallet === wallet);
    const total = sum(own.map(({ points }) => Number(points)));
    const counts = established.has(wallet);
    if (counts) totals.set(wallet, total);
    expect(await participantOf(db, wallet, true, now)).toMatchObject({
      totalPoints: total,
      provisional: total > 0 && !counts,
    });
    const told = await pointsHistory(db, wallet, undefined);
    expect(told.totalPoints).toBe(total);
    expect(sum(told.entries.map(({ points }) => points))).toBe(total);
    const listed = list.find(({ walletAddress }) => walletAddress === wallet)?.totalPoints ?? 0;
    expect(listed).toBe(counts ? Math.max(0, total) : 0);
  }
  for (const entry of list) {
    const more = [...totals.values()].filter((total) => total > entry.totalPoints).length;
    expect(entry.rank).toBe(more + 1);
    expect(await board.own(entry.walletAddress)).toEqual(entry);
  }
  // Estimated shares of either pool never exceed it (A5).
  const all = sum([...totals.values()].filter((total) => total > 0));
  const millionths = list.map(({ sharePercent }) => Math.round(Number(sharePercent) * 10_000));
  expect(sum(millionths)).toBeLessThanOrEqual(1_000_000);
  expect(sum(list.map(({ totalPoints }) => totalPoints))).toBe(all);
  // Each entry is reversed once at most, and by exactly its points.
  for (const reversal of entries.filter(({ reverses }) => reverses !== null)) {
    const entry = entries.find(({ id }) => id === reversal.reverses);
    expect([reversal.wallet, reversal.points]).toEqual([entry?.wallet, -(entry?.points ?? 0n)]);
    expect(entries.filter(({ reverses }) => reverses === reversal.reverses)).toHaveLength(1);
  }
  // Entries that were not reversed match the confirmed missions, and referrals do not exceed the counted ones.
  const standing = entries.filter(
    ({ id, reverses }) => reverses === null && !entries.some((other) => other.reverses === id),
  );
  const count = (reason: string) => standing.filter((entry) => entry.reason === reason).length;
  const confirmed = await db.selectFrom('mission_submissions').selectAll().where('status', '=', 'confirmed').execute();
  expect(
    standing.filter(({ source }) => source.startsWith('submission:')).filter(({ reason }) => reason === 'mission'),
  ).toHaveLength(confirmed.length);
  const names = confirmed.map(({ account_hash: hash, wallet }) => `${hash} ${wallet}`);
  expect(new Set(names.map((name) => name.slice(0, 6))).size).toBe(new Set(names).size);
  const counted = await db.selectFrom('referrals').selectAll().where('state', '=', 'counted').execute();
  expect(count('referral')).toBeLessThanOrEqual(counted.length);
}

/** The wallets whose points are not provisional, by what the other tables say. */
async function establishedWallets(db: Database['db']): Promise<ReadonlySet<string>> {
  const reviewed = await db
    .selectFrom('mission_submissions')
    .select('wallet')
    .where('status', '=', 'confirmed')
    .where('mission', 'in', [...REVIEWED_MISSIONS])
    .execute();
  const bought = await db
    .selectFrom('payments')
    .select('payer as wallet')
    .where('status', '=', 'credited')
    .where('below_minimum', '=', 0n)
    .execute();
  return new Set([...reviewed, ...bought].map(({ wallet }) => wallet));
}

/** Every table of a PostgreSQL database except the list of migrations. */
async function tablesOf({ db, engine }: Database): Promise<string[]> {
  if (engine === 'sqlite') return [];
  const tables = await sql<{ name: string }>`select tablename as name from pg_tables
    where schemaname = 'public' and tablename not in ('migrations', 'record_heads')`.execute(db);
  return tables.rows.map(({ name }) => name);
}

eachEngine('the points ledger', (open) => {
  test('always sums to the profile, the history and the leaderboard', { tags: 'long' }, async () => {
    const place = await open();
    const database = await openDatabase(place.location);
    const tables = await tablesOf(database);
    const law = fc.asyncProperty(history, async (steps) => {
      if (place.engine === 'postgres') {
        await sql.raw(`truncate ${tables.join(', ')} restart identity cascade`).execute(database.db);
        // The schema itself creates the beginning of the record chains.
        await sql`update record_heads set number = 0, at = 0, hash = repeat('0', 64)`.execute(database.db);
        await play(database, steps);
      } else {
        const fresh = await openDatabase(':memory:');
        await play(fresh, steps).finally(() => fresh.close());
      }
    });
    await fc
      .assert(law, { numRuns: place.engine === 'sqlite' ? sized(60, 20) : 15, seed: 20_260_504 })
      .finally(async () => {
        await database.close();
      });
  });

  test('the database refuses to change or delete an entry, and a vote', async () => {
    const place = await open();
    const { db, close } = await openDatabase(place.location);
    await acceptCheckIn(db, WALLETS[0] ?? '', NOWHERE, Date.parse('2026-05-04T12:00:00.000Z'));
    await expect(db.updateTable('point_entries').set({ points: 5_000n }).execute()).rejects.toThrow(/append-only/);
    await expect(db.deleteFrom('point_entries').execute()).rejects.toThrow(/append-only/);
    const vote = { proposal_id: 'p', wallet: 'w', choice: 'c', message: 'm', signature: '0x', created_at: 1n } as const;
    await db
      .insertInto('vote_records')
      .values({ ...vote, signer: 'account' })
      .execute();
    await expect(db.updateTable('vote_records').set({ choice: 'd' }).execute()).rejects.toThrow(/append-only/);
    await expect(db.deleteFrom('vote_records').execute()).rejects.toThrow(/append-only/);
    await close();
  });
});
