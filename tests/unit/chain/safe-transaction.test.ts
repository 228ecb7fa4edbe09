import { readFileSync } from 'node:fs';
import { type Abi, encodeFunctionData, toEventSelector, zeroAddress } from 'viem';
import { expect, test } from 'vitest';
import { findSafePayment, SAFE_ABI, SAFE_RAN, safeHashOf } from '#src/chain/safe-transaction.ts';
import type { MinedTransaction, TransactionLog } from '#src/chain/transaction-reading.ts';

const ARTIFACTS = new URL(
  '../../../node_modules/@safe-global/safe-smart-account/build/artifacts/contracts/',
  import.meta.url,
);
const SAFE = `0x${'5a'.repeat(20)}`;
const PRESALE = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266';
const HASH = `0x${'9d'.repeat(32)}`;
/** Topics as block explorers show them under Safes of all versions. */
const SUCCESS = '0x442e715f626346e8c54381002da614f62bee8d27386535b2521ec8540898556e';
const FAILURE = '0x23428b18acfb3ea64b08dc0c1d296ea9c09702c09083ca5272e64d115b687d23';
const MODULE = '0x6895c13664aa4f67288b25d7a21d7aaa34916e355fb9b6fae0a139a9085becb8';
const ZERO_WORD = '0'.repeat(64);

const log = (topics: string[], data = '0x', address = SAFE): TransactionLog => ({ address, topics, data });
const since14 = log([SUCCESS, HASH], `0x${ZERO_WORD}`);
const until13 = log([SUCCESS], `${HASH}${ZERO_WORD}`);

function mined(logs: readonly TransactionLog[], call: { to?: string; value?: bigint; operation?: number } = {}) {
  const { to = PRESALE, value = 7n, operation = 0 } = call;
  return {
    state: 'mined',
    from: `0x${'01'.repeat(20)}`,
    to: SAFE,
    nonce: 0n,
    value: 0n,
    input: encodeFunctionData({
      abi: SAFE_ABI,
      args: [to as `0x${string}`, value, '0x', operation, 0n, 0n, 0n, zeroAddress, zeroAddress, '0x'],
    }),
    succeeded: true,
    blockNumber: 1n,
    blockHash: HASH,
    blockTime: 1n,
    logs,
  } satisfies MinedTransaction;
}

test.each([
  ['indexed, as since 1.4.1', since14],
  ['in the data, as until 1.3.0', until13],
])('a Safe’s coin payment is found by its success, its hash %s', (_version, success) => {
  const other = log([SUCCESS, HASH], '0x', `0x${'77'.repeat(20)}`);
  const transaction = mined([other, success]);
  const payment = findSafePayment(transaction, PRESALE);
  expect(payment).toEqual({ transferIndex: 1, payer: SAFE, token: null, amount: 7n });
  expect(safeHashOf(transaction.logs, payment as NonNullable<typeof payment>)).toBe(HASH);
});

test.each([
  ['nothing told', mined([])],
  ['a failure', mined([log([FAILURE, HASH], `0x${ZERO_WORD}`)])],
  ['a module call next to it', mined([since14, log([MODULE, HASH])])],
  ['told twice', mined([since14, since14])],
  ['a delegate call', mined([since14], { operation: 1 })],
  ['another recipient', mined([since14], { to: zeroAddress })],
  ['no coins', mined([since14], { value: 0n })],
  ['a reverted transaction', { ...mined([since14]), succeeded: false }],
  ['broken calldata', { ...mined([since14]), input: '0x6a761202ff' }],
  ['told by another contract', mined([{ ...since14, address: PRESALE.toLowerCase() }])],
])('%s is not one', (_what, transaction) => {
  expect(findSafePayment(transaction, PRESALE)).toBeNull();
});

test('a token payment belongs to the success that its payer logged after it', () => {
  const transfer = (index: number, payer = SAFE) => ({ transferIndex: index, payer, token: PRESALE, amount: 1n });
  const second = `0x${'aa'.repeat(32)}`;
  const logs = [log([]), since14, log([]), log([SUCCESS, second], `0x${ZERO_WORD}`)];
  expect(safeHashOf(logs, transfer(0))).toBe(HASH);
  expect(safeHashOf(logs, transfer(2))).toBe(second);
  expect(safeHashOf(logs, transfer(0, PRESALE.toLowerCase()))).toBeNull();
});

test('a stranger’s transaction in a Safe’s block takes nothing from its payment: each log of Safe’s is a run or harmless (S29)', () => {
  const events = ['Safe.sol/Safe.json', 'SafeL2.sol/SafeL2.json'].flatMap((path) => {
    const { abi } = JSON.parse(readFileSync(new URL(path, ARTIFACTS), 'utf8')) as { abi: Abi };
    return abi.filter((one) => one.type === 'event');
  });
  const runs = ['ExecutionSuccess', 'ExecutionFailure', 'ExecutionFromModuleSuccess', 'ExecutionFromModuleFailure'];
  // Logged by the Safe's calls to itself, by code that it delegates to, or next to a run: never without one of `runs`.
  const within = [
    ...['AddedOwner', 'RemovedOwner', 'ChangedThreshold', 'EnabledModule', 'DisabledModule', 'ChangedGuard'],
    ...['ChangedModuleGuard', 'ChangedFallbackHandler', 'SignMsg', 'SafeMultiSigTransaction', 'SafeModuleTransaction'],
  ];
  const harmless = ['SafeReceived', 'ApproveHash'];
  for (const event of events) {
    const isRun = [...runs, 'SafeSetup'].includes(event.name);
    expect(SAFE_RAN.includes(toEventSelector(event)), event.name).toBe(isRun);
    expect(isRun || within.includes(event.name) || harmless.includes(event.name), event.name).toBe(true);
  }
  const received = events.find(({ name }) => name === 'SafeReceived');
  expect(received === undefined ? '' : toEventSelector(received)).toMatch(/^0x3d0ce9bf/);
  expect(SAFE_RAN).toHaveLength(runs.length + 1);
});
