import { expect, test } from 'vitest';
import { openHttpApp } from '#tests/support/http-app.ts';
import { newVisitor } from '#tests/support/wallet-session.ts';

const HASH = `0x${'ab'.repeat(32)}`;

test('[R1.002] [R1.003] [R6.001] [R6.002] a session knows a wallet or none, and nothing else of a visitor', async () => {
  const http = await openHttpApp();
  const visitor = newVisitor(http.app, () => http.clock.now);
  const sessions = () => http.context.db.selectFrom('sessions').selectAll().execute();
  await visitor.nonce();
  expect(await sessions()).toEqual([]);
  await visitor.post('/api/faq/feedback', { id: 'what-is-synx', locale: 'en', value: 'up' });
  expect(await sessions()).toMatchObject([{ wallet: null, method: null }]);
  await visitor.connect();
  const [session = {}] = await sessions();
  expect(session).toMatchObject({ wallet: visitor.wallet, method: 'injected' });
  expect(Object.keys(session).sort()).toEqual(['created_at', 'expires_at', 'method', 'token_hash', 'wallet']);
});

test('[R6.001] no call takes a name, a password or a role, and none opens an account', async () => {
  const http = await openHttpApp();
  const { paths } = (await http.app.inject({ url: '/api/openapi.json' })).json() as {
    paths: Record<string, Record<string, { requestBody?: unknown }>>;
  };
  expect(Object.keys(paths).length).toBeGreaterThan(15);
  expect(
    Object.keys(paths).filter((path) => /login|logout|register|sign-?up|account|user|role|admin/i.test(path)),
  ).toEqual([]);
  const bodies = JSON.stringify(
    Object.values(paths).flatMap((calls) => Object.values(calls).map((call) => call.requestBody)),
  );
  expect(bodies).toContain('walletAddress');
  expect(bodies).not.toMatch(/"(?:password|login|userName|role|accountId)"/i);
});

test('[R1.002] [R6.002] a visitor without a wallet reads and cannot act; a visitor with any wallet acts', async () => {
  const http = await openHttpApp();
  const open = () => newVisitor(http.app, () => http.clock.now);
  const stake = (visitor: ReturnType<typeof open>, wallet = visitor.wallet) =>
    visitor.post('/api/staking/stake', { walletAddress: wallet, amount: '1' });
  const anonymous = open();
  for (const path of ['/api/presale/pricing', '/api/staking/stats', '/api/dashboard/leaderboard', '/api/config'])
    expect((await anonymous.get(path)).statusCode, path).toBe(200);
  expect((await stake(anonymous)).json().code).toBe('no_wallet_session');
  for (const visitor of [open(), open()]) {
    await http.credit(visitor.wallet, 13n);
    await visitor.connect();
    await visitor.prove();
    expect((await stake(visitor)).statusCode).toBe(200);
    const recorded = await visitor.post('/api/presale/purchase', {
      walletAddress: visitor.wallet,
      transactionHash: HASH,
    });
    expect(recorded.statusCode).toBe(200);
    expect((await stake(visitor, anonymous.wallet)).json().code).toBe('wrong_wallet');
  }
});
