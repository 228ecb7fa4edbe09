import { z } from 'zod';
import { findTransfers } from '#src/chain/find-transfers.ts';
import { findSafePayment, safeHashOf } from '#src/chain/safe-transaction.ts';
import type { MinedTransaction } from '#src/chain/transaction-reading.ts';
import { CHAIN_IDS, type ChainId } from '#src/config/chains.ts';
import { REQUIRED_CONFIRMATIONS } from '#src/config/sale.ts';
import { LAST_PLACE, MAX_PASSED_ON, passedOn } from '#src/server/money/payments/find/arrived.ts';
import { noteFound } from '#src/server/money/payments/submit/posted-hash.ts';
import { newPayment } from '#src/server/money/payments/verify/store-payments.ts';
import { coinWorth } from '#src/server/money/payments/verify/worth.ts';
import { lockSale } from '#src/server/money/sale/sale-state.ts';
import { type AppContext, chainOf } from '#src/server/platform/context/app-context.ts';
import type { Tx } from '#src/server/platform/database/tables.ts';
import { StaffRefusal } from '../../auth/refusal.ts';
import { refuseMoreThan } from '../arrived-coins.ts';
import { transactionHashField, unitsField, walletField } from '../fields.ts';
import { defineKind, type Proposals } from '../staff-command.ts';

const COIN_DECIMALS = 18;
const BY_ITSELF =
  'The transaction itself pays these coins, so that the server credits them: enter its hash on /track, and recover it there.';
const FORGOTTEN =
  'The server has a payment of this transaction, and the sources no longer know what it moved. Add an archive source.';
const UNDER_WAY =
  'The server has not decided a payment of this transaction. Try again in a quarter of an hour; if it lasts, add an archive source.';

/** The chain's data about the coins before they are recorded. */
interface Seen {
  readonly reading: MinedTransaction;
  /** The place of the one payment that the transaction says a Safe makes; null for none. */
  readonly ofSafe: bigint | null;
  /** The coins that contracts passed on in the block (wei); null if the sources no longer have its balances. */
  readonly received: bigint | null;
}

const input = z.object({
  chain: z.enum(CHAIN_IDS.map(String) as [string, ...string[]]).transform((text) => Number(text) as ChainId),
  hash: transactionHashField.describe('Transaction'),
  wallet: walletField.describe('Wallet whose coins they were: the smart account, or the customer of an exchange'),
  amount: unitsField(
    COIN_DECIMALS,
    'must be an amount of coins such as 1.5',
    (units) => units > 0n && units < 10n ** 30n,
  ).describe('Coins, such as 1.5'),
});

export const recordedProposals: Proposals = {
  /** Records coins that a contract passed on, at most what the block received: no log names their owner. */
  'record-payment': defineKind({
    label: 'Record coins that a contract passed on',
    input,
    subject: ({ chain, hash }) => `transaction:${chain}-${hash}`,
    look: (context, { chain, hash }): Promise<Seen> => lookAt(context, chain, hash),
    prepare: async ({ tx }, { chain, hash, amount }, seen) => {
      await freePlace(tx, { chain, hash, amount }, seen);
    },
    run: async ({ tx, now }, { chain, hash, wallet, amount }, seen) => {
      // One at a time: two concurrent approvals would each see the same remainder.
      await lockSale(tx);
      const transferIndex = Number(await freePlace(tx, { chain, hash, amount }, seen));
      const at = BigInt(now);
      const { reading } = seen;
      const transaction = { chainId: chain, hash, reading, confirmations: BigInt(REQUIRED_CONFIRMATIONS) };
      const transfer = { transferIndex, payer: wallet, token: null, amount };
      const recorded = await tx
        .insertInto('payments')
        .values({
          ...newPayment(transaction, transfer, at),
          status: 'needs-review',
          reason: 'internal-transfer',
          worth_micro: await coinWorth(tx, chain, amount),
          safe_tx_hash: safeHashOf(reading.logs, transfer),
          proven_in: reading.blockHash,
          final: 1n,
        })
        // The watcher can have proven the Safe since this place was found free.
        .onConflict((conflict) => conflict.columns(['chain_id', 'transaction_hash', 'transfer_index']).doNothing())
        .returning('id')
        .executeTakeFirst();
      if (recorded === undefined) throw new StaffRefusal(UNDER_WAY);
      await noteFound(tx, { transaction_hash: hash }, { chain_id: BigInt(chain), updated_at: at });
      return 'It is a payment in review now: propose to credit it, or note that it goes back.';
    },
  }),
};

/** Throws StaffRefusal if the transaction is not in a final block, or cannot be read. */
async function lookAt(context: AppContext, chainId: ChainId, hash: string): Promise<Seen> {
  const chain = chainOf(context, chainId);
  const read = await Promise.all([chain.transaction(hash), chain.head()]).catch(() => null);
  if (read === null) throw new StaffRefusal('The chain cannot be read now.');
  const [reading, { finalized }] = read;
  if (reading.state !== 'mined') throw new StaffRefusal('This transaction is not in a block of that chain.');
  if (!reading.succeeded) throw new StaffRefusal('This transaction failed: nothing was paid.');
  if (reading.blockNumber > finalized)
    throw new StaffRefusal('Its block is not final yet. Try again in a quarter of an hour.');
  const { presaleAddress } = context.env;
  if (findTransfers(reading, presaleAddress).some(({ token }) => token === null)) throw new StaffRefusal(BY_ITSELF);
  const place = findSafePayment(reading, presaleAddress)?.transferIndex;
  const ofSafe = place === undefined ? null : BigInt(place);
  return { reading, ofSafe, received: await passedOn(context, chainId, reading.blockNumber).catch(() => null) };
}

/**
 * A place for these coins among the payments of their transaction. The first has that of the Safe's payment which the
 * transaction tells of, so that a later proof of it is not a second payment. Throws StaffRefusal if the block did not
 * receive this amount in addition to its recorded payments.
 */
async function freePlace(
  tx: Tx,
  { chain: chainId, hash, amount }: Pick<z.infer<typeof input>, 'chain' | 'hash' | 'amount'>,
  { reading, ofSafe, received }: Seen,
): Promise<bigint> {
  // Read before the sum: what the watcher stores in between is in the sum, or has the place.
  const rows = await tx
    .selectFrom('payments')
    .select(['transfer_index', 'final'])
    .where('chain_id', '=', BigInt(chainId))
    .where('transaction_hash', '=', hash)
    .where('token_address', 'is', null)
    .execute();
  if (rows.some(({ final }) => final !== 1n)) throw new StaffRefusal(UNDER_WAY);
  // Without the balances two people may rely on an explorer, but only for a first payment.
  if (received === null && rows.length > 0) throw new StaffRefusal(FORGOTTEN);
  if (received !== null) await refuseMoreThan(tx, received, { chainId, block: reading.blockNumber, amount });
  const places = rows.map(({ transfer_index: place }) => place);
  if (ofSafe !== null && !places.includes(ofSafe)) return ofSafe;
  const counted = BigInt(places.filter((place) => place > LAST_PLACE - MAX_PASSED_ON).length);
  if (counted >= MAX_PASSED_ON) throw new StaffRefusal('Too many payments are recorded of it already.');
  return LAST_PLACE - counted;
}
