import { sha256Hex } from './sha256.ts';

/**
 * The Merkle tree of RFC 6962 (Certificate Transparency) over SHA-256. Leaves and nodes are hashed with different first
 * bytes, so that neither can pass for the other, and the number of leaves determines the tree's shape. Hashes are 64
 * hexadecimal digits.
 */
const LEAF = 0x00;
const NODE = 0x01;

/** The hash of one entry, given as its text. */
export function leafHash(text: string): string {
  const bytes = new TextEncoder().encode(text);
  const data = new Uint8Array(bytes.length + 1);
  data[0] = LEAF;
  data.set(bytes, 1);
  return sha256Hex(data);
}

/** The hash of a node, from those of its two children. */
export type NodeHash = (left: string, right: string) => string;

/** The root over leaf hashes in order; a server can pass a faster `hash`. Throws RangeError without leaves. */
export function merkleRoot(leaves: readonly string[], hash: NodeHash = nodeHash): string {
  if (leaves.length === 0) throw new RangeError('a tree without leaves');
  let level = leaves;
  while (level.length > 1) level = levelAbove(level, hash);
  return level[0] as string;
}

/** The hashes to combine with leaf `index`, bottom up, to reach the root. */
export function merklePath(leaves: readonly string[], index: number, hash: NodeHash = nodeHash): string[] {
  if (!(index >= 0 && index < leaves.length)) throw new RangeError(`no leaf ${index} of ${leaves.length}`);
  const path: string[] = [];
  let level = leaves;
  for (let at = index; level.length > 1; at >>= 1) {
    const neighbour = level[at ^ 1];
    // A last leaf without a neighbour moves up unchanged.
    if (neighbour !== undefined) path.push(neighbour);
    level = levelAbove(level, hash);
  }
  return path;
}

/** The root that a leaf and its path lead to; null if no leaf of such a tree has that path (RFC 9162, 2.1.3.2). */
export function rootOfPath(leaf: string, index: number, size: number, path: readonly string[]): string | null {
  if (!(index >= 0 && index < size)) return null;
  let hash = leaf;
  let at = index;
  let last = size - 1;
  let used = 0;
  for (; last > 0; at >>= 1, last >>= 1) {
    if (at === last && at % 2 === 0) continue;
    const neighbour = path[used];
    if (neighbour === undefined) return null;
    used += 1;
    hash = at % 2 === 1 ? nodeHash(neighbour, hash) : nodeHash(hash, neighbour);
  }
  return used === path.length ? hash : null;
}

/** The next level of a tree of any hashes; a last one without a neighbour moves up unchanged. */
export function levelAbove<Hash>(level: readonly Hash[], hash: (left: Hash, right: Hash) => Hash): Hash[] {
  const next: Hash[] = [];
  for (let at = 0; at < level.length; at += 2) {
    const left = level[at] as Hash;
    const right = level[at + 1];
    next.push(right === undefined ? left : hash(left, right));
  }
  return next;
}

function nodeHash(left: string, right: string): string {
  const data = new Uint8Array(65);
  data[0] = NODE;
  for (const [offset, hex] of [
    [1, left],
    [33, right],
  ] as const) {
    for (let byte = 0; byte < 32; byte += 1)
      data[offset + byte] = Number.parseInt(hex.slice(byte * 2, byte * 2 + 2), 16);
  }
  return sha256Hex(data);
}
