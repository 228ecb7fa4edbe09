import { expect, test } from 'vitest';
import { sizedMoneySuite } from '#tests/support/money-suite.ts';
import { newWallet, payToken, tokenAddress } from '#tests/support/pay.ts';

const CHAIN = 56;
const USDC = tokenAddress(CHAIN, 'USDC');
/** 130 dollars. */
const AMOUNT = 130n * 10n ** 18n;
/** More blocks than the local chains keep the states of, as an ordinary node does. */
const BLOCKS = 150;
const TEN_MINUTES_MS = 600_000;

sizedMoneySuite('an outage longer than the states that nodes keep', ({ stack, chains }) => {
  test('sends the token payments of its time to review, none is credited, and one alarm names the remedy', async () => {
    const wallets = [newWallet(), newWallet(), newWallet()];
    for (const wallet of wallets) await payToken(chains.client(CHAIN), wallet, USDC, AMOUNT);
    await chains.mine(CHAIN, BLOCKS);
    await stack.pass([CHAIN]);
    await stack.askFor(TEN_MINUTES_MS, () => stack.pass([CHAIN]));
    const { db } = stack.context;
    const rows = await db.selectFrom('payments').select(['status', 'reason']).where('payer', 'in', wallets).execute();
    expect(rows).toEqual(wallets.map(() => ({ status: 'needs-review', reason: 'amount-unverifiable' })));
    const alarms = await db.selectFrom('alarms').selectAll().where('kind', '=', 'payment-needs-review').execute();
    expect(alarms).toMatchObject([{ subject: '56/unverifiable', times: 3n, severity: 2n }]);
    expect(alarms[0]?.detail).toMatch(/archive node/);
  });
});
