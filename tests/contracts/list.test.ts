import type { Hex } from 'viem';
import { expect, it } from 'vitest';
import { startLocalChain } from '#src/dev/chains/local-chain.ts';
import { onceForAll } from '#tests/support/opened.ts';
import {
  deployClaims,
  deployToken,
  entryOf,
  fund,
  type Line,
  lineOf,
  read,
  send,
  sumOf,
  treeOf,
  waitUntil,
} from './support/on-chain.ts';

const chain = onceForAll(() => startLocalChain({ chainId: 56 }));

const LARGEST = 2n ** 64n - 1n;

it.for([2, 3, 5, 7, 11, 33, 100])('pays every line of a list of %i that OpenZeppelin’s library made', async (count) => {
  const { client } = chain;
  const lines = Array.from({ length: count }, (_, n) => lineOf(n));
  const tree = treeOf(lines);
  const total = lines.reduce((sum, line) => sum + sumOf(line), 0n);
  const token = await deployToken(client);
  const { timestamp } = await client.getBlock();
  const opens = timestamp + 1_000n;
  const claims = await deployClaims(client, token, tree.root, total, { start: opens, end: opens });
  await fund(client, token, claims, total);
  await waitUntil(client, opens);
  const proofOf = (n: number) => tree.getProof(n) as Hex[];
  const forged = lines.map((line, n) => entryOf(line, proofOf((n + 1) % count)));
  const grown = lines.map(([account, bought, ...more], n) => entryOf([account, LARGEST - bought, ...more], proofOf(n)));
  await send(client, claims, 'claimMany', [[...forged, ...grown]]);
  expect(await read(client, claims, 'claimedTotal')).toBe(0n);

  await send(client, claims, 'claimMany', [lines.map((line, n) => entryOf(line, proofOf(n)))]);
  const balances = lines.map(([account]) => read<bigint>(client, token, 'balanceOf', [account]));
  expect(await Promise.all(balances)).toEqual(lines.map(sumOf));
  expect(await read(client, token, 'balanceOf', [claims.address])).toBe(0n);
});

it('hashes the limits of each amount as the library does', async () => {
  const { client } = chain;
  const lines: Line[] = [
    [lineOf(1)[0], LARGEST, LARGEST, LARGEST, LARGEST],
    [lineOf(2)[0], 0n, 0n, 0n, 1n],
    [lineOf(3)[0], 1n, 0n, LARGEST, 0n],
  ];
  const tree = treeOf(lines);
  const token = await deployToken(client);
  const { timestamp } = await client.getBlock();
  const opens = timestamp + 1_000n;
  const claims = await deployClaims(client, token, tree.root, 5n, { start: opens, end: opens });
  await fund(client, token, claims, 5n);
  await waitUntil(client, opens);
  // The false total pays nobody who is owed more than it: no line of the batch undoes the one that can be paid.
  await send(client, claims, 'claimMany', [lines.map((line, n) => entryOf(line, tree.getProof(n) as Hex[]))]);
  expect(await read(client, claims, 'claimed', [lineOf(2)[0]])).toBe(1n);
  expect(await read(client, claims, 'claimedTotal')).toBe(1n);
  const huge = entryOf(lines[0] ?? lineOf(1), tree.getProof(0) as Hex[]);
  expect(await read(client, claims, 'vested', [huge, opens])).toBe(4n * LARGEST);
});
