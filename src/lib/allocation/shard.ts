import { type AllocationEntry, AllocationError, amountsOf, entryOf, leafOf } from './entry.ts';
import { type ListSummary, shardName, toHex } from './list.ts';
import { pathIn, rootFrom, rootOf, treeOver } from './tree.ts';

/** Wallets whose subtree has its root in the file: a phone that finds its own among 300 hashes no others. */
const GROUP = 16;

/** A shard that leads to the root of the list. */
interface OpenShard {
  /** All of its entries. Throws AllocationError if one of them was changed. */
  entries(): readonly AllocationEntry[];
  /**
   * The proof of one of its wallets for the contract, or null if the file does not have that wallet. Throws
   * AllocationError if its group was changed, and for another wallet if anything was.
   */
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

/** The file of a shard, from all of its entries in order: its reader can compute each proof. */
export function shardText(
  { shards, tree }: Pick<ListSummary, 'shards' | 'tree'>,
  name: string,
  entries: readonly AllocationEntry[],
): string {
  const index = shards.indexOf(name);
  if (index === -1) throw wrong(name);
  const path = pathIn(tree, index).map(toHex);
  const groups = inGroups(entries).map((group) => toHex(rootOf(treeOver(group.map(leafOf)))));
  const wallets = entries.map((entry) => [entry.address, ...amountsOf(entry).map(String)]);
  return JSON.stringify({ path, groups, wallets });
}

/**
 * Reads the file of a shard and compares it with the root of the list. Throws AllocationError unless its groups lead to
 * that root. Whoever served it, an entry that leads to its group is one of the list. A file can still leave some out,
 * which only the whole list shows.
 */
export function openShard(text: string, root: string): OpenShard {
  const { path, groups, wallets } = partsOf(text);
  const above = treeOver(groups);
  if (toHex(rootFrom(rootOf(above), path)) !== root) throw wrong(root);
  const open = (wanted: number) => {
    const own = wallets.slice(wanted * GROUP, (wanted + 1) * GROUP);
    const entries = own.map((wallet) => entryOf(`${wallet.join(',')}\n`));
    const tree = treeOver(entries.map(leafOf));
    if (toHex(rootOf(tree)) !== toHex(groups[wanted] as Uint8Array)) throw wrong(root);
    return { entries, tree };
  };
  const entries = () => groups.flatMap((_, group) => open(group).entries);
  return {
    entries,
    proofOf: (address) => {
      const index = wallets.findIndex(([own]) => own === address);
      if (index === -1) {
        entries();
        return null;
      }
      const group = Math.floor(index / GROUP);
      const place = index % GROUP;
      const { entries: own, tree } = open(group);
      const proof = [...pathIn(tree, place), ...pathIn(above, group), ...path].map(toHex);
      return { entry: own[place] as AllocationEntry, proof };
    },
  };
}

function inGroups<Item>(items: readonly Item[]): Item[][] {
  return Array.from({ length: Math.ceil(items.length / GROUP) }, (_, at) => items.slice(at * GROUP, (at + 1) * GROUP));
}

interface Parts {
  readonly path: readonly Uint8Array[];
  readonly groups: readonly Uint8Array[];
  readonly wallets: readonly string[][];
}

function partsOf(text: string): Parts {
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch {
    throw wrong('not JSON');
  }
  const { path, groups, wallets } = (parsed ?? {}) as Readonly<Record<keyof Parts, unknown>>;
  const isTexts = (value: unknown): value is string[] =>
    Array.isArray(value) && value.every((text) => typeof text === 'string');
  const isHashes = (value: unknown) => isTexts(value) && value.every((hash) => /^0x[0-9a-f]{64}$/.test(hash));
  // Without wallets there are no groups, and no tree.
  const isWhole =
    isHashes(path) && isHashes(groups) && Array.isArray(wallets) && wallets.every(isTexts) && wallets.length > 0;
  if (!isWhole || (groups as string[]).length !== Math.ceil(wallets.length / GROUP)) throw wrong('not its parts');
  return { path: (path as string[]).map(bytesOf), groups: (groups as string[]).map(bytesOf), wallets };
}

function wrong(at: string): AllocationError {
  return new AllocationError('wrong-shard', at);
}

function bytesOf(hex: string): Uint8Array {
  return Uint8Array.from({ length: 32 }, (_, byte) => Number.parseInt(hex.slice(2 + byte * 2, 4 + byte * 2), 16));
}
