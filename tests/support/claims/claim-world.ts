import type { Hex } from 'viem';
import { DEVELOPMENT_ACCOUNTS } from '#src/config/development-accounts.ts';
import type { Distributor } from '#src/config/distributor.ts';
import { supplyTableOf } from '#src/contract/supply-table.ts';
import type { LocalClient } from '#src/dev/chains/local-client.ts';
import { type AllocationEntry, AMOUNT_KINDS, totalOf } from '#src/lib/allocation/entry.ts';
import { shardName } from '#src/lib/allocation/list.ts';
import { openShard } from '#src/lib/allocation/shard.ts';
import { type Unlocking, unlockedOf, unlocksAfter } from '#src/lib/allocation/unlocking.ts';
import { claimsArguments, type Deployment, deploymentOf } from '#src/server/money/handover/deployment.ts';
import type { Db } from '#src/server/platform/database/tables.ts';
import { randomEntries, readEntries, shardFiles } from '#tests/support/allocation-lists.ts';
import { minedReceipt } from '#tests/support/pay.ts';
import { type Random, random } from '#tests/support/random.ts';
import { giveDistributor } from '#tests/support/store-final-list.ts';

/** Has all tokens at the beginning; deploys for everybody. */
const [TREASURY, STRANGER] = DEVELOPMENT_ACCOUNTS;
/** The supply of the token that a world has, as SUPPLY_TABLE takes it. */
export const WORLD_SUPPLY = JSON.stringify([{ purpose: 'Everything', address: TREASURY, amount: '1110000000' }]);
/** Most that each of a wallet's four amounts may be, so that a thousand wallets have less than there is. */
const MOST = 277_000_000_000_000n;
/** Claiming opens after the contract has been funded, reorganised and funded again. */
const OPENS_AFTER = 10n * 86_400n;

/** A wallet of the list, with its proof as its browser computes it from the published shard. */
export interface Claimant {
  readonly entry: AllocationEntry;
  readonly proof: readonly string[];
}

/** A list, and the contracts that pay it on a local chain. */
export interface ClaimWorld {
  readonly rolls: Random;
  readonly claimants: readonly Claimant[];
  readonly distributor: Distributor;
  readonly deployment: Deployment;
  readonly total: bigint;
  /** Base units that somebody gives to the claims by mistake; they stay there. */
  readonly gift: bigint;
  /** Seconds since 1970. */
  readonly opens: bigint;
  readonly schedules: readonly Unlocking[];
  /** What differs from the list of storeFinalList(). */
  readonly batch: ReturnType<typeof batchOf>;
}

/** Draws a list of some wallets by a seed; it opens ten days after the chain's time. */
export async function drawWorld(client: LocalClient, wallets: number, seed: number): Promise<ClaimWorld> {
  const rolls = random(seed);
  const entries = randomEntries(rolls, wallets).map((entry) => ({
    ...entry,
    ...Object.fromEntries(AMOUNT_KINDS.map((kind) => [kind, entry[kind] % MOST])),
  }));
  const list = readEntries(entries);
  const files = shardFiles(entries, list);
  const shards = new Map([...files].map(([name, text]) => [name, openShard(text, list.root)]));
  const claimants = entries.map(({ address }) => {
    const found = shards.get(shardName(address, wallets))?.proofOf(address);
    if (found == null) throw new Error(`${address} is not in its shard`);
    return found;
  });
  const opens = (await client.getBlock()).timestamp + OPENS_AFTER;
  const batch = batchOf(list, opens);
  const deployment = deploymentOf(claimsArguments(batch), supplyTableOf(WORLD_SUPPLY));
  const unlocks = unlocksAfter(opens);
  return {
    ...{ rolls, claimants, deployment, opens, batch },
    distributor: { chainId: 56, claims: deployment.claims, token: deployment.token },
    total: totalOf(list.totals),
    gift: BigInt(1 + rolls.below(1_000)),
    schedules: AMOUNT_KINDS.map((kind) => unlocks[kind]),
  };
}

function batchOf({ root, hash, count, totals }: ReturnType<typeof readEntries>, opens: bigint) {
  return { root, list_hash: hash, wallets: BigInt(count), ...totals, opens_at: opens * 1_000n };
}

/** What an entry has paid in all by a time, as the site computes it. */
export function openedBy({ schedules }: Pick<ClaimWorld, 'schedules'>, entry: AllocationEntry, time: bigint): bigint {
  return AMOUNT_KINDS.reduce(
    (sum, kind, index) => sum + unlockedOf(entry[kind], schedules[index] ?? { start: 0n, end: 0n }, time),
    0n,
  );
}

/** Deploys the contracts, and states them and the list to a database that has storeFinalList()'s. */
export async function placeWorld(client: LocalClient, { deployment, batch }: ClaimWorld, db: Db): Promise<void> {
  const hashes: string[] = [];
  for (const call of deployment.deploy) hashes.push(await sendNow(client, STRANGER, call));
  await db.updateTable('allocation_batches').set(batch).execute();
  await giveDistributor(db, deployment.claims, [hashes[0] ?? '', hashes.at(-1) ?? '']);
}

async function sendNow(client: LocalClient, from: Hex, call: { readonly to: Hex; readonly data: Hex }): Promise<Hex> {
  const hash = await client.sendTransaction({ account: from, gas: 8_000_000n, ...call });
  if ((await minedReceipt(client, hash)).status !== 'success') throw new Error('not deployed');
  return hash;
}
