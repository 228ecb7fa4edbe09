import { expect, test } from 'vitest';
import { successorOf } from '#src/purchase/outbox.ts';
import { readPendingPurchase, sameHash } from '#src/purchase/pending-purchases.ts';

const hash = (digit: string) => `0x${digit.repeat(64)}`;
const [A, B] = [hash('a'), hash('b')];
const body = {
  walletAddress: '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266',
  transactionHash: A,
  chainId: 137,
  paymentMethod: 'MATIC',
  paymentAmount: '12.5',
  ethAmount: '12.5',
  usdAmount: '10',
  tokenAmount: '769',
  termsVersion: '2026-01-01',
} as const;
const by = (replacedBy: string | null) => ({ status: 'replaced', replacedBy, chainId: null }) as const;

test('a successor has the wallet, the chain and the terms of the replaced payment, and none of its amounts', () => {
  expect(successorOf(body, by(B))).toEqual({
    walletAddress: body.walletAddress,
    transactionHash: B,
    chainId: 137,
    status: 'pending',
    termsVersion: '2026-01-01',
  });
});

test('only a replaced payment has one, and never an invalid hash or the payment itself', () => {
  expect(successorOf(body, by(null))).toBeNull();
  expect(successorOf(body, { status: 'confirming', replacedBy: B, chainId: 1 })).toBeNull();
  expect(successorOf(body, by('0x12'))).toBeNull();
  expect(successorOf(body, by(A.toUpperCase().replace('X', 'x')))).toBeNull();
});

test('hashes are equal in any case; a missing one never counts as different', () => {
  expect(sameHash(A, A.toUpperCase())).toBe(true);
  expect(sameHash(A, B)).toBe(false);
  expect(sameHash(undefined, B)).toBe(true);
});

test('a stored payment keeps the hash it replaced; one stored by an older page is read as before', () => {
  expect(readPendingPurchase(JSON.stringify({ body, storedAt: 5, replaces: B }))).toEqual({
    body,
    storedAt: 5,
    replaces: B,
  });
  expect(readPendingPurchase(JSON.stringify({ body, storedAt: 5 }))).toEqual({ body, storedAt: 5 });
  expect(readPendingPurchase(JSON.stringify({ body, storedAt: 5, replaces: 7 }))).toEqual({ body, storedAt: 5 });
});
