import { describe, expect, test } from 'vitest';
import {
  findTransfers,
  intendedTransfer,
  namesAddress,
  readTransferLog,
  TRANSFER_TOPIC,
} from '#src/chain/find-transfers.ts';
import type { MinedTransaction, PendingTransaction, TransactionLog } from '#src/chain/transaction-reading.ts';

const PAYER = `0x${'a'.repeat(40)}`;
const PRESALE = `0x${'b'.repeat(40)}`;
const COIN = `0x${'c'.repeat(40)}`;
const word = (address: string) => `0x${address.slice(2).padStart(64, '0')}`;
const amountWord = (amount: bigint) => amount.toString(16).padStart(64, '0');

function log(more: Partial<TransactionLog> = {}): TransactionLog {
  return { address: COIN, topics: [TRANSFER_TOPIC, word(PAYER), word(PRESALE)], data: `0x${amountWord(7n)}`, ...more };
}

function mined(more: Partial<MinedTransaction> = {}): MinedTransaction {
  return {
    state: 'mined',
    from: PAYER,
    to: PRESALE,
    nonce: 0n,
    value: 5n,
    input: '0x',
    succeeded: true,
    blockNumber: 1n,
    blockHash: `0x${'1'.repeat(64)}`,
    blockTime: 1n,
    logs: [],
    ...more,
  };
}

describe('a mined transaction', () => {
  test('pays its value, in any letter case of the recipient', () => {
    const coin = { transferIndex: -1, payer: PAYER, token: null, amount: 5n };
    expect(findTransfers(mined(), PRESALE.toUpperCase().replace('0X', '0x'))).toEqual([coin]);
    expect(findTransfers(mined({ input: '0x12' }), PRESALE)).toEqual([coin]);
  });

  test('pays nothing by a value for another account, or by the recipient’s own transaction', () => {
    expect(findTransfers(mined({ to: COIN }), PRESALE)).toEqual([]);
    expect(findTransfers(mined({ to: null }), PRESALE)).toEqual([]);
    expect(findTransfers(mined({ from: PRESALE }), PRESALE)).toEqual([]);
  });

  test('is reported without value if it is a plain transfer, not if it is a call', () => {
    expect(findTransfers(mined({ value: 0n }), PRESALE)).toMatchObject([{ amount: 0n }]);
    expect(findTransfers(mined({ value: 0n, input: '0x12' }), PRESALE)).toEqual([]);
  });

  test('pays each transfer in its logs, at the position of the log', () => {
    const other = log({ topics: [TRANSFER_TOPIC, word(PRESALE), word(PAYER)] });
    const self = log({ topics: [TRANSFER_TOPIC, word(PRESALE), word(PRESALE)] });
    const transaction = mined({ to: COIN, value: 0n, input: '0x12', logs: [other, log(), self, log({ data: '0x' })] });
    expect(findTransfers(transaction, PRESALE)).toEqual([{ transferIndex: 1, payer: PAYER, token: COIN, amount: 7n }]);
  });

  test('that failed pays nothing by its logs; its value is reported', () => {
    expect(findTransfers(mined({ succeeded: false, logs: [log()] }), PRESALE)).toMatchObject([{ transferIndex: -1 }]);
  });
});

test('only a log of the exact shape is a transfer', () => {
  expect(readTransferLog(log())).toEqual({ from: PAYER, to: PRESALE, amount: 7n });
  const [topic, from, to] = log().topics as [string, string, string];
  const unclean = `0x1${word(PAYER).slice(3)}`;
  for (const topics of [
    [],
    [topic],
    [topic, from],
    [topic, from, to, word(COIN)],
    [from, from, to],
    [topic, unclean, to],
    [topic, from, unclean],
    [topic, `${from}00`, to],
    [topic, from, to.slice(0, -2)],
  ])
    expect(readTransferLog(log({ topics })), JSON.stringify(topics)).toBeNull();
  for (const data of ['0x', `0x${amountWord(7n)}00`, `0x${amountWord(7n).slice(2)}`])
    expect(readTransferLog(log({ data })), data).toBeNull();
});

describe('a pending transaction', () => {
  const call = `0xa9059cbb${word(PRESALE).slice(2)}${amountWord(9n)}`;
  const pending = (more: Partial<PendingTransaction>): PendingTransaction => ({
    ...mined(),
    state: 'pending',
    to: COIN,
    value: 0n,
    input: call,
    ...more,
  });

  test('intends its value or the transfer that it calls', () => {
    expect(intendedTransfer(pending({ to: PRESALE, value: 5n }), PRESALE)).toEqual({ token: null, amount: 5n });
    for (const mark of ['', '00', 'beef'])
      expect(intendedTransfer(pending({ input: `${call}${mark}` }), PRESALE)).toEqual({ token: COIN, amount: 9n });
  });

  test('intends nothing else', () => {
    for (const more of [
      { to: null },
      { input: '0x' },
      { input: call.slice(0, -2) },
      { input: call.replace('a9059cbb', '095ea7b3') },
      { input: call.replace('bbbb', 'aaaa') },
    ])
      expect(intendedTransfer(pending(more), PRESALE), JSON.stringify(more)).toBeNull();
  });

  test('may pay by a contract if its data name the address', () => {
    const batch = `0x12345678${call.slice(2)}`;
    for (const input of [call, batch, batch.toUpperCase()]) expect(namesAddress(input, PRESALE), input).toBe(true);
    for (const input of ['0x', call.replace('bbbb', 'aaaa'), undefined, null])
      expect(namesAddress(input, PRESALE), String(input)).toBe(false);
  });
});
