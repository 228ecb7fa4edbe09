import { pad } from 'viem';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { TRANSFER_TOPIC } from '#src/chain/find-transfers.ts';
import type { RpcReader } from '#src/chain/rpc-reader.ts';
import type { MinedTransaction } from '#src/chain/transaction-reading.ts';
import { coinMovement, tokenDelta, tokenMovement } from '#src/server/platform/chains/balance-changes.ts';
import { ChainSources } from '#src/server/platform/chains/chain-sources.ts';
import { blockLogs } from '#src/server/platform/chains/read-block.ts';
import { ChainUnavailableError } from '#src/server/platform/chains/read-by-quorum.ts';
import { scanBlock } from '#src/server/platform/chains/scan-block.ts';
import { createSource } from '#src/server/platform/chains/source.ts';
import type { ChainEnv } from '#src/server/platform/env/env.ts';

const PRESALE = pad('0xab', { size: 20 });
const TOKEN = pad('0x22', { size: 20 });
const BLOCK = pad('0xaa', { size: 32 });
const word = (number: number) => pad(`0x${number.toString(16)}`, { size: 32 });
const HASHES = Array.from({ length: 30 }, (_, index) => word(index + 1));
const LOGS = HASHES.map((transactionHash) => ({
  address: TOKEN,
  topics: [TRANSFER_TOPIC, word(4), pad(PRESALE, { size: 32 })],
  data: word(5),
  blockHash: BLOCK,
  transactionHash,
}));

/** A source of a block of 30 payments of 5, that tells so many of their logs; `moved` is the change of the balance. */
function sourceOf({ told, moved }: { told: number; moved: number }) {
  const state = { told, asked: 0 };
  const reader = createSource({
    request: async ({ method, params }) => {
      if (method === 'eth_call') return params[1] === '0x9' ? word(moved) : word(0);
      if (method === 'eth_getBlockByHash') return { transactions: HASHES };
      if (method === 'eth_getBlockReceipts') {
        state.asked += 1;
        return LOGS.map((log) => ({ transactionHash: log.transactionHash, blockHash: BLOCK, logs: [log] }));
      }
      const [{ topics }] = params as [{ topics: readonly unknown[] }];
      if (topics[1] !== null) return [];
      state.asked += 1;
      return LOGS.slice(0, state.told);
    },
  });
  const deltaOf = (hash: string) =>
    tokenDelta(reader, TOKEN, PRESALE, { hash, reading: { blockNumber: 9n, blockHash: BLOCK } as MinedTransaction });
  return { state, reader, deltaOf };
}

test('the payments of a block share one reading of its logs, at once and one after the other (S24)', async () => {
  const { state, deltaOf } = sourceOf({ told: 30, moved: 150 });
  expect(await Promise.all(HASHES.map(deltaOf))).toEqual(HASHES.map(() => 0n));
  for (const hash of HASHES) expect(await deltaOf(hash)).toBe(0n);
  expect(state.asked).toBe(1);
});

test('a payment that still needs a slow source’s share of that reading gets it when another one has been decided (S24)', async () => {
  const [whole, cut, third] = [
    sourceOf({ told: 30, moved: 150 }),
    sourceOf({ told: 1, moved: 5 }),
    sourceOf({ told: 30, moved: 150 }),
  ];
  const [open, slow] = [[] as (() => void)[], third.reader.request];
  third.reader.request = async (call) => {
    await new Promise<void>((resolve) => open.push(resolve));
    return slow(call);
  };
  const env = { chainId: 1, rpcUrls: ['', '', ''], quorum: 2 } as unknown as ChainEnv;
  const chain = new ChainSources(env, [whole.reader, cut.reader, third.reader]);
  const reading = { blockNumber: 9n, blockHash: BLOCK } as MinedTransaction;
  const [first, second] = HASHES.map((hash) =>
    chain.readByQuorum((source) => tokenDelta(source, TOKEN, PRESALE, { hash, reading })),
  );
  expect(await first).toBe(0n);
  let isTold = false;
  void second?.finally(() => {
    isTold = true;
  });
  while (!isTold) {
    for (const resolve of open.splice(0)) resolve();
    await new Promise(setImmediate);
  }
  expect(await second).toBe(0n);
});

test('a list of logs that ends at the limit of the source is completed by receipts, once (S24)', async () => {
  const { state, deltaOf } = sourceOf({ told: 10, moved: 150 });
  for (const hash of HASHES) expect(await deltaOf(hash)).toBe(0n);
  expect(state.asked).toBe(2);
});

test('a balance that neither logs nor receipts explain is no reading to keep', async () => {
  const { state, deltaOf } = sourceOf({ told: 30, moved: 120 });
  for (const hash of HASHES.slice(0, 2)) expect(await deltaOf(hash)).toBe(-30n);
  expect(state.asked).toBe(4);
});

test('a payment that is not among the logs is asked about again', async () => {
  const { state, deltaOf } = sourceOf({ told: 30, moved: 150 });
  const other = word(99);
  await expect(deltaOf(other)).rejects.toThrow('without those of one of its transactions');
  await expect(deltaOf(other)).rejects.toThrow('without those of one of its transactions');
  expect(state.asked).toBe(2);
});

test('a token whose logs are refused in every way keeps no payment in another one of its block waiting (S24)', async () => {
  const flooded = pad('0x23', { size: 20 });
  const others = Array.from({ length: 300 }, (_, index) => word(index + 100));
  const { reader } = sourceOf({ told: 30, moved: 150 });
  const request: RpcReader['request'] = async (call) => {
    if (call.method === 'eth_getBlockByHash') return { transactions: [...HASHES, ...others] };
    if (call.method === 'eth_getBlockReceipts') throw new Error('the method does not exist');
    const [filter] = call.params as [{ address?: readonly string[] }];
    if (filter.address?.includes(flooded)) throw new Error('query returned more than 10000 results');
    return reader.request(call);
  };
  const source = createSource({ request });
  const reading = { blockNumber: 9n, blockHash: BLOCK } as MinedTransaction;
  const filter = { blockHash: BLOCK, addresses: [TOKEN, flooded], topics: [TRANSFER_TOPIC, null] };
  await expect(blockLogs(source, filter)).rejects.toThrow('refused');
  const deltaOf = (token: string) => tokenDelta(source, token, PRESALE, { hash: HASHES[0] ?? '', reading });
  const [told, untold] = await Promise.allSettled([TOKEN, flooded].map(deltaOf));
  expect(told).toMatchObject({ value: 0n });
  expect(untold).toMatchObject({ reason: { name: 'UntoldLogsError' } });
});

test('receipts that a source tells twice count once', async () => {
  const { state, reader, deltaOf } = sourceOf({ told: 10, moved: 150 });
  const { request } = reader;
  reader.request = async (call) => {
    const answer = await request(call);
    return call.method === 'eth_getBlockReceipts' ? [answer, answer].flat() : answer;
  };
  expect(await deltaOf(HASHES[0] ?? '')).toBe(0n);
  expect(state.asked).toBe(2);
});

test.each([
  ['the receipts of a block', true],
  ['single receipts', false],
])('%s are read one block after the other, for several do not arrive in the time of one (S24)', async (_, hasWhole) => {
  let [atOnce, most] = [0, 0];
  const request: RpcReader['request'] = async ({ method, params: [hash, at] }) => {
    if (method === 'eth_call') return at === '0x9' ? word(5) : word(0);
    // Each block has one transaction, of the same name.
    if (method === 'eth_getBlockByHash') return { transactions: [hash] };
    if (method === 'eth_getLogs' || (method === 'eth_getBlockReceipts' && !hasWhole)) throw new Error('too many');
    atOnce += 1;
    most = Math.max(most, atOnce);
    await new Promise(setImmediate);
    atOnce -= 1;
    const [blockHash, transactionHash] = [hash, hash];
    const receipt = { blockHash, transactionHash, logs: [{ ...LOGS[0], blockHash, transactionHash }] };
    return hasWhole ? [receipt] : receipt;
  };
  const source = createSource({ request });
  const readings = [1, 2, 3].map((block) => {
    const reading = { blockNumber: 9n, blockHash: word(block) } as MinedTransaction;
    return tokenDelta(source, TOKEN, PRESALE, { hash: word(block), reading });
  });
  expect(await Promise.all(readings)).toEqual([0n, 0n, 0n]);
  expect(most).toBe(1);
});

describe('a source that refuses logs, of blocks with one payment each', () => {
  afterEach(() => void vi.useRealTimers());
  /** Tells the receipts of a block after so long; so many payments in coins are in each. */
  const slowSource = (delayMs: number, coins = 0) => {
    const state = { logsAsked: 0 };
    const reader = createSource({
      request: async ({ method, params: [hash, at] }) => {
        if (method === 'eth_call' || method === 'eth_getBalance') return at === '0x9' ? word(5) : word(0);
        if (method === 'eth_getBlockByHash') return { transactions: [hash] };
        if (method === 'eth_getBlockByNumber') {
          const transactions = Array(coins).fill({ hash: word(99), from: TOKEN, to: PRESALE, value: '0x1' });
          return { number: hash, hash: word(Number(hash)), parentHash: word(98), transactions };
        }
        if (method === 'eth_getLogs') {
          state.logsAsked += 1;
          throw new Error('too many');
        }
        if (delayMs > 0) await new Promise((resolve) => setTimeout(resolve, delayMs));
        return [
          { blockHash: hash, transactionHash: hash, logs: [{ ...LOGS[0], blockHash: hash, transactionHash: hash }] },
        ];
      },
    });
    const compare = (block: number) => {
      const reading = { blockNumber: 9n, blockHash: word(block) } as MinedTransaction;
      return tokenDelta(reader, TOKEN, PRESALE, { hash: word(block), reading });
    };
    return { state, reader, compare };
  };
  const BLOCKS = Array.from({ length: 16 }, (_, index) => 1_000 + index);

  test('the scan of another one waits for none of those that payments ask for (S24)', async () => {
    vi.useFakeTimers();
    const { reader, compare } = slowSource(4_900);
    const compared = Promise.allSettled(BLOCKS.map(compare));
    const scanned = scanBlock(reader, 9n, { presaleAddress: PRESALE, tokens: [TOKEN], alone: true });
    await vi.advanceTimersByTimeAsync(5_000);
    const done = vi.fn();
    void scanned.then(done);
    await vi.advanceTimersByTimeAsync(0);
    expect(done).toHaveBeenCalledOnce();
    await vi.runAllTimersAsync();
    await compared;
  });

  test('payments do not wait for the coins of other blocks, about which anybody may ask (S24)', async () => {
    vi.useFakeTimers();
    const { reader, compare } = slowSource(700, 21);
    // As many as the budget of strangers' looks lets run at once.
    const asked = Array.from({ length: 32 }, (_, block) => coinMovement(reader, PRESALE, BigInt(block + 1)));
    const strangers = Promise.allSettled(asked);
    await vi.advanceTimersByTimeAsync(0);
    const compared = Promise.allSettled([compare(1_000)]);
    await vi.runAllTimersAsync();
    expect(await compared).toEqual([{ status: 'fulfilled', value: 0n }]);
    await strangers;
  });

  test('a look waits for some of their receipts, not for all, and later ones read the rest (S24)', async () => {
    vi.useFakeTimers();
    const { compare } = slowSource(4_900);
    const left = new Set(BLOCKS);
    for (let look = 1; look <= 8; look += 1) {
      const begun = performance.now();
      const looks = Promise.allSettled(
        [...left].map(async (block) => {
          if ((await compare(block)) === 0n) left.delete(block);
        }),
      );
      await vi.runAllTimersAsync();
      for (const look of await looks)
        if (look.status === 'rejected') expect(look.reason).toMatchObject({ name: 'ChainUnavailableError' });
      expect(performance.now() - begun).toBeLessThan(45_000);
    }
    expect(left).toEqual(new Set());
  });

  test('no number of them makes us forget what failed (S24)', async () => {
    const { state, compare } = slowSource(0);
    const blocks = Array.from({ length: 500 }, (_, index) => 1_000 + index);
    for (const block of blocks) expect(await compare(block)).toBe(0n);
    expect(state.logsAsked).toBe(2 * blocks.length);
    for (const block of blocks) expect(await compare(block)).toBe(0n);
    expect(state.logsAsked).toBe(2 * blocks.length);
  });
});

test('a single receipt of another transaction than was asked for is no answer', async () => {
  const { reader, deltaOf } = sourceOf({ told: 10, moved: 150 });
  const { request } = reader;
  let foreign = HASHES[3];
  reader.request = async (call) => {
    if (call.method === 'eth_getBlockReceipts') throw new Error('the method does not exist');
    if (call.method !== 'eth_getTransactionReceipt') return request(call);
    const log = LOGS.find(({ transactionHash }) => transactionHash === call.params[0]);
    const transactionHash = log?.transactionHash === foreign ? word(99) : log?.transactionHash;
    return { transactionHash, blockHash: BLOCK, logs: [{ ...log, transactionHash }] };
  };
  await expect(deltaOf(HASHES[0] ?? '')).rejects.toThrow('refused');
  foreign = undefined;
  await expect(deltaOf(HASHES[0] ?? '')).rejects.toThrow('refused');
  expect(await deltaOf(HASHES[0] ?? '')).toBe(0n);
});

test('single receipts of several blocks, of which a source tells few in a second, are not begun anew by the next look (S24)', async () => {
  const blocks = [1, 2, 3, 4].map((block) => {
    const hashes = HASHES.map((_, index) => word(block * 1_000 + index));
    return { blockHash: word(block), hashes, told: false };
  });
  let [left, asked] = [0, 0];
  const request: RpcReader['request'] = async ({ method, params: [of, at] }) => {
    if (method === 'eth_call') return at === '0x9' ? word(150) : word(0);
    if (method === 'eth_getLogs' && (of as { topics: readonly unknown[] }).topics[1] !== null) return [];
    if (method === 'eth_getBlockByHash')
      return { transactions: blocks.find(({ blockHash }) => blockHash === of)?.hashes };
    if (method !== 'eth_getTransactionReceipt' || left === 0) throw new Error('429 too many requests');
    [left, asked] = [left - 1, asked + 1];
    const block = blocks.find(({ hashes }) => hashes.includes(of as `0x${string}`));
    const place = { blockHash: block?.blockHash, transactionHash: of };
    return { ...place, logs: [{ ...LOGS[0], ...place }] };
  };
  const source = createSource({ request });
  for (let look = 1; look <= 6; look += 1)
    for (const block of blocks.filter(({ told }) => !told)) {
      left = 12;
      const { blockHash, hashes } = block;
      const reading = { blockNumber: 9n, blockHash } as MinedTransaction;
      const delta = tokenDelta(source, TOKEN, PRESALE, { hash: hashes[0] ?? '', reading });
      block.told = (await delta.catch(() => null)) === 0n;
    }
  expect(blocks.filter(({ told }) => told)).toHaveLength(4);
  expect(asked).toBe(4 * HASHES.length);
});

test('sources that tell single receipts in another order agree on what a block’s balance explains (S24)', async () => {
  const [CALL] = [{ to: TOKEN, from: TOKEN, input: '0x', value: '0x0' }];
  const sourceIn = (order: readonly number[]): RpcReader => {
    const waiting = new Map<string, () => void>();
    const tell = () => {
      for (const index of order) waiting.get(HASHES[index] ?? '')?.();
    };
    return {
      request: async ({ method, params: [hash] }) => {
        if (method === 'eth_getBlockByNumber') {
          const transactions = HASHES.slice(0, 3).map((one) => ({ hash: one, ...CALL }));
          return { number: '0x9', hash: BLOCK, parentHash: word(98), transactions };
        }
        if (method === 'eth_getBlockByHash') return { transactions: HASHES.slice(0, 3) };
        if (method !== 'eth_getTransactionReceipt') throw new Error('too many');
        await new Promise<void>((resolve) => {
          waiting.set(String(hash), resolve);
          if (waiting.size === 3) tell();
        });
        const log = LOGS.find(({ transactionHash }) => transactionHash === hash);
        return { transactionHash: hash, blockHash: BLOCK, logs: [log] };
      },
    };
  };
  const env = { chainId: 1, rpcUrls: ['', ''], quorum: 2 } as unknown as ChainEnv;
  const chain = new ChainSources(env, [sourceIn([0, 1, 2]), sourceIn([2, 1, 0])]);
  const reading = chain.readByQuorum((source) => tokenMovement(source, { token: TOKEN, account: PRESALE }, 9n, 15n));
  expect((await reading).received.map(({ hash }) => hash)).toEqual(HASHES.slice(0, 3));
});

test('logs of receipts count whatever the case of their topics', async () => {
  const { reader, deltaOf } = sourceOf({ told: 10, moved: 150 });
  const { request } = reader;
  reader.request = async (call) => {
    const answer = await request(call);
    if (call.method !== 'eth_getBlockReceipts') return answer;
    return (answer as { logs: typeof LOGS }[]).map((receipt) => {
      const logs = receipt.logs.map((log) => ({ ...log, topics: log.topics.map((topic) => topic.toUpperCase()) }));
      return { ...receipt, logs };
    });
  };
  expect(await deltaOf(HASHES[0] ?? '')).toBe(0n);
});

test('receipts that came too late are not what the next look begins with (S24)', async () => {
  const { state, reader, deltaOf } = sourceOf({ told: 10, moved: 150 });
  const { request } = reader;
  let [late, isPaused] = [0, false];
  reader.request = async (call) => {
    if (isPaused) throw new ChainUnavailableError('this source failed a moment ago');
    if (call.method === 'eth_getTransactionReceipt') {
      const log = LOGS.find(({ transactionHash }) => transactionHash === call.params[0]);
      return { transactionHash: log?.transactionHash, blockHash: BLOCK, logs: [log] };
    }
    if (call.method !== 'eth_getBlockReceipts') return request(call);
    late += 1;
    isPaused = true;
    throw new Error('the request took too long');
  };
  await expect(deltaOf(HASHES[0] ?? '')).rejects.toThrow('a moment ago');
  isPaused = false;
  expect(await deltaOf(HASHES[0] ?? '')).toBe(0n);
  expect(late).toBe(1);
  expect(state.asked).toBe(2);
});
