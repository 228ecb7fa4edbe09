import { expect, it } from 'vitest';
import { hasSoundChecksum } from '#src/lib/hash/address-checksum.ts';

/** Those that EIP-55 states. */
it.each([
  '0x52908400098527886E0F7030069857D2E4169EE7',
  '0xde709f2102306220921060314715629080e2fb77',
  '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
  '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359',
  '0xdbF03B407c01E7cD3CBea99509d93f8DDDC8C6FB',
  '0xD1220A0cf47c7B9Be7A2E6BA89F429762e7b9aDb',
])('%s has a sound checksum, and in a single case none to break', (address) => {
  expect(hasSoundChecksum(address)).toBe(true);
  expect(hasSoundChecksum(address.toLowerCase())).toBe(true);
  expect(hasSoundChecksum(`0x${address.slice(2).toUpperCase()}`)).toBe(true);
});

it('a letter in the other case breaks it', () => {
  expect(hasSoundChecksum('0x5AAeb6053F3E94C9b9A09f33669435E7Ef1BeAed')).toBe(false);
  expect(hasSoundChecksum('0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d35a')).toBe(false);
});
