import { createHash } from 'node:crypto';
import type { Db, Tx } from '#src/server/platform/database/tables.ts';

const PAGE = 5_000;

export interface LedgerHash {
  /** Number of entries, from the first one. */
  readonly entries: number;
  /** SHA-256 over all of them, the same on both engines. */
  readonly hash: string;
}

/** Hashes at most `max` entries up to `upTo`: a copy with as many and the same hash is complete. */
export async function ledgerHash(
  db: Db | Tx,
  { upTo, max = Number.POSITIVE_INFINITY }: { readonly upTo: bigint; readonly max?: number },
): Promise<LedgerHash> {
  const hash = createHash('sha256');
  let last = 0n;
  let entries = 0;
  while (entries < max) {
    // Pages first and joins afterwards: without statistics, a fresh database would join all tables for every page.
    const page = db
      .selectFrom('ledger_entries')
      .selectAll()
      .where('id', '>', last)
      .where('id', '<=', upTo)
      .orderBy('id')
      .limit(Math.min(PAGE, max - entries));
    const rows = await db
      .selectFrom(page.as('entry'))
      .innerJoin('ledger_transfers as transfer', 'transfer.id', 'entry.transfer_id')
      .innerJoin('accounts as account', 'account.id', 'entry.account_id')
      .leftJoin('payments as payment', 'payment.id', 'transfer.payment_id')
      .select(['entry.id', 'entry.transfer_id', 'entry.amount', 'account.kind as account', 'account.owner'])
      .select(['transfer.kind', 'transfer.sequence', 'transfer.created_at'])
      .select(['payment.chain_id', 'payment.transaction_hash', 'payment.transfer_index'])
      .orderBy('entry.id')
      .execute();
    for (const row of rows) {
      const payment = [row.chain_id, row.transaction_hash, row.transfer_index].join('-');
      const fields = [
        row.transfer_id,
        row.kind,
        payment,
        row.sequence,
        row.created_at,
        row.account,
        row.owner,
        row.amount,
      ];
      hash.update(`${fields.join('|')}\n`);
      last = row.id;
    }
    entries += rows.length;
    if (rows.length < PAGE) break;
  }
  return { entries, hash: hash.digest('hex') };
}
