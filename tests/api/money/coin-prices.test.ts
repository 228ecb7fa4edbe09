import { parseEther } from 'viem';
import { describe, expect, test, vi } from 'vitest';
import type { RpcReader } from '#src/chain/rpc-reader.ts';
import type { ChainId } from '#src/config/chains.ts';
import { DEVELOPMENT_PRESALE_ADDRESS as TREASURY } from '#src/config/development-accounts.ts';
import { presalePricingResponseSchema } from '#src/contract/presale.ts';
import { readFeedPrice } from '#src/server/money/sale/read-feed-price.ts';
import { chainOf } from '#src/server/platform/context/app-context.ts';
import { openStack } from '#tests/support/api-stack.ts';
import { sqlitePlace } from '#tests/support/each-engine.ts';
import { sizedMoneySuite } from '#tests/support/money-suite.ts';
import { fundedWallet, send } from '#tests/support/pay.ts';
import { manualRounds } from '#tests/support/price-rounds.ts';

const USD = 100_000_000n;
const STALE = { status: 'needs-review', reason: 'stale-price', tokensAllocated: null };

sizedMoneySuite('the price of a coin', ({ stack, chains }) => {
  /**
   * Pays one coin in a block at `T`, with rounds [answer, seconds before T] (negative: after T), and returns the
   * outcome.
   */
  async function payWithRounds(
    chainId: ChainId,
    rounds: readonly (readonly [bigint, number])[],
    aggregators: 'one' | 'a new one after the payment' = 'one',
  ) {
    const client = chains.client(chainId);
    const wallet = await fundedWallet(client);
    const feed = await manualRounds(client, chainId);
    const at = (await client.getBlock()).timestamp + 10_000n;
    for (const [answer, before] of rounds.filter(([, age]) => age >= 0)) await feed.push(answer, at - BigInt(before));
    await client.setNextBlockTimestamp({ timestamp: at });
    const hash = await send(client, { from: wallet, to: TREASURY, value: parseEther('1') });
    if (aggregators !== 'one') await manualRounds(client, chainId);
    for (const [answer, before] of rounds.filter(([, age]) => age < 0)) await feed.push(answer, at - BigInt(before));
    await chains.confirm(chainId, hash, 6 + rounds.length);
    await stack.pass([chainId]);
    const { status, reason, tokensAllocated } = await stack.post(wallet, hash, { chainId });
    await feed.end();
    return { status, reason, tokensAllocated };
  }
  const credited = (tokensAllocated: string) => ({ status: 'credited', reason: null, tokensAllocated });

  describe.each([
    [1, 3_960],
    [56, 66],
    [137, 66],
  ] as const)('chain %i', (chainId, oldest) => {
    test(`a round of ${oldest} seconds is valid, one second more is stale`, { tags: 'long' }, async () => {
      expect(await payWithRounds(chainId, [[13n * USD, oldest]])).toEqual(credited('1000'));
      expect(await payWithRounds(chainId, [[13n * USD, oldest + 1]])).toEqual(STALE);
    });
  });

  test('a step of 20 % from the previous round is valid, a hair more is not, in both directions', {
    tags: 'long',
  }, async () => {
    const step = (from: bigint, to: bigint) =>
      payWithRounds(1, [
        [from, 40],
        [to, 10],
      ]);
    expect(await step(100n * USD, 120n * USD)).toEqual(credited('9230'));
    expect(await step(100n * USD, 120n * USD + 1n)).toEqual(STALE);
    expect(await step(100n * USD, 80n * USD)).toEqual(credited('6153'));
    expect(await step(100n * USD, 80n * USD - 1n)).toEqual(STALE);
  });

  test('a price of zero or less, or none before the block, is not a price', { tags: 'long' }, async () => {
    expect(await payWithRounds(1, [[0n, 10]])).toEqual(STALE);
    expect(await payWithRounds(1, [[-13n * USD, 10]])).toEqual(STALE);
    expect(await payWithRounds(1, [[13n * USD, -1]])).toEqual(STALE);
  });

  test('the round in force at the block decides, however many come after it', { tags: 'long' }, async () => {
    const later = Array.from({ length: 21 }, (_, number) => [(14n + BigInt(number)) * USD, -1 - number] as const);
    const rounds = [[12n * USD, 600], [13n * USD, 0], ...later] as const;
    expect(await payWithRounds(1, rounds)).toEqual(credited('1000'));
    expect(await payWithRounds(1, rounds.slice(0, 3))).toEqual(credited('1000'));
    expect(await payWithRounds(1, [[12n * USD, 600], ...later])).toEqual(credited('923'));
  });

  test('a payment just before the aggregator is replaced has the price of the replaced one', {
    tags: 'long',
  }, async () => {
    const replaced = (rounds: readonly (readonly [bigint, number])[]) =>
      payWithRounds(1, rounds, 'a new one after the payment');
    const before = [12n, 11n, 12n, 11n, 13n].map((answer, number) => [answer * USD, 600 - 100 * number] as const);
    expect(await replaced([...before, [26n * USD, -5]])).toEqual(credited('1000'));
    expect(await replaced([...before, [26n * USD, -5], [27n * USD, -8], [28n * USD, -9]])).toEqual(credited('1000'));
    expect(
      await replaced([
        [13n * USD, 3_961],
        [26n * USD, -5],
      ]),
    ).toEqual(STALE);
  });

  test.each(['first', 'last'])(
    'of two sources is the last that both have, if the one that is a round behind answers %s',
    async (when) => {
      const client = chains.client(1);
      const rpcUrl = chains.all.find(({ chainId }) => chainId === 1)?.rpcUrl ?? '';
      const place = await sqlitePlace();
      const chainEnv = { 1: { rpcUrls: [rpcUrl, rpcUrl], quorum: 2 } };
      const { context, close } = await openStack({ chains, location: place.location, chainEnv });
      const feed = await manualRounds(client, 1);
      const at = (await client.getBlock()).timestamp;
      await feed.push(100n * USD, at);
      const block = `0x${(await client.getBlockNumber()).toString(16)}`;
      await feed.push(101n * USD, at + 1n);
      const answered = Promise.withResolvers<void>();
      const change = (source: RpcReader | undefined, isBehind: boolean) => {
        if (source === undefined) throw new Error('there is one source only');
        const ask = source.request.bind(source);
        vi.spyOn(source, 'request').mockImplementation(async (call) => {
          if (isBehind !== (when === 'first')) await answered.promise;
          const answer = await ask(isBehind ? { ...call, params: [call.params[0], block] } : call);
          answered.resolve();
          return answer;
        });
      };
      const [quick, behind] = chainOf(context, 1).sources;
      change(quick, false);
      change(behind, true);
      await readFeedPrice(context, 1);
      expect(await context.db.selectFrom('feed_prices').select('price_e8').execute()).toEqual([
        { price_e8: 100n * USD },
      ]);
      await feed.end();
      await close();
      await place.drop();
    },
  );

  test('a coin is offered while its price was read in the last 60 seconds', { tags: 'long' }, async () => {
    const offer = async () => {
      const answer = await stack.app.inject('/api/presale/pricing');
      const { offers } = presalePricingResponseSchema.parse(answer.json());
      return offers.find(({ chainId, paymentMethod }) => chainId === 1 && paymentMethod === 'ETH');
    };
    await stack.pass();
    stack.tick(60_000);
    expect(await offer()).toMatchObject({ offered: true, reason: null });
    await stack.pass();
    stack.tick(60_001);
    expect(await offer()).toMatchObject({ offered: false, reason: 'price-stale' });
    await stack.pass();
    stack.tick(1_000);
    expect(await offer()).toMatchObject({ offered: true });
  });
});
