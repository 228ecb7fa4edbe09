import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ProofResponse } from '#src/contract/records.ts';
import { checkLedger, checkTotals } from '#src/server/money/ledger/check-ledger.ts';
import { watchLedger } from '#src/server/money/ledger/watch-ledger.ts';
import { createAlarms } from '#src/server/platform/alerts/alarms.ts';
import { watchRecords } from '#src/server/platform/alerts/watch-records.ts';
import { generate } from '#tests/bench/generate/generate.ts';
import { eachEngine } from '#tests/support/each-engine.ts';
import { type HttpApp, openHttpApp, START } from '#tests/support/http-app.ts';
import { hashOf, rootOf } from '#tests/support/recount.ts';

const WALLETS = 2_000;

eachEngine('the generated books of a large sale', (open) => {
  let http: HttpApp;
  beforeAll(async () => {
    const place = await open();
    await generate(place.location, WALLETS, { now: START });
    http = await openHttpApp(place);
  });
  afterAll(() => http?.close());
  const db = () => http.context.db;
  const get = async <Answer>(path: string): Promise<Answer> => {
    const answer = await http.app.inject(path);
    expect(answer.statusCode, answer.body).toBe(200);
    return answer.json<Answer>();
  };

  test('balance, have sound public records, and are what a server starts on', async () => {
    expect(await checkLedger(db())).toEqual([]);
    const faults: string[] = [];
    const alarms = createAlarms(
      db(),
      { fatal: (fields) => faults.push(JSON.stringify(fields)), warn: () => {} },
      () => START,
    );
    const watch = watchRecords(db(), alarms, () => START);
    for (let pass = 0; pass < 3; pass += 1) await watch.pass();
    expect(faults).toEqual([]);
    expect(await get('/api/ready')).toMatchObject({ database: true, ledger: true });
    expect(await get('/api/dashboard/leaderboard?by=holdings')).toMatchObject({ totalWallets: WALLETS });
    const [top] = (await get<{ entries: { walletAddress: string }[] }>('/api/dashboard/leaderboard?by=holdings'))
      .entries;
    expect(await get(`/api/dashboard/holdings/${top?.walletAddress}`)).toMatchObject({ wallet: top?.walletAddress });
  });

  test('prove each payment by the root of its day', async () => {
    const rows = await db()
      .selectFrom('records')
      .select('subject')
      .where('kind', '=', 'purchases')
      .where('number', 'in', [1n, 300n, 301n, 5_000n])
      .execute();
    for (const { subject } of rows) {
      const { proofs } = await get<ProofResponse>(`/api/records/proof/${subject}`);
      const [proof] = proofs;
      if (proof?.root == null) throw new Error(`${subject} has no root`);
      expect(hashOf(proof.record)).toBe(proof.hash);
      expect(rootOf(proof)).toBe(proof.root.payload.root);
    }
  });

  test('have totals that their recount checks', { tags: 'long' }, async () => {
    const all = await db().selectFrom('participants').select(['wallet', 'points']).where('points', '>', 0n).execute();
    const points = all.reduce((sum, row) => sum + row.points, 0n);
    const wallet = all[0]?.wallet ?? '';
    const counted = async () =>
      BigInt(
        (await sql<{ n: bigint }>`select cast(sum(points) as bigint) as n from point_totals`.execute(db())).rows[0]
          ?.n ?? 0n,
      );
    expect(await counted()).toBe(points);
    await db().updateTable('participants').set({ points: 0n }).where('wallet', '=', wallet).execute();
    expect(await counted()).toBe(points - (all[0]?.points ?? 0n));
    expect(await checkTotals(db())).toEqual([]);
    await sql`update point_totals set points = points + 1 where shard = 3`.execute(db());
    await sql`update vote_counts set votes = votes + 1 where choice = 'decor'`.execute(db());
    expect(await checkTotals(db())).toEqual([
      'difference between the points of participants and their totals: -1',
      'choices whose count is not that of their votes: 1',
    ]);
    // They decide nothing about money: crediting continues, and the next recount has counted them again.
    const alarms = createAlarms(db(), { fatal: () => {}, warn: () => {} }, Date.now);
    const watch = watchLedger(http.database, alarms, { stopsAfterMs: 600_000 });
    const open = () => db().selectFrom('alarms').select('kind').where('resolved_at', 'is', null).execute();
    await watch.check();
    expect([watch.isBalanced(), await open()]).toEqual([true, [{ kind: 'totals-wrong' }]]);
    expect(await checkTotals(db())).toEqual([]);
    await watch.check();
    expect(await open()).toEqual([]);
    // An erased participant takes its points along.
    await db()
      .deleteFrom('participants')
      .where('wallet', '=', all[1]?.wallet ?? '')
      .execute();
    expect(await checkTotals(db())).toEqual([]);
  });
});
