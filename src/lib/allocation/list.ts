import { sha256Stream } from '#src/lib/hash/sha256.ts';
import { type AllocationEntry, AllocationError, AMOUNT_KINDS, type AmountKind, entryOf, leafOf } from './entry.ts';
import { rootOf, type Tree, treeOver } from './tree.ts';

/** What a list comes to, in hexadecimal digits after 0x. */
export interface ListSummary {
  /** Of the tree, as the contract has it. */
  readonly root: string;
  /** SHA-256 of the list's text. */
  readonly hash: string;
  readonly count: number;
  readonly totals: Readonly<Record<AmountKind, bigint>>;
  /** The first digits of the addresses of each shard that has wallets, in order; '' if there is only one. */
  readonly shards: readonly string[];
  /** The tree over the roots of those shards. */
  readonly tree: Tree;
}

/** How many first digits of an address name the shard of a wallet in a list of `count`. */
export function shardDigits(count: number): number {
  if (count < 256) return 0;
  if (count <= 4_096) return 1;
  return count <= 65_536 ? 2 : 3;
}

export function shardName(address: string, count: number): string {
  return address.slice(2, 2 + shardDigits(count));
}

/**
 * Reads a list of `count` wallets line by line, and keeps no more than the leaves of one shard and the roots of all: a
 * subtree for each shard, and a tree over their roots. Throws AllocationError for a list that no handover may have.
 */
export function readList(count: number) {
  if (count < 2) throw new AllocationError('fewer-than-two', String(count));
  const encoder = new TextEncoder();
  const text = sha256Stream();
  const totals = { bought: 0n, staked: 0n, rewards: 0n, airdrop: 0n };
  const shards: string[] = [];
  const roots: Uint8Array[] = [];
  let seen = 0;
  let last = '';
  let leaves: Uint8Array[] = [];
  const closeShard = () => {
    shards.push(shardName(last, count));
    roots.push(rootOf(treeOver(leaves)));
    leaves = [];
  };
  return {
    /** Takes the next line, with its line feed. */
    add(line: string): AllocationEntry {
      const entry = entryOf(line);
      const { address } = entry;
      if (address <= last) throw new AllocationError(address === last ? 'duplicate-address' : 'unsorted', address);
      if (leaves.length > 0 && shardName(address, count) !== shardName(last, count)) closeShard();
      last = address;
      seen += 1;
      leaves.push(leafOf(entry));
      text.add(encoder.encode(line));
      for (const kind of AMOUNT_KINDS) totals[kind] += entry[kind];
      return entry;
    },
    end(): ListSummary {
      if (seen !== count) throw new AllocationError('wrong-count', `${seen} of ${count}`);
      closeShard();
      const tree = treeOver(roots);
      return { root: toHex(rootOf(tree)), hash: `0x${text.hex()}`, count, totals, shards, tree };
    },
  };
}

export function toHex(bytes: Uint8Array): string {
  let text = '0x';
  for (const byte of bytes) text += (byte + 0x100).toString(16).slice(1);
  return text;
}
