import { expect, test } from 'vitest';
import { readConfirmations } from '#src/purchase/run-purchase.ts';
import { FakeProvider } from '#tests/unit/wallet/fake-provider.ts';

const HASH = `0x${'ab'.repeat(32)}`;
const BLOCK = `0x${'cd'.repeat(32)}`;

const wallet = (more: Record<string, unknown> = {}) =>
  new FakeProvider({
    eth_chainId: '0x1',
    eth_getTransactionReceipt: { blockNumber: '0xa', blockHash: BLOCK, status: '0x1' },
    eth_blockNumber: '0xf',
    eth_getBlockByNumber: { hash: BLOCK },
    ...more,
  });

test('[R7.069] confirmations are head − block + 1, from receipt and block number', async () => {
  expect(await readConfirmations(wallet(), 1, HASH)).toEqual({ kind: 'counted', count: 6 });
  expect(await readConfirmations(wallet({ eth_blockNumber: '0xa' }), 1, HASH)).toEqual({ kind: 'counted', count: 1 });
  expect(await readConfirmations(wallet({ eth_blockNumber: '0x9' }), 1, HASH)).toEqual({ kind: 'counted', count: 0 });
});

test('six confirmations of a block that a reorg replaced count as none', async () => {
  const forked = wallet({ eth_getBlockByNumber: { hash: `0x${'ee'.repeat(32)}` } });
  expect(await readConfirmations(forked, 1, HASH)).toEqual({ kind: 'counted', count: 0 });
  expect(await readConfirmations(wallet({ eth_getBlockByNumber: null }), 1, HASH)).toEqual({
    kind: 'counted',
    count: 0,
  });
});

test('no receipt yet is pending, a failed one is reverted', async () => {
  expect(await readConfirmations(wallet({ eth_getTransactionReceipt: null }), 1, HASH)).toEqual({
    kind: 'counted',
    count: 0,
  });
  expect(await readConfirmations(wallet({ eth_getTransactionReceipt: { blockNumber: null } }), 1, HASH)).toEqual({
    kind: 'counted',
    count: 0,
  });
  const failed = { blockNumber: '0xa', blockHash: BLOCK, status: '0x0' };
  expect(await readConfirmations(wallet({ eth_getTransactionReceipt: failed }), 1, HASH)).toEqual({ kind: 'unknown' });
});

test('a wallet on another chain, or without an answer, gives no count', async () => {
  expect(await readConfirmations(wallet({ eth_chainId: '0x38' }), 1, HASH)).toEqual({ kind: 'unknown' });
  expect(await readConfirmations(wallet({ eth_blockNumber: new Error('down') }), 1, HASH)).toEqual({ kind: 'unknown' });
  expect(await readConfirmations(wallet({ eth_blockNumber: 'ten' }), 1, HASH)).toEqual({ kind: 'unknown' });
});
