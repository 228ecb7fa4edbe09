import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { sha256Hex, sha256Stream } from '#src/lib/hash/sha256.ts';

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

test('comes to the same for the same bytes in any pieces, and can be asked in between', () => {
  const pieces = fc.array(fc.uint8Array({ maxLength: 150 }), { maxLength: 8 });
  fc.assert(
    fc.property(pieces, (parts) => {
      // Two at once: they share their work space.
      const [one, other] = [sha256Stream(), sha256Stream()];
      parts.forEach((part, index) => {
        one.add(part);
        other.add(part.toReversed());
        expect(one.hex()).toBe(platformHex(Buffer.concat(parts.slice(0, index + 1))));
      });
      expect(other.hex()).toBe(platformHex(Buffer.concat(parts.map((part) => part.toReversed()))));
    }),
    { seed: 256 },
  );
});

function platformHex(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}
