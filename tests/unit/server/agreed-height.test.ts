import { afterEach, expect, test, vi } from 'vitest';
import { agreedHeight, ChainSources } from '#src/server/platform/chains/chain-sources.ts';
import type { ChainEnv } from '#src/server/platform/env/env.ts';

afterEach(() => void vi.useRealTimers());

test.each([
  // One source is believed alone only where the operator chose a quorum of one.
  [1, 1, [100n], 100n],
  [2, 2, [900n, 100n], 100n],
  [3, 2, [900n, 100n, 100n], 100n],
  [3, 2, [100n, 100n, 1n], 100n],
  [4, 2, [900n, 900n, 100n, 100n], 100n],
  [4, 2, [100n, 100n, 100n, 1n], 100n],
  [5, 2, [900n, 100n, 900n, 100n, 100n], 100n],
  [5, 2, [900n, 900n, 900n, 100n, 100n], 100n],
  [5, 2, [100n, 1n, 100n, 100n, 100n], 100n],
])('of %i sources, %i that agree: no others make blocks final early (S6)', (_, quorum, heights, height) => {
  expect(agreedHeight(heights, quorum)).toBe(height);
});

test('without an answer a chain has no height', () => {
  expect(agreedHeight([], 2)).toBe(0n);
});

test.each([
  ['stands still', 1, 100, 1_000],
  ['is a block behind', 99, 99, 500],
])(
  'next to a source that %s, a height waits for a slow one only if that could change it (S6)',
  async (_, stated, height, waitMs) => {
    vi.useFakeTimers();
    const sourceAt = (number: number, afterMs = 0) => ({
      request: async ({ method }: { readonly method: string }) => {
        if (afterMs > 0) await new Promise((resolve) => setTimeout(resolve, afterMs));
        const hex = `0x${number.toString(16)}`;
        return method === 'eth_blockNumber' ? hex : { number: hex };
      },
    });
    const env = { chainId: 1, rpcUrls: ['', '', ''], quorum: 2 } as unknown as ChainEnv;
    const chain = new ChainSources(env, [sourceAt(stated), sourceAt(100), sourceAt(100, 1_000)]);
    const told = vi.fn();
    void chain.head().then(told);
    await vi.advanceTimersByTimeAsync(waitMs);
    const at = BigInt(height);
    expect(told).toHaveBeenCalledWith({ number: at, finalized: at });
  },
);
