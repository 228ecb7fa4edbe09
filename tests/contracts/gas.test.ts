import { type Hex, keccak256, toHex } from 'viem';
import { expect, it } from 'vitest';
import { startLocalChain } from '#src/dev/chains/local-chain.ts';
import { onceForAll } from '#tests/support/opened.ts';
import { rowsOf } from './support/document.ts';
import {
  deployClaims,
  deployToken,
  entryOf,
  fund,
  lineOf,
  nodeOf,
  read,
  send,
  sumOf,
  treeOf,
  waitUntil,
} from './support/on-chain.ts';

const LINES = Array.from({ length: 128 }, (_, n) => lineOf(n));
/** Of a tree of 1,000,000 leaves. */
const LEVELS = 20;

/** Fixed times, so that calldata is the same in every run. */
const START = 4_000_000_000n;
const YEAR = 31_536_000n;

/** The most that each may cost. */
const BUDGET = {
  'first claim of a wallet': 110_000,
  'the very first claim of all': 126_000,
  'later claim of the same wallet': 75_000,
  'the same, after the wallet has spent its tokens': 93_000,
  '`claimTo`, first claim': 111_000,
  '`claimMany`, each of 40': 77_000,
  '`claimMany`, each of 10': 80_000,
  '`fund`': 55_000,
  'deploy `SynxClaims`': 900_000,
  'deploy `SynxToken` with a table of one line': 650_000,
  'each further line of the table': 30_000,
};

const chain = onceForAll(() => startLocalChain({ chainId: 137 }));

it('each call costs what docs/contracts.md states, within its budget', async () => {
  const { root, entry } = largeTree();
  expect(entry(0).proof).toHaveLength(LEVELS);
  const { client } = chain;
  const token = await deployToken(client);
  const longer = await deployToken(client, 11);
  const total = LINES.reduce((sum, line) => sum + sumOf(line), 0n);
  await waitUntil(client, START - 86_400n);
  const claims = await deployClaims(client, token, root, total, { start: START, end: START + YEAR });
  const funded = await fund(client, token, claims, total);
  // Everything grows: the dearest arithmetic.
  await waitUntil(client, START + YEAR / 2n);
  const gas = async (functionName: string, args: unknown[], from?: Hex) =>
    Number((await send(client, claims, functionName, args, from)).gasUsed);
  const many = (from: number, count: number) => Array.from({ length: count }, (_, n) => entry(from + n));

  const veryFirst = await gas('claim', [entry(0)]);
  const first = await gas('claim', [entry(1)]);
  await waitUntil(client, START + YEAR / 2n + 3_600n);
  const later = await gas('claim', [entry(1)]);
  const spender = entry(1).account;
  await actAs(spender);
  const balance = await read(client, token, 'balanceOf', [spender]);
  await send(client, token, 'transfer', [lineOf(1_001)[0], balance], spender);
  await waitUntil(client, START + YEAR / 2n + 7_200n);
  const afterSpending = await gas('claim', [entry(1)]);
  await actAs(entry(2).account);
  const elsewhere = await gas('claimTo', [entry(2), lineOf(1_002)[0]], entry(2).account);
  const oneLine = Number(token.receipt.gasUsed);
  const measured = {
    'first claim of a wallet': first,
    'the very first claim of all': veryFirst,
    'later claim of the same wallet': later,
    'the same, after the wallet has spent its tokens': afterSpending,
    '`claimTo`, first claim': elsewhere,
    '`claimMany`, each of 40': Math.ceil((await gas('claimMany', [many(64, 40)])) / 40),
    '`claimMany`, each of 10': Math.ceil((await gas('claimMany', [many(10, 10)])) / 10),
    '`fund`': Number(funded.gasUsed),
    'deploy `SynxClaims`': Number(claims.receipt.gasUsed),
    'deploy `SynxToken` with a table of one line': oneLine,
    'each further line of the table': Math.ceil((Number(longer.receipt.gasUsed) - oneLine) / 10),
  } satisfies typeof BUDGET;
  const rows = Object.entries(measured).map(([what, found]) => [what, found, BUDGET[what as keyof typeof BUDGET]]);
  for (const [what, found, budget] of rows) expect(found, String(what)).toBeLessThanOrEqual(Number(budget));
  expect(rowsOf('Gas')).toEqual(rows.map((row) => row.map((cell) => cell.toLocaleString('en-US'))));
});

/** The part of a tree of 1,000,000 leaves that has our lines; the rest is known by its hashes. */
function largeTree() {
  const part = treeOf(LINES);
  const levels = LEVELS - part.getProof(0).length;
  const rest = Array.from({ length: levels }, (_, n) => keccak256(toHex(`neighbour ${n}`)));
  const entry = (n: number) => entryOf(LINES[n] ?? lineOf(n), [...(part.getProof(n) as Hex[]), ...rest]);
  return { root: rest.reduce(nodeOf, part.root as Hex), entry };
}

/** Lets an account of the list send transactions. */
async function actAs(address: Hex): Promise<void> {
  await chain.client.impersonateAccount({ address });
  await chain.client.setBalance({ address, value: 10n ** 18n });
}
