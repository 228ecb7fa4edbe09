import { privateKeyToAccount } from 'viem/accounts';
import { beforeEach, expect, test } from 'vitest';
import { openHttpApp } from '#tests/support/http-app.ts';
import { onceForAll } from '#tests/support/opened.ts';
import { newVisitor, proofText, type Visitor } from '#tests/support/wallet-session.ts';
import { wrongChecksum } from '#tests/support/wrong-checksum.ts';

const MINUTE = 60_000;
const OTHER = privateKeyToAccount(`0x${'7'.repeat(64)}`);

const http = onceForAll(openHttpApp);
let visitor: Visitor;
let good: string;
beforeEach(async () => {
  visitor = newVisitor(http.app, () => http.clock.now);
  await visitor.connect();
  good = proofText({ address: visitor.account.address, nonce: await visitor.nonce(), now: http.clock.now });
});

const iso = (offset: number) => new Date(http.clock.now + offset).toISOString();
const line = (name: string, value: string | (() => string)) => (text: string) =>
  text.replace(new RegExp(`^${name}: .*$`, 'm'), `${name}: ${typeof value === 'string' ? value : value()}`);
const without = (name: string) => (text: string) => text.replace(new RegExp(`\\n${name}: .*`), '');
async function sent(message: string, signature?: `0x${string}`) {
  const signed = signature ?? (await visitor.account.signMessage({ message }));
  const answer = await visitor.post('/api/wallet/prove', { message, signature: signed });
  return { status: answer.statusCode, code: answer.json().code as string };
}
async function isProven(): Promise<boolean> {
  return (await visitor.connect()).json().proven;
}

test('the message written by the site is accepted', async () => {
  expect((await sent(good)).status).toBe(200);
  expect(await isProven()).toBe(true);
});

/** Everything signed by the wallet's own key, and still refused. */
const BAD: [string, (text: string) => string][] = [
  ['domain of another site', (text) => text.replace('localhost:4321 wants', 'evil.example wants')],
  ['domain without its port', (text) => text.replace('localhost:4321 wants', 'localhost wants')],
  ['domain with more at its end', (text) => text.replace('localhost:4321 wants', 'localhost:4321.evil.example wants')],
  ['no domain', (text) => text.replace('localhost:4321 wants', ' wants')],
  ['scheme of another kind', (text) => `https://${text}`],
  ['uri of another site', line('URI', 'https://evil.example')],
  ['uri of another port', line('URI', 'http://localhost:4322')],
  ['uri with user information', line('URI', 'http://localhost:4321@evil.example')],
  ['uri that is none', line('URI', 'localhost')],
  ['no uri', without('URI')],
  ['version 2', line('Version', '2')],
  ['no version', without('Version')],
  ['chain 5', line('Chain ID', '5')],
  ['chain 0', line('Chain ID', '0')],
  ['chain in hexadecimal', line('Chain ID', '0x1')],
  ['no chain', without('Chain ID')],
  ['nonce that was never issued', line('Nonce', 'a'.repeat(32))],
  ['short nonce', line('Nonce', 'abc')],
  ['no nonce', without('Nonce')],
  ['issued eleven minutes ago', (text) => line('Issued At', () => iso(-11 * MINUTE))(without('Expiration Time')(text))],
  ['issued in two minutes', line('Issued At', () => iso(2 * MINUTE))],
  ['issued at no time', line('Issued At', 'yesterday')],
  ['no issue time', without('Issued At')],
  ['expired', line('Expiration Time', () => iso(-1))],
  ['expiry that is no time', line('Expiration Time', 'never')],
  ['not valid before tomorrow', (text) => `${text}\nNot Before: ${iso(86_400_000)}`],
  ['address of somebody else', (text) => text.replace(visitor.account.address, OTHER.address)],
  [
    'address with a wrong checksum',
    (text) => text.replace(visitor.account.address, wrongChecksum(visitor.account.address)),
  ],
  [
    'address with a digit missing',
    (text) => text.replace(visitor.account.address, visitor.account.address.slice(0, -1)),
  ],
  ['zero address', (text) => text.replace(visitor.account.address, `0x${'0'.repeat(40)}`)],
  ['other words', (text) => text.replace('wants you to sign in', 'wants you to pay')],
  ['no message at all', () => 'hello'],
];

test.each(BAD)('refused: %s', async (_name, spoil) => {
  const message = spoil(good);
  expect(message).not.toBe(good);
  const { status, code } = await sent(message);
  expect([status, code]).toEqual([400, expect.stringMatching(/^invalid_(proof|signature)$/)]);
  expect(await isProven()).toBe(false);
});

test('there are at least thirty of them', () => expect(BAD.length).toBeGreaterThanOrEqual(30));

test('refused: a signature over another text, by another key, of another length, or none', async () => {
  const own = await visitor.account.signMessage({ message: good });
  const wrong: `0x${string}`[] = [
    await visitor.account.signMessage({ message: `${good} ` }),
    await OTHER.signMessage({ message: good }),
    own.slice(0, -2) as `0x${string}`,
    `${own}00`,
    `0x${'0'.repeat(130)}`,
    `0x${'f'.repeat(130)}`,
    '0x00',
    `${own.slice(0, 66)}${'f'.repeat(64)}1b` as `0x${string}`,
  ];
  for (const signature of wrong) expect((await sent(good, signature)).status, signature).toBe(400);
  expect(await isProven()).toBe(false);
  // None of that used the nonce up.
  expect((await sent(good, own)).status).toBe(200);
});

test('refused: a text changed after it was signed', async () => {
  const signature = await visitor.account.signMessage({ message: good });
  expect((await sent(good.replace('free', 'fun'), signature)).code).toBe('invalid_signature');
});

test('refused: the nonce of another session, and a message sent by another session', async () => {
  const thief = newVisitor(http.app, () => http.clock.now);
  await thief.connect(visitor.wallet);
  const message = proofText({ address: visitor.account.address, nonce: await thief.nonce(), now: http.clock.now });
  expect(await sent(message)).toEqual({ status: 400, code: 'invalid_proof' });
  const signature = await visitor.account.signMessage({ message: good });
  const stolen = await thief.post('/api/wallet/prove', { message: good, signature });
  expect([stolen.statusCode, stolen.json().code]).toEqual([400, 'invalid_proof']);
});

test('refused: a nonce a second time, and one that is ten minutes old', async () => {
  expect((await sent(good)).status).toBe(200);
  expect(await sent(good)).toEqual({ status: 400, code: 'invalid_proof' });
  const nonce = await visitor.nonce();
  http.clock.now += 10 * MINUTE;
  const late = proofText({ address: visitor.account.address, nonce, now: http.clock.now });
  expect(await sent(late)).toEqual({ status: 400, code: 'invalid_proof' });
});

test('refused: a proof without a session', async () => {
  visitor.cookie = '';
  expect(await sent(good)).toEqual({ status: 403, code: 'no_wallet_session' });
});

test('a text is read only for a session with an open nonce, and at most 1,000 characters of it (S32)', async () => {
  const asked = async (message: string) => (await sent(message, '0x00')).code;
  // The longest text of the site itself is less than half of it.
  expect(good.length).toBeLessThan(500);
  expect(await asked(`${good}\n${'a'.repeat(1_000 - good.length)}`)).toBe('invalid_request');
  const twice = good.replace('Version: 1', `Version: 1${'URI: '.repeat(100)}`);
  expect((await sent(twice)).code).toBe('invalid_proof');
  const nonce = await visitor.nonce();
  const other = good.replace('This is free.', `This is free.\nNonce: ${nonce}`);
  expect((await sent(other)).code).toBe('invalid_proof');
  expect((await sent(good)).status).toBe(200);
  visitor.cookie = '';
  expect(await asked('hello')).toBe('no_wallet_session');
});

test('a nonce has 128 bits and states its expiry', async () => {
  const first = (await visitor.get('/api/wallet/nonce')).json();
  const second = (await visitor.get('/api/wallet/nonce')).json();
  expect(first.nonce).toMatch(/^[0-9a-f]{32}$/);
  expect(second.nonce).not.toBe(first.nonce);
  expect(first.expiresAt).toBe(iso(10 * MINUTE));
});

test('nonces are stored by nobody who only asks for them, with or without a session (S28)', async () => {
  const count = async () => {
    const rows = async (table: 'nonces' | 'sessions') =>
      (await http.context.db.selectFrom(table).select('token_hash').execute()).length;
    return [await rows('nonces'), await rows('sessions')];
  };
  const before = await count();
  for (let asked = 0; asked < 20; asked += 1) {
    await visitor.nonce();
    expect((await http.app.inject('/api/wallet/nonce')).statusCode).toBe(200);
  }
  expect(await count()).toEqual(before);
});

test('a browser without a session proves a wallet with the cookie that came with the nonce, once', async () => {
  const fresh = newVisitor(http.app, () => http.clock.now);
  const message = proofText({ address: fresh.account.address, nonce: await fresh.nonce(), now: http.clock.now });
  const signature = await fresh.account.signMessage({ message });
  const first = fresh.cookie;
  const prove = async () => (await fresh.post('/api/wallet/prove', { message, signature })).json();
  expect(await prove()).toEqual({ walletAddress: fresh.wallet, proven: true });
  expect(await prove()).toMatchObject({ code: 'invalid_proof' });
  // Not even with the cookie that it was for, which nobody has stored.
  fresh.cookie = first;
  expect(await prove()).toMatchObject({ code: 'invalid_proof' });
});

test('refused: a nonce from before the session was disconnected', async () => {
  http.clock.now += 1;
  await visitor.post('/api/wallet/disconnect', {});
  expect(await sent(good)).toEqual({ status: 400, code: 'invalid_proof' });
  expect((await visitor.prove()).statusCode).toBe(200);
});

test('refused: a nonce of a session that was deleted meanwhile', async () => {
  await http.context.db.deleteFrom('sessions').execute();
  expect((await sent(good)).status).toBe(403);
});

test('refused: a nonce with one digit changed, whichever it is', async () => {
  const nonce = await visitor.nonce();
  for (let at = 0; at < nonce.length; at += 1) {
    const changed = `${nonce.slice(0, at)}${nonce[at] === '0' ? '1' : '0'}${nonce.slice(at + 1)}`;
    const message = proofText({ address: visitor.account.address, nonce: changed, now: http.clock.now });
    expect(await sent(message), changed).toEqual({ status: 400, code: 'invalid_proof' });
  }
});
