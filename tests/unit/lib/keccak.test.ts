import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { keccak256 } from '#src/lib/hash/keccak.ts';

const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex');

test('hashes nothing to Ethereum’s best-known constant', () => {
  expect(hex(keccak256(new Uint8Array()))).toBe('c5d2460186f7233c927e7db2dcc703c0e500b653ca82273b7bfad8045d85a470');
});

test('agrees with OpenSSL at every length across the edges of its blocks', () => {
  for (let length = 0; length < 420; length += 1) {
    const bytes = Uint8Array.from({ length }, (_, at) => (at * 131 + length * 17) & 0xff);
    expect(hex(keccak256(bytes)), `${length} bytes`).toBe(createHash('keccak-256').update(bytes).digest('hex'));
  }
});
