import { expect, test } from 'vitest';
import { sendRefusal } from '#src/purchase/send-purchase.ts';
import { hasCode, isGasRefusal, isRejection } from '#src/wallet/error-code.ts';

const coded = (code: number, message = '') => Object.assign(new Error(message), { code });

test('codes are found under any wrapping', () => {
  expect(hasCode(coded(4001), 4001)).toBe(true);
  expect(hasCode(new Error('outer', { cause: new Error('middle', { cause: coded(4902) }) }), 4902)).toBe(true);
  expect(hasCode(Object.assign(coded(-32603), { data: { originalError: { code: 4902 } } }), 4902)).toBe(true);
  for (const nothing of [null, undefined, 'x', 7, {}]) expect(hasCode(nothing, 4001)).toBe(false);
});

test('a circular chain of causes ends', () => {
  const error: Error & { cause?: unknown } = new Error('loop');
  error.cause = error;
  expect(isRejection(error)).toBe(false);
});

test('[R8.033] code 4001 or "user denied" is Transaction Cancelled', () => {
  expect(sendRefusal(coded(4001), 'ETH').key).toBe('transactionCancelled');
  expect(sendRefusal(new Error('MetaMask Tx Signature: User denied transaction signature.'), 'ETH').key).toBe(
    'transactionCancelled',
  );
});

test.each([
  'Request rejected',
  'Request rejected.',
  'User canceled',
  'user cancelled the request',
  'Rejected by user',
  'The request was declined by the user',
  'Signature denied',
  'cancelled',
])('(S34) a refusal in the words "%s" is not told as a failure', (words) => {
  expect(isRejection(coded(-32603, words))).toBe(true);
  expect(isRejection(Object.assign(coded(-32603, 'Internal error'), { data: { message: words } }))).toBe(true);
});

test.each([
  'transaction rejected by the node',
  'Request rejected: too many requests',
  'rejected: the fee is too low',
  'replacement cancelled nothing',
])('a node that says "%s" is not the visitor', (words) => expect(isRejection(coded(-32603, words))).toBe(false));

test('(S34) a refusal inside data.code is one', () => {
  expect(isRejection(Object.assign(coded(-32603), { data: { code: 4001 } }))).toBe(true);
  expect(isRejection(new Error('x', { cause: Object.assign(coded(-32603), { data: { cause: coded(4001) } }) }))).toBe(
    true,
  );
});

test('[R8.027] code -32000 is Insufficient Gas Fees, also wrapped by a library', () => {
  expect(sendRefusal(coded(-32000), 'BNB')).toMatchObject({ key: 'insufficientGasFees', values: { coin: 'BNB' } });
  const wrapped = new Error('outer', { cause: Object.assign(new Error('x'), { name: 'InsufficientFundsError' }) });
  expect(isGasRefusal(wrapped)).toBe(true);
});

test.each([
  ['already known', 'transactionFailed'],
  ['AlreadyKnown', 'transactionFailed'],
  ['Transaction with the same hash was already imported.', 'transactionFailed'],
  ['known transaction: 1f', 'transactionFailed'],
  ['nonce too low: next nonce 7, tx nonce 6', 'transactionFailed'],
  ['replacement transaction underpriced', 'transactionFailed'],
  ['INTERNAL_ERROR: existing tx with same hash', 'transactionFailed'],
  ['INTERNAL_ERROR: could not replace existing tx', 'transactionFailed'],
  ['transaction underpriced: gas tip cap 1, minimum needed 25000000000', 'insufficientGasFees'],
  ['max fee per gas less than block base fee', 'insufficientGasFees'],
  ['header not found', 'insufficientGasFees'],
  ['missing trie node 1f', 'insufficientGasFees'],
  ['state unavailable', 'insufficientGasFees'],
])('[R8.027] code -32000 with "%s" is %s', (words, key) =>
  expect(sendRefusal(coded(-32000, words), 'ETH').key).toBe(key),
);

test('(S34) a request already open in the wallet is no failed payment', () => {
  for (const code of [-32001, -32002]) expect(sendRefusal(coded(code), 'ETH')).toEqual({ key: 'answerWallet' });
  expect(sendRefusal(coded(-32002, 'request timed out'), 'ETH').key).toBe('transactionFailed');
});

test('[R8.034] everything else is Transaction Failed', () => {
  for (const error of [coded(-32603), new Error('boom'), null, 'text'])
    expect(sendRefusal(error, 'ETH').key).toBe('transactionFailed');
});
