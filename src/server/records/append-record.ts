import { sql } from 'kysely';
import type { RecordKind } from '#src/contract/records.ts';
import { canonicalJson } from '#src/lib/hash/canonical-json.ts';
import { recordHash } from '#src/lib/hash/record-chain.ts';
import type { Tx } from '../database/tables.ts';
import { isoTime } from '../util/iso-time.ts';

export interface NewRecord {
  readonly kind: RecordKind;
  readonly event: string;
  /** An input of canonicalJson(). */
  readonly data: object;
  readonly at: bigint;
  /** The record's subject, by which it can be found. */
  readonly subject: string | null;
  /** In lower case. */
  readonly wallet: string | null;
  /** The event of the record; a second record of it is refused, and the surrounding transaction with it. */
  readonly source: string;
}

/**
 * Appends to the public records of a kind, in the transaction of the recorded event: both are stored or neither. The
 * row of the kind's head is locked first, so that any number of instances write one chain without a gap. Lock order:
 * after sale, reward totals and accounts; news before purchases.
 */
export async function appendRecord(
  tx: Tx,
  { kind, event, data, at, subject, wallet, source }: NewRecord,
): Promise<void> {
  const head = await tx
    .updateTable('record_heads')
    .set({
      number: sql<bigint>`number + 1`,
      // A clock that is behind, or a transaction that waited: time never goes back within a chain, nor into a closed
      // day.
      at: sql<bigint>`case when at < ${at} then ${at} else at end`,
    })
    .where('kind', '=', kind)
    .returningAll()
    .executeTakeFirstOrThrow();
  const record = {
    type: 'synx-record',
    version: 1,
    kind,
    event,
    number: Number(head.number),
    at: isoTime(head.at),
    previous: head.hash,
    data,
  };
  const hash = recordHash(record);
  await tx
    .insertInto('records')
    .values({ kind, number: head.number, at: head.at, body: canonicalJson(record), hash, subject, wallet, source })
    .execute();
  await tx.updateTable('record_heads').set({ hash }).where('kind', '=', kind).execute();
}

/**
 * Locks the chain of a kind until the transaction ends: numbers assigned meanwhile are in the order of the records. Any
 * number of instances wait for one another here.
 */
export async function lockRecordChain(tx: Tx, kind: RecordKind): Promise<void> {
  await tx.updateTable('record_heads').set({ number: sql<bigint>`number` }).where('kind', '=', kind).execute();
}
