import { findTransfers, type Transfer } from '#src/chain/find-transfers.ts';
import { failedSafeHashes, findSafePayment } from '#src/chain/safe-transaction.ts';
import type { MinedTransaction, TransactionReading } from '#src/chain/transaction-reading.ts';
import type { ChainId } from '#src/config/chains.ts';
import { TOKENS } from '#src/config/tokens.ts';
import { chainOf, type Engine } from './engine.ts';
import { noteAbsence } from './note-absence.ts';
import { reverseCredit } from './reverse-credit.ts';
import { settleConfirmed } from './settle-confirmed.ts';
import { storePayments } from './store-payments.ts';

/**
 * Reads a transaction by quorum and brings every row about it up to date: new payments are stored, those whose block
 * left the chain reversed, those with enough confirmations credited. Any number of callers may do this at once and any
 * number of times. `head` is the chain's present block. Throws ChainUnavailableError or ChainDisputeError before anything
 * was decided.
 */
export async function observe(
  engine: Engine,
  chainId: ChainId,
  transactionHash: string,
  head: bigint,
): Promise<TransactionReading> {
  // What was known before the chain was read: a reading never undoes what others have found out meanwhile.
  const before = await engine.db
    .selectFrom('payments')
    .select(['id', 'block_number', 'block_hash'])
    .where('chain_id', '=', BigInt(chainId))
    .where('transaction_hash', '=', transactionHash)
    .where('final', '=', 0n)
    .execute();
  const reading = await chainOf(engine, chainId).transaction(transactionHash);
  if (reading.state !== 'mined') {
    await noteAbsence(engine, chainId, transactionHash, reading, before);
    return reading;
  }
  for (const row of before) {
    // What was decided for it while it stood in another block is taken back first.
    if (row.block_hash !== null && row.block_hash !== reading.blockHash)
      await reverseCredit(engine.db, { id: row.id, blockHash: row.block_hash }, engine.now());
  }
  await noteFailedSafes(engine, chainId, reading);
  const transfers = paymentsIn(engine, chainId, reading);
  const confirmations = head >= reading.blockNumber ? head - reading.blockNumber + 1n : 0n;
  const waiting = await storePayments(engine, chainId, transactionHash, reading, transfers, confirmations);
  for (const row of waiting) await settleConfirmed(engine, chainId, row, reading, confirmations);
  return reading;
}

/**
 * The transfers that are payments: not the operator's own top-ups, and of a token that is not listed only the first, since a
 * worthless token can log thousands of them in one transaction.
 */
function paymentsIn(engine: Engine, chainId: ChainId, reading: MinedTransaction): readonly Transfer[] {
  const ignored = engine.env.TREASURY_IGNORE_SENDERS.map((sender) => sender.toLowerCase());
  const listed = TOKENS.flatMap((token) => (token.chainId === chainId ? [token.address?.toLowerCase() ?? null] : []));
  const named = new Set<string | null>();
  const ofSafe = findSafePayment(reading, engine.env.presaleAddress);
  const found = [...findTransfers(reading, engine.env.presaleAddress), ...(ofSafe === null ? [] : [ofSafe])];
  return found.filter(({ payer, token }) => {
    if (ignored.includes(payer)) return false;
    if ((listed as readonly (string | null)[]).includes(token)) return true;
    const first = !named.has(token);
    named.add(token);
    return first;
  });
}

/** What the signers of a Safe posted and then executed without success paid nothing. */
async function noteFailedSafes(engine: Engine, chainId: ChainId, reading: MinedTransaction): Promise<void> {
  for (const { safe, hash } of failedSafeHashes(reading.logs)) {
    await engine.db
      .updateTable('submissions')
      .set({ status: 'failed', reason: null, chain_id: BigInt(chainId), updated_at: BigInt(engine.now()) })
      .where('transaction_hash', '=', hash)
      .where('wallet', '=', safe)
      .where('status', 'in', ['processing', 'waiting-signers', 'expired'])
      .execute();
  }
}
