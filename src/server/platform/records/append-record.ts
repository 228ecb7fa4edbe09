import { hash } from 'node:crypto';
import { type CompiledQuery, type Selectable, sql } from 'kysely';
import type { RecordKind } from '#src/contract/records.ts';
import { canonicalJson } from '#src/lib/hash/canonical-json.ts';
import type { RecordTables } from '../database/record-tables.ts';
import { rowsOf, sendTogether } from '../database/statements.ts';
import type { Tx } from '../database/tables.ts';
import { ApiFailure } from '../util/errors.ts';
import { isoTime } from '../util/iso-time.ts';

const COLUMNS = {
  number: 'bigint',
  at: 'bigint',
  body: 'text',
  hash: 'text',
  subject: 'text',
  wallet: 'text',
  source: 'text',
} as const;

export interface NewRecord extends RecordEntry {
  readonly kind: RecordKind;
  readonly at: bigint;
}

export interface RecordEntry {
  readonly event: string;
  /** Must be valid input for canonicalJson(). */
  readonly data: object;
  /** What the record is about, for finding it. */
  readonly subject: string | null;
  /** In lower case. */
  readonly wallet: string | null;
  /** The event of the record. Recording it twice fails, and with it the transaction. */
  readonly source: string;
}

/** `frozen` is missing while a migration that came before it appends. */
export type RecordHead = Omit<Selectable<RecordTables['record_heads']>, 'frozen'> & { readonly frozen?: bigint };

/** Appends one record to those of its kind, as appendRecords() does. */
export async function appendRecord(tx: Tx, { kind, at, ...entry }: NewRecord): Promise<void> {
  await appendRecords(tx, kind, at, [entry]);
}

/**
 * Appends to a kind's public records within the transaction of the events. Locks the kind's head first, so that
 * instances write one chain without a gap. Lock order: after sale, reward totals and accounts; stakes before news
 * before purchases before points before participants.
 */
export async function appendRecords(
  tx: Tx,
  kind: RecordKind,
  at: bigint,
  entries: readonly RecordEntry[],
): Promise<void> {
  if (entries.length === 0) return;
  const [[head]] = await sendTogether(tx, takeNumbers(tx, kind, at, entries.length));
  await sendTogether(tx, ...recordStatements(tx, head, entries));
}

/** The first half of appendRecords(): locks the chain and takes numbers. Its row goes to recordStatements(). */
export function takeNumbers(tx: Tx, kind: RecordKind, at: bigint, count: number): CompiledQuery<RecordHead> {
  return tx
    .updateTable('record_heads')
    .set({
      number: sql<bigint>`number + ${BigInt(count)}`,
      // The clock may be behind: time never goes back within a chain, nor into a closed day.
      at: sql<bigint>`case when at < ${at} then ${at} else at end`,
    })
    .where('kind', '=', kind)
    .returningAll()
    .compile();
}

/**
 * The second half: the statements that write the records for which takeNumbers() took the numbers. Throws ApiFailure if
 * the chain is frozen: `handed_over`, or for purchases, which only stop while a handover moves the books, `overloaded`.
 */
export function recordStatements(tx: Tx, head: RecordHead | undefined, entries: readonly RecordEntry[]) {
  if (head === undefined) throw new RangeError('records of an unknown kind');
  if (head.frozen === 1n) throw new ApiFailure(head.kind === 'purchases' ? 'overloaded' : 'handed_over');
  const before = { ...head, number: head.number - BigInt(entries.length) };
  return followingStatements(
    tx,
    before,
    entries.map((entry) => ({ ...entry, at: head.at })),
  );
}

/** The statements that append records, each with its own time, to a chain that the transaction has locked. */
export function followingStatements(
  tx: Tx,
  { kind, ...head }: RecordHead,
  entries: readonly (RecordEntry & { readonly at: bigint })[],
): readonly [CompiledQuery<unknown>, CompiledQuery<unknown>] {
  let [number, previous, time] = [head.number, head.hash, head.at];
  const rows = entries.map(({ event, data, subject, wallet, source, at }) => {
    number += 1n;
    if (at > time) time = at;
    const fixed = { type: 'synx-record', version: 1, kind, event, number: Number(number), at: isoTime(time) };
    const body = canonicalJson({ ...fixed, previous, data });
    // The leaf hash of lib/hash/merkle.ts, by the faster function of Node.js.
    previous = hash('sha256', `\0${body}`);
    return { number, at: time, body, hash: previous, subject, wallet, source };
  });
  return [
    sql`insert into records (kind, number, at, body, hash, subject, wallet, source)
      select cast(${kind} as text), number, at, body, hash, subject, wallet, source
      from ${rowsOf(tx, COLUMNS, rows)} order by place`.compile(tx),
    tx.updateTable('record_heads').set({ number, at: time, hash: previous }).where('kind', '=', kind).compile(),
  ];
}

/** Locks a kind's chain until the transaction ends; all instances wait for one another. Returns its head. */
export async function lockRecordChain(tx: Tx, kind: RecordKind): Promise<RecordHead> {
  return tx
    .updateTable('record_heads')
    .set({ number: sql<bigint>`number` })
    .where('kind', '=', kind)
    .returningAll()
    .executeTakeFirstOrThrow();
}
