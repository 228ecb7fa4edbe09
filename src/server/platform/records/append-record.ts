import { sql } from 'kysely';
import type { RecordKind } from '#src/contract/records.ts';
import { canonicalJson } from '#src/lib/hash/canonical-json.ts';
import { recordHash } from '#src/lib/hash/record-chain.ts';
import { rowsOf, sendTogether } from '../database/statements.ts';
import type { Tx } from '../database/tables.ts';
import { isoTime } from '../util/iso-time.ts';

const COLUMNS = {
  number: 'bigint',
  body: 'text',
  hash: 'text',
  subject: 'text',
  wallet: 'text',
  source: 'text',
} as const;

export interface NewRecord {
  readonly kind: RecordKind;
  readonly event: string;
  /** Must be valid input for canonicalJson(). */
  readonly data: object;
  readonly at: bigint;
  /** What the record is about, for finding it. */
  readonly subject: string | null;
  /** In lower case. */
  readonly wallet: string | null;
  /** The event of the record. Recording it twice fails, and with it the transaction. */
  readonly source: string;
}

/** Appends one record to those of its kind, as appendRecords() does. */
export async function appendRecord(tx: Tx, { kind, at, ...entry }: NewRecord): Promise<void> {
  await appendRecords(tx, kind, at, [entry]);
}

/**
 * Appends to the public records of a kind in the given order, in the transaction of the recorded events: all is stored
 * or nothing. Locks the row of the kind's head first, so that any number of instances write one chain without a gap.
 * Takes the same number of statements for any number of records. Lock order: after sale, reward totals and accounts;
 * news before purchases.
 */
export async function appendRecords(
  tx: Tx,
  kind: RecordKind,
  at: bigint,
  entries: readonly Omit<NewRecord, 'kind' | 'at'>[],
): Promise<void> {
  if (entries.length === 0) return;
  const head = await tx
    .updateTable('record_heads')
    .set({
      number: sql<bigint>`number + ${BigInt(entries.length)}`,
      // The clock may be behind, or the transaction may have waited: time never goes back within a chain, nor into a
      // closed day.
      at: sql<bigint>`case when at < ${at} then ${at} else at end`,
    })
    .where('kind', '=', kind)
    .returningAll()
    .executeTakeFirstOrThrow();
  let previous = head.hash;
  const first = head.number - BigInt(entries.length) + 1n;
  const rows = entries.map(({ event, data, subject, wallet, source }, position) => {
    const number = first + BigInt(position);
    const record = {
      type: 'synx-record',
      version: 1,
      kind,
      event,
      number: Number(number),
      at: isoTime(head.at),
      previous,
      data,
    };
    previous = recordHash(record);
    return { number, body: canonicalJson(record), hash: previous, subject, wallet, source };
  });
  await sendTogether(
    tx,
    sql`insert into records (kind, number, at, body, hash, subject, wallet, source)
      select cast(${kind} as text), number, cast(${head.at} as bigint), body, hash, subject, wallet, source
      from ${rowsOf(tx, COLUMNS, rows)} order by place`.compile(tx),
    tx.updateTable('record_heads').set({ hash: previous }).where('kind', '=', kind).compile(),
  );
}

/**
 * Locks the chain of a kind until the transaction ends, so that numbers assigned meanwhile follow the order of the
 * records. All instances wait for one another here.
 */
export async function lockRecordChain(tx: Tx, kind: RecordKind): Promise<void> {
  await tx.updateTable('record_heads').set({ number: sql<bigint>`number` }).where('kind', '=', kind).execute();
}
