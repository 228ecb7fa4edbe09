import { pad } from 'viem';
import { expect, test } from 'vitest';
import { TRANSFER_TOPIC } from '#src/chain/find-transfers.ts';
import type { RpcReader } from '#src/chain/rpc-reader.ts';
import { scanBlock } from '#src/server/platform/chains/scan-block.ts';

const PRESALE = pad('0x11', { size: 20 });
const TOKEN = pad('0x22', { size: 20 });
const HASH = pad('0xaa', { size: 32 });
const PAYMENT = pad('0xbb', { size: 32 });
const LOG = {
  address: TOKEN,
  topics: [TRANSFER_TOPIC, pad('0x44', { size: 32 }), pad(PRESALE, { size: 32 })],
  data: pad('0x4c4b40', { size: 32 }),
  blockHash: HASH,
  transactionHash: PAYMENT,
};
/** A contract pays, so that the call itself does not name the payment. */
const BLOCK = {
  number: '0x5',
  hash: HASH,
  parentHash: pad('0xcc', { size: 32 }),
  transactions: [
    { hash: PAYMENT, to: pad('0x33', { size: 20 }), from: pad('0x44', { size: 20 }), input: '0xde', value: '0x0' },
  ],
};

test('a source that refused logs for a moment is asked for those of the block again (S24)', async () => {
  let isDown = true;
  const source: RpcReader = {
    request: async ({ method, params }) => {
      if (method === 'eth_getBlockByNumber') return BLOCK;
      if (isDown) throw new Error('429 too many requests');
      if (method === 'eth_getBlockByHash') return { ...BLOCK, transactions: [PAYMENT] };
      if (method !== 'eth_getLogs') return null;
      const [{ topics }] = params as [{ topics: readonly unknown[] }];
      return topics[2] === LOG.topics[2] ? [LOG] : [];
    },
  };
  const look = () => scanBlock(source, 5n, { presaleAddress: PRESALE, tokens: [TOKEN], alone: true });
  await expect(look()).rejects.toThrow();
  isDown = false;
  const block = await look();
  expect(block).toMatchObject({ isUntold: false, transactions: [{ hash: PAYMENT }] });
});
