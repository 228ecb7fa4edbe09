import { RECORD_KINDS, type RecordKind } from '#src/contract/records.ts';
import { type HashedRecord, NO_RECORD, recordHash } from '#src/lib/hash/record-chain.ts';
import type { Db } from '../database/tables.ts';
import { closeDays } from '../records/close-days.ts';
import type { Alarms } from './alarms.ts';

/** Records that each pass checks again. */
const SLICE = 500n;

/** Each pass checks a stretch of every chain, and closes the days that are over by a confirmed time. */
export function watchRecords(
  db: Db,
  alarms: Alarms,
  now: () => number,
  isConfirmed: () => boolean = () => true,
): { pass(): Promise<void> } {
  const looked = new Map<RecordKind, { number: bigint; sound: boolean }>();
  return {
    pass: async () => {
      for (const kind of RECORD_KINDS) {
        const { number, sound } = looked.get(kind) ?? { number: 0n, sound: true };
        const fault = await lookOver(db, kind, number);
        if (fault !== null) await alarms.raise('records-broken', kind, fault);
        const { number: last } = await headOf(db, kind);
        const atEnd = number + SLICE >= last;
        if (atEnd && sound && fault === null) await alarms.resolve('records-broken', kind);
        looked.set(
          kind,
          atEnd ? { number: 0n, sound: true } : { number: number + SLICE, sound: sound && fault === null },
        );
      }
      if (isConfirmed()) await closeDays(db, now());
    },
  };
}

/** What is wrong with the records after a number, in words for an operator; null if the chain is intact. */
async function lookOver(db: Db, kind: RecordKind, after: bigint): Promise<string | null> {
  const head = await headOf(db, kind);
  const rows = await db
    .selectFrom('records')
    .select(['number', 'body', 'hash'])
    .where('kind', '=', kind)
    .where('number', '>=', after)
    .where('number', '<=', head.number)
    .orderBy('number')
    .limit(Number(SLICE) + 1)
    .execute();
  let previous = after === 0n ? NO_RECORD : null;
  let number = after === 0n ? 0n : after - 1n;
  for (const row of rows) {
    const record = JSON.parse(row.body) as HashedRecord['record'];
    number += 1n;
    if (row.number !== number || BigInt(record.number) !== number || record.kind !== kind)
      return `${kind}-${number} is missing`;
    if (previous !== null && record.previous !== previous)
      return `${kind}-${number} does not follow the previous record`;
    if (recordHash(record) !== row.hash) return `${kind}-${number} does not have its hash`;
    previous = row.hash;
  }
  if (number < head.number && rows.length <= Number(SLICE)) return `${kind} ends at ${number}, not at ${head.number}`;
  return number === head.number && previous !== null && previous !== head.hash
    ? `${kind} does not end with the hash of its head`
    : null;
}

async function headOf(db: Db, kind: RecordKind) {
  return db.selectFrom('record_heads').selectAll().where('kind', '=', kind).executeTakeFirstOrThrow();
}
