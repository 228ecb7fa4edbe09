import { TRANSFER_TOPIC } from '#src/chain/find-transfers.ts';
import type { RpcReader } from '#src/chain/rpc-reader.ts';
import { blockLogs, expectOwnLogs } from './block-logs.ts';
import type { PaymentTransaction } from './payment-transaction.ts';
import { sumOfTransfers, tokenBalance } from './token-movement.ts';

/**
 * How far the presale's token balance moved beyond that block's Transfer logs (S4): 0 for honest tokens, negative for
 * one that takes a fee or logs without moving. Needs the state of the block and of the one before. Throws the source's
 * errors if it has pruned them, and MalformedAnswerError for logs that lack those of the payment itself.
 */
export async function tokenDelta(
  source: RpcReader,
  token: string,
  presaleAddress: string,
  { hash, reading: { blockNumber, blockHash } }: Pick<PaymentTransaction, 'hash' | 'reading'>,
): Promise<bigint> {
  const presale = presaleAddress.toLowerCase();
  const word = `0x${presale.slice(2).padStart(64, '0')}`;
  const [after, before, received, sent] = await Promise.all([
    tokenBalance(source, token, presale, blockNumber),
    tokenBalance(source, token, presale, blockNumber - 1n),
    blockLogs(source, { blockHash, addresses: [token], topics: [TRANSFER_TOPIC, null, word] }),
    blockLogs(source, { blockHash, addresses: [token], topics: [TRANSFER_TOPIC, word] }),
  ]);
  expectOwnLogs(received as readonly { transactionHash: unknown }[], hash);
  return after - before - (sumOfTransfers(received) - sumOfTransfers(sent));
}
