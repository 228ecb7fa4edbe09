import { expect, test } from 'vitest';
import { onSizedEngines } from '#tests/support/on-both-engines.ts';
import { onceForAll } from '#tests/support/opened.ts';

onSizedEngines('counting visits', (open) => {
  const http = onceForAll(open);
  const count = (path: unknown, locale: unknown = 'en') =>
    http.app.inject({ method: 'POST', url: '/api/analytics/event', payload: { path, locale } });
  const rows = () => http.context.db.selectFrom('page_views').selectAll().orderBy('day').orderBy('path').execute();

  test('sums by day, page and language, without a cookie or any data about the visitor', async () => {
    const answers = await Promise.all([count('/faq'), count('/faq'), count('/'), count('/faq', 'ar')]);
    for (const answer of answers) {
      expect([answer.statusCode, answer.json(), answer.cookies]).toEqual([200, { counted: true }, []]);
    }
    http.clock.now += 86_400_000;
    await count('/faq');
    const sums = Object.fromEntries((await rows()).map((row) => [`${row.day} ${row.path} ${row.locale}`, row.views]));
    expect(sums).toEqual({
      '2026-05-04 / en': 1n,
      '2026-05-04 /faq en': 2n,
      '2026-05-04 /faq ar': 1n,
      '2026-05-05 /faq en': 1n,
    });
  });

  test.each([['faq'], ['/FAQ'], ['/faq?wallet=0x1'], ['https://x.example/'], [`/${'x'.repeat(100)}`], [7]])(
    'the path %j is refused',
    async (path) => {
      expect((await count(path)).statusCode).toBe(400);
    },
  );

  test('invented paths are not counted and keep no page from being counted', { tags: 'long' }, async () => {
    for (let number = 0; number < 1_050; number += 1)
      expect((await count(`/press-release/invented-${number}`)).json()).toEqual({ counted: false });
    expect((await rows()).filter(({ day }) => day === '2026-05-05')).toHaveLength(1);
    expect((await count('/voting')).json()).toEqual({ counted: true });
    expect((await rows()).find(({ day, path }) => day === '2026-05-05' && path === '/voting')?.views).toBe(1n);
    expect((await count('/faq')).statusCode).toBe(200);
    expect((await rows()).find(({ day, path }) => day === '2026-05-05' && path === '/faq')?.views).toBe(2n);
  });
});
