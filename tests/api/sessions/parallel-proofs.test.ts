import { expect, test } from 'vitest';
import { onBothEngines } from '#tests/support/on-both-engines.ts';
import { onceForAll } from '#tests/support/opened.ts';
import { newVisitor, proofText } from '#tests/support/wallet-session.ts';

/**
 * Answers that are neither the one success, nor a refusal, nor a database with no connection to spare on a slow
 * machine.
 */
function others(answers: readonly { readonly statusCode: number; readonly body: string }[]): string[] {
  const expected = [200, 400, 403, 503];
  return answers.flatMap(({ statusCode, body }) => (expected.includes(statusCode) ? [] : [`${statusCode} ${body}`]));
}

onBothEngines('proofs in parallel', (open) => {
  const http = onceForAll(open);

  test('the same good message 100 times at once proves exactly one session', async () => {
    const visitor = newVisitor(http.app, () => http.clock.now);
    await visitor.connect();
    const message = proofText({
      address: visitor.account.address,
      nonce: await visitor.nonce(),
      now: http.clock.now,
    });
    const signature = await visitor.account.signMessage({ message });
    const { cookie } = visitor;
    const send = () =>
      http.app.inject({
        method: 'POST',
        url: '/api/wallet/prove',
        headers: { host: 'localhost:4321', cookie },
        payload: { message, signature },
      });
    const answers = await Promise.all(Array.from({ length: 100 }, send));
    expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1);
    expect(others(answers)).toEqual([]);
    expect(await http.context.db.selectFrom('session_proofs').selectAll().execute()).toHaveLength(1);
    expect(await http.context.db.selectFrom('sessions').selectAll().execute()).toHaveLength(1);
  });

  test('of fifty signatures for fifty nonces of one session at once one moves it, and leaves no second copy', async () => {
    const visitor = newVisitor(http.app, () => http.clock.now);
    await visitor.connect();
    const { cookie } = visitor;
    const signed = await Promise.all(
      Array.from({ length: 50 }, async () => {
        const [address, now] = [visitor.account.address, http.clock.now];
        const message = proofText({ address, nonce: await visitor.nonce(), now });
        return { message, signature: await visitor.account.signMessage({ message }) };
      }),
    );
    const headers = { host: 'localhost:4321', cookie };
    const answers = await Promise.all(
      signed.map((payload) => http.app.inject({ method: 'POST', url: '/api/wallet/prove', headers, payload })),
    );
    expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1);
    expect(others(answers)).toEqual([]);
    const proofs = http.context.db.selectFrom('session_proofs').selectAll().where('wallet', '=', visitor.wallet);
    expect(await proofs.execute()).toHaveLength(1);
  });

  test('a wallet that stakes everything 50 times at once stakes it once', async () => {
    const visitor = newVisitor(http.app, () => http.clock.now);
    await http.credit(visitor.wallet, 13n);
    await visitor.connect();
    await visitor.prove();
    const stake = () => visitor.post('/api/staking/stake', { walletAddress: visitor.wallet, amount: '1000' });
    const answers = await Promise.all(Array.from({ length: 50 }, stake));
    expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1);
    expect(others(answers)).toEqual([]);
    const balance = (await visitor.get(`/api/staking/balance/${visitor.wallet}`)).json();
    expect(balance).toEqual({ stakedBalance: '1000', availableToStake: '0' });
    await http.checkLedger();
    expect(http.context.isLedgerBalanced()).toBe(true);
  });
});
