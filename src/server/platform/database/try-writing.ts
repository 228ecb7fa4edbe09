import { randomBytes, randomInt } from 'node:crypto';
import { isPostgres } from './statements.ts';
import type { Db } from './tables.ts';

/** More than a payment writes: an almost full disk still takes a small row. */
const BYTES = { embedded: 24_576, postgres: 6_144 } as const;

/** Ends a transaction whose rows must not remain. */
class Undone extends Error {}

/**
 * Overwrites a setting of this host with another incompressible value; sweepOld() deletes it. PostgreSQL reuses that
 * table's pages, and takes such a value when no other table can grow: there a payment is written as well, and undone.
 */
export async function tryWriting(db: Db, host: string): Promise<void> {
  const value = randomBytes(isPostgres(db) ? BYTES.postgres : BYTES.embedded).toString('base64');
  await db
    .insertInto('settings')
    .values({ key: `written-by:${host}`, value })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ value }))
    .execute();
  if (isPostgres(db)) await tryPayment(db);
}

/** What is written first for a payment, under numbers that no row has. */
async function tryPayment(db: Db): Promise<void> {
  const [id, hash] = [-BigInt(randomInt(1, 2 ** 47)), `0x${randomBytes(32).toString('hex')}`];
  const named = { id, transaction_hash: hash, status: 'processing', updated_at: 0n } as const;
  const posted = { ...named, wallet: '', claims: '{}', created_at: 0n, next_check_at: 0n };
  const paid = { ...named, chain_id: 1n, transfer_index: 0n, payer: '', sender: '', nonce: 0n, amount: '0' };
  const undecided = { confirmations: 0n, below_minimum: 0n, final: 0n, sequence: 0n, first_seen_at: 0n };
  const trying = db.transaction().execute(async (tx) => {
    await tx.insertInto('submissions').values(posted).execute();
    const payment = { ...paid, ...undecided };
    await tx.insertInto('payments').values(payment).execute();
    throw new Undone();
  });
  await trying.catch((error: unknown) => {
    if (!(error instanceof Undone)) throw error;
  });
}
