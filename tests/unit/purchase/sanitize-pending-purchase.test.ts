import { expect, test } from 'vitest';
import { type PurchaseRequest, purchaseRequestSchema } from '#src/contract/presale.ts';
import { sanitizePendingPurchase } from '#src/purchase/outbox.ts';

const HASH = `0x${'ab'.repeat(32)}`;
const WALLET = `0x${'12'.repeat(20)}`;
const BODY = {
  ...{ walletAddress: WALLET, transactionHash: HASH, ethAmount: '1', paymentAmount: '1', paymentMethod: 'ETH' },
  ...{
    usdAmount: '4513.48',
    tokenAmount: '347190',
    status: 'pending',
    phase: 1,
    chainId: 1,
    termsVersion: '2026-01-01',
  },
};
const stored = (more: object) => ({ ...BODY, ...more }) as PurchaseRequest;

test('a stored payment is posted unchanged', () => {
  expect(sanitizePendingPurchase(stored({}))).toEqual(BODY);
});

test.each([
  ['a chain we do not know', { chainId: 8453 }],
  ['a chain as text', { chainId: '1' }],
  ['amounts as objects', { paymentAmount: { value: '1', decimals: 18 }, usdAmount: [1], tokenAmount: null }],
  ['an amount of two hundred digits', { ethAmount: '0'.repeat(200), paymentAmount: '0'.repeat(200) }],
  ['terms as a list', { termsVersion: ['2026-01-01'], phase: true, status: {} }],
  ['fields we do not know', { version: 2, token: { symbol: 'ETH' } }],
])('the API still accepts hash and wallet of one with %s', (_, more) => {
  const body = sanitizePendingPurchase(stored(more));
  expect(body).toMatchObject({ walletAddress: WALLET, transactionHash: HASH });
  expect(purchaseRequestSchema.safeParse(body).success).toBe(true);
});

test.each([
  ['a hash of 65 characters', { transactionHash: HASH.slice(0, 65) }],
  ['a hash that is no hexadecimal', { transactionHash: `0x${'xy'.repeat(32)}` }],
  ['a wallet that is none', { walletAddress: 'satoshi' }],
])('with %s it cannot be found, so nothing is posted', (_, more) => {
  expect(sanitizePendingPurchase(stored(more))).toBeNull();
});

const LETTERS = 'aB'.repeat(32);
test.each([
  `0x${LETTERS}`,
  `0x${LETTERS.toUpperCase()}`,
  `0X${LETTERS}`,
  LETTERS,
  `0x${LETTERS} `,
  ` 0x${LETTERS}`,
  `0x${LETTERS}\n`,
  `0x${LETTERS}0`,
  `0x${LETTERS.slice(1)}`,
  `0x${LETTERS.slice(1)}g`,
  '0x',
  '',
])('of "%s" it accepts the API’s inputs, as a hash and, cut to its length, as a wallet', (hash) => {
  // Removes the last 24 digits, and nothing around them.
  const wallet = hash.replace(/(?<=^\s*(?:0x)?[\da-f]{16})[\da-f]{24}/i, '');
  for (const body of [stored({ transactionHash: hash }), stored({ walletAddress: wallet })]) {
    const taken = sanitizePendingPurchase(body);
    expect(taken !== null).toBe(purchaseRequestSchema.safeParse(body).success);
    if (taken !== null) expect(taken).toEqual(body);
  }
});
