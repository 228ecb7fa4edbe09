import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { PaymentStatus, PurchaseResponse } from '#src/contract/presale.ts';
import type { RequestEvent, RunEvent } from '#src/purchase/purchase-state.ts';
import { pollPayment } from '#src/purchase/run-purchase.ts';
import { FakeProvider } from '#tests/unit/wallet/fake-provider.ts';

const HASH = `0x${'ab'.repeat(32)}`;
const BLOCK = `0x${'cd'.repeat(32)}`;
const hex = (value: number) => `0x${value.toString(16)}`;
const reply = (status: PaymentStatus) => ({ status, confirmations: 6, required: 6 }) as PurchaseResponse;

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => void vi.useRealTimers());

function chain(confirmationsAt: (poll: number) => number | null): FakeProvider {
  let polls = 0;
  return new FakeProvider({
    eth_chainId: '0x1',
    eth_getTransactionReceipt: () => {
      polls += 1;
      return confirmationsAt(polls) === null ? null : { blockNumber: '0x64', blockHash: BLOCK, status: '0x1' };
    },
    eth_blockNumber: () => hex(99 + (confirmationsAt(polls) ?? 0)),
    eth_getBlockByNumber: { hash: BLOCK },
  });
}

function follow(provider: FakeProvider | null, post: () => Promise<PurchaseResponse>) {
  const events: (RunEvent | RequestEvent)[] = [];
  const done = pollPayment({
    run: 1,
    hash: HASH,
    chainId: 1,
    quoted: '1',
    provider,
    post,
    isFollowed: () => true,
    dispatch: (event) => events.push(event),
  });
  return { events, done, types: () => events.map(({ type }) => type) };
}

test('[R4.022] [R9.010] it polls every 10 s, and posts the hash again at the sixth confirmation', async () => {
  const post = vi.fn(async () => reply('credited'));
  const wallet = chain((poll) => poll);
  const { events, done } = follow(wallet, post);
  await vi.advanceTimersByTimeAsync(9_999);
  expect(wallet.calls).toEqual([]);
  await vi.advanceTimersByTimeAsync(50_000);
  expect(post).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  await done;
  expect(post).toHaveBeenCalledOnce();
  expect(events.map((event) => (event.type === 'confirmations' ? event.count : event.type))).toEqual([
    1,
    2,
    3,
    4,
    5,
    6,
    'reply',
  ]);
});

test('[R4.022] [R9.010] at most 30 polls, then processing; while it is in no block each asks the API, which knows replacements', async () => {
  const post = vi.fn(async () => reply('processing'));
  const wallet = chain(() => null);
  const { done, types } = follow(wallet, post);
  await vi.advanceTimersByTimeAsync(299_999);
  expect(types()).not.toContain('polls-over');
  await vi.advanceTimersByTimeAsync(1);
  await done;
  expect(wallet.methods().filter((method) => method === 'eth_getTransactionReceipt')).toHaveLength(30);
  expect(post).toHaveBeenCalledTimes(30);
  expect(types().at(-1)).toBe('polls-over');
});

test('a payment that the wallet replaced is followed by its new hash, and no longer quoted', async () => {
  const next = `0x${'ef'.repeat(32)}`;
  const post = vi
    .fn()
    .mockResolvedValueOnce(reply('processing'))
    .mockResolvedValueOnce({ ...reply('confirming'), transactionHash: next })
    .mockResolvedValueOnce({ ...reply('credited'), transactionHash: next });
  const wallet = chain(() => null);
  const { done, types, events } = follow(wallet, post);
  await vi.advanceTimersByTimeAsync(30_000);
  await done;
  expect(types().filter((type) => type !== 'confirmations')).toEqual(['reply', 'replaced', 'reply', 'reply']);
  expect(events.flatMap((event) => (event.type === 'reply' ? [event.quoted] : []))).toEqual(['1', '', '']);
  const asked = wallet.calls.filter(({ method }) => method === 'eth_getTransactionReceipt');
  expect(asked.map(({ params }) => params)).toEqual([[HASH], [HASH], [next]]);
});

test('a payment whose successor is not known yet stays open', async () => {
  const { done, types } = follow(
    chain(() => null),
    async () => reply('replaced'),
  );
  await vi.advanceTimersByTimeAsync(300_000);
  await done;
  expect(types().at(-1)).toBe('polls-over');
});

test('six confirmations without the API’s answer do not end it', async () => {
  const post = vi.fn(async () => reply('confirming'));
  const { done, types } = follow(
    chain(() => 9),
    post,
  );
  await vi.advanceTimersByTimeAsync(300_000);
  await done;
  expect(post).toHaveBeenCalledTimes(30);
  expect(types().at(-1)).toBe('polls-over');
});

test('if the wallet cannot tell, the API is asked in its place', async () => {
  const post = vi
    .fn()
    .mockResolvedValueOnce(reply('confirming'))
    .mockRejectedValueOnce(new TypeError('offline'))
    .mockResolvedValueOnce(reply('credited'));
  const { done, types } = follow(null, post);
  await vi.advanceTimersByTimeAsync(30_000);
  await done;
  expect(types()).toEqual(['reply', 'reply']);
});

test('a wallet that hangs costs one poll, not the polling', async () => {
  const hanging = new FakeProvider({ eth_chainId: () => new Promise(() => undefined) });
  const { done, types } = follow(hanging, async () => reply('credited'));
  await vi.advanceTimersByTimeAsync(18_000);
  await done;
  expect(types()).toEqual(['reply']);
});

test('only the API’s word ends a payment that the wallet’s node calls failed', async () => {
  const failing = () =>
    new FakeProvider({ eth_chainId: '0x1', eth_getTransactionReceipt: { blockNumber: '0x1', status: '0x0' } });
  const early = follow(failing(), async () => reply('processing'));
  const late = follow(failing(), async () => reply('failed'));
  await vi.advanceTimersByTimeAsync(20_000);
  await late.done;
  expect(early.types()).toEqual(['reply', 'reply']);
  expect(late.types()).toEqual(['reply']);
});
