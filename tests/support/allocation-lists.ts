import { type AllocationEntry, lineOf } from '#src/lib/allocation/entry.ts';
import { type ListSummary, readList, shardName } from '#src/lib/allocation/list.ts';
import { shardText } from '#src/lib/allocation/shard.ts';
import type { Random } from './random.ts';

const MAX_UINT64 = 2n ** 64n - 1n;

/**
 * Entries in order for `count` different wallets, with every size of amount. Addresses begin with one of the first
 * `spread` of sixteen digits, so that a small spread leaves shards empty.
 */
export function randomEntries(rolls: Random, count: number, spread = 16): AllocationEntry[] {
  const addresses = new Set<string>();
  while (addresses.size < count) {
    const first = rolls.below(spread).toString(16);
    const words = Array.from({ length: 5 }, () =>
      rolls
        .below(2 ** 32)
        .toString(16)
        .padStart(8, '0'),
    );
    addresses.add(`0x${first}${words.join('').slice(1)}`);
  }
  const amount = () => {
    if (rolls.once(3)) return 0n;
    if (rolls.once(20)) return MAX_UINT64;
    return BigInt(rolls.below(2 ** 31)) * BigInt(rolls.below(2 ** 31));
  };
  return [...addresses].sort().map((address) => ({
    address,
    bought: 1n + BigInt(rolls.below(2 ** 31)),
    staked: amount(),
    rewards: amount(),
    airdrop: amount(),
  }));
}

export function readEntries(entries: readonly AllocationEntry[]): ListSummary {
  const list = readList(entries.length);
  for (const entry of entries) list.add(lineOf(entry));
  return list.end();
}

/** The files of all shards by their names. */
export function shardFiles(entries: readonly AllocationEntry[], list: ListSummary): ReadonlyMap<string, string> {
  // Without Map.groupBy(), which not every browser of ours has.
  const groups = new Map<string, AllocationEntry[]>(list.shards.map((name) => [name, []]));
  for (const entry of entries) groups.get(shardName(entry.address, entries.length))?.push(entry);
  return new Map([...groups].map(([name, own]) => [name, shardText(list, name, own)]));
}
