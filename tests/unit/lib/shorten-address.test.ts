import { expect, test } from 'vitest';
import { shortenAddress } from '#src/lib/text/shorten-address.ts';

test('an address shows its first six and last four characters', () => {
  expect(shortenAddress('0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266')).toBe('0xf39F…2266');
  expect(shortenAddress('0x12345678')).toBe('0x12345678');
  expect(shortenAddress('')).toBe('');
});
