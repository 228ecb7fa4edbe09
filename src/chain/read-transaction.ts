import { hex, lower, MalformedAnswerError, quantity, type RpcReader } from './rpc-reader.ts';
import type { TransactionReading } from './transaction-reading.ts';

type Json = Record<string, unknown>;

/**
 * A transaction, its receipt and the canonical block of that number, uncached: a receipt only counts if its block is
 * canonical. Throws the source's errors, and MalformedAnswerError.
 */
export async function readTransaction(source: RpcReader, transactionHash: string): Promise<TransactionReading> {
  const params = [transactionHash];
  const [transaction, receipt] = (await Promise.all([
    source.request({ method: 'eth_getTransactionByHash', params }),
    source.request({ method: 'eth_getTransactionReceipt', params }),
  ])) as [Json | null, Json | null];
  if (transaction === null) return { state: 'missing' };
  if (lower(transaction['hash']) !== transactionHash)
    throw new MalformedAnswerError('the answer is a different transaction');
  const common = {
    from: lower(transaction['from']),
    to: transaction['to'] === null || transaction['to'] === undefined ? null : lower(transaction['to']),
    nonce: quantity(transaction['nonce']),
    value: quantity(transaction['value']),
    // Some nodes of wallets call it data.
    input: lower(transaction['input'] ?? transaction['data']),
  };
  if (receipt === null) return { state: 'pending', ...common };
  if (lower(receipt['transactionHash']) !== transactionHash)
    throw new MalformedAnswerError('the answer is a different receipt');
  const blockNumber = quantity(receipt['blockNumber']);
  const block = (await source.request({
    method: 'eth_getBlockByNumber',
    params: [hex(blockNumber), false],
  })) as Json | null;
  const blockHash = lower(receipt['blockHash']);
  if (block === null || lower(block['hash']) !== blockHash) return { state: 'missing' };
  const logs = receipt['logs'];
  if (!Array.isArray(logs)) throw new MalformedAnswerError('a receipt without logs');
  return {
    state: 'mined',
    ...common,
    succeeded: quantity(receipt['status']) === 1n,
    blockNumber,
    blockHash,
    blockTime: quantity(block['timestamp']),
    logs: logs.map((log: Json) => ({
      address: lower(log['address']),
      topics: (log['topics'] as unknown[]).map(lower),
      data: lower(log['data']),
    })),
  };
}
