import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { leafHash, merklePath, merkleRoot, rootOfPath } from '#src/lib/hash/merkle.ts';

/** The entries and roots that test implementations of Certificate Transparency. */
const ENTRIES = ['', '\0', '\x10', ' !', '01', '@ABC', 'PQRSTUVW', '`abcdefghijklmno'];
const ROOTS = [
  '6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d',
  'fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125',
  'aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77',
  'd37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7',
  '4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4',
  '76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef',
  'ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c',
  '5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328',
];
const LEAVES = ENTRIES.map(leafHash);

describe('the Merkle tree of a day', () => {
  test.each(ROOTS.map((root, index) => [index + 1, root] as const))(
    'of %i entries is that of RFC 6962',
    (size, root) => {
      expect(merkleRoot(LEAVES.slice(0, size))).toBe(root);
    },
  );

  test('hashes texts of any script as their UTF-8 bytes', () => {
    const text = 'धन्यवाद 1.5 €';
    const expected = createHash('sha256')
      .update(Buffer.from([0]))
      .update(text, 'utf8')
      .digest('hex');
    expect(leafHash(text)).toBe(expected);
  });

  test('leads from every leaf of every size to its root, and from no other leaf, position, size or path', () => {
    for (let size = 1; size <= LEAVES.length; size += 1) {
      const leaves = LEAVES.slice(0, size);
      const root = merkleRoot(leaves);
      for (const [index, leaf] of leaves.entries()) {
        const path = merklePath(leaves, index);
        expect(rootOfPath(leaf, index, size, path)).toBe(root);
        expect(rootOfPath(leafHash('forged'), index, size, path)).not.toBe(root);
        expect(rootOfPath(leaf, index, size, [...path, leaf])).toBeNull();
        expect(rootOfPath(leaf, size, size, path)).toBeNull();
        if (path.length > 0) expect(rootOfPath(leaf, index, size, path.slice(1))).toBeNull();
        if (size > 1) expect(rootOfPath(leaf, (index + 1) % size, size, path)).not.toBe(root);
      }
    }
  });

  test('does not exist without entries', () => {
    expect(() => merkleRoot([])).toThrow(RangeError);
    expect(() => merklePath(LEAVES, LEAVES.length)).toThrow(RangeError);
  });

  test('has no leaf before the first', () => {
    expect(() => merklePath(LEAVES, -1)).toThrow(RangeError);
    const [only = ''] = LEAVES;
    expect(rootOfPath(only, -1, 1, [])).toBeNull();
  });
});
