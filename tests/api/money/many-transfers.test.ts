// @module-tag long
import { expect, test } from 'vitest';
import { trackResponseSchema } from '#src/contract/track.ts';
import { sizedMoneySuite } from '#tests/support/money-suite.ts';
import { newWallet, payToken, tokenAddress } from '#tests/support/pay.ts';
import { payMany } from '#tests/support/pay-many.ts';

const CHAIN = 137;
const USDC = tokenAddress(CHAIN, 'USDC');
const TIMES = 2_000;
/** A little more than one SYNX costs in the first phase, in base units of six decimals. */
const ABOVE_ONE_SYNX = 13_100n;
/** 130 dollars: 10,000 SYNX at 0.013. */
const HONEST = 130_000_000n;
/** Pass after pass, until the watcher has finished it. */
const PASSES = { timeout: 50_000, interval: 0 };
/** The maximum size of an answer about one transaction, in bytes. */
const LARGEST_ANSWER = 20_000;

sizedMoneySuite('one transaction with 2,000 transfers', ({ stack, chains, place, confirm }) => {
  test('an honest payment made after it is credited in the same pass, and the rest in the next ones', async () => {
    // PostgreSQL takes the same path, with slower commits.
    const times = place.engine === 'sqlite' ? TIMES : TIMES / 5;
    const client = chains.client(CHAIN);
    const [crowd, honest] = [newWallet(), newWallet()];
    const flood = await payMany(client, crowd, USDC, ABOVE_ONE_SYNX, times);
    const payment = await payToken(client, honest, USDC, HONEST);
    await confirm(CHAIN, payment);
    expect(await stack.balance(honest)).toMatchObject({ availableToStake: '10000' });
    // Not at the end of the queue: the large transaction had a turn or two before it, no more.
    const credits = await stack.context.db
      .selectFrom('ledger_transfers')
      .innerJoin('payments', 'payments.id', 'ledger_transfers.payment_id')
      .select(['payments.payer', 'payments.tokens'])
      .where('ledger_transfers.kind', '=', 'credit')
      .orderBy('ledger_transfers.id')
      .execute();
    expect(credits.findIndex(({ payer }) => payer === honest)).toBeLessThan(times / 2);

    await expect
      .poll(async () => {
        await stack.pass([CHAIN]);
        return (await stack.balance(crowd)).availableToStake;
      }, PASSES)
      .toBe(String(times));
    const answer = await stack.app.inject(`/api/track/${flood}`);
    const track = trackResponseSchema.parse(answer.json());
    expect(answer.body.length).toBeLessThan(LARGEST_ANSWER);
    expect(track.status).toBe('credited');
    expect(track.payments.length + track.unlisted).toBe(times);
  });

  test('one whose block leaves the chain is reversed, however many credits it was', async () => {
    const crowd = newWallet();
    await payMany(chains.client(CHAIN), crowd, USDC, ABOVE_ONE_SYNX, 60);
    await chains.mine(CHAIN, 5);
    const available = async () => {
      await stack.pass([CHAIN]);
      return (await stack.balance(crowd)).availableToStake;
    };
    await expect.poll(available, PASSES).toBe('60');
    await chains.reorg(CHAIN, 6);
    await chains.mine(CHAIN, 2);
    await expect.poll(available, PASSES).toBe('0');
  });
});
