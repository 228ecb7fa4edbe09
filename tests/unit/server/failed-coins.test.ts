import { expect, test } from 'vitest';
import type { RpcReader } from '#src/chain/rpc-reader.ts';
import { withoutFailed } from '#src/server/money/payments/watch/failed-coins.ts';
import { ChainSources } from '#src/server/platform/chains/chain-sources.ts';
import type { NamedTransaction } from '#src/server/platform/chains/source.ts';

const hashOf = (number: number) => `0x${number.toString(16).padStart(64, '0')}`;
const BLOCK = hashOf(1_000);
const COINS = [{ token: null, amount: 10n ** 18n }];

/** Coin payments in one block, and a call that may be a Safe's. */
const named = (coins: number): readonly NamedTransaction[] => [
  ...Array.from({ length: coins }, (_, number) => ({ hash: hashOf(number), transfers: COINS })),
  { hash: hashOf(coins), transfers: [] },
];

/** A source that tells these of them as failed; null if it tells no receipts. */
function source(all: readonly NamedTransaction[], failed: readonly number[] | null): RpcReader {
  const receipts = all.map(({ hash }, number) => ({
    ...{ transactionHash: hash, blockHash: BLOCK },
    ...{ logs: [], status: failed?.includes(number) ? '0x0' : '0x1' },
  }));
  return {
    request: async ({ method }) => {
      if (method === 'eth_getCode') return '0x60';
      if (failed === null) throw new Error('the method does not exist');
      return method === 'eth_getBlockReceipts' ? receipts : { transactions: all.map(({ hash }) => hash) };
    },
  };
}

test.each([
  ['two of three sources tell', 5, [[1, 3, 5], [1, 3, 5], []], [1, 3, 5]],
  ['two tell while one is silent', 5, [[1, 3, 5], null, [1, 3, 5]], [1, 3, 5]],
  ['one alone tells, which may lie', 5, [[0, 1, 2, 3, 4], [], []], []],
  ['one alone tells while one is silent', 5, [[0, 1, 2, 3, 4], [], null], []],
  ['none tells', 5, [null, null, null], []],
  [
    'all tell of a block with fewer coin payments',
    4,
    [
      [1, 3],
      [1, 3],
      [1, 3],
    ],
    [],
  ],
])('where many pay coins, what failed counts as worth nothing: %s (S24)', async (_, coins, told, expected) => {
  const all = named(coins);
  const env = { chainId: 1, rpcUrls: ['a', 'b', 'c'], quorum: 2 };
  const sources = told.map((failed) => source(all, failed));
  const chain = new ChainSources(env as unknown as ConstructorParameters<typeof ChainSources>[0], sources);
  const block = { number: 1n, hash: BLOCK, parentHash: hashOf(999), transactions: all, isUntold: false };
  const [read] = await withoutFailed(chain, [block], async () => ({ presale: hashOf(1), isDust: () => false }));
  expect(read?.transactions.map(({ hash }) => hash)).toEqual(all.map(({ hash }) => hash));
  const worthless = read?.transactions.flatMap(({ transfers: [first] }, at) => (first?.amount === 0n ? [at] : []));
  expect(worthless).toEqual(expected);
});

test.each([
  ['the treasury has no code, so that nothing it is sent can fail', '0x', false],
  ['they are dust', '0x60', true],
])('no receipts are asked for where %s (S24)', async (_, code, isDust) => {
  const all = named(5);
  const asked: string[] = [];
  const silent = {
    request: async ({ method }: { readonly method: string }) => {
      asked.push(method);
      return code;
    },
  };
  const env = { chainId: 1, rpcUrls: ['a'], quorum: 1 };
  const chain = new ChainSources(env as unknown as ConstructorParameters<typeof ChainSources>[0], [silent]);
  const block = { number: 1n, hash: BLOCK, parentHash: hashOf(999), transactions: all, isUntold: false };
  expect(await withoutFailed(chain, [block], async () => ({ presale: hashOf(1), isDust: () => isDust }))).toEqual([
    block,
  ]);
  expect(asked).not.toContain('eth_getBlockReceipts');
});
