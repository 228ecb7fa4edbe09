import { expect, test } from 'vitest';
import type { PaymentView } from '#src/contract/payments.ts';
import type { PurchaseResponse } from '#src/contract/presale.ts';
import { mergeTransactions } from '#src/islands/payments/merge-transactions.ts';
import type { PendingPurchase } from '#src/purchase/pending-purchases.ts';

const hash = (digit: string) => `0x${digit.repeat(64)}`;
const pending = (digit: string, storedAt: string, more = {}): PendingPurchase => ({
  storedAt: Date.parse(storedAt),
  body: {
    walletAddress: '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266',
    transactionHash: hash(digit),
    chainId: 137,
    paymentMethod: 'MATIC',
    paymentAmount: '12.5',
    tokenAmount: '769',
    ...more,
  },
});
const record = (digit: string, createdAt: string, more: Partial<PaymentView> = {}) =>
  ({
    transactionHash: hash(digit),
    chainId: 1,
    paymentMethod: 'ETH',
    paymentAmount: '1',
    tokenAmount: '347190',
    status: 'credited',
    reason: null,
    confirmations: 6,
    reversals: 0,
    id: 'x',
    receipt: '/api/receipts/x',
    createdAt,
    ...more,
  }) as PaymentView;

test('newest first, from the browser and from the API', () => {
  const merged = mergeTransactions(
    [record('a', '2026-01-01T10:00:00Z'), record('b', '2026-01-03T10:00:00Z')],
    [pending('c', '2026-01-02T10:00:00Z')],
    {},
  );
  expect(merged.map((each) => each.hash)).toEqual([hash('b'), hash('c'), hash('a')]);
});

test('a receipt is named by its number, which leads to its page', () => {
  const [credited, open] = mergeTransactions(
    [record('b', '2026-01-03T10:00:00Z'), record('a', '2026-01-01T10:00:00Z', { status: 'processing', receipt: null })],
    [],
    {},
  );
  expect(credited).toMatchObject({ receipt: 'x' });
  expect(open).toMatchObject({ receipt: null });
});

test('a payment in the browser has no state until the API answered, then the API’s', () => {
  const kept = pending('c', '2026-01-02T10:00:00Z');
  const before = mergeTransactions([], [kept], {})[0];
  expect(before).toMatchObject({
    status: null,
    chainId: 137,
    amount: '12.5',
    coin: 'POL',
    tokens: '769',
    receipt: null,
  });
  const answer = { status: 'confirming', confirmations: 3, reason: null, tokensAllocated: '770' } as PurchaseResponse;
  const after = mergeTransactions([], [kept], { [hash('c')]: answer })[0];
  expect(after).toMatchObject({ status: 'confirming', confirmations: 3, tokens: '770' });
});

test('a payment known to both is listed once, with the API’s state', () => {
  const merged = mergeTransactions(
    [record('c', '2026-01-02T10:00:05Z', { status: 'needs-review', reason: 'stale-price', receipt: null })],
    [pending('c', '2026-01-02T10:00:00Z', { transactionHash: hash('C') })],
    {},
  );
  expect(merged).toHaveLength(1);
  expect(merged[0]).toMatchObject({ status: 'needs-review', reason: 'stale-price', chainId: 1 });
});

test('several payments of one transaction stay several, each with an id of its own', () => {
  const [one, two] = ['x:1', 'x:2'].map((id) => record('a', '2026-01-01T10:00:00Z', { id, receipt: null }));
  const merged = mergeTransactions([one, two] as PaymentView[], [], {});
  expect(merged.map(({ hash: of, id }) => [of, id])).toEqual([
    [hash('a'), 'x:1'],
    [hash('a'), 'x:2'],
  ]);
});

test('a replaced payment is mentioned at its successor; if that one is not listed, it leads to it', () => {
  const old = record('a', '2026-01-01T10:00:00Z', { status: 'replaced', replacedBy: hash('b'), paymentAmount: null });
  const [only, ...others] = mergeTransactions([old, record('b', '2026-01-01T10:01:00Z')], [], {});
  expect(only).toMatchObject({ hash: hash('b'), status: 'credited', replaces: true });
  expect(others).toEqual([]);
  expect(mergeTransactions([old], [], {})).toMatchObject([{ hash: hash('a'), replacedBy: hash('b') }]);
});

test('a successor kept in the browser is listed with its own amount, never with the old one', () => {
  const next = {
    ...pending('b', '2026-01-01T10:00:00Z', { paymentAmount: undefined, paymentMethod: undefined }),
    replaces: hash('a'),
  };
  const answer = { status: 'confirming', paymentMethod: 'MATIC', paymentAmount: '13' } as PurchaseResponse;
  expect(mergeTransactions([], [next], {})).toMatchObject([{ amount: null, unlisted: false, replaces: true }]);
  expect(mergeTransactions([], [next], { [hash('b')]: answer })).toMatchObject([{ amount: '13', coin: 'POL' }]);
});

test('a damaged payment is listed by its hash alone', () => {
  const bare = pending('d', '2026-01-02T10:00:00Z', {
    chainId: 5,
    paymentMethod: undefined,
    paymentAmount: null,
    tokenAmount: null,
  });
  expect(mergeTransactions([], [bare], {})[0]).toMatchObject({
    hash: hash('d'),
    chainId: null,
    amount: null,
    coin: null,
    tokens: null,
  });
});
