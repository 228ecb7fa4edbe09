import { lineOf } from '#src/lib/allocation/entry.ts';
import type { Db } from '#src/server/platform/database/tables.ts';
import { allocationsPast, readTerms } from './read-books.ts';

/**
 * Writes the list that a handover of the books at `now` (ms) would have, if claiming opened at `opens`, in pieces.
 * Reads the books at one moment and changes nothing. Throws RangeError if claiming would open before.
 */
export function writePlannedList(db: Db, opens: number, now: number, write: (text: string) => void): Promise<void> {
  return db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (tx) => {
      const terms = await readTerms(tx, opens, now);
      for (let after: string | null = ''; after !== null; ) {
        const { entries, next } = await allocationsPast(tx, terms, after);
        write(entries.map(lineOf).join(''));
        after = next;
      }
    });
}
