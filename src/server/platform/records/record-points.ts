import { createHmac } from 'node:crypto';
import { type CompiledQuery, type Selectable, sql } from 'kysely';
import type { RecordedPoints } from '#src/contract/records.ts';
import type { AirdropTables } from '../database/airdrop-tables.ts';
import { creationOfSecret } from '../database/secrets.ts';
import { rowsOf } from '../database/statements.ts';
import type { Tx } from '../database/tables.ts';
import type { RecordEntry } from './append-record.ts';

const DAY_MS = 86_400_000n;
/** The setting with the key of the commitments. */
const RECORD_SECRET = 'record-secret';

export type PointEntryRow = Omit<Selectable<AirdropTables['point_entries']>, 'reason_code'>;

/** The name or link that a submission was made with, by its number; by null, the key of the commitments. */
interface Committed {
  readonly id: bigint | null;
  readonly text: string | null;
}

/** The start of an entry's UTC day: the moment of a referral would tell who invited whom. */
export function pointsDay(at: bigint): bigint {
  return at - (at % DAY_MS);
}

/** The statement that reads what pointsEntries() needs for these entries. */
export function committedTo(tx: Tx, rows: readonly Pick<PointEntryRow, 'source'>[]): CompiledQuery<Committed> {
  const given = rows.flatMap(({ source }) => submissionOf(source) ?? []).map((submission) => ({ submission }));
  return sql<Committed>`
    select cast(null as bigint) as id, value as text from settings where key = ${RECORD_SECRET}
    union all select id, coalesce(account, link) from mission_submissions
      where id in (select submission from ${rowsOf(tx, { submission: 'bigint' }, given)})`.compile(tx);
}

/**
 * The public records of entries of points. What one is for is a commitment with a key of its own: a plain hash of a
 * short name could be guessed, and one entry can be opened without the others.
 */
export async function pointsEntries(
  tx: Tx,
  rows: readonly PointEntryRow[],
  committed: readonly Committed[],
): Promise<RecordEntry[]> {
  const texts = new Map(committed.map(({ id, text }) => [id, text]));
  const secret = texts.get(null);
  if (secret == null) {
    await tx.executeQuery(creationOfSecret(tx, RECORD_SECRET));
    return pointsEntries(tx, rows, (await tx.executeQuery(committedTo(tx, rows))).rows);
  }
  return rows.map((row) => {
    const submission = submissionOf(row.source);
    const name = submission === null ? null : (texts.get(submission) ?? null);
    return entryOf(row, hmac(secret, `point-${row.id}`), name);
  });
}

function entryOf(
  { id, wallet, mission, reason, points, source, reverses }: PointEntryRow,
  key: string,
  name: string | null,
): RecordEntry {
  const data: RecordedPoints = {
    ...{ entry: Number(id), wallet, mission, reason, points: Number(points) },
    source: hmac(key, JSON.stringify([source, name])),
    ...(reverses === null ? {} : { reverses: Number(reverses) }),
  };
  const event = reverses === null ? 'appended' : 'undone';
  return { event, data, subject: null, wallet, source: `point-${id}` };
}

function submissionOf(source: string): bigint | null {
  const [, submission] = /^submission:(\d+)/.exec(source) ?? [];
  return submission === undefined ? null : BigInt(submission);
}

function hmac(key: string, text: string): string {
  return createHmac('sha256', key).update(text).digest('hex');
}
