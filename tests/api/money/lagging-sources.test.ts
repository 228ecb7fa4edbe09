import { expect, test, vi } from 'vitest';
import { ChainDisputeError } from '#src/server/platform/chains/read-by-quorum.ts';
import { chainOf } from '#src/server/platform/context/app-context.ts';
import { sizedMoneySuite } from '#tests/support/money-suite.ts';
import { newWallet, payToken, tokenAddress } from '#tests/support/pay.ts';

const CHAIN = 56;
const USDC = tokenAddress(CHAIN, 'USDC');
/** 130 dollars. */
const AMOUNT = 130n * 10n ** 18n;

sizedMoneySuite('sources that disagree about a payment', ({ stack, chains }) => {
  /** A payment about which the sources disagree for a time, pass by pass; then they agree. */
  async function disagree(milliseconds: number) {
    const wallet = newWallet();
    const hash = await payToken(chains.client(CHAIN), wallet, USDC, AMOUNT);
    await stack.pass([CHAIN]);
    await chains.confirm(CHAIN, hash, 6);
    const spy = vi
      .spyOn(chainOf(stack.context, CHAIN), 'transaction')
      .mockRejectedValue(new ChainDisputeError('2 sources answered, no 2 of them agree'));
    const until = stack.clock.now + milliseconds;
    while (stack.clock.now < until) await stack.pass([CHAIN]);
    const open = await alarms();
    spy.mockRestore();
    await stack.pass([CHAIN]);
    return { open, credited: (await stack.balance(wallet)).availableToStake };
  }

  const alarms = async () => {
    const { db } = stack.context;
    const rows = await db.selectFrom('alarms').selectAll().where('kind', '=', 'quorum-dispute').execute();
    return rows.map(({ subject, resolved_at: end }) => `${subject} ${end === null ? 'open' : 'closed'}`);
  };

  test('for two blocks of the slowest chain raise no alarm, and it is credited', async () => {
    expect(await disagree(24_000)).toEqual({ open: [], credited: '10000' });
    expect(await alarms()).toEqual([]);
  });

  test('for longer raise one, which ends with the dispute', { tags: 'long' }, async () => {
    expect(await disagree(90_000)).toEqual({ open: ['56 open'], credited: '10000' });
    expect(await alarms()).toEqual(['56 closed']);
  });
});
