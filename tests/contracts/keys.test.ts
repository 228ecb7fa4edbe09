import { type AbiParameter, encodeFunctionData, type Hex, pad } from 'viem';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { DEVELOPMENT_ACCOUNTS } from '#src/config/development-accounts.ts';
import { type LocalChain, startLocalChain } from '#src/dev/chains/local-chain.ts';
import { call } from '#src/dev/chains/local-client.ts';
import { submit } from '#tests/support/pay.ts';
import { DEPLOYED } from './support/compiled.ts';
import { rowsOf } from './support/document.ts';
import {
  deployClaims,
  deployTeamLock,
  deployToken,
  entryOf,
  fund,
  lineOf,
  type Placed,
  read,
  send,
  sumOf,
  treeOf,
  waitUntil,
} from './support/on-chain.ts';

const [DEPLOYER, TREASURY, BENEFICIARY, STRANGER] = DEVELOPMENT_ACCOUNTS;
const LINES = Array.from({ length: 5 }, (_, n) => lineOf(n));
const [[OWNER], [VICTIM]] = [LINES[0] ?? lineOf(0), LINES[1] ?? lineOf(1)];
const DAY = 86_400n;
const LOCKED = 10n ** 15n;
const GAS = 500_000n;

/** Every key that a chain knows of, by its name in docs/contracts.md. */
const KEYS: readonly (readonly [name: string, key: Hex])[] = [
  ['of the deployer', DEPLOYER],
  ['of whoever the supply was minted to, such as the treasury', TREASURY],
  ['of an account on the list', OWNER],
  ['of the team’s beneficiary', BENEFICIARY],
  ['anybody’s', STRANGER],
];

let chain: LocalChain;
let placed: Record<(typeof DEPLOYED)[number], Placed>;
let opens: bigint;
let snapshot: Hex;

const tree = treeOf(LINES);
const entries = LINES.map((line, n) => entryOf(line, tree.getProof(n) as Hex[]));
const total = LINES.reduce((sum, line) => sum + sumOf(line), 0n);

// Funded, with a hundred days of claims, and with tokens of everybody: what anybody has now can be lost.
beforeAll(async () => {
  chain = await startLocalChain({ chainId: 56 });
  const { client } = chain;
  await call(client, 'anvil_autoImpersonateAccount', [true]);
  for (const [, address] of KEYS) await client.setBalance({ address, value: 10n ** 20n });
  const SynxToken = await deployToken(client);
  opens = (await client.getBlock()).timestamp + DAY;
  const SynxClaims = await deployClaims(client, SynxToken, tree.root, total, { start: opens, end: opens + 365n * DAY });
  const TeamLock = await deployTeamLock(client, BENEFICIARY, { start: opens, duration: 365n * DAY, cliff: DAY });
  placed = { SynxToken, SynxClaims, TeamLock };
  await fund(client, SynxToken, SynxClaims, total);
  await send(client, SynxToken, 'transfer', [TeamLock.address, LOCKED]);
  await send(client, SynxToken, 'transfer', [TREASURY, await balanceOf(DEPLOYER)]);
  await waitUntil(client, opens + 50n * DAY);
  await send(client, SynxClaims, 'claimMany', [entries.slice(0, 3)]);
  await send(client, TeamLock, 'release', [SynxToken.address]);
  await waitUntil(client, opens + 100n * DAY);
  snapshot = await client.snapshot();
});
afterEach(async () => {
  await chain.client.revert({ id: snapshot });
  snapshot = await chain.client.snapshot();
});
afterAll(() => chain.stop());

const balanceOf = (address: Hex) => read<bigint>(chain.client, placed.SynxToken, 'balanceOf', [address]);

/** Values of a parameter that could serve somebody with this key. */
function valuesOf({ type }: AbiParameter, key: Hex): readonly unknown[] {
  const forged = { ...entries[1], account: key };
  if (type === 'address') return [key, VICTIM, TREASURY, placed.SynxClaims.address, pad('0x', { size: 20 })];
  if (type === 'uint256' || type === 'uint64') return [1n, total];
  if (type === 'tuple') return [entries[0], entries[1], entries[3], forged];
  if (type === 'tuple[]') return [[forged, ...entries, ...entries]];
  throw new Error(`no values of ${type}`);
}

function combined(inputs: readonly AbiParameter[], key: Hex): readonly unknown[][] {
  return inputs.reduce<readonly unknown[][]>(
    (rows, input) => rows.flatMap((row) => valuesOf(input, key).map((value) => [...row, value])),
    [[]],
  );
}

/** Calls every function that can change something, with every combination of values; those that did anything. */
async function tryEverything(key: Hex): Promise<readonly string[]> {
  const { client } = chain;
  const first = await client.getTransactionCount({ address: key });
  const calls = DEPLOYED.flatMap((contract) =>
    placed[contract].contract.abi.flatMap((item) => {
      if (item.type !== 'function' || item.stateMutability !== 'nonpayable') return [];
      const to = placed[contract].address;
      return combined(item.inputs, key).map((args, rank) => ({
        ...{ to, name: item.name, rank, data: encodeFunctionData({ abi: [item], args }) },
      }));
    }),
  ).sort((one, other) => turnOf(one) - turnOf(other));
  await client.setAutomine(false);
  const hashes = await Promise.all(
    calls.map(({ to, data }, index) => submit(client, { from: key, to, data, gas: GAS, nonce: first + index })),
  );
  do await client.mine({ blocks: 1 });
  while (Number((await client.getTxpoolStatus()).pending) > 0);
  await client.setAutomine(true);
  const receipts = await Promise.all(hashes.map((hash) => client.getTransactionReceipt({ hash })));
  const did = calls.filter((_, index) => receipts[index]?.status === 'success' && receipts[index]?.logs.length > 0);
  return [...new Set(did.map(({ name }) => name))].sort();
}

/** In the end what leaves others nothing to do: what pays everybody, what gives a lock up, and what gives it away. */
function turnOf({ name, rank }: { readonly name: string; readonly rank: number }): number {
  if (name === 'claimTo') return -1;
  if (name === 'transferOwnership' && rank > 0) return 2;
  return name === 'claimMany' || name === 'renounceOwnership' ? 1 : 0;
}

/** What nobody may change: the terms of the claims and of the lock. */
const terms = async () => {
  const views = (['token', 'root', 'list', 'total', 'schedules', 'funded'] as const).map((name) =>
    read(chain.client, placed.SynxClaims, name),
  );
  const ofLock = (['start', 'end', 'cliff'] as const).map((name) => read(chain.client, placed.TeamLock, name));
  return Promise.all([...views, ...ofLock]);
};

it.for(KEYS)(
  '[I8] with the key %s nothing that is owed to another is taken, delayed or changed',
  async ([name, key]) => {
    const { client } = chain;
    const others = [...LINES.map(([account]) => account), TREASURY, BENEFICIARY].filter((account) => account !== key);
    const before = new Map<Hex, bigint>();
    const owed = new Map<Hex, bigint>();
    for (const account of others) before.set(account, await balanceOf(account));
    for (const [account, ...amounts] of LINES) {
      const claimed = await read<bigint>(client, placed.SynxClaims, 'claimed', [account]);
      owed.set(account, sumOf([account, ...amounts]) - claimed);
    }
    if (key !== BENEFICIARY) owed.set(BENEFICIARY, await balanceOf(placed.TeamLock.address));
    const same = await terms();

    const did = await tryEverything(key);
    expect(rowsOf('What each key can do').find(([row]) => row === name)?.[1]).toBe(
      did.map((each) => `\`${each}\``).join(' '),
    );

    expect(await terms()).toEqual(same);
    await waitUntil(client, opens + 366n * DAY);
    await send(client, placed.SynxClaims, 'claimMany', [entries]);
    if (key !== BENEFICIARY) await send(client, placed.TeamLock, 'release', [placed.SynxToken.address]);
    for (const account of others) {
      const gained = (await balanceOf(account)) - (before.get(account) ?? 0n);
      // More only by gifts.
      expect(gained >= (owed.get(account) ?? 0n), account).toBe(true);
    }
    expect(await read(client, placed.SynxClaims, 'claimedTotal')).toBe(total);
    await client.revert({ id: snapshot });
  },
);

it('the document has a row for every key that a chain knows of', () => {
  const rows = rowsOf('What each key can do').map(([name]) => name);
  expect(rows.slice(0, KEYS.length)).toEqual(KEYS.map(([name]) => name));
});
