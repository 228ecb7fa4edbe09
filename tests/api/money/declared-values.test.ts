import fc from 'fast-check';
import { parseEther } from 'viem';
import { expect, test } from 'vitest';
import { sizedMoneySuite } from '#tests/support/money-suite.ts';
import { newWallet, payCoin } from '#tests/support/pay.ts';
import { sized } from '#tests/support/sized.ts';

const RUNS = sized(200, 60);
const value = fc.oneof(
  fc.string({ maxLength: 100 }),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  fc.constantFrom('credited', 'completed', 'debug', '1e30', '-1', '999999999', 0, -1, null),
);
/** What a client may declare of a payment besides its hash, and many that it may not. */
const declared = fc.record(
  {
    ethAmount: value,
    paymentAmount: value,
    paymentMethod: fc.oneof(value, fc.constantFrom('ETH', 'USDC', 'BUSD')),
    usdAmount: value,
    tokenAmount: value,
    status: value,
    phase: value,
    chainId: fc.constantFrom(1, null),
    tokensAllocated: fc.anything(),
    confirmations: fc.integer(),
    final: fc.boolean(),
    belowMinimum: fc.boolean(),
    payer: fc.string(),
    price: fc.anything(),
  },
  { requiredKeys: [] },
);

sizedMoneySuite('what a client declares', ({ stack, chains }) => {
  test(`change nothing: ${RUNS} random bodies, before and after crediting`, async () => {
    const wallet = newWallet();
    const hash = await payCoin(chains.client(1), wallet, parseEther('1'));
    const expectSame = async (runs: number) => {
      const plain = await stack.post(wallet, hash, { chainId: 1 });
      await fc.assert(
        fc.asyncProperty(declared, async (body) => {
          const sent = JSON.parse(JSON.stringify(body)) as object;
          expect(await stack.post(wallet, hash, sent)).toEqual(plain);
        }),
        { numRuns: runs, seed: 13 },
      );
      return plain;
    };
    expect(await expectSame(RUNS / 2)).toMatchObject({ status: 'confirming', tokensAllocated: '347190', phase: 1 });
    await chains.confirm(1, hash, 6);
    expect(await expectSame(RUNS / 2)).toMatchObject({ status: 'credited', tokensAllocated: '347190', phase: 1 });
    expect(await stack.balance(wallet)).toEqual({ stakedBalance: '0', availableToStake: '347190' });
  });

  test('change nothing with the first posting either: twenty payments of one size are credited alike', async () => {
    const bodies = fc.sample(declared, { numRuns: 20, seed: 14 });
    for (const body of bodies) {
      const wallet = newWallet();
      const hash = await payCoin(chains.client(1), wallet, parseEther('1'));
      await stack.post(wallet, hash, JSON.parse(JSON.stringify(body)) as object);
      await chains.confirm(1, hash, 6);
      expect(await stack.post(wallet, hash)).toMatchObject({ status: 'credited', tokensAllocated: '347190' });
      expect(await stack.balance(wallet)).toEqual({ stakedBalance: '0', availableToStake: '347190' });
    }
  });
});
