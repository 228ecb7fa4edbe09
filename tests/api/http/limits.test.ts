import { once } from 'node:events';
import { type AddressInfo, connect as dial } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import type { InjectOptions } from 'fastify';
import { sql } from 'kysely';
import pino from 'pino';
import { expect, test, vi } from 'vitest';
import { buildApp } from '#src/server/http/app.ts';
import { countUse } from '#src/server/http/caller-limits.ts';
import { type HttpApp, openHttpApp } from '#tests/support/http-app.ts';
import { onSizedEngines } from '#tests/support/on-both-engines.ts';
import { type Operation, operationsOf } from '#tests/support/operations.ts';
import { newVisitor } from '#tests/support/wallet-session.ts';

const open = (env: NodeJS.ProcessEnv) => openHttpApp({ env });

const wallet = (digit: number) => `0x${String(digit).padStart(40, '0')}`;
const hash = (number: number) => `0x${number.toString(16).padStart(64, '0')}`;

async function statuses(app: HttpApp, requests: readonly InjectOptions[]): Promise<number[]> {
  const answers: number[] = [];
  for (const request of requests) {
    const answer = await app.app.inject(request);
    if (answer.statusCode === 429) {
      expect(answer.json()).toEqual({
        code: 'rate_limited',
        message: 'Too many requests. Please wait a moment and try again.',
      });
      expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
    }
    answers.push(answer.statusCode);
  }
  return answers;
}
const times = (count: number, request: (position: number) => InjectOptions) =>
  Array.from({ length: count }, (_, position) => request(position));
/** The statuses of that many requests, one after another. */
const statusesOf = (app: HttpApp, count: number, request: (position: number) => InjectOptions) =>
  statuses(app, times(count, request));
const connect = (position: number, headers: Record<string, string> = {}): InjectOptions => ({
  method: 'POST',
  url: '/api/wallet/connect',
  headers,
  payload: { walletAddress: wallet(position), connectionMethod: 'injected' },
});
const purchase = (position: number): InjectOptions => ({
  method: 'POST',
  url: '/api/presale/purchase',
  payload: { walletAddress: wallet(1), transactionHash: hash(position) },
});

test('a connected wallet that every page names again costs no write, another one does', async () => {
  const app = await open({ RATE_LIMIT_WRITES: '3', RATE_LIMIT_WALLET: '2' });
  const first = await app.app.inject(connect(1));
  const [{ name = '', value = '' } = {}] = first.cookies;
  const cookie = `${name}=${value}`;
  const again = await statusesOf(app, 12, () => connect(1, { cookie }));
  expect(again).toEqual(again.map(() => 200));
  // The two writes that are left.
  expect(await statusesOf(app, 3, (position) => connect(position + 2, { cookie }))).toEqual([200, 200, 429]);
});

test('a known hash, which counts as a read, is written no more, whatever terms a post states', async () => {
  const { app, context } = await open({ RATE_LIMIT_WRITES: '3' });
  const changes = async () => (await sql<{ n: bigint }>`select total_changes() as n`.execute(context.db)).rows[0]?.n;
  const post = (termsVersion: string) =>
    app.inject({ ...purchase(1), payload: { walletAddress: wallet(1), transactionHash: hash(1), termsVersion } });
  await post('a version that is none');
  const before = await changes();
  for (let posts = 0; posts < 10; posts += 1) expect((await post('a version that is none')).statusCode).toBe(200);
  expect(await changes()).toBe(before);
});

test('of what a post declares little is stored, whatever its texts are, and all that our page writes (S28)', async () => {
  const { app, context } = await open({});
  const names = ['ethAmount', 'paymentAmount', 'paymentMethod', 'usdAmount', 'tokenAmount', 'status', 'phase'];
  const post = async (position: number, declared: object) => {
    const request = purchase(position);
    const payload = { ...(request.payload as object), ...declared };
    expect((await app.inject({ ...request, payload })).statusCode).toBe(200);
    const row = context.db.selectFrom('submissions').select('claims').where('transaction_hash', '=', hash(position));
    return (await row.executeTakeFirstOrThrow()).claims;
  };
  const ours = { paymentAmount: '1234567.123456789012345678', paymentMethod: 'USDC', status: 'confirmed', phase: 1 };
  expect(JSON.parse(await post(1, ours))).toEqual(ours);
  for (const [position, unit] of ['4e00', '0001', '0022', 'd800', '0041'].entries()) {
    const text = String.fromCharCode(Number.parseInt(unit, 16)).repeat(100);
    const claims = await post(position + 2, Object.fromEntries(names.map((name) => [name, text])));
    expect(Buffer.byteLength(claims), unit).toBeLessThan(400);
  }
});

test('reads: exactly 300 per minute and address, for any path', async () => {
  const app = await open({ RATE_LIMIT_READS: '300' });
  const urls = ['/api/config', '/api/presale/stats', `/api/staking/balance/${wallet(1)}`];
  const answers = await statusesOf(app, 302, (position) => ({ url: urls[position % 3] ?? '' }));
  expect(answers.indexOf(429)).toBe(300);
  expect(answers.slice(300)).toEqual([429, 429]);
  // Writes, and a load balancer's requests, have separate limits or none.
  expect(await statuses(app, [connect(1), { url: '/api/health' }, { url: '/api/ready' }])).toEqual([200, 200, 200]);
  const other = await app.app.inject({ url: '/api/config', remoteAddress: '10.0.0.2' });
  expect(other.statusCode).toBe(200);
});

test.each([undefined, '127.0.0.1'])(
  'callers who reset their connection at once count as one, and write nothing to the log (proxies: %s)',
  async (TRUST_PROXY) => {
    const lines: string[] = [];
    const http = await openHttpApp({ env: { RATE_LIMIT_READS: '20', TRUST_PROXY }, log: (line) => lines.push(line) });
    const { server } = http.app;
    await http.app.listen({ port: 0, host: '127.0.0.1' });
    let arrived = 0;
    server.on('request', () => {
      arrived += 1;
    });
    for (let caller = 0; caller < 5; caller += 1) {
      const socket = dial((server.address() as AddressInfo).port, '127.0.0.1');
      await once(socket, 'connect');
      socket.write('GET /api/config HTTP/1.1\r\nhost: x\r\n\r\n'.repeat(100));
      socket.resetAndDestroy();
    }
    await expect.poll(() => arrived).toBe(500);
    await setTimeout(100);
    // Before: a line of 1,070 bytes, with its stack, for each request of 36 bytes.
    expect(lines.filter((line) => line.includes('"level":50'))).toEqual([]);
  },
);

test('the readiness check, which has no limit, reads the database once for everybody who asks at the same time', async () => {
  const app = await open({});
  await app.context.alarms.raise('mail', 'x', 'x');
  const reads = vi.spyOn(app.context.db, 'selectFrom');
  const answers = await Promise.all(
    times(500, () => ({ url: '/api/ready' })).map((request) => app.app.inject(request)),
  );
  expect(answers.map((answer) => answer.json().alarms)).toEqual(answers.map(() => 1));
  expect(reads.mock.calls.filter(([table]) => (table as unknown) === 'chain_cursors').length).toBeLessThan(50);
  reads.mockRestore();
  // A later caller is told of what happened meanwhile.
  await app.context.alarms.resolve('mail', 'x');
  expect((await app.app.inject('/api/ready')).json().alarms).toBe(0);
});

test('a /48 of version 6 is at most thirty callers, and networks of version 4 are not grouped', {
  tags: 'long',
}, async () => {
  const app = await open({ RATE_LIMIT_WRITES: '1', RATE_LIMIT_READS: '2', RATE_LIMIT_PURCHASES: '1' });
  const line = (position: number) => `2001:db8:1:${position.toString(16)}::1`;
  const firstRefused = async (requests: readonly InjectOptions[]) => (await statuses(app, requests)).indexOf(429);
  const from = (address: (position: number) => string, request: (position: number) => InjectOptions) =>
    times(65, (position) => ({ ...request(position), remoteAddress: address(position) }));
  const read = () => ({ url: '/api/config' });
  expect(await firstRefused(from(line, connect))).toBe(30);
  expect(await firstRefused(from(line, read))).toBe(60);
  expect(await firstRefused(from(line, purchase))).toBe(30);
  expect(await firstRefused(from((position) => `2001:db8:${position + 2}::1`, connect))).toBe(-1);
  expect(await firstRefused(from((position) => `203.0.113.${position}`, connect))).toBe(-1);
});

/** What a load balancer asks: the only calls without any limit. */
const UNLIMITED = ['GET /api/health', 'GET /api/ready'];
/** Reports of a page's policy per minute and caller, whatever the settings are. */
const REPORTS = 10;
/** One call of an operation from an address; it is counted before its content is read. */
const callOf = ({ method, path }: Operation, remoteAddress: string): InjectOptions => ({
  method,
  url: path.replace(/\{\w+\}/g, 'x'),
  remoteAddress,
  ...(method === 'POST' ? { payload: {} } : {}),
});
const operationsIn = async ({ app }: HttpApp) => operationsOf((await app.inject('/api/openapi.json')).json());

test('on every route of the API a /48 is at most thirty callers, and one caller has no second budget (S28)', async () => {
  const app = await open({ RATE_LIMIT_READS: '1', RATE_LIMIT_WRITES: '1', RATE_LIMIT_PURCHASES: '1' });
  const allowed = async (count: number, request: (position: number) => InjectOptions) =>
    (await statuses(app, times(count, request))).filter((status) => status !== 429).length;
  for (const [place, operation] of (await operationsIn(app)).entries()) {
    const most = operation.path === '/api/csp-report' ? REPORTS : 1;
    const line = (position: number) => `2001:db8:${(place + 1).toString(16)}:${position.toString(16)}::1`;
    const wide = await allowed(30 * most + 2, (position) => callOf(operation, line(position)));
    const alone = await allowed(most + 1, () => callOf(operation, `203.0.113.${place}`));
    if (UNLIMITED.includes(operation.name)) continue;
    expect(alone, operation.name).toBeLessThanOrEqual(most);
    expect(wide, operation.name).toBe(30 * alone);
  }
});

test('a read with a narrower limit of its own also counts among all reads (S28)', async () => {
  const app = await open({ RATE_LIMIT_READS: '4', RATE_LIMIT_WRITES: '2' });
  const urls = [
    '/api/wallet/nonce',
    `/api/dashboard/export/${wallet(1)}.csv`,
    `/api/dashboard/export/${wallet(1)}.json`,
  ];
  const answers = await statusesOf(app, 6, (position) => ({ url: urls[position % 3] ?? '' }));
  expect(answers).toEqual([200, 200, 200, 200, 429, 429]);
  expect(await statuses(app, [{ url: '/api/config' }])).toEqual([429]);
});

test('asking for the head alone is no second budget of a route with a limit of its own (S28)', async () => {
  const app = await open({ RATE_LIMIT_READS: '100', RATE_LIMIT_WRITES: '3' });
  const methods = ['HEAD', 'GET'] as const;
  for (const [place, url] of ['/api/wallet/nonce', `/api/dashboard/export/${wallet(1)}.csv`].entries()) {
    const answers: number[] = [];
    for (let count = 0; count < 5; count += 1) {
      const method = methods[count % 2] ?? 'GET';
      answers.push((await app.app.inject({ method, url, remoteAddress: `203.0.113.${place}` })).statusCode);
    }
    expect(answers).toEqual([200, 200, 200, 429, 429]);
  }
});

test("a machine's clock that was ahead for a moment refuses nobody later (S27)", async () => {
  const app = await open({ RATE_LIMIT_READS: '5' });
  const machine = Date.now;
  vi.spyOn(Date, 'now').mockImplementation(() => machine() + 400 * 86_400_000);
  const ahead = await statuses(app, [{ url: '/api/config' }]);
  vi.restoreAllMocks();
  const monotonic = performance.now.bind(performance);
  const answers = [ahead, await statusesOf(app, 5, () => ({ url: '/api/config' }))];
  vi.spyOn(performance, 'now').mockImplementation(() => monotonic() + 60_000);
  answers.push(await statuses(app, [{ url: '/api/config' }]));
  vi.restoreAllMocks();
  expect(answers).toEqual([[200], [200, 200, 200, 200, 429], [200]]);
});

test('a /48 looks for as many unknown hashes as thirty callers (S28)', async () => {
  const app = await open({ RATE_LIMIT_PURCHASES: '1' });
  const look = (position: number): InjectOptions => ({
    url: `/api/track/${hash(position + 1)}`,
    remoteAddress: `2001:db8:1:${position.toString(16)}::1`,
  });
  const answers = await statusesOf(app, 40, look);
  expect(answers.filter((status) => status !== 429)).toHaveLength(30);
});

test('a /48 posts as many new hashes a day as in an hour, at all instances together (S28)', async () => {
  const app = await open({ RATE_LIMIT_PURCHASES: '1' });
  const two = await buildApp({
    context: app.context,
    logger: pino({ level: 'silent' }),
    version: '2',
    siteDirectory: null,
  });
  const { context, clock } = app;
  const from = (remoteAddress: string, position: number) => ({ ...purchase(position), remoteAddress });
  const post = async (position: number, server = app.app) =>
    (await server.inject(from(`2001:db8:1:${position.toString(16)}::1`, position))).statusCode;
  expect(await post(1)).toBe(200);
  const days = context.db.updateTable('caller_windows').where('ends_at', '>', BigInt(clock.now + 3_600_000));
  expect((await days.set({ used: 30n * 60n - 2n }).executeTakeFirstOrThrow()).numUpdatedRows).toBe(1n);
  expect([await post(2), await post(3, two), await post(4), await post(5, two)]).toEqual([200, 200, 429, 429]);
  // A stored hash, another network and networks of version 4 are not counted; proven sessions are counted apart.
  expect(await post(1)).toBe(200);
  const visitor = newVisitor(app.app, () => clock.now, '2001:db8:1:99::1');
  await visitor.connect();
  await visitor.prove();
  const own = { walletAddress: visitor.wallet, transactionHash: hash(6) };
  expect((await visitor.post('/api/presale/purchase', own)).statusCode).toBe(200);
  await days.set({ used: 30n * 60n }).execute();
  const next = { walletAddress: visitor.wallet, transactionHash: hash(11) };
  expect((await visitor.post('/api/presale/purchase', next)).statusCode).toBe(429);
  expect(await statuses(app, [from('203.0.113.1', 7)])).toEqual([200]);
  // One network of 4,096 shares its lane.
  expect(await statuses(app, [from('2001:db8:2::1', 8), from('2001:db8:3::1', 9)])).toContain(200);
  clock.now += 86_400_000;
  expect(await post(10)).toBe(200);
  await two.close();
});

test('a /48 names and proves as many wallets a day as in an hour: their rows stay for a month and a year (S28)', async () => {
  const { app, context, clock } = await open({ RATE_LIMIT_WRITES: '10' });
  const name = (line: number) => app.inject({ ...connect(line), remoteAddress: `2001:db8:7:${line}::1` });
  expect((await name(1)).statusCode).toBe(200);
  const days = context.db.updateTable('caller_windows').where('ends_at', '>', BigInt(clock.now + 3_600_000));
  expect((await days.set({ used: 10n * 30n * 60n - 2n }).executeTakeFirstOrThrow()).numUpdatedRows).toBe(1n);
  expect([(await name(2)).statusCode, (await name(3)).statusCode, (await name(4)).statusCode]).toEqual([200, 200, 429]);
  const visitor = newVisitor(app, () => clock.now, '2001:db8:7:5::1');
  expect((await visitor.prove()).statusCode).toBe(429);
  const other = newVisitor(app, () => clock.now, '2001:db8:8:5::1');
  expect([(await other.connect()).statusCode, (await other.prove()).statusCode]).toEqual([200, 200]);
});

test("proofs that store nothing, and those of proven sessions, use up nothing of a /48's day (S28)", async () => {
  const { app, context, clock } = await open({ RATE_LIMIT_WRITES: '10' });
  const counted = async () => {
    const days = context.db.selectFrom('caller_windows').select('used').orderBy('used');
    return (await days.where('ends_at', '>', BigInt(clock.now + 3_600_000)).execute()).map(({ used }) => used);
  };
  const liar = newVisitor(app, () => clock.now, '2001:db8:7:1::1');
  for (let lie = 0; lie < 3; lie += 1) expect((await liar.prove(wallet(7))).statusCode).toBe(400);
  expect(await counted()).toEqual([]);
  // One line of a phone keeps thirty proven sessions, each with writes of its own.
  const stranger = newVisitor(app, () => clock.now, '2001:db8:7:1::2');
  for (let proof = 0; proof < 4; proof += 1) expect((await stranger.prove()).statusCode).toBe(200);
  expect(await counted()).toEqual([1n, 3n]);
});

test('what proven sessions prove is counted by the day of an address of version 4, too (S28)', async () => {
  const { app, context, clock } = await open({ RATE_LIMIT_WRITES: '10' });
  const visitor = newVisitor(app, () => clock.now, '203.0.113.1');
  for (let proof = 0; proof < 2; proof += 1) expect((await visitor.prove()).statusCode).toBe(200);
  const days = context.db.updateTable('caller_windows').where('ends_at', '>', BigInt(clock.now + 3_600_000));
  expect((await days.set({ used: 10n * 30n * 60n }).executeTakeFirstOrThrow()).numUpdatedRows).toBe(1n);
  expect((await visitor.prove()).statusCode).toBe(429);
  // Others of that address have no day to use up.
  expect((await newVisitor(app, () => clock.now, '203.0.113.1').prove()).statusCode).toBe(200);
});

test("a Safe's payment in our records counts for no day, whichever of its hashes is posted (S28)", async () => {
  const app = await open({ RATE_LIMIT_PURCHASES: '1' });
  const { context, clock } = app;
  const from = (line: number, payload: object): InjectOptions => ({
    method: 'POST',
    url: '/api/presale/purchase',
    payload,
    remoteAddress: `2001:db8:1:${line}::1`,
  });
  expect(await statuses(app, [from(1, { walletAddress: wallet(1), transactionHash: hash(1) })])).toEqual([200]);
  const days = context.db.updateTable('caller_windows').where('ends_at', '>', BigInt(clock.now + 3_600_000));
  await days.set({ used: 30n * 60n }).execute();
  await app.credit(wallet(2), 13n);
  await context.db
    .updateTable('payments')
    .set({ safe_tx_hash: hash(2) })
    .where('payer', '=', wallet(2))
    .execute();
  const posts = [wallet(2), wallet(3)].map((walletAddress, place) =>
    from(2 + place, { walletAddress, transactionHash: hash(2) }),
  );
  expect(await statuses(app, posts)).toEqual([200, 429]);
});

test('thousands of other callers do not renew the limit of a route (S28)', { tags: 'long' }, async () => {
  const app = await open({ RATE_LIMIT_WRITES: '2' });
  const nonce = (remoteAddress: string): InjectOptions => ({ url: '/api/wallet/nonce', remoteAddress });
  const one = times(3, () => nonce('203.0.113.7'));
  expect(await statuses(app, one)).toEqual([200, 200, 429]);
  await statusesOf(app, 5_001, (position) => nonce(`10.0.${position >> 8}.${position & 255}`));
  expect(await statuses(app, one)).toEqual([429, 429, 429]);
});

test('page views have a separate budget: the many pages of one address do not affect its writes', async () => {
  const app = await open({ RATE_LIMIT_WRITES: '5', RATE_LIMIT_READS: '30' });
  const view: InjectOptions = {
    method: 'POST',
    url: '/api/analytics/event',
    payload: { path: '/faq', locale: 'en' },
  };
  const views = await statusesOf(app, 32, () => view);
  expect(views.indexOf(429)).toBe(30);
  const writes = await statusesOf(app, 7, (position) => connect(position));
  expect(writes.indexOf(429)).toBe(5);
});

test('writes: exactly 20 per minute and address', async () => {
  const app = await open({ RATE_LIMIT_WRITES: '20' });
  const answers = await statusesOf(app, 22, (position) => connect(position));
  expect(answers.indexOf(429)).toBe(20);
});

test('rejections of a flood are counted by the process alone, and write nothing', async () => {
  const app = await open({ RATE_LIMIT_WRITES: '5' });
  const answers = await statusesOf(app, 30, () => connect(1));
  expect(answers.filter((status) => status !== 429)).toHaveLength(5);
  const windows = await app.context.db.selectFrom('caller_windows').select('used').execute();
  expect(Math.max(...windows.map(({ used }) => Number(used)))).toBe(5);
});

test('writes to addresses that are no route store nothing, however many there are (S28)', async () => {
  const app = await open({ RATE_LIMIT_WRITES: '5' });
  const urls = ['/api/nothing', '/api/wallet/connect/', '//api/presale/purchase', '/x'];
  const methods = ['POST', 'PUT', 'DELETE', 'PATCH'] as const;
  await statusesOf(app, 64, (position) => ({
    method: methods[position % 4] ?? 'POST',
    url: urls[(position >> 2) % 4] ?? '',
  }));
  expect(await app.context.db.selectFrom('caller_windows').select('used').execute()).toEqual([]);
});

test('new purchases: exactly 30 per minute and address; a stored one is still answered', async () => {
  const app = await open({ RATE_LIMIT_PURCHASES: '30', RATE_LIMIT_WRITES: '20' });
  const answers = await statusesOf(app, 32, purchase);
  expect(answers.indexOf(429)).toBe(30);
  expect(await statusesOf(app, 30, purchase)).toEqual(Array(30).fill(200));
  const stored = await app.context.db.selectFrom('submissions').selectAll().execute();
  expect(stored).toHaveLength(30);
  const other = await app.app.inject({ ...purchase(99), remoteAddress: '10.0.0.2' });
  expect(other.statusCode).toBe(200);
});

test('writes of a wallet: exactly 10 per minute, from any address', async () => {
  const app = await open({ RATE_LIMIT_WALLET: '10' });
  const visitor = newVisitor(app.app, () => app.clock.now);
  await app.credit(visitor.wallet, 13n);
  await visitor.connect();
  await visitor.prove();
  const answers = await statusesOf(app, 12, (position) => ({
    method: 'POST',
    url: '/api/staking/stake',
    headers: { host: 'localhost:4321', cookie: visitor.cookie },
    remoteAddress: `10.0.1.${position}`,
    payload: { walletAddress: visitor.wallet, amount: '1' },
  }));
  expect(answers).toEqual([...Array(10).fill(200), 429, 429]);
});

test("nobody uses up another wallet's writes by naming it", async () => {
  const app = await open({ RATE_LIMIT_WALLET: '10' });
  const victim = newVisitor(app.app, () => app.clock.now);
  await app.credit(victim.wallet, 13n);
  await victim.connect();
  await victim.prove();
  const naming = times(20, () => ({
    ...connect(0),
    payload: { walletAddress: victim.wallet, connectionMethod: 'injected' },
    remoteAddress: '10.9.9.9',
  }));
  expect((await statuses(app, naming)).indexOf(429)).toBe(10);
  expect((await victim.connect()).statusCode).toBe(200);
  const stake = await victim.post('/api/staking/stake', { walletAddress: victim.wallet, amount: '1' });
  expect(stake.statusCode).toBe(200);
});

onSizedEngines('limits of several instances', (openApp) => {
  test('writes, purchases and writes of a wallet are counted together, and a restart does not forget them', {
    tags: 'long',
  }, async () => {
    const env = { RATE_LIMIT_WRITES: '20', RATE_LIMIT_WALLET: '10', RATE_LIMIT_PURCHASES: '30' };
    const one = await openApp({ env });
    // The database is all that another instance, or the same one restarted, has in common with it.
    const { context } = one;
    const two = await buildApp({ context, logger: pino({ level: 'silent' }), version: '2', siteDirectory: null });
    const apps = [one.app, two];
    const tally = async (count: number, request: (position: number) => InjectOptions) => {
      const answers: number[] = [];
      for (let position = 0; position < count; position += 1) {
        const answer = await apps[position % 2]?.inject(request(position));
        answers.push(answer?.statusCode ?? 0);
      }
      return answers.filter((status) => status !== 429).length;
    };
    expect(await tally(30, (position) => ({ ...connect(position), remoteAddress: '192.0.2.1' }))).toBe(20);
    expect(await tally(40, (position) => ({ ...purchase(position), remoteAddress: '192.0.2.2' }))).toBe(30);
    const visitor = newVisitor(one.app, () => one.clock.now);
    await visitor.connect();
    await visitor.prove();
    const stake = (position: number): InjectOptions => ({
      method: 'POST',
      url: '/api/staking/stake',
      headers: { host: 'localhost:4321', cookie: visitor.cookie },
      remoteAddress: `10.0.1.${position}`,
      payload: { walletAddress: visitor.wallet, amount: '1' },
    });
    expect(await tally(16, stake)).toBe(10);
    one.clock.now += 60_000;
    const third = await buildApp({ context, logger: pino({ level: 'silent' }), version: '3', siteDirectory: null });
    expect((await third.inject({ ...connect(99), remoteAddress: '192.0.2.1' })).statusCode).toBe(200);
    // A minute that a clock a year ahead has begun ends with the next one of a right clock [S27].
    const late = async () => third.inject({ ...purchase(1_000), remoteAddress: '192.0.2.3' });
    const { RATE_LIMIT_PURCHASES: most } = context.env;
    one.clock.now += 366 * 86_400_000;
    expect((await late()).statusCode).toBe(200);
    one.clock.now -= 366 * 86_400_000;
    const use = { what: 'purchase', subject: '192.0.2.3', max: most, windowMs: 60_000 };
    for (let count = 0; count < most; count += 1) expect(await countUse(context, use)).toBeNull();
    expect(await countUse(context, use)).toBe(60);
    await Promise.all([two.close(), third.close()]);
  });
});

/** Nothing is stored for these calls, or they count their rows themselves. */
const UNSTORED = ['POST /api/wallet/connect', 'POST /api/presale/purchase', 'POST /api/presale/recover'];

test('instances count the writes of any route together, whatever its limit is (S28)', async () => {
  const app = await open({ RATE_LIMIT_READS: '2', RATE_LIMIT_WRITES: '2' });
  const { context } = app;
  const two = await buildApp({ context, logger: pino({ level: 'silent' }), version: '2', siteDirectory: null });
  const writes = (await operationsIn(app)).filter(
    ({ name, method, path }) => method === 'POST' && !UNSTORED.includes(name) && path !== '/api/csp-report',
  );
  for (const [place, operation] of writes.entries()) {
    const request = callOf(operation, `203.0.113.${place}`);
    const answers = [await app.app.inject(request), await app.app.inject(request), await two.inject(request)];
    expect(
      answers.map(({ statusCode }) => statusCode === 429),
      operation.name,
    ).toEqual([false, false, true]);
  }
  await two.close();
});

test('500 invented X-Forwarded-For of one socket count as one, unless a proxy is ours', async () => {
  const app = await open({ RATE_LIMIT_READS: '300' });
  const forged = (position: number): InjectOptions => ({
    url: '/api/config',
    headers: {
      'x-forwarded-for': `${position % 256}.${(position * 7) % 256}.3.4`,
      'x-real-ip': `9.9.9.${position % 256}`,
      forwarded: `for=1.2.3.${position % 256}`,
    },
  });
  const answers = await statusesOf(app, 500, forged);
  expect(answers.filter((status) => status === 200)).toHaveLength(300);
});

test('TRUST_PROXY=1 believes only the nearest entry', async () => {
  const app = await open({ RATE_LIMIT_READS: '5', TRUST_PROXY: '1' });
  const through = (client: string, invented: string): InjectOptions => ({
    url: '/api/config',
    headers: { 'x-forwarded-for': `${invented}, ${client}` },
  });
  const one = await statusesOf(app, 7, (position) => through('203.0.113.1', `1.1.1.${position}`));
  expect(one).toEqual([200, 200, 200, 200, 200, 429, 429]);
  expect(await statuses(app, [through('203.0.113.2', '1.1.1.1')])).toEqual([200]);
});

test('TRUST_PROXY=2 looks one entry further, and address ranges name the proxies themselves', async () => {
  const two = await open({ RATE_LIMIT_READS: '2', TRUST_PROXY: '2' });
  const chain = (client: string, outer: string): InjectOptions => ({
    url: '/api/config',
    headers: { 'x-forwarded-for': `6.6.6.6, ${client}, ${outer}` },
  });
  expect(await statusesOf(two, 3, (position) => chain('203.0.113.1', `10.0.0.${position}`))).toEqual([200, 200, 429]);
  await two.close();
  const ranges = await open({ RATE_LIMIT_READS: '2', TRUST_PROXY: '127.0.0.1, 10.0.0.0/8' });
  expect(await statusesOf(ranges, 3, (position) => chain('203.0.113.1', `10.0.0.${position}`))).toEqual([
    200, 200, 429,
  ]);
  expect(await statuses(ranges, [chain('203.0.113.9', '10.0.0.1')])).toEqual([200]);
  const outside = times(3, (position) => ({
    ...chain(`203.0.113.${position}`, '10.0.0.1'),
    remoteAddress: '192.0.2.1',
  }));
  expect(await statuses(ranges, outside)).toEqual([200, 200, 429]);
});

test('the addresses of one line of version 6 are one caller', async () => {
  const app = await open({ RATE_LIMIT_READS: '3' });
  const from = (remoteAddress: string) => ({ url: '/api/config', remoteAddress });
  const line = times(5, (position) => from(`2001:db8:1:2:${position}::${position}`));
  expect(await statuses(app, line)).toEqual([200, 200, 200, 429, 429]);
  expect(await statuses(app, [from('2001:db8:1:3::1')])).toEqual([200]);
  const mapped = [from('192.0.2.7'), from('::ffff:192.0.2.7'), from('::ffff:c000:207'), from('192.0.2.7')];
  expect(await statuses(app, mapped)).toEqual([200, 200, 200, 429]);
});

test('a body of 16 KB is read, one more byte is too large', async () => {
  const app = await open({});
  const body = (bytes: number) => {
    const start = `{"walletAddress":"${wallet(1)}","transactionHash":"${hash(1)}","x":"`;
    return `${start}${'y'.repeat(bytes - start.length - 2)}"}`;
  };
  const post = (payload: string) =>
    app.app.inject({
      method: 'POST',
      url: '/api/presale/purchase',
      headers: { 'content-type': 'application/json' },
      payload,
    });
  expect((await post(body(16_384))).statusCode).toBe(200);
  const over = await post(body(16_385));
  expect([over.statusCode, over.json()]).toEqual([
    413,
    { code: 'body_too_large', message: 'The request is too large.' },
  ]);
});

test('a refusal states the limit and the seconds to wait, and an accepted read neither', async () => {
  const app = await open({ RATE_LIMIT_READS: '2' });
  const read = (method: 'GET' | 'HEAD') => app.app.inject({ method, url: '/api/presale/stats' });
  const accepted = [await read('HEAD'), await read('GET')];
  expect(accepted.map(({ statusCode }) => statusCode)).toEqual([200, 200]);
  for (const { headers } of accepted)
    expect(Object.keys(headers).filter((name) => /ratelimit|retry/.test(name))).toEqual([]);
  const { statusCode, headers } = await read('GET');
  expect(statusCode).toBe(429);
  expect(headers).toMatchObject({
    'x-ratelimit-limit': '2',
    'x-ratelimit-remaining': '0',
    'cache-control': 'no-store',
  });
  expect(headers['x-ratelimit-reset']).toBe(headers['retry-after']);
  expect(Number(headers['retry-after'])).toBeGreaterThan(50);
});
