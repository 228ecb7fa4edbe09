import type { Selectable } from 'kysely';
import {
  NEWS_SHOWN,
  type News,
  NUMBERED_RECORD,
  PROOFS_SHOWN,
  type ProofResponse,
  type PublicRecord,
  type PublishedRecord,
  RECORDS_PAGE,
  RECORDS_PAGE_BYTES,
  type RecordKind,
  type RecordProof,
  type RecordRoot,
  type RecordsPage,
  ROOTS_PAGE,
  type RootsPage,
  type SignedRoot,
} from '#src/contract/records.ts';
import type { RecordTables } from '../database/record-tables.ts';
import type { Db, Tx } from '../database/tables.ts';
import type { KeyRing } from '../keys/key-ring.ts';
import { pathInDay } from './day-tree.ts';

type RecordRow = Selectable<RecordTables['records']>;

/** Records of a kind after a number, in order, as many as fit a page; of one wallet (lower case) or of all. */
export async function recordsPage(db: Db | Tx, kind: RecordKind, after: number, wallet?: string): Promise<RecordsPage> {
  const head = await db.selectFrom('record_heads').selectAll().where('kind', '=', kind).executeTakeFirstOrThrow();
  let query = db.selectFrom('records').select(['number', 'body', 'hash']).where('kind', '=', kind);
  if (wallet !== undefined) query = query.where('wallet', '=', wallet);
  const rows = await query
    .where('number', '>', BigInt(after))
    // Leaves records appended since we read the head for the next time, so that page and head agree.
    .where('number', '<=', head.number)
    .orderBy('number')
    .limit(RECORDS_PAGE + 1)
    .execute();
  const records: PublishedRecord[] = [];
  let bytes = 0;
  for (const row of rows.slice(0, RECORDS_PAGE)) {
    bytes += Buffer.byteLength(row.body);
    if (bytes > RECORDS_PAGE_BYTES && records.length > 0) break;
    records.push(published(row));
  }
  const last = records.at(-1);
  return {
    kind,
    total: Number(head.number),
    head: head.hash,
    next: last !== undefined && records.length < rows.length ? last.record.number : null,
    records,
  };
}

function published(row: Pick<RecordRow, 'body' | 'hash'>): PublishedRecord {
  return { hash: row.hash, record: JSON.parse(row.body) as PublicRecord };
}

/** The signed roots of the days that are over, newest first; a page holds whole days. */
export async function rootsPage(db: Db, keys: KeyRing, before?: string): Promise<RootsPage> {
  let query = db.selectFrom('record_roots').selectAll();
  if (before !== undefined) query = query.where('day', '<', before);
  const rows = await query
    .orderBy('day', 'desc')
    .orderBy('kind')
    .limit(ROOTS_PAGE + 1)
    .execute();
  const more = rows.length > ROOTS_PAGE;
  const cut = rows.at(-1)?.day;
  const page = more ? rows.filter(({ day }) => day !== cut) : rows;
  return { roots: page.map((row) => signedRoot(keys, row)), next: more ? (page.at(-1)?.day ?? null) : null };
}

function signedRoot(keys: KeyRing, row: Selectable<RecordTables['record_roots']>): SignedRoot {
  const { kind, day, root, head } = row;
  const payload: RecordRoot = {
    ...{ type: 'synx-record-root', version: 1, kind, day, root, head },
    ...{ first: Number(row.first), last: Number(row.last) },
  };
  return keys.sign(payload);
}

/** The records that an id names, each with its path to the root of its day; null if there are none. */
export async function proofsOf(db: Db, keys: KeyRing, id: string): Promise<ProofResponse | null> {
  const [, kind, number] = NUMBERED_RECORD.exec(id) ?? [];
  const rows = db.selectFrom('records').selectAll();
  const found =
    kind === undefined || number === undefined
      ? rows.where('subject', '=', id)
      : rows.where('kind', '=', kind as RecordKind).where('number', '=', BigInt(number));
  const records = await found.orderBy('number', 'desc').limit(PROOFS_SHOWN).execute();
  if (records.length === 0) return null;
  const proofs: RecordProof[] = [];
  for (const row of records.reverse()) proofs.push(await proofOf(db, keys, row));
  return { proofs };
}

async function proofOf(db: Db, keys: KeyRing, row: RecordRow): Promise<RecordProof> {
  const root = await db
    .selectFrom('record_roots')
    .selectAll()
    .where('kind', '=', row.kind)
    .where('first', '<=', row.number)
    .where('last', '>=', row.number)
    .executeTakeFirst();
  if (root === undefined) return { ...published(row), index: 0, size: 0, path: [], root: null };
  return {
    ...published(row),
    index: Number(row.number - root.first),
    size: Number(root.last - root.first) + 1,
    path: await pathInDay(db, root, row.number),
    root: signedRoot(keys, root),
  };
}

/** The latest entries of the system log, newest first. */
export async function latestNews(db: Db): Promise<News> {
  const rows = await db
    .selectFrom('records')
    .select(['number', 'body'])
    .where('kind', '=', 'news')
    .orderBy('number', 'desc')
    .limit(NEWS_SHOWN)
    .execute();
  return {
    entries: rows.map((row) => {
      const { number, at, event, data } = JSON.parse(row.body) as News['entries'][number];
      return { number, at, event, data };
    }),
    total: Number(rows[0]?.number ?? 0n),
  };
}
