import { describe, expect, test } from 'vitest';
import { type HttpApp, openHttpApp } from '#tests/support/http-app.ts';
import { newVisitor, type Visitor } from '#tests/support/wallet-session.ts';

const HASH = `0x${'cd'.repeat(32)}`;

async function withApp(mode: string, run: (visitor: Visitor, http: HttpApp) => Promise<void>): Promise<void> {
  const http = await openHttpApp({ env: { WALLET_PROOF: mode } });
  const visitor = newVisitor(http.app, () => http.clock.now);
  await http.credit(visitor.wallet, 13n);
  await run(visitor, http);
}

const stake = (visitor: Visitor, amount = '1') =>
  visitor.post('/api/staking/stake', { walletAddress: visitor.wallet, amount });
const purchase = (visitor: Visitor, wallet = visitor.wallet, hash = HASH) =>
  visitor.post('/api/presale/purchase', { walletAddress: wallet, transactionHash: hash });

describe('the proof a write needs, by WALLET_PROOF', () => {
  test('off: a connected wallet is believed, another one is not', () =>
    withApp('off', async (visitor) => {
      expect((await stake(visitor)).json().code).toBe('no_wallet_session');
      await visitor.connect();
      expect((await stake(visitor)).statusCode).toBe(200);
      expect((await purchase(visitor)).statusCode).toBe(200);
      await visitor.connect(`0x${'9'.repeat(40)}`);
      const wrong = await stake(visitor);
      expect([wrong.statusCode, wrong.json().code]).toEqual([403, 'wrong_wallet']);
    }));

  test('sensitive: staking needs the proof, recording a purchase needs nothing', () =>
    withApp('sensitive', async (visitor) => {
      expect((await purchase(visitor)).statusCode).toBe(200);
      await visitor.connect();
      const refused = await stake(visitor);
      expect([refused.statusCode, refused.json()]).toEqual([
        403,
        { code: 'proof_required', message: 'Please sign a free message to prove that this wallet is yours.' },
      ]);
      await visitor.prove();
      expect((await stake(visitor)).statusCode).toBe(200);
      // A payment's sender on chain is its proof, so any wallet may be named.
      const other = await purchase(visitor, `0x${'8'.repeat(40)}`);
      expect([other.statusCode, other.json().status]).toEqual([200, 'processing']);
    }));

  test('all: a new purchase needs the proof, a stored one is answered without', () =>
    withApp('all', async (visitor, http) => {
      expect((await purchase(visitor)).json().code).toBe('no_wallet_session');
      await visitor.connect();
      expect((await purchase(visitor)).json().code).toBe('proof_required');
      await visitor.prove();
      expect((await purchase(visitor)).statusCode).toBe(200);
      expect((await purchase(visitor, `0x${'8'.repeat(40)}`)).json().code).toBe('wrong_wallet');
      visitor.cookie = '';
      expect((await purchase(visitor)).statusCode).toBe(200);
      expect((await http.context.db.selectFrom('submissions').selectAll().execute()).length).toBe(1);
    }));
});

test('all: a payment that the watcher found is answered without a proof, and nothing is recorded for it', () =>
  withApp('all', async (visitor, http) => {
    const found = await http.context.db.selectFrom('payments').selectAll().executeTakeFirstOrThrow();
    const answer = await purchase(visitor, visitor.wallet, found.transaction_hash);
    expect([answer.statusCode, answer.json().status]).toEqual([200, 'credited']);
    const foreign = await purchase(visitor, `0x${'8'.repeat(40)}`, found.transaction_hash);
    expect(foreign.json().code).toBe('no_wallet_session');
    expect(await http.context.db.selectFrom('submissions').selectAll().execute()).toEqual([]);
  }));

test('[R7.034] a stake that names another wallet is refused, and nothing moves', () =>
  withApp('sensitive', async (visitor, http) => {
    const thief = newVisitor(http.app, () => http.clock.now);
    await thief.connect();
    await thief.prove();
    const answer = await thief.post('/api/staking/stake', { walletAddress: visitor.wallet, amount: '1' });
    expect([answer.statusCode, answer.json()]).toEqual([
      403,
      { code: 'wrong_wallet', message: 'This request is for a different wallet from the connected one.' },
    ]);
    expect((await visitor.get(`/api/staking/balance/${visitor.wallet}`)).json()).toEqual({
      stakedBalance: '0',
      availableToStake: '1000',
    });
  }));
