import type { RecordKind } from '#src/contract/records.ts';
import type { RecordSource } from '#src/lib/hash/verify-records.ts';
import type { Db, Tx } from '../database/tables.ts';
import { recordsPage } from './read-records.ts';

/** The records of a database, for recounting them. */
export function storedRecords(db: Db | Tx): RecordSource {
  return {
    page: (kind, after) => recordsPage(db, kind as RecordKind, after),
    roots: async (kind) => {
      const rows = await db
        .selectFrom('record_roots')
        .selectAll()
        .where('kind', '=', kind as RecordKind)
        .execute();
      return rows.map(({ day, first, last, root, head }) => ({
        ...{ day, root, head },
        ...{ first: Number(first), last: Number(last) },
      }));
    },
  };
}
