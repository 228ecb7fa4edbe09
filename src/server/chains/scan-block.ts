import { readTransferLog, TRANSFER_TOPIC } from '#src/chain/find-transfers.ts';
import { hashValue, hex, lower, MalformedAnswerError, quantity, type RpcReader } from '#src/chain/rpc-reader.ts';
import { mayBeSafePayment } from '#src/chain/safe-transaction.ts';
import { askForLogs, blockLogs } from './block-logs.ts';
import type { NamedTransaction, ScannedBlock } from './chain-sources.ts';

type Json = Record<string, unknown>;
type Transfer = NamedTransaction['transfers'][number];

/**
 * Reads one block from one source and lists the transactions that pay the presale address: coins by the block's own
 * transactions (a Safe's by the call it is told to execute), listed tokens by the logs of exactly that block (requested
 * by hash, since a lagging source answers a range it does not have with an empty list). Null when the source does not
 * have the block. A block that is asked for `alone` is read in other ways where its logs are refused as too many.
 */
export async function scanBlock(
  source: RpcReader,
  number: bigint,
  presaleAddress: string,
  tokens: readonly string[],
  alone: boolean,
): Promise<ScannedBlock | null> {
  const block = (await source.request({ method: 'eth_getBlockByNumber', params: [hex(number), true] })) as Json | null;
  if (block === null) return null;
  if (quantity(block['number']) !== number) throw new MalformedAnswerError('the answer is a different block');
  const hash = lower(block['hash']);
  const presale = presaleAddress.toLowerCase();
  const transactions = block['transactions'] as Json[];
  const coins = transactions.flatMap((transaction): NamedTransaction[] => {
    if (transaction['to'] == null) return [];
    const transactionHash = hashValue(transaction['hash']);
    const amount = quantity(transaction['value']);
    if (lower(transaction['to']) === presale && amount > 0n)
      return [{ hash: transactionHash, transfers: [{ token: null, amount }] }];
    return mayBeSafePayment(transaction['input'], presale) ? [{ hash: transactionHash, transfers: [] }] : [];
  });
  const topics = [TRANSFER_TOPIC, null, `0x${presale.slice(2).padStart(64, '0')}`];
  const filter = { blockHash: hash, addresses: tokens, topics };
  const logs = alone
    ? await blockLogs(source, filter, callsOf(transactions, tokens))
    : await askForLogs(source, filter);
  const paid = logs.filter((log) => lower(log['blockHash']) === hash);
  return {
    number,
    hash,
    parentHash: lower(block['parentHash']),
    transactions: oneEach([...coins, ...transfersByHash(paid)]),
  };
}

/** The transactions that logged these transfers, each once. */
export function transfersByHash(logs: readonly Json[]): readonly NamedTransaction[] {
  return oneEach(logs.map((log) => ({ hash: hashValue(log['transactionHash']), transfers: [transferOf(log)] })));
}

/** The transactions of a block that call one of the contracts. */
export function callsOf(transactions: readonly Json[], contracts: readonly string[]): readonly string[] {
  const called = new Set(contracts.map((address) => address.toLowerCase()));
  return transactions.filter(({ to }) => to != null && called.has(lower(to))).map(({ hash }) => lower(hash));
}

function transferOf(log: Json): Transfer {
  const address = lower(log['address']);
  const topics = (log['topics'] as unknown[]).map(lower);
  return { token: address, amount: readTransferLog({ address, topics, data: lower(log['data']) })?.amount ?? 0n };
}

/** Brings the transfers of each transaction together. */
function oneEach(named: readonly NamedTransaction[]): readonly NamedTransaction[] {
  const transactions = new Map<string, Transfer[]>();
  for (const { hash, transfers } of named) {
    const known = transactions.get(hash);
    if (known === undefined) transactions.set(hash, [...transfers]);
    else known.push(...transfers);
  }
  return [...transactions].map(([hash, transfers]) => ({ hash, transfers }));
}
