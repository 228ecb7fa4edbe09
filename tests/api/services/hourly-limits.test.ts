import { expect, test } from 'vitest';
import { sweepCallers } from '#src/server/http/caller-limits.ts';
import type { HttpApp } from '#tests/support/http-app.ts';
import { onBothEngines } from '#tests/support/on-both-engines.ts';
import { newVisitor } from '#tests/support/wallet-session.ts';

onBothEngines('limits per hour', (open) => {
  const subscribe = (http: HttpApp, email: string, remoteAddress = '192.0.2.1') =>
    http.app.inject({ method: 'POST', url: '/api/newsletter/subscribe', remoteAddress, payload: { email } });
  const apply = (http: HttpApp, remoteAddress = '192.0.2.1') =>
    http.app.inject({
      method: 'POST',
      url: '/api/partner/apply',
      remoteAddress,
      payload: { organisation: 'Kiln', email: 'a@example.org', type: 'media', message: 'Hello', consent: true },
    });

  test('five subscriptions per hour and address; the sixth waits, others do not', async () => {
    const http = await open({ env: { RATE_LIMIT_FORMS: '' } });
    const statuses: number[] = [];
    for (let number = 0; number < 7; number += 1) {
      statuses.push((await subscribe(http, `r${number}@example.org`)).statusCode);
    }
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429, 429]);
    const refused = await subscribe(http, 'r9@example.org');
    expect(refused.json().code).toBe('rate_limited');
    expect(refused.headers['retry-after']).toBe('3600');
    expect((await subscribe(http, 'r9@example.org', '192.0.2.2')).statusCode).toBe(200);
    expect((await apply(http)).statusCode).toBe(200);
    http.clock.now += 3_599_999;
    expect((await subscribe(http, 'r9@example.org')).headers['retry-after']).toBe('1');
    http.clock.now += 1;
    expect((await subscribe(http, 'r9@example.org')).statusCode).toBe(200);
  });

  test('the lines of one address of version 6 count together, and no address is stored', async () => {
    const http = await open({ env: { RATE_LIMIT_FORMS: '2' } });
    const from = (last: number) => subscribe(http, `v${last}@example.org`, `2001:db8:1:2::${last}`);
    expect([(await from(1)).statusCode, (await from(2)).statusCode, (await from(3)).statusCode]).toEqual([
      200, 200, 429,
    ]);
    const stored = await http.context.db.selectFrom('caller_windows').selectAll().execute();
    // One per hour of the address and of its /48, and one per minute of all writes.
    expect(stored.map(({ used }) => used).sort()).toEqual([2n, 3n, 3n]);
    for (const { caller } of stored) expect(caller).toMatch(/^[0-9a-f]{64}$/);
    await sweepCallers(http.context.db, http.clock.now);
    expect(await http.context.db.selectFrom('caller_windows').selectAll().execute()).toHaveLength(3);
    await sweepCallers(http.context.db, http.clock.now + 60_000);
    expect(await http.context.db.selectFrom('caller_windows').selectAll().execute()).toHaveLength(2);
    await sweepCallers(http.context.db, http.clock.now + 3_600_000);
    expect(await http.context.db.selectFrom('caller_windows').selectAll().execute()).toEqual([]);
  });

  test('the 65,536 lines of a /48 send as many forms as thirty addresses, another /48 is not affected', async () => {
    const http = await open({ env: { RATE_LIMIT_FORMS: '1' } });
    const from = (line: string, number: number) => subscribe(http, `w${number}@example.org`, line);
    const statuses: number[] = [];
    for (let line = 1; line <= 33; line += 1) statuses.push((await from(`2001:db8:7:${line}::1`, line)).statusCode);
    expect(statuses).toEqual([...Array(30).fill(200), 429, 429, 429]);
    expect((await from('2001:db8:8:1::1', 34)).statusCode).toBe(200);
    const stored = await http.context.db.selectFrom('newsletter_subscribers').select('id').execute();
    expect(stored).toHaveLength(31);
  });

  test('thumbs for answers, which staff count row by row for 30 days, are few in an hour, for a /48 too (S25)', async () => {
    const contentDirectory = 'tests/api/services/content';
    const http = await open({ env: { RATE_LIMIT_MISSIONS: '2', RATE_LIMIT_WRITES: '' }, contentDirectory });
    const thumb = (remoteAddress: string) =>
      http.app.inject({
        method: 'POST',
        url: '/api/faq/feedback',
        remoteAddress,
        payload: { id: 'what-is-synx', locale: 'en', value: 'up' },
      });
    const given = async () => (await http.context.db.selectFrom('faq_votes').select('voter').execute()).length;
    for (let minute = 0; minute < 3; minute += 1) {
      for (let sent = 0; sent < 3; sent += 1) await thumb('192.0.2.1');
      http.clock.now += 60_000;
    }
    expect(await given()).toBe(2);
    for (let line = 0; line < 70; line += 1) await thumb(`2001:db8:7:${line}::1`);
    expect(await given()).toBe(2 + 60);
  });

  test('stakes, whose records are kept for ever, are one for each SYNX, and few in an hour (S25)', async () => {
    const http = await open({ env: { RATE_LIMIT_MISSIONS: '6' } });
    const visitor = newVisitor(http.app, () => http.clock.now);
    await http.credit(visitor.wallet, 1n);
    await visitor.connect();
    await visitor.prove();
    const stake = async (amount: string) => {
      const answer = await visitor.post('/api/staking/stake', { walletAddress: visitor.wallet, amount });
      return answer.statusCode === 200 ? 'staked' : answer.json().code;
    };
    // Of 76 SYNX.
    expect(await stake('0.000000001')).toBe('invalid_amount');
    expect(await stake('0.999999999')).toBe('invalid_amount');
    expect(await stake('75.000000001')).toBe('staked');
    expect(await stake('0.999999998')).toBe('invalid_amount');
    expect(await stake('0.999999999')).toBe('staked');
    expect(await stake('1')).toBe('no_tokens_available');
    expect(await stake('1')).toBe('rate_limited');
  });

  test('20 at once are counted one by one', async () => {
    const http = await open({ env: { RATE_LIMIT_FORMS: '5' } });
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, number) => subscribe(http, `p${number}@example.org`)),
    );
    expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(5);
  });
});
