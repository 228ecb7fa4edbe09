import type { InjectOptions } from 'fastify';
import pino from 'pino';
import { afterEach, expect, test } from 'vitest';
import { buildApp } from '#src/server/http/app.ts';
import { type HttpApp, openHttpApp } from '#tests/support/http-app.ts';
import { newVisitor, type Visitor } from '#tests/support/wallet-session.ts';

const SHARED = '203.0.113.7';
const HOST = { host: 'localhost:4321' };
/** Enough for connecting and proving once. */
const LIMITS = { RATE_LIMIT_WRITES: '8', RATE_LIMIT_READS: '12', RATE_LIMIT_PURCHASES: '4' };

let http: HttpApp;
afterEach(() => http.close());

async function open(env: NodeJS.ProcessEnv = LIMITS): Promise<void> {
  http = await openHttpApp({ env });
}

let proven = 0;

/** A visitor who proved a wallet at another address and is now behind the shared one. */
async function provenVisitor(): Promise<Visitor> {
  proven += 1;
  const visitor = newVisitor(http.app, () => http.clock.now, `198.51.100.${proven % 256}`);
  await visitor.connect();
  expect((await visitor.prove()).statusCode).toBe(200);
  // The next one connects in another minute.
  http.clock.now += 60_000;
  return visitor;
}

const wallet = (digit: number) => `0x${String(digit).padStart(40, '0')}`;
const hash = (number: number) => `0x${number.toString(16).padStart(64, '0')}`;
const read = (): InjectOptions => ({ url: '/api/config' });
const connect = (position = 1): InjectOptions => ({
  method: 'POST',
  url: '/api/wallet/connect',
  payload: { walletAddress: wallet(position), connectionMethod: 'injected' },
});
const purchase = (position: number): InjectOptions => ({
  method: 'POST',
  url: '/api/presale/purchase',
  payload: { walletAddress: wallet(1), transactionHash: hash(position) },
});
/** A write of the visitor that changes nothing. */
const stake = (): InjectOptions => ({
  method: 'POST',
  url: '/api/staking/stake',
  payload: { walletAddress: wallet(1), amount: '1' },
});

/** How many of `count` requests from an address pass the limits. */
async function passed(
  count: number,
  request: (position: number) => InjectOptions,
  { cookie, address = SHARED, app = http.app }: { cookie?: string; address?: string; app?: HttpApp['app'] } = {},
): Promise<number> {
  let through = 0;
  for (let position = 0; position < count; position += 1) {
    const headers = cookie === undefined ? HOST : { ...HOST, cookie };
    const answer = await app.inject({ ...request(position), headers, remoteAddress: address });
    if (answer.statusCode !== 429) through += 1;
  }
  return through;
}

test('strangers behind a shared address do not use up what a proven session may do, nor the other way round', async () => {
  await open();
  const { cookie } = await provenVisitor();
  expect(await passed(20, read)).toBe(12);
  expect(await passed(20, connect)).toBe(8);
  expect(await passed(10, purchase)).toBe(4);
  expect(await passed(20, read, { cookie })).toBe(12);
  expect(await passed(20, stake, { cookie })).toBe(8);
  expect(await passed(10, (position) => purchase(position + 100), { cookie })).toBe(4);
  // Its budget is the same at every address.
  expect(await passed(20, read, { cookie, address: '203.0.113.8' })).toBe(0);
  expect(await passed(20, read, { address: '203.0.113.8' })).toBe(12);
});

test('a session that only named a wallet, and cookies that nobody issued, count as their address', async () => {
  await open();
  const proven = await provenVisitor();
  const named = newVisitor(http.app, () => http.clock.now);
  await named.connect();
  const [name, token = ''] = proven.cookie.split('=');
  const [random, mark = ''] = token.split('.');
  expect(mark).not.toBe('');
  const cookies = [
    named.cookie,
    `${name}=${random}`,
    `${name}=invented.${mark}`,
    `${name}=${random}.${'A'.repeat(22)}`,
  ];
  for (const cookie of cookies) await passed(3, read, { cookie });
  for (const cookie of cookies) expect(await passed(3, read, { cookie }), cookie).toBe(0);
  expect(await passed(3, read, { cookie: proven.cookie })).toBe(3);
});

test('a proof that was ended counts no longer after a minute', async () => {
  await open();
  const visitor = await provenVisitor();
  await visitor.post('/api/wallet/disconnect', {});
  http.clock.now += 60_000;
  expect(await passed(20, read)).toBe(12);
  expect(await passed(3, read, { cookie: visitor.cookie })).toBe(0);
});

test('an address adds at most thirty proven sessions; the others count as the address', { tags: 'long' }, async () => {
  await open({ RATE_LIMIT_READS: '3', RATE_LIMIT_WRITES: '100000' });
  const farm: Visitor[] = [];
  for (let number = 0; number < 33; number += 1) farm.push(await provenVisitor());
  const reads = async (address: (position: number) => string) => {
    let through = 0;
    for (const [position, { cookie }] of farm.entries())
      through += await passed(4, read, { cookie, address: address(position) });
    return through;
  };
  expect(await reads(() => SHARED)).toBe(30 * 3 + 3);
});

test('the lines of a /48 add thirty proven sessions together', async () => {
  await open({ RATE_LIMIT_READS: '1', RATE_LIMIT_WRITES: '100000' });
  const farm: Visitor[] = [];
  for (let number = 0; number < 33; number += 1) farm.push(await provenVisitor());
  const line = (position: number) => `2001:db8:1:${position.toString(16)}::1`;
  // Thirty callers use up what the /48 has without proofs.
  expect(await passed(1, read, { address: line(100) })).toBe(1);
  for (let position = 101; position < 140; position += 1) await passed(1, read, { address: line(position) });
  let through = 0;
  for (const [position, { cookie }] of farm.entries())
    through += await passed(1, read, { cookie, address: line(position) });
  expect(through).toBe(30);
});

test('instances count the writes of a proven session together', async () => {
  await open();
  const { cookie } = await provenVisitor();
  const { context } = http;
  const other = await buildApp({ context, logger: pino({ level: 'silent' }), version: '2', siteDirectory: null });
  expect(await passed(5, stake, { cookie })).toBe(5);
  expect(await passed(5, stake, { cookie, app: other })).toBe(3);
  expect(await passed(5, (position) => purchase(position), { cookie })).toBe(4);
  expect(await passed(5, (position) => purchase(position + 10), { cookie, app: other })).toBe(0);
  await other.close();
});

test('three hundred callers of one /32 raise one alarm, and nobody is refused', async () => {
  await open({ RATE_LIMIT_WRITES: '1', RATE_LIMIT_READS: '1' });
  const alarms = () => http.context.db.selectFrom('alarms').selectAll().where('kind', '=', 'wide-network').execute();
  const from = async (provider: string, request: () => InjectOptions, start: number, count: number) => {
    let through = 0;
    for (let position = start; position < start + count; position += 1)
      through += await passed(1, request, { address: `${provider}:${position.toString(16)}::1` });
    return through;
  };
  expect(await from('2001:db8', read, 0, 300)).toBe(300);
  expect(await from('2001:db9', connect, 0, 300)).toBe(300);
  expect(await alarms()).toEqual([]);
  expect(await from('2001:db9', connect, 300, 10)).toBe(10);
  expect(await alarms()).toMatchObject([
    { subject: 'ipv6', severity: 1n, detail: '2001:db9::/32 made more than 300 writes in a minute' },
  ]);
  expect(await from('2001:db8', read, 300, 10)).toBe(10);
  http.clock.now += 60_000;
  expect(await from('2001:db8', read, 310, 10)).toBe(10);
  expect(await alarms()).toHaveLength(1);
});
