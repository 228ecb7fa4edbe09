import { decodeFunctionData } from 'viem/utils';
import type { Transfer } from './find-transfers.ts';
import type { MinedTransaction, TransactionLog } from './transaction-reading.ts';

/** The calls and events read from Safe (multisig) wallets, versions 1.3.0 to 1.5.0. */
export const SAFE_ABI = [
  {
    type: 'function',
    name: 'execTransaction',
    stateMutability: 'payable',
    inputs: [
      { name: 'to', type: 'address' },
      { name: 'value', type: 'uint256' },
      { name: 'data', type: 'bytes' },
      { name: 'operation', type: 'uint8' },
      { name: 'safeTxGas', type: 'uint256' },
      { name: 'baseGas', type: 'uint256' },
      { name: 'gasPrice', type: 'uint256' },
      { name: 'gasToken', type: 'address' },
      { name: 'refundReceiver', type: 'address' },
      { name: 'signatures', type: 'bytes' },
    ],
    outputs: [{ name: 'success', type: 'bool' }],
  },
] as const;

/** Selector of execTransaction. */
export const EXEC_SELECTOR = '0x6a761202';

/** keccak256 of ExecutionSuccess(bytes32,uint256); the hash is indexed from 1.4.1 on, data before. */
export const EXECUTION_SUCCESS = '0x442e715f626346e8c54381002da614f62bee8d27386535b2521ec8540898556e';
const EXECUTION_FAILURE = '0x23428b18acfb3ea64b08dc0c1d296ea9c09702c09083ca5272e64d115b687d23';
const MODULE_SUCCESS = '0x6895c13664aa4f67288b25d7a21d7aaa34916e355fb9b6fae0a139a9085becb8';
const MODULE_FAILURE = '0xacd2c8702804128fdb0db2bb49f6d127dd0181c13fd45dbfe16de0930e2bd375';
const SETUP = '0x141df868a6331af528e38c83b7aa03edc19be66e37ae67f9285bf4f8e3c6a1a8';

/**
 * Logs of a Safe that runs other code, and so could change itself. Its others come with one of these, except
 * SafeReceived and ApproveHash, which change nothing (S29).
 */
export const SAFE_RAN: readonly string[] = [
  EXECUTION_SUCCESS,
  EXECUTION_FAILURE,
  MODULE_SUCCESS,
  MODULE_FAILURE,
  SETUP,
];

const CALL = 0;

/** The one call that a Safe makes in a transaction. */
interface SafeCall {
  readonly safe: string;
  readonly to: string;
  /** In wei. */
  readonly value: bigint;
  /** Position of the log that tells its success, and its hash. */
  readonly position: number;
}

/**
 * What a Safe says it has called by execTransaction, if it has run nothing else, nor delegated to code that could log
 * anything as the Safe; otherwise null. Any contract can say so: whoever relies on it must verify that it is a Safe.
 */
export function findSafeCall({ to: safe, input, succeeded, logs }: MinedTransaction): SafeCall | null {
  if (!succeeded || safe === null || !input.startsWith(EXEC_SELECTOR)) return null;
  const call = decodeCall(input);
  if (call === null || call.operation !== CALL) return null;
  const own = logs.flatMap((log, position) => (log.address === safe ? [{ topic: log.topics[0], position }] : []));
  const successes = own.filter(({ topic }) => topic === EXECUTION_SUCCESS);
  const [success] = successes;
  const others = own.some(({ topic }) => [EXECUTION_FAILURE, MODULE_SUCCESS, MODULE_FAILURE].includes(topic ?? ''));
  if (success === undefined || successes.length !== 1 || others) return null;
  return { safe, to: call.to, value: call.value, position: success.position };
}

/**
 * A coin payment that a Safe makes to `recipient` by execTransaction, or null. The coins move in an internal call, so
 * the log is its only trace.
 */
export function findSafePayment(transaction: MinedTransaction, recipient: string): Transfer | null {
  const call = findSafeCall(transaction);
  if (call === null || call.value === 0n || call.to !== recipient.toLowerCase() || call.safe === call.to) return null;
  return { transferIndex: call.position, payer: call.safe, token: null, amount: call.value };
}

/** The safeTxHash under which a Safe executed a transfer: the first one logged after it. */
export function safeHashOf(logs: readonly TransactionLog[], transfer: Transfer): string | null {
  const from = Math.max(0, transfer.transferIndex);
  const told = logs.find(
    (log, position) => position >= from && log.address === transfer.payer && log.topics[0] === EXECUTION_SUCCESS,
  );
  return told === undefined ? null : hashIn(told);
}

/** Safe transactions that were executed and failed: nothing moved, and their nonce is spent. */
export function failedSafeHashes(logs: readonly TransactionLog[]): readonly { safe: string; hash: string }[] {
  return logs.flatMap((log) => {
    const hash = log.topics[0] === EXECUTION_FAILURE ? hashIn(log) : null;
    return hash === null ? [] : [{ safe: log.address, hash }];
  });
}

function hashIn(log: TransactionLog): string | null {
  const hash = log.topics[1] ?? log.data.slice(0, 66);
  return /^0x[0-9a-f]{64}$/.test(hash) ? hash : null;
}

function decodeCall(input: string): { to: string; value: bigint; operation: number } | null {
  try {
    const { args } = decodeFunctionData({ abi: SAFE_ABI, data: input as `0x${string}` });
    return { to: args[0].toLowerCase(), value: args[1], operation: args[3] };
  } catch {
    // It has the selector but does not decode.
    return null;
  }
}
