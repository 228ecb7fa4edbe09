import { expect, test } from 'vitest';
import { type HttpApp, type HttpAppOptions, openHttpApp } from '#tests/support/http-app.ts';
import { newVisitor, type Visitor } from '#tests/support/wallet-session.ts';

let http: HttpApp;

async function open(env: HttpAppOptions['env'] = {}): Promise<Visitor> {
  http = await openHttpApp({ env });
  const { app, clock } = http;
  return newVisitor(app, () => clock.now);
}

test('the session cookie cannot be read by scripts and is not sent along from other sites', async () => {
  const answer = await (await open()).connect();
  expect(answer.cookies).toEqual([
    {
      name: 'synx',
      value: expect.stringMatching(/^[\w-]{43}$/),
      path: '/',
      httpOnly: true,
      sameSite: 'Lax',
      maxAge: 2_592_000,
    },
  ]);
});

test('over https the cookie is bound to the host', async () => {
  await open({ PUBLIC_ORIGIN: 'https://synx.example' });
  const answer = await http.app.inject({
    method: 'POST',
    url: '/api/wallet/connect',
    headers: { origin: 'https://synx.example' },
    payload: { walletAddress: `0x${'1'.repeat(40)}`, connectionMethod: 'injected' },
  });
  expect(answer?.statusCode).toBe(200);
  expect(answer?.cookies[0]).toMatchObject({ name: '__Host-synx', path: '/', secure: true, httpOnly: true });
  expect(answer?.cookies[0]).not.toHaveProperty('domain');
});

test('a cookie of the plain name is not a session over https', async () => {
  const visitor = await open({ PUBLIC_ORIGIN: 'https://synx.example' });
  const token = (await http.app.inject('/api/wallet/nonce')).cookies[0]?.value;
  const stake = (cookie: string) =>
    http.app.inject({
      method: 'POST',
      url: '/api/staking/stake',
      headers: { cookie },
      payload: { walletAddress: visitor.wallet, amount: '1' },
    });
  expect((await stake(`synx=${token}`))?.json().code).toBe('no_wallet_session');
});

test.each([
  ['https://friend.example', 'https://synx.example', 'None'],
  ['https://app.synx.example, https://friend.example', 'https://synx.example', 'None'],
  ['https://notsynx.example', 'https://synx.example', 'None'],
  ['https://app.synx.example', 'https://synx.example', 'Lax'],
  ['https://synx.example', 'https://app.synx.example', 'Lax'],
  // Browsers refuse a cookie for other sites that is not secure.
  ['http://friend.example', 'http://synx.example', 'Lax'],
])('with pages of %s, the cookie of %s has SameSite=%s', async (ALLOWED_ORIGINS, PUBLIC_ORIGIN, said) => {
  await open({ ALLOWED_ORIGINS, PUBLIC_ORIGIN });
  expect((await http.app.inject('/api/wallet/nonce')).cookies[0]?.sameSite).toBe(said);
});

test('a session is kept, not reopened, and its value is stored nowhere', async () => {
  const visitor = await open();
  await visitor.connect();
  const first = visitor.cookie;
  const again = await visitor.connect();
  expect(again.cookies).toEqual([]);
  expect(visitor.cookie).toBe(first);
  const rows = await http.context.db.selectFrom('sessions').selectAll().execute();
  expect(rows).toHaveLength(1);
  expect(rows?.[0]).toMatchObject({ token_hash: expect.stringMatching(/^[0-9a-f]{64}$/), wallet: visitor.wallet });
  expect(JSON.stringify(Object.values(rows?.[0] ?? {}).map(String))).not.toContain(first.split('=')[1]);
});

test('the token changes with the proof, and the previous one is worthless', async () => {
  const visitor = await open();
  await visitor.connect();
  const before = visitor.cookie;
  expect((await visitor.prove()).statusCode).toBe(200);
  expect(visitor.cookie).not.toBe(before);
  const after = visitor.cookie;
  const stake = () => visitor.post('/api/staking/stake', { walletAddress: visitor.wallet, amount: '1' });
  expect((await stake()).json().code).toBe('no_tokens_available');
  visitor.cookie = before;
  expect((await stake()).json().code).toBe('no_wallet_session');
  visitor.cookie = after;
  expect((await visitor.connect()).json()).toMatchObject({ proven: true });
});

test('a session ends thirty days after it was last used to connect', async () => {
  const visitor = await open();
  await visitor.connect();
  await visitor.prove();
  const stake = async () =>
    (await visitor.post('/api/staking/stake', { walletAddress: visitor.wallet, amount: '1' })).json().code;
  http.clock.now += 30 * 86_400_000 - 1;
  expect(await stake()).toBe('proof_required');
  http.clock.now += 1;
  expect(await stake()).toBe('no_wallet_session');
});

test('another wallet in the same session needs a separate proof', async () => {
  const visitor = await open();
  const other = newVisitor(http.app, () => http.clock.now);
  await visitor.connect();
  await visitor.prove();
  expect((await visitor.connect(other.wallet)).json()).toEqual({ walletAddress: other.wallet, proven: false });
  const answer = await visitor.post('/api/staking/stake', { walletAddress: other.wallet, amount: '1' });
  expect([answer.statusCode, answer.json().code]).toEqual([403, 'proof_required']);
});
