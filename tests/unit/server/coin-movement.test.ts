import { afterEach, describe, expect, test, vi } from 'vitest';
import type { RpcReader } from '#src/chain/rpc-reader.ts';
import { coinMovement } from '#src/server/platform/chains/balance-changes.ts';
import { metering } from '#src/server/platform/chains/call-meter.ts';
import { ChainSources } from '#src/server/platform/chains/chain-sources.ts';
import { ChainUnavailableError } from '#src/server/platform/chains/read-by-quorum.ts';
import { createSource } from '#src/server/platform/chains/source.ts';
import type { ChainEnv } from '#src/server/platform/env/env.ts';

const PRESALE = `0x${'a'.repeat(40)}`;
const hashOf = (number: number) => `0x${number.toString(16).padStart(64, '0')}`;

const BLOCK = { number: '0x9', hash: hashOf(9_999), parentHash: hashOf(9_998) };

/** A source with a block of so many payments of one wei, and how many receipts it was asked for, in all and at once. */
function sourceOf(payments: number, hasBlockReceipts: boolean) {
  const asked = { single: 0, atOnce: 0, most: 0 };
  const receipt = (hash: string) => ({
    transactionHash: hash,
    blockHash: BLOCK.hash,
    status: '0x1',
    gasUsed: '0x1',
    effectiveGasPrice: '0x1',
  });
  const hashes = Array.from({ length: payments }, (_, index) => hashOf(index));
  const reader = createSource({
    request: async ({ method, params }) => {
      if (method === 'eth_getBalance') return params[1] === '0x9' ? `0x${(payments + 1).toString(16)}` : '0x0';
      if (method === 'eth_getBlockByNumber') {
        const common = { from: `0x${'b'.repeat(40)}`, to: PRESALE, value: '0x1' };
        return { ...BLOCK, transactions: hashes.map((hash) => ({ hash, ...common })) };
      }
      if (method === 'eth_getBlockByHash') return { transactions: hashes };
      if (method === 'eth_getBlockReceipts') {
        if (!hasBlockReceipts) throw new Error('the method does not exist');
        return hashes.map(receipt);
      }
      asked.single += 1;
      asked.atOnce += 1;
      asked.most = Math.max(asked.most, asked.atOnce);
      await Promise.resolve();
      asked.atOnce -= 1;
      return receipt(String(params[0]));
    },
  });
  return { reader, asked };
}

test.each([
  [10, true, 10],
  [6_000, true, 0],
  [200, false, 200],
])(
  'coins passed on in a block of %i dust payments are found with few reads at once (S24)',
  async (payments, whole, single) => {
    const { reader, asked } = sourceOf(payments, whole);
    const { moved, explained } = await coinMovement(reader, PRESALE, 9n);
    expect(moved - explained).toBe(1n);
    expect(asked.single).toBe(single);
    expect(asked.most).toBeLessThanOrEqual(5);
  },
);

test('more of them than a source without receipts of blocks is asked for are no movement that could be told', async () => {
  const { reader, asked } = sourceOf(201, false);
  await expect(coinMovement(reader, PRESALE, 9n)).rejects.toThrow('201 receipts');
  expect(asked.single).toBe(0);
});

test('receipts of another block, as after a reorganisation, are no movement that could be told (S24)', async () => {
  const { reader } = sourceOf(10, true);
  const request: RpcReader['request'] = async (call) => {
    const answer = await reader.request(call);
    return call.method === 'eth_getTransactionReceipt'
      ? { ...(answer as object), blockHash: BLOCK.parentHash, gasUsed: '0x2' }
      : answer;
  };
  await expect(coinMovement(createSource({ request }), PRESALE, 9n)).rejects.toThrow('another block');
});

test('the comparison of coins, for which its chain’s pass waits, does not wait for looks of callers (S24)', async () => {
  const { reader } = sourceOf(21, true);
  let isFirst = true;
  const request: RpcReader['request'] = (call) => {
    if (call.method !== 'eth_getBlockReceipts' || !isFirst) return reader.request(call);
    isFirst = false;
    return new Promise(() => undefined);
  };
  const chain = new ChainSources({ chainId: 1, quorum: 1, rpcUrls: [] } as unknown as ChainEnv, [{ request }]);
  const look = () => chain.readByQuorum((source) => coinMovement(source, PRESALE, 9n));
  void metering(() => undefined, look);
  await vi.waitFor(() => expect(isFirst).toBe(false));
  expect(await look()).toMatchObject({ moved: 22n });
});

describe('receipts of a block that take a source too long', () => {
  afterEach(() => void vi.useRealTimers());
  /** It is paused after them, until the next look. */
  const slowSource = (payments: number) => {
    const { reader, asked } = sourceOf(payments, true);
    const state = { late: 0, isPaused: false };
    const request: RpcReader['request'] = async (call) => {
      if (state.isPaused) throw new ChainUnavailableError('this source failed a moment ago');
      if (call.method !== 'eth_getBlockReceipts') return reader.request(call);
      state.late += 1;
      state.isPaused = true;
      throw new Error('the request took too long');
    };
    const source = createSource({ request });
    const look = () => {
      state.isPaused = false;
      return coinMovement(source, PRESALE, 9n);
    };
    return { state, asked, look };
  };

  test('are not asked for again by the next look: it reads single ones (S24)', async () => {
    const { state, asked, look } = slowSource(30);
    await expect(look()).rejects.toThrow('a moment ago');
    for (const _ of [1, 2]) expect(await look()).toMatchObject({ moved: 31n });
    expect(state.late).toBe(1);
    expect(asked.single).toBe(60);
  });

  test('pause it once a minute where single ones are too many (S24)', async () => {
    vi.useFakeTimers();
    const { state, look } = slowSource(201);
    for (const late of [1, 2]) {
      for (const _ of [1, 2, 3]) await expect(look()).rejects.toThrow('201 receipts');
      expect(state.late).toBe(late);
      vi.advanceTimersByTime(60_000);
    }
  });
});
