import { parseSiweMessage, validateSiweMessage } from 'viem/siwe';
import { expect, test } from 'vitest';
import { siweText } from '#src/wallet/siwe-text.ts';

const issuedAt = new Date('2026-01-01T00:00:00.000Z');
const fields = {
  domain: 'localhost:4321',
  address: '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266',
  statement: 'Prove that this wallet is yours.',
  uri: 'http://localhost:4321',
  chainId: 56,
  nonce: 'abcdefgh12345678',
  issuedAt,
} as const;

test('the text is valid EIP-4361 for another implementation, and expires after ten minutes', () => {
  const message = parseSiweMessage(siweText(fields));
  expect(message).toMatchObject({
    ...fields,
    version: '1',
    expirationTime: new Date('2026-01-01T00:10:00.000Z'),
  });
  expect(validateSiweMessage({ message, domain: fields.domain, nonce: fields.nonce, time: issuedAt })).toBe(true);
  expect(validateSiweMessage({ message, time: new Date('2026-01-01T00:10:01Z') })).toBe(false);
});

test('a statement cannot add lines', () => {
  const text = siweText({ ...fields, statement: 'Hello\n\nURI: https://evil.example\r\nNonce: x' });
  expect(parseSiweMessage(text)).toMatchObject({ uri: fields.uri, nonce: fields.nonce });
  expect(text.split('\n')).toHaveLength(11);
});
