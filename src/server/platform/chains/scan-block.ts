import { randomBytes } from 'node:crypto';
import { intendedTransfer, TRANSFER_TOPIC } from '#src/chain/find-transfers.ts';
import { hashValue, lower, quantity, type RpcReader } from '#src/chain/rpc-reader.ts';
import { mayBeSafePayment } from '#src/chain/safe-transaction.ts';
import type { NamedTransaction, ScannedBlock } from './chain-sources.ts';
import {
  askForLogs,
  type BlockLogFilter,
  blockLogs,
  callsOf,
  logsByAddress,
  oneEach,
  transfersByHash,
  UntoldLogsError,
  wholeBlock,
} from './read-block.ts';

type Json = Record<string, unknown>;
/** A random address that nobody can know: no block has logs to it. */
const NOBODY = `0x${randomBytes(20).toString('hex').padStart(64, '0')}`;

interface ScanOptions {
  readonly presaleAddress: string;
  readonly tokens: readonly string[];
  readonly alone: boolean;
}

/**
 * Reads one block from one source and lists the transactions that pay the presale address: coins from the block's own
 * transactions (for a Safe, from the call it is told to execute), listed tokens from the logs of exactly that block
 * (requested by hash, because a lagging source answers an unknown range with an empty list). Null if the source does
 * not have the block. With `alone`, a block whose transactions or logs are refused as too many is read in other ways.
 * If none works for its logs, only its own transactions' calls show its listed tokens, so that no block stops the scan;
 * the balance reveals what contracts paid in it (S24).
 */
export async function scanBlock(
  source: RpcReader,
  number: bigint,
  { presaleAddress, tokens, alone }: ScanOptions,
): Promise<ScannedBlock | null> {
  const block = await wholeBlock(source, number, alone);
  if (block === null) return null;
  const { hash, parentHash, transactions } = block;
  const presale = presaleAddress.toLowerCase();
  const coins = transactions.flatMap((transaction): NamedTransaction[] => {
    if (transaction['to'] == null) return [];
    const transactionHash = hashValue(transaction['hash']);
    const amount = quantity(transaction['value']);
    if (lower(transaction['to']) === presale && amount > 0n)
      return [{ hash: transactionHash, transfers: [{ token: null, amount }] }];
    return mayBeSafePayment(transaction['input'], presale) ? [{ hash: transactionHash, transfers: [] }] : [];
  });
  const topics = [TRANSFER_TOPIC, null, `0x${presale.slice(2).padStart(64, '0')}`];
  const filter = { blockHash: hash, addresses: tokens, topics, isScanned: true } as const;
  const { paid, isUntold } = alone
    ? await paidAlone(source, filter, transactions, presale)
    : { paid: transfersByHash(await askForLogs(source, filter)), isUntold: false };
  return {
    number,
    hash,
    parentHash,
    transactions: oneEach([...coins, ...paid]),
    isUntold: isUntold || block.isPartial,
  };
}

async function paidAlone(
  source: RpcReader,
  filter: BlockLogFilter,
  transactions: readonly Json[],
  presale: string,
): Promise<{ readonly paid: readonly NamedTransaction[]; readonly isUntold: boolean }> {
  const calls = callsOf(transactions, filter.addresses);
  try {
    const hashes = calls.map((transaction) => hashValue(transaction['hash']));
    return { paid: transfersByHash(await blockLogs(source, filter, hashes)), isUntold: false };
  } catch (error) {
    if (!(error instanceof UntoldLogsError)) throw error;
    // If the source gives no logs at all, the fault is not in this block.
    await askForLogs(source, { ...filter, topics: [TRANSFER_TOPIC, null, NOBODY] });
    // Perhaps it only refused a moment ago: its limit may be over by now, and the other ways failed under that limit.
    // Perhaps it refuses those of one token alone.
    const { logs, refused } = await logsByAddress(source, filter);
    const told = transfersByHash(logs);
    const called = callsOf(transactions, refused).flatMap((transaction) => {
      const [to, input, value] = [
        lower(transaction['to']),
        lower(transaction['input']),
        quantity(transaction['value']),
      ];
      const transfer = intendedTransfer({ to, input, value }, presale);
      return transfer === null ? [] : [{ hash: hashValue(transaction['hash']), transfers: [transfer] }];
    });
    return { paid: oneEach([...told, ...called]), isUntold: refused.length > 0 };
  }
}
