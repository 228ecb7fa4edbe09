import { expect, test } from 'vitest';
import { readBalance } from '#src/chain/read-balance.ts';
import { readTransaction } from '#src/chain/read-transaction.ts';
import { hex, lower, MalformedAnswerError, quantity, type RpcReader } from '#src/chain/rpc-reader.ts';

const HASH = `0x${'1'.repeat(64)}`;
const BLOCK = `0x${'2'.repeat(64)}`;
const OTHER = `0x${'3'.repeat(64)}`;
const ACCOUNT = `0x${'Ab'.repeat(20)}`;

const ANSWERS = {
  eth_getTransactionByHash: { hash: HASH, from: ACCOUNT, to: ACCOUNT, nonce: '0x7', value: '0x1F', input: '0xAB' },
  eth_getTransactionReceipt: {
    transactionHash: HASH,
    blockNumber: '0x10',
    blockHash: BLOCK,
    status: '0x1',
    logs: [{ address: ACCOUNT, topics: ['0xAA'], data: '0xBB' }],
  },
  eth_getBlockByNumber: { hash: BLOCK, timestamp: '0x64' },
};

type Answers = { readonly [Method in keyof typeof ANSWERS]?: object | null };

/** A source with other answers, which notes its calls. */
function sourceOf(more: Answers = {}, calls: unknown[] = []): RpcReader {
  const answers: Readonly<Record<string, unknown>> = { ...ANSWERS, ...more };
  return {
    request: async (call) => {
      calls.push(call);
      return answers[call.method] ?? null;
    },
  };
}

test('a transaction in the block of its number is mined, in lower case', async () => {
  const calls: unknown[] = [];
  expect(await readTransaction(sourceOf({}, calls), HASH)).toEqual({
    state: 'mined',
    from: ACCOUNT.toLowerCase(),
    to: ACCOUNT.toLowerCase(),
    nonce: 7n,
    value: 31n,
    input: '0xab',
    succeeded: true,
    blockNumber: 16n,
    blockHash: BLOCK,
    blockTime: 100n,
    logs: [{ address: ACCOUNT.toLowerCase(), topics: ['0xaa'], data: '0xbb' }],
  });
  expect(calls).toEqual([
    { method: 'eth_getTransactionByHash', params: [HASH] },
    { method: 'eth_getTransactionReceipt', params: [HASH] },
    { method: 'eth_getBlockByNumber', params: ['0x10', false] },
  ]);
});

test('without a receipt it is pending, and without a canonical block missing', async () => {
  const state = async (answers: Answers) => (await readTransaction(sourceOf(answers), HASH)).state;
  expect(await state({ eth_getTransactionByHash: null })).toBe('missing');
  expect(await state({ eth_getTransactionReceipt: null })).toBe('pending');
  expect(await state({ eth_getBlockByNumber: null })).toBe('missing');
  expect(await state({ eth_getBlockByNumber: { ...ANSWERS.eth_getBlockByNumber, hash: OTHER } })).toBe('missing');
});

test('a contract creation has no recipient, and any status other than one has failed', async () => {
  for (const to of [null, undefined]) {
    const creation = { ...ANSWERS.eth_getTransactionByHash, to };
    expect(await readTransaction(sourceOf({ eth_getTransactionByHash: creation }), HASH)).toMatchObject({ to: null });
  }
  for (const status of ['0x0', '0x2']) {
    const failed = { ...ANSWERS.eth_getTransactionReceipt, status };
    const reading = await readTransaction(sourceOf({ eth_getTransactionReceipt: failed }), HASH);
    expect(reading).toMatchObject({ state: 'mined', succeeded: false });
  }
});

test('an answer about another transaction, or without logs, is refused', async () => {
  for (const answers of [
    { eth_getTransactionByHash: { ...ANSWERS.eth_getTransactionByHash, hash: OTHER } },
    { eth_getTransactionReceipt: { ...ANSWERS.eth_getTransactionReceipt, transactionHash: OTHER } },
    { eth_getTransactionReceipt: { ...ANSWERS.eth_getTransactionReceipt, logs: null } },
  ])
    await expect(readTransaction(sourceOf(answers), HASH)).rejects.toThrow(MalformedAnswerError);
});

test('quantities and texts have the shape that JSON-RPC promises', () => {
  expect(quantity('0x1f')).toBe(31n);
  expect(quantity('0xFF')).toBe(255n);
  expect(hex(31n)).toBe('0x1f');
  expect(lower('0xAB')).toBe('0xab');
  for (const wrong of [
    `0x${'f'.repeat(65)}`,
    '0x',
    '',
    '1f',
    '0x1g',
    ' 0x1',
    '0x1 ',
    '-0x1',
    '00x1',
    31,
    null,
    undefined,
  ])
    expect(() => quantity(wrong), String(wrong)).toThrow(MalformedAnswerError);
  for (const wrong of [31, null, undefined, {}])
    expect(() => lower(wrong), String(wrong)).toThrow(MalformedAnswerError);
});

test('a balance is that of the coin, or of the token by its contract', async () => {
  const calls: unknown[] = [];
  const source: RpcReader = {
    request: async (call) => {
      calls.push(call);
      return '0x2a';
    },
  };
  expect(await readBalance(source, { address: null }, ACCOUNT)).toBe(42n);
  expect(await readBalance(source, { address: OTHER }, ACCOUNT)).toBe(42n);
  const data = `0x70a08231${'0'.repeat(24)}${ACCOUNT.slice(2).toLowerCase()}`;
  expect(calls).toEqual([
    { method: 'eth_getBalance', params: [ACCOUNT, 'latest'] },
    { method: 'eth_call', params: [{ to: OTHER, data }, 'latest'] },
  ]);
});
