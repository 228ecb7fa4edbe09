import { TRANSFER_TOPIC } from '#src/chain/find-transfers.ts';
import { hex, lower, MalformedAnswerError, quantity, type RpcReader } from '#src/chain/rpc-reader.ts';
import { mayBeSafePayment } from '#src/chain/safe-transaction.ts';
import type { ScannedBlock } from './chain-sources.ts';

type Json = Record<string, unknown>;

/**
 * Reads one block from one source and lists the transactions that pay the presale address: coins by the block's own
 * transactions (a Safe's by the call it is told to execute), listed tokens by the logs of exactly that block (requested
 * by hash, since a lagging source answers a range it does not have with an empty list). Null when the source does not
 * have the block.
 */
export async function scanBlock(
  source: RpcReader,
  number: bigint,
  presaleAddress: string,
  tokens: readonly string[],
): Promise<ScannedBlock | null> {
  const block = (await source.request({ method: 'eth_getBlockByNumber', params: [hex(number), true] })) as Json | null;
  if (block === null) return null;
  if (quantity(block['number']) !== number) throw new MalformedAnswerError('the answer is a different block');
  const hash = lower(block['hash']);
  const presale = presaleAddress.toLowerCase();
  const transactions = (block['transactions'] as Json[])
    .filter(
      (transaction) =>
        transaction['to'] != null &&
        ((lower(transaction['to']) === presale && quantity(transaction['value']) > 0n) ||
          mayBeSafePayment(transaction['input'], presale)),
    )
    .map((transaction) => lower(transaction['hash']));
  const logs = (await source.request({
    method: 'eth_getLogs',
    params: [
      { blockHash: hash, address: tokens, topics: [TRANSFER_TOPIC, null, `0x${presale.slice(2).padStart(64, '0')}`] },
    ],
  })) as Json[];
  const paid = logs.filter((log) => lower(log['blockHash']) === hash).map((log) => lower(log['transactionHash']));
  return {
    number,
    hash,
    parentHash: lower(block['parentHash']),
    transactions: [...new Set([...transactions, ...paid])],
  };
}
