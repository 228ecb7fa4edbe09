import type { MinedTransaction, PendingTransaction, TransactionLog } from './transaction-reading.ts';

/** keccak256 of Transfer(address,address,uint256). */
export const TRANSFER_TOPIC = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef';

const TRANSFER_SELECTOR = '0xa9059cbb';
/** Hex characters of a call of `transfer`: selector, recipient and amount. */
const TRANSFER_CALL_LENGTH = 138;

export interface Transfer {
  /** Position among the logs of its transaction receipt; −1 for the native value of the transaction itself. */
  readonly transferIndex: number;
  /** Whose money it is: tx.from for coins, the log's `from` for tokens (S3). Lower case. */
  readonly payer: string;
  /** Contract of the token, lower case; null for the chain's own coin. */
  readonly token: string | null;
  readonly amount: bigint;
}

/** What a successful transaction moved to `recipient`: its value, and each ERC-20 Transfer log of the exact shape. */
export function findTransfers(transaction: MinedTransaction, recipient: string): readonly Transfer[] {
  const to = recipient.toLowerCase();
  const transfers: Transfer[] = [];
  if (transaction.to === to && transaction.from !== to) {
    const carriesValue = transaction.value > 0n;
    const plain = transaction.input === '0x';
    // Report even a plain transfer of zero, so that its sender learns why nothing was credited.
    if (carriesValue || plain) {
      transfers.push({ transferIndex: -1, payer: transaction.from, token: null, amount: transaction.value });
    }
  }
  if (!transaction.succeeded) return transfers;
  transaction.logs.forEach((log, transferIndex) => {
    const moved = readTransferLog(log);
    if (moved === null || moved.to !== to || moved.from === to) return;
    transfers.push({ transferIndex, payer: moved.from, token: log.address, amount: moved.amount });
  });
  return transfers;
}

/** Reads an ERC-20 Transfer log; null for any other shape. */
export function readTransferLog(log: TransactionLog): { from: string; to: string; amount: bigint } | null {
  const [topic, from, to] = log.topics;
  if (topic !== TRANSFER_TOPIC || from === undefined || to === undefined || log.topics.length !== 3) return null;
  if (log.data.length !== 66 || !isAddressWord(from) || !isAddressWord(to)) return null;
  return { from: `0x${from.slice(26)}`, to: `0x${to.slice(26)}`, amount: BigInt(log.data) };
}

/**
 * What a call would move to `recipient`, also with an app's mark behind it, which tokens ignore; null if it is not a
 * plain payment.
 */
export function intendedTransfer(
  transaction: Pick<PendingTransaction, 'to' | 'input' | 'value'>,
  recipient: string,
): { token: string | null; amount: bigint } | null {
  const to = recipient.toLowerCase();
  if (transaction.to === to) return { token: null, amount: transaction.value };
  const { input } = transaction;
  if (transaction.to === null || !input.startsWith(TRANSFER_SELECTOR) || input.length < TRANSFER_CALL_LENGTH)
    return null;
  const recipientWord = input.slice(10, 74);
  if (recipientWord !== to.slice(2).padStart(64, '0')) return null;
  return { token: transaction.to, amount: BigInt(`0x${input.slice(74, TRANSFER_CALL_LENGTH)}`) };
}

/**
 * Whether a call's data name an address. Nothing else shows, before a receipt is read, what a contract wallet, a batch
 * or a relay may pay; anybody can name any.
 */
export function namesAddress(input: unknown, address: string): boolean {
  return typeof input === 'string' && input.toLowerCase().includes(address.slice(2).toLowerCase());
}

function isAddressWord(word: string): boolean {
  return word.length === 66 && word.startsWith('0x000000000000000000000000');
}
