import type { Database } from '#src/server/platform/database/database.ts';
import type { Db } from '#src/server/platform/database/tables.ts';
import { ledgerHash } from '../ledger/ledger-hash.ts';
import { recountLedger } from '../ledger/recount-ledger.ts';
import { lockRewards, lockSale } from '../sale/sale-state.ts';

/** Recounts the books, and checks a mark (`entries:hash`) noted of this ledger or of the one it was copied from. */
export async function verifyLedger(database: Database, noted?: string) {
  const { db } = database;
  const last = await lastEntry(db);
  const { broken, totals } = await recountLedger(database);
  const problems = [...broken, ...totals];
  const { entries, hash } = await ledgerHash(db, { upTo: last });
  if (noted !== undefined) {
    const [, count] = /^(\d{1,12}):[0-9a-f]{64}$/.exec(noted) ?? [];
    const same = count === undefined ? undefined : await ledgerHash(db, { upTo: last, max: Number(count) });
    if (same === undefined) problems.push('the noted mark does not have the form 1234:0123…');
    else if (`${same.entries}:${same.hash}` !== noted)
      problems.push(`the first ${count} entries differ from the noted ones`);
  }
  return { mark: `${entries}:${hash}`, problems };
}

/** The last entry before which no other can still appear: every writer of the ledger holds one of these locks. */
function lastEntry(db: Db): Promise<bigint> {
  return db.transaction().execute(async (tx) => {
    await lockSale(tx);
    await lockRewards(tx);
    const row = await tx.selectFrom('ledger_entries').select('id').orderBy('id', 'desc').limit(1).executeTakeFirst();
    return row?.id ?? 0n;
  });
}
