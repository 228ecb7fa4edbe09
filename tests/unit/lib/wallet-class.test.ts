import { expect, test } from 'vitest';
import { classOf, type WalletCode } from '#src/lib/allocation/wallet-class.ts';

const [ETHEREUM, BSC, POLYGON] = [1, 56, 137];
const SAFE: WalletCode = `0x${'aa'.repeat(32)}`;
const OTHER: WalletCode = `0x${'bb'.repeat(32)}`;
type Codes = readonly [WalletCode | null, WalletCode | null, WalletCode | null];
const NONE: Codes = ['none', 'none', 'none'];

const codesOf = (codes: Codes) =>
  new Map([ETHEREUM, BSC, POLYGON].map((chainId, index) => [chainId, codes[index] ?? null]));

test.each<[string, readonly number[], Codes, string]>([
  ['a key wallet that paid elsewhere', [ETHEREUM], NONE, 'key'],
  ['a key wallet that paid on all chains', [ETHEREUM, BSC, POLYGON], NONE, 'key'],
  ['a key wallet with points alone', [], NONE, 'key'],
  ['a key that points to a contract by EIP-7702', [ETHEREUM], ['delegated', 'none', 'delegated'], 'key'],
  ['a contract that paid on the claim chain', [BSC], ['none', SAFE, 'none'], 'contract'],
  ['the same with other contracts at its address elsewhere', [BSC], [OTHER, SAFE, SAFE], 'contract'],
  ['a contract that paid on another chain', [ETHEREUM], [SAFE, 'none', 'none'], 'waiting'],
  ['the same with other code on the claim chain', [ETHEREUM], [SAFE, OTHER, 'none'], 'waiting'],
  // Anybody may put the same proxy there, with other owners behind it.
  ['the same with equal code on the claim chain', [ETHEREUM], [SAFE, SAFE, 'none'], 'waiting'],
  ['a contract that paid on both chains, with equal code', [ETHEREUM, BSC], [SAFE, SAFE, 'none'], 'waiting'],
  ['a contract that paid on both chains, with other code', [ETHEREUM, BSC], [SAFE, OTHER, 'none'], 'waiting'],
  ['a contract on two other chains', [ETHEREUM, POLYGON], [SAFE, 'none', SAFE], 'waiting'],
  ['a contract on the claim chain that paid nowhere', [], ['none', SAFE, 'none'], 'waiting'],
  ['a contract that is gone from the claim chain', [BSC], ['none', 'changed', 'none'], 'waiting'],
  ['a contract elsewhere, without code where it paid', [BSC], [SAFE, 'none', 'none'], 'waiting'],
  [
    'a key that points to a contract on the claim chain, of a wallet that is one',
    [BSC],
    [SAFE, 'delegated', 'none'],
    'waiting',
  ],
  ['a wallet that was not read on one chain', [BSC], ['none', 'none', null], 'unknown'],
  ['a contract that was not read on one chain', [ETHEREUM], [SAFE, 'none', null], 'unknown'],
])('%s: paid on %j, code %j: %s', (_, paidOn, codes, expected) => {
  expect(classOf({ paidOn, codeByChain: codesOf(codes), claimChain: BSC })).toBe(expected);
});

test('without a claim chain only key wallets have a class', () => {
  const on = (codes: Codes) => classOf({ paidOn: [BSC], codeByChain: codesOf(codes), claimChain: null });
  expect([on(NONE), on(['none', SAFE, 'none'])]).toEqual(['key', 'unknown']);
});
