import { findTransfers } from '#src/chain/find-transfers.ts';
import { readTransaction } from '#src/chain/read-transaction.ts';
import type { RpcReader } from '#src/chain/rpc-reader.ts';
import type { Credited } from '#src/contract/records.ts';

/** Whether a payment on its chain matches the public record of its credit in everything. Throws the source's errors. */
export async function checkCredited(source: RpcReader, presale: string, credited: Credited): Promise<boolean> {
  const transaction = await readTransaction(source, credited.transactionHash);
  if (transaction.state !== 'mined' || !transaction.succeeded || transaction.blockHash !== credited.blockHash)
    return false;
  return findTransfers(transaction, presale).some(
    ({ transferIndex, payer, token, amount }) =>
      transferIndex === credited.transferIndex &&
      payer === credited.wallet &&
      token === (credited.tokenAddress?.toLowerCase() ?? null) &&
      amount === BigInt(credited.amount),
  );
}
