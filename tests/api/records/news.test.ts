import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { configHistoryResponseSchema, factsResponseSchema } from '#src/contract/figures.ts';
import { newsResponseSchema } from '#src/contract/records.ts';
import { loadFacts } from '#src/i18n/facts.ts';
import { recordNews } from '#src/server/platform/records/news.ts';
import { noteRelease, readRelease } from '#src/server/platform/records/note-release.ts';
import { sizedEngines } from '#tests/support/each-engine.ts';
import { type HttpApp, openHttpApp, START } from '#tests/support/http-app.ts';
import { newWallet } from '#tests/support/pay.ts';
import { recountHttp } from '#tests/support/recount.ts';
import { folderOfTest } from '#tests/support/temporary-folder.ts';

const WEEK = 7 * 86_400_000;

sizedEngines('the system log', (openPlace) => {
  let http: HttpApp;
  let folder: string;
  beforeEach(async () => {
    folder = folderOfTest();
    http = await openHttpApp(await openPlace());
  });
  const news = async () => {
    // Past the seconds for which an answer is cached.
    http.clock.now += 10_000;
    const { entries } = newsResponseSchema.strict().parse((await http.app.inject('/api/news')).json());
    return entries.map(({ event, data }) => [event, data]);
  };
  const release = (build: string, facts: Record<string, string>) => {
    writeFileSync(join(folder, 'build.json'), JSON.stringify({ build }));
    const values = Object.fromEntries(Object.entries(facts).map(([id, value]) => [id, { value }]));
    writeFileSync(join(folder, 'facts.json'), JSON.stringify(values));
    return noteRelease(http.context.db, readRelease('1.2.3', folder, folder), http.clock.now);
  };

  test('reports the opening, each window that ended without a change, and the next phase', async () => {
    expect(await news()).toEqual([['sale-opened', { phase: 1, price: '0.013', window: 1 }]]);
    http.clock.now = START + 2 * WEEK + 60_000;
    await http.credit(newWallet(), 25n);
    const restarted = (window: number) => [
      'window-restarted',
      { phase: 1, price: '0.013', window, since: new Date(START + (window - 1) * WEEK).toISOString() },
    ];
    expect((await news()).slice(0, 2)).toEqual([restarted(3), restarted(2)]);
    // 197 million SYNX at 0.013 USD are 2.561 million.
    await http.credit(newWallet(), 2_561_000n);
    expect((await news())[0]).toEqual(['phase-changed', { phase: 2, price: '0.022', window: 4 }]);
    const told = await recountHttp(http, 'news');
    expect(told).toHaveLength(4);
    expect(Date.parse(told[1]?.record.at ?? '')).toBeGreaterThanOrEqual(START + 2 * WEEK);
  });

  test('GET /api/config/history has the changes of settings, newest first, and no incident', async () => {
    const { db } = http.context;
    await release('a'.repeat(16), { 'supply.floor': '1' });
    await db.transaction().execute(async (tx) => {
      await recordNews(
        tx,
        { event: 'incident-opened', data: { incident: 'books', chainId: null }, source: 'incident:1' },
        BigInt(START),
      );
      await recordNews(tx, { event: 'rate-changed', data: { rate: '7.77' }, source: 'rate:1' }, BigInt(START));
    });
    const { entries } = configHistoryResponseSchema
      .strict()
      .parse((await http.app.inject('/api/config/history')).json());
    expect(entries.map(({ event, data }) => [event, data])).toEqual([
      ['rate-changed', { rate: '7.77' }],
      ['build-released', { version: '1.2.3', build: 'a'.repeat(16) }],
      ['sale-opened', { phase: 1, price: '0.013', window: 1 }],
    ]);
  });

  test('GET /api/facts has the value, unit and basis of every stated figure', async () => {
    const { facts } = factsResponseSchema.strict().parse((await http.app.inject('/api/facts')).json());
    expect(facts['burn.years']).toEqual({ value: '81.5', unit: 'years', basis: 'computed' });
    expect(Object.keys(facts)).toEqual(Object.keys(loadFacts()));
  });

  test('reports a build once and the facts it changed, and neither when nothing changed', async () => {
    await release('a'.repeat(16), { 'supply.floor': '1', 'burn.perYear': '2' });
    await Promise.all([1, 2].map(() => release('a'.repeat(16), { 'supply.floor': '1', 'burn.perYear': '2' })));
    const first = ['build-released', { version: '1.2.3', build: 'a'.repeat(16) }];
    expect((await news()).slice(0, -1)).toEqual([first]);
    await release('b'.repeat(16), { 'supply.floor': '3', 'chain.tps': '4' });
    expect((await news()).slice(0, 2)).toEqual([
      ['facts-changed', { facts: ['burn.perYear', 'chain.tps', 'supply.floor'], more: 0 }],
      ['build-released', { version: '1.2.3', build: 'b'.repeat(16) }],
    ]);
    await release('a'.repeat(16), { 'supply.floor': '3', 'chain.tps': '4' });
    expect((await news())[0]).toEqual(first);
  });

  test('reports when an incident began and ended, also across a restart, and no alarm about a single payment', async () => {
    const { raise } = http.context.alarms;
    await Promise.all([1, 2, 3].map(() => raise('contract-mismatch', '56/USDT', 'decimals differ')));
    await raise('payment-needs-review', `1/0x${'5'.repeat(64)}`, 'wrong-token');
    expect((await news()).slice(0, -1)).toEqual([['incident-opened', { incident: 'token', chainId: 56 }]]);
    const since = new Date(http.clock.now - 10_000).toISOString();
    await http.close();
    http = await openHttpApp({ location: http.database.location });
    http.clock.now = START + 60_000;
    await http.context.alarms.resolve('contract-mismatch', '56/USDT');
    await http.context.alarms.resolve('contract-mismatch', '56/USDT');
    const closed = ['incident-closed', { incident: 'token', chainId: 56, since }];
    expect((await news()).slice(0, 2)).toEqual([closed, ['incident-opened', { incident: 'token', chainId: 56 }]]);
  });

  test('reports when the staking rate was changed', async () => {
    await http.close();
    http = await openHttpApp({ location: http.database.location, env: { STAKING_APY: '7.77' } });
    expect((await news())[0]).toEqual(['rate-changed', { rate: '7.77' }]);
  });
});
