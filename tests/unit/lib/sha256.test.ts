import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { sha256Hex } from '#src/lib/hash/sha256.ts';

test('matches the standard’s examples', () => {
  // FIPS 180-4, examples of the NIST.
  expect(sha256Hex('abc')).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad');
  expect(sha256Hex('')).toBe('e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855');
});

test('agrees with the platform for any text, across the edges of its blocks', () => {
  const platform = (text: string) => createHash('sha256').update(text, 'utf8').digest('hex');
  for (let length = 0; length < 200; length += 1)
    expect(sha256Hex('x'.repeat(length))).toBe(platform('x'.repeat(length)));
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 300 }), (text) => sha256Hex(text) === platform(text)),
    { seed: 256 },
  );
});
