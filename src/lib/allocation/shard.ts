import { type AllocationEntry, AllocationError, amountsOf, entryOf, leafOf } from './entry.ts';
import { type ListSummary, shardName, toHex } from './list.ts';
import { pathIn, rootFrom, rootOf, treeOver } from './tree.ts';

/** A shard whose entries lead to the root of the list. */
interface OpenShard {
  readonly entries: readonly AllocationEntry[];
  /** The proof of one of its wallets for the contract, or null if the list does not have that wallet. */
  proofOf(address: string): { readonly entry: AllocationEntry; readonly proof: readonly string[] } | null;
}

/** The shards of a list of `count` wallets in order, by name, from its entries in order; keeps one at a time. */
export async function* shardsOf(
  entries: AsyncIterable<AllocationEntry>,
  count: number,
): AsyncGenerator<readonly [name: string, entries: readonly AllocationEntry[]]> {
  let shard: AllocationEntry[] = [];
  let name = '';
  for await (const entry of entries) {
    const own = shardName(entry.address, count);
    if (own !== name && shard.length > 0) {
      yield [name, shard];
      shard = [];
    }
    name = own;
    shard.push(entry);
  }
  if (shard.length > 0) yield [name, shard];
}

/** The name of a shard's file. */
export function shardFile(name: string): string {
  return `${name || 'all'}.json`;
}

/** The file of a shard, from all of its entries in order: no proof is stored, since its reader can compute each. */
export function shardText(
  { shards, tree }: Pick<ListSummary, 'shards' | 'tree'>,
  name: string,
  entries: readonly AllocationEntry[],
): string {
  const index = shards.indexOf(name);
  if (index === -1) throw new AllocationError('wrong-shard', name);
  const path = pathIn(tree, index).map(toHex);
  return JSON.stringify({ path, wallets: entries.map((entry) => [entry.address, ...amountsOf(entry).map(String)]) });
}

/**
 * Reads the file of a shard and compares it with the root of the list. Throws AllocationError unless its entries lead
 * to that root: whoever served it, they are entries of the list. A file can still leave some out, which only the whole
 * list shows.
 */
export function openShard(text: string, root: string): OpenShard {
  const { path, wallets } = partsOf(text);
  const entries = wallets.map((wallet) => entryOf(`${wallet.join(',')}\n`));
  if (entries.length === 0) throw new AllocationError('wrong-shard', 'no wallets');
  const tree = treeOver(entries.map(leafOf));
  if (toHex(rootFrom(rootOf(tree), path)) !== root) throw new AllocationError('wrong-shard', root);
  return {
    entries,
    proofOf: (address) => {
      const index = entries.findIndex((entry) => entry.address === address);
      const entry = entries[index];
      return entry === undefined ? null : { entry, proof: [...pathIn(tree, index), ...path].map(toHex) };
    },
  };
}

function partsOf(text: string): { readonly path: readonly Uint8Array[]; readonly wallets: readonly string[][] } {
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch {
    throw new AllocationError('wrong-shard', 'not JSON');
  }
  const { path, wallets } = (parsed ?? {}) as { path?: unknown; wallets?: unknown };
  const isText = (value: unknown) => typeof value === 'string';
  if (!Array.isArray(path) || !path.every((hash) => isText(hash) && /^0x[0-9a-f]{64}$/.test(hash)))
    throw new AllocationError('wrong-shard', 'no path');
  if (!Array.isArray(wallets) || !wallets.every((wallet) => Array.isArray(wallet) && wallet.every(isText)))
    throw new AllocationError('wrong-shard', 'no wallets');
  return { path: path.map(bytesOf), wallets };
}

function bytesOf(hex: string): Uint8Array {
  return Uint8Array.from({ length: 32 }, (_, byte) => Number.parseInt(hex.slice(2 + byte * 2, 4 + byte * 2), 16));
}
