import { expect, test } from 'vitest';
import { type HttpApp, openHttpApp } from '#tests/support/http-app.ts';
import { newVisitor } from '#tests/support/wallet-session.ts';

const HASH = `0x${'de'.repeat(32)}`;
const CLAIMS = { status: 'debug', usdAmount: '1000000', tokenAmount: '76923076', paymentMethod: 'ETH', phase: 1 };

test('a debug purchase says so, echoes the claims and credits nothing', async () => {
  const http = await openHttpApp({ env: { DEBUG_PURCHASES: '1' } });
  const visitor = newVisitor(http.app, () => 0);
  expect((await visitor.get('/api/config')).json()).toMatchObject({ debugMode: true });
  const before = await books(http);
  const body = { walletAddress: visitor.wallet, transactionHash: HASH, ...CLAIMS };
  for (let again = 0; again < 3; again += 1) {
    const answer = await visitor.post('/api/presale/purchase', body);
    expect(answer.statusCode, answer.body).toBe(200);
    expect(answer.json()).toMatchObject({
      status: 'debug',
      final: false,
      tokensAllocated: '76923076',
      usdAmount: '1000000',
    });
  }
  http.clock.now += 2_000;
  expect((await visitor.get('/api/presale/stats')).json()).toEqual({
    ...{ totalRaised: '0', purchases: 0, tokensSold: '0', recount: null },
  });
  expect((await visitor.get('/api/config')).json()).toMatchObject({ amountRaised: '0', progressPercent: 0 });
  expect((await visitor.get(`/api/staking/balance/${visitor.wallet}`)).json()).toEqual({
    stakedBalance: '0',
    availableToStake: '0',
  });
  expect(await books(http)).toBe(before);
  expect(await http.context.db.selectFrom('payments').selectAll().execute()).toEqual([]);
});

test('the client decides nothing: without the setting a debug purchase is a hash like any other', async () => {
  const http = await openHttpApp();
  const visitor = newVisitor(http.app, () => 0);
  const body = { walletAddress: visitor.wallet, transactionHash: HASH, ...CLAIMS };
  const answer = await visitor.post('/api/presale/purchase', body);
  expect(answer.json()).toMatchObject({ status: 'processing', tokensAllocated: null, usdAmount: null });
  expect((await visitor.get('/api/config')).json()).toMatchObject({ debugMode: false });
});

test('in debug mode an honest hash is still looked for on chain', async () => {
  const http = await openHttpApp({ env: { DEBUG_PURCHASES: '1' } });
  const visitor = newVisitor(http.app, () => 0);
  const body = { walletAddress: visitor.wallet, transactionHash: HASH, ...CLAIMS, status: 'pending' };
  expect((await visitor.post('/api/presale/purchase', body)).json().status).toBe('processing');
});

async function books({ context }: HttpApp): Promise<string> {
  const accounts = await context.db.selectFrom('accounts').selectAll().orderBy('id').execute();
  const sale = await context.db.selectFrom('sale_state').selectAll().execute();
  return JSON.stringify([accounts, sale], (_key, value: unknown) =>
    typeof value === 'bigint' ? String(value) : value,
  );
}
