import { sql } from 'kysely';
import { beforeEach, expect, test } from 'vitest';
import { HOLDING_TERMS } from '#src/config/holding-terms.ts';
import { NANO_PER_SYNX, SYNX_DECIMALS } from '#src/config/sale.ts';
import type { PublishedRecord } from '#src/contract/records.ts';
import { formatFixed, formatUnits, toUnits } from '#src/lib/money/decimal.ts';
import { airdropOf, holdingsCount, type RecountedHoldings } from '#src/lib/money/recount-holdings.ts';
import { acceptCheckIn } from '#src/server/community/airdrop/accept-check-in.ts';
import { correctPoints } from '#src/server/community/airdrop/correct-points.ts';
import { decideMissionEntry } from '#src/server/community/airdrop/decide-mission-entry.ts';
import { applyCode, issueCode } from '#src/server/community/airdrop/referral-codes.ts';
import { completeInstantly, storeMissionEntry } from '#src/server/community/airdrop/submit-mission.ts';
import { CREDIT_HANDLERS } from '#src/server/credit-handlers.ts';
import { checkTotals } from '#src/server/money/ledger/check-ledger.ts';
import { reverseCredit } from '#src/server/money/payments/credit/reverse-credit.ts';
import { initialiseSale } from '#src/server/money/sale/initialise-sale.ts';
import { stake } from '#src/server/money/staking/stake.ts';
import { closeDays } from '#src/server/platform/records/close-days.ts';
import { recordMissed } from '#src/server/platform/records/record-missed.ts';
import { creditNow } from '#tests/support/credit-now.ts';
import { eachEngine } from '#tests/support/each-engine.ts';
import { type HttpApp, openHttpApp } from '#tests/support/http-app.ts';
import { recountHttp } from '#tests/support/recount.ts';
import { newStaffMember } from '#tests/support/staff-member.ts';
import { storeConfirming } from '#tests/support/store-confirming.ts';

const DAY_MS = 86_400_000;
const [ANN, BEN, CAT, DAN, EVE] = ['a1', 'b2', 'c3', 'd4', 'e5'].map((byte) => `0x${byte.repeat(20)}`) as [
  string,
  string,
  string,
  string,
  string,
];
const WALLETS = [ANN, BEN, CAT, DAN, EVE];
const NOWHERE = { hash: null, places: 9 };
const NAME = 'synx_fan';

eachEngine('public records of stakes and points', (openPlace) => {
  let http: HttpApp;
  beforeEach(async () => {
    http = await openHttpApp(await openPlace());
  });
  const db = () => http.context.db;
  const wait = (days: number) => {
    http.clock.now += days * DAY_MS + 1_234;
  };
  const buy = async (wallet: string, dollars: bigint) => {
    const payment = await storeConfirming(db(), wallet, dollars * 1_000_000n, http.clock.now);
    await creditNow(db(), payment, http.clock.now);
    return payment;
  };
  const reverse = (payment: Awaited<ReturnType<typeof buy>>) =>
    reverseCredit({ db: db(), creditHandlers: CREDIT_HANDLERS }, payment, http.clock.now);
  const lock = async (wallet: string, synx: string) => {
    const outcome = await stake(db(), wallet, toUnits(synx, SYNX_DECIMALS), http.clock.now);
    expect(outcome.ok).toBe(true);
  };
  const confirm = async (wallet: string, mission: 'xFollow' | 'retweet', account: string) => {
    const draft = { wallet, mission, account, hash: `${wallet} ${account}`, video: null };
    const { id } = await storeMissionEntry(db(), draft, http.clock.now);
    const decision = { submissionId: id, decision: 'approve', staffId: 'ann' } as const;
    expect(await decideMissionEntry(db(), decision, http.clock.now)).toEqual({ ok: true });
    return id;
  };
  const newestEntry = async (wallet: string) =>
    (
      await db()
        .selectFrom('point_entries')
        .select('id')
        .where('wallet', '=', wallet)
        .orderBy('id', 'desc')
        .executeTakeFirstOrThrow()
    ).id;

  /** Purchases, stakes, a rate that falls, a correction, missions, a referral, and reversals of most of them. */
  const playSale = async () => {
    await buy(ANN, 500n);
    const lost = await buy(BEN, 300n);
    await buy(BEN, 260n);
    // Below the minimum: it establishes nobody.
    await buy(DAN, 1n);
    await lock(ANN, '12345.678901234');
    await acceptCheckIn(db(), ANN, NOWHERE, http.clock.now);
    await acceptCheckIn(db(), DAN, NOWHERE, http.clock.now);
    wait(20);
    await lock(BEN, '25000');
    await applyCode(db(), CAT, (await issueCode(db(), ANN, http.clock.now)) ?? '', http.clock.now);
    const invited = await buy(CAT, 40n);
    const instant = { wallet: EVE, mission: 'socialJoin', account: null, hash: null, video: null } as const;
    await completeInstantly(db(), instant, NOWHERE, http.clock.now);
    await confirm(EVE, 'xFollow', NAME);
    wait(20);
    await initialiseSale(db(), { ...http.context.env, stakingRate: 150_000n }, http.clock.now);
    wait(1);
    await lock(BEN, '18076');
    // The tokens of both stakes are behind this payment.
    await reverse(lost);
    const followed = await confirm(DAN, 'xFollow', NAME);
    expect(followed).toBeGreaterThan(0n);
    const taken = { wallet: DAN, reverses: await newestEntry(DAN), reasonCode: 'abuse', staffId: 'bea' } as const;
    expect(await correctPoints(db(), taken, http.clock.now)).toMatchObject({ ok: true });
    const given = { mission: 'createVideo', points: -7, reasonCode: 'mistake', staffId: 'bea' } as const;
    await correctPoints(db(), { wallet: EVE, reference: 'case 1', ...given }, http.clock.now);
    // The referral that it counted is taken back with it, and the buyer is established no more.
    await reverse(invited);
    await acceptCheckIn(db(), CAT, NOWHERE, http.clock.now);
    const [ada, bea] = [await newStaffMember(http, 'ada', 'manager'), await newStaffMember(http, 'bea', 'manager')];
    await ada.act('propose-correct-ledger', {
      reason: 'Ticket 17: the receipt was shown.',
      wallet: EVE,
      amount: '2.5',
    });
    const proposal = await db().selectFrom('staff_proposals').select('id').executeTakeFirstOrThrow();
    await bea.act('approve-proposal', { id: String(proposal.id) });
    wait(3);
  };

  const published = async () => ({
    purchases: await recountHttp(http, 'purchases'),
    stakes: await recountHttp(http, 'stakes'),
    points: await recountHttp(http, 'points'),
  });
  const recounted = async (): Promise<RecountedHoldings> => {
    const count = holdingsCount(HOLDING_TERMS);
    for (const records of Object.values(await published())) for (const { record } of records) count.add(record);
    return count.at(http.clock.now);
  };
  const bodies = (records: readonly PublishedRecord[]) =>
    records.map(({ record: { event, data } }) => ({ event, ...data }));

  test('give everybody the holdings of every wallet, to the base unit', async () => {
    await playSale();
    const { wallets, points, staked, problems } = await recounted();
    expect(problems).toEqual([]);
    expect([...wallets.keys()].sort()).toEqual(WALLETS);
    const get = async (path: string) => (await http.app.inject(path)).json();
    for (const wallet of WALLETS) {
      const own = wallets.get(wallet);
      if (own === undefined) throw new Error(`${wallet} has no records`);
      const synx = (units: bigint) => formatUnits(units, SYNX_DECIMALS);
      expect((await get(`/api/dashboard/holdings/${wallet}`)).tokens, wallet).toMatchObject({
        purchased: synx(own.bought),
        staked: synx(own.staked),
        availableToStake: synx(own.bought - own.staked),
        estimatedRewards: synx(own.earned),
      });
      const participant = await get(`/api/airdrop/participant/${wallet}`);
      expect(participant.totalPoints, wallet).toBe(Number(own.points));
      expect(participant.provisional ?? false, wallet).toBe(own.points > 0n && !own.isEstablished);
      const share = airdropOf(own, points, 100n * 10_000n);
      const board = (await get('/api/airdrop/leaderboard')) as { walletAddress: string; sharePercent: string }[];
      const listed = board.find(({ walletAddress }) => walletAddress === wallet);
      expect(listed?.sharePercent ?? '0.0000', wallet).toBe(formatFixed(share, 4, 4));
    }
    const { totalPoints } = await get('/api/airdrop/missions');
    expect([Number(points), formatUnits(staked, SYNX_DECIMALS)]).toEqual([
      totalPoints,
      (await get('/api/staking/stats')).totalStaked,
    ]);
    // The story must have left something to recount.
    expect(wallets.get(BEN)?.staked).toBeGreaterThan(0n);
    expect(wallets.get(ANN)?.earned).toBeGreaterThan(100n * NANO_PER_SYNX);
    expect(wallets.get(EVE)?.isEstablished).toBe(true);
    expect(await checkTotals(db())).toEqual([]);
  });

  test('name no second wallet, no account and no time of day of points', async () => {
    await playSale();
    const { points } = await published();
    expect(points.length).toBeGreaterThan(8);
    const sources = new Set<string>();
    for (const { record } of points) {
      const text = JSON.stringify(record);
      expect(text.match(/0x[0-9a-f]+/g)).toHaveLength(1);
      expect(text).not.toMatch(new RegExp(`${NAME}|submission|payment|checkin|case 1`));
      expect(record.at).toMatch(/T00:00:00\.000Z$/);
      sources.add((record.data as { source: string }).source);
    }
    // The same name counted for two wallets: nothing in the records says so.
    expect(sources.size).toBe(points.length);
  });

  test('are stored with the stake and the points, or not at all', async () => {
    await buy(ANN, 50n);
    await sql
      .raw(`insert into records (kind, number, at, body, hash, source) values
        ('stakes', 900, 0, '{}', 'x', 'stake-2'), ('stakes', 901, 0, '{}', 'x', 'stake-3'),
        ('points', 900, 0, '{}', 'x', 'point-1'), ('points', 901, 0, '{}', 'x', 'point-2')`)
      .execute(db());
    await expect(lock(ANN, '5')).rejects.toThrow(/unique|constraint/i);
    await expect(acceptCheckIn(db(), ANN, NOWHERE, http.clock.now)).rejects.toThrow(/unique|constraint/i);
    for (const table of ['stakes', 'point_entries', 'check_ins'] as const)
      expect(await db().selectFrom(table).selectAll().execute(), table).toEqual([]);
  });

  test('of an earlier database are chained when it is opened, the same on every start', { tags: 'long' }, async () => {
    await playSale();
    const before = await published();
    const totals = await recounted();
    const restarted = async () => {
      await http.close();
      const { now } = http.clock;
      const opened = { location: http.database.location, env: { STAKING_APY: '15' } };
      const old = await openHttpApp(opened);
      for (const statement of [
        ...['record_roots', 'records', 'record_heads'].map((table) => `drop table ${table}`),
        `delete from migrations where name in ('0009-records', '0011-corrections', '0029-holdings-records')`,
      ])
        await sql.raw(statement).execute(old.context.db);
      await old.close();
      http = await openHttpApp(opened);
      http.clock.now = now;
      return published();
    };
    const chained = await restarted();
    expect(bodies(chained.stakes)).toEqual(bodies(before.stakes));
    expect(bodies(chained.points)).toEqual(bodies(before.points));
    expect(chained.stakes).toEqual(before.stakes);
    expect(await restarted()).toEqual(chained);
    const { wallets, problems } = await recounted();
    expect(problems).toEqual([]);
    for (const [wallet, holding] of totals.wallets) expect(wallets.get(wallet), wallet).toMatchObject({ ...holding });
    expect(await checkTotals(db())).toEqual([]);
  });

  test('that a server of an earlier release did not write are appended, and nothing twice', async () => {
    await playSale();
    const at = BigInt(http.clock.now);
    const { transfer_id, ...lot } = await db()
      .selectFrom('stakes')
      .select(['wallet', 'amount', 'reward_index', 'transfer_id', 'created_at'])
      .executeTakeFirstOrThrow();
    const transfer = await db()
      .insertInto('ledger_transfers')
      .values({ kind: 'stake', created_at: at })
      .returning('id')
      .executeTakeFirstOrThrow();
    expect(transfer.id).toBeGreaterThan(transfer_id);
    await db()
      .insertInto('stakes')
      .values({ ...lot, transfer_id: transfer.id })
      .execute();
    const entry = { wallet: BEN, mission: 'checkIn', reason: 'check-in', reason_code: null, reverses: null } as const;
    await db()
      .insertInto('point_entries')
      .values({ ...entry, points: 10n, source: 'checkin:x', created_at: at })
      .execute();
    expect((await checkTotals(db())).filter((what) => what.includes('without a public record'))).toHaveLength(2);
    const { stakes, points } = await published();
    await recordMissed(db());
    await recordMissed(db());
    const after = await published();
    expect(after.stakes.slice(0, stakes.length)).toEqual(stakes);
    expect(bodies(after.stakes.slice(stakes.length))).toMatchObject([
      { event: 'staked', transfer: Number(transfer.id) },
    ]);
    expect(bodies(after.points.slice(points.length))).toMatchObject([{ event: 'appended', wallet: BEN, points: 10 }]);
  });

  test('are closed by day, with proofs', { tags: 'long' }, async () => {
    await playSale();
    await closeDays(db(), http.clock.now);
    const { roots } = (await http.app.inject('/api/records/roots')).json();
    const days = (kind: string) =>
      roots.flatMap(({ payload }: { payload: { kind: string; day: string } }) =>
        payload.kind === kind ? [payload.day] : [],
      );
    expect(days('stakes').length).toBeGreaterThan(2);
    expect(days('points').length).toBeGreaterThan(2);
    const { proofs } = (await http.app.inject('/api/records/proof/points-2')).json();
    expect(proofs).toMatchObject([{ record: { kind: 'points', number: 2 }, root: { payload: { kind: 'points' } } }]);
  });
});
