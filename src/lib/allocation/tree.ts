import { keccak256 } from '#src/lib/hash/keccak.ts';
import { levelAbove } from '#src/lib/hash/merkle.ts';

/**
 * The Merkle tree of OpenZeppelin's MerkleProof, level by level from the leaves to the root: a node is the hash of its
 * two children, the smaller one first, so that a proof needs no sides. A last node without a neighbour moves up
 * unchanged. Hashes are 32 bytes. Throws RangeError without leaves.
 */
export function treeOver(leaves: readonly Uint8Array[]): Tree {
  if (leaves.length === 0) throw new RangeError('a tree without leaves');
  const levels = [leaves];
  for (let level = leaves; level.length > 1; levels.push(level)) level = levelAbove(level, joined);
  return levels;
}

export type Tree = readonly (readonly Uint8Array[])[];

export function rootOf(tree: Tree): Uint8Array {
  return tree.at(-1)?.[0] as Uint8Array;
}

/** The hashes to join with leaf `index`, bottom up, to reach the root. */
export function pathIn(tree: Tree, index: number): Uint8Array[] {
  return tree.flatMap((level, height) => level[(index >> height) ^ 1] ?? []);
}

/** The root that a hash and its path lead to. */
export function rootFrom(hash: Uint8Array, path: readonly Uint8Array[]): Uint8Array {
  return path.reduce(joined, hash);
}

/** Two children, one after the other; the same for all nodes, since a new one for each would cost much of a hash. */
const both = new Uint8Array(64);

function joined(one: Uint8Array, other: Uint8Array): Uint8Array {
  const [first, second] = isSmaller(one, other) ? [one, other] : [other, one];
  both.set(first);
  both.set(second, 32);
  return keccak256(both);
}

function isSmaller(one: Uint8Array, other: Uint8Array): boolean {
  for (let at = 0; at < 32; at += 1) {
    const difference = (one[at] as number) - (other[at] as number);
    if (difference !== 0) return difference < 0;
  }
  return false;
}
