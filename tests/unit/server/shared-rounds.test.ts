import { decodeFunctionData, encodeFunctionResult } from 'viem';
import { expect, test } from 'vitest';
import { PRICE_FEED_ABI } from '#src/chain/abi/price-feed.ts';
import { ChainSources } from '#src/server/platform/chains/chain-sources.ts';
import { ChainUnavailableError } from '#src/server/platform/chains/read-by-quorum.ts';
import type { ChainEnv } from '#src/server/platform/env/env.ts';

const FEED = `0x${'fe'.repeat(20)}`;
const PHASE = 1n << 64n;
/** The time (s) and the price (10^-8 USD) of each round. */
const ROUNDS = [
  [1_000n, 100n],
  [2_000n, 110n],
  [3_000n, 120n],
] as const;
const CHAIN: ChainEnv = { chainId: 1, rpcUrls: [], quorum: 2, startBlock: 0n, heartbeatSeconds: 3_600 };

/** A chain of sources with so many of those rounds; it counts the calls, and an `away` source answers none. */
function openChain(known: readonly number[] = [3, 3], heads: readonly string[] = []) {
  const state = { calls: 0, away: false };
  const sourceOf = (rounds: number, head = '0x5') => ({
    request: async ({ method, params }: { method: string; params: readonly unknown[] }) => {
      state.calls += 1;
      if (state.away) throw new Error('connection refused');
      if (method === 'eth_blockNumber') return head;
      const [{ data }] = params as [{ data: `0x${string}` }];
      const { args } = decodeFunctionData({ abi: PRICE_FEED_ABI, data });
      const id = args?.[0] ?? PHASE + BigInt(rounds);
      const [at, price] = ROUNDS[Number(id - PHASE) - 1] ?? [0n, 0n];
      const result = [id, price, at, at, id] as const;
      return encodeFunctionResult({ abi: PRICE_FEED_ABI, functionName: 'getRoundData', result });
    },
  });
  return {
    state,
    chain: new ChainSources(
      CHAIN,
      known.map((rounds, index) => sourceOf(rounds, heads[index])),
    ),
  };
}

test('payments of a block that are checked together share one reading of its price, later ones read again', async () => {
  const { state, chain } = openChain();
  const block = { number: 5n, hash: '0xaa', time: 2_500n };
  const alone = await chain.roundInForce(FEED, block);
  expect(alone?.answer).toBe(110n);
  const calls = state.calls;
  const together = await Promise.all(Array.from({ length: 10 }, () => chain.roundInForce(FEED, { ...block })));
  expect(together.map((round) => round?.answer)).toEqual(Array(10).fill(110n));
  expect(state.calls).toBe(2 * calls);
});

test('blocks that are read together have their own prices, those of one time too', async () => {
  const { state, chain } = openChain();
  const [early, late] = await Promise.all([
    chain.roundInForce(FEED, { number: 5n, hash: '0xaa', time: 1_500n }),
    chain.roundInForce(FEED, { number: 5n, hash: '0xbb', time: 3_500n }),
  ]);
  expect([early?.answer, late?.answer]).toEqual([100n, 120n]);
  await chain.roundInForce(FEED, { number: 5n, hash: '0xaa', time: 2_500n });
  const calls = state.calls;
  await chain.roundInForce(FEED, { number: 5n, hash: '0xaa', time: 2_500n });
  const calledOnce = state.calls - calls;
  await Promise.all(['0xaa', '0xbb'].map((hash) => chain.roundInForce(FEED, { number: 5n, hash, time: 2_500n })));
  expect(state.calls).toBe(calls + 3 * calledOnce);
});

test('a reading that fails fails for all who share it, and the next one begins again', async () => {
  const { state, chain } = openChain();
  const block = { number: 5n, hash: '0xaa', time: 2_500n };
  state.away = true;
  const failed = await Promise.allSettled([chain.roundInForce(FEED, block), chain.roundInForce(FEED, block)]);
  for (const each of failed) expect(each).toMatchObject({ reason: expect.any(ChainUnavailableError) });
  state.away = false;
  expect((await chain.roundInForce(FEED, block))?.answer).toBe(110n);
});

test('a source that has not reached the block yet gives no price, which one that lies could agree with (S6)', async () => {
  const block = { number: 5n, hash: '0xaa', time: 3_500n };
  const { chain } = openChain([3, 2, 2], ['0x5', '0x4', '0x5']);
  await expect(chain.roundInForce(FEED, block)).rejects.toThrow();
  const { chain: later } = openChain([3, 3, 2], ['0x5', '0x5', '0x5']);
  expect((await later.roundInForce(FEED, block))?.answer).toBe(120n);
});
