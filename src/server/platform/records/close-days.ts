import { sql } from 'kysely';
import { RECORD_KINDS, type RecordKind } from '#src/contract/records.ts';
import { recordDay } from '#src/lib/hash/record-chain.ts';
import type { Db } from '../database/tables.ts';
import { isoTime } from '../util/iso-time.ts';
import { dayTree, dayWithoutNodes, storeNodes } from './day-tree.ts';

const DAY_MS = 86_400_000n;

/** Makes the roots of all days that are over. Moving the head's time to the next day closes a day to appends. */
export async function closeDays(db: Db, now: number): Promise<void> {
  const today = (BigInt(now) / DAY_MS) * DAY_MS;
  for (const kind of RECORD_KINDS) {
    await db
      .updateTable('record_heads')
      .set({ at: today })
      .where('kind', '=', kind)
      .where('at', '<', today)
      .where('number', '>', 0n)
      .execute();
    let closed = await closeNext(db, kind, today, BigInt(now));
    while (closed) closed = await closeNext(db, kind, today, BigInt(now));
  }
  // Days that an earlier release closed.
  for (let day = await dayWithoutNodes(db); day !== null; day = await dayWithoutNodes(db))
    await storeNodes(db, day, (await dayTree(db, day)).nodes);
}

/** Closes the first day that has no root yet; false if there is none. */
async function closeNext(db: Db, kind: RecordKind, today: bigint, at: bigint): Promise<boolean> {
  const known = await db
    .selectFrom('record_roots')
    .select(sql<bigint>`coalesce(max(last), 0)`.as('last'))
    .where('kind', '=', kind)
    .executeTakeFirstOrThrow();
  const number = known.last + 1n;
  const first = await db
    .selectFrom('records')
    .select('at')
    .where('kind', '=', kind)
    .where('number', '=', number)
    .executeTakeFirst();
  if (first === undefined) return false;
  if (first.at >= today + 2n * DAY_MS) return closeAhead(db, { kind, first: number }, today, at);
  if (first.at >= today) return false;
  const last = await lastBefore(db, kind, number, (first.at / DAY_MS + 1n) * DAY_MS);
  const day = { kind, day: recordDay(isoTime(first.at)), first: number, last: last.number };
  const { root, nodes } = await dayTree(db, day);
  await storeNodes(db, day, nodes);
  await db
    .insertInto('record_roots')
    .values({ ...day, root, head: last.hash, created_at: at })
    .onConflict((conflict) => conflict.columns(['kind', 'day']).doNothing())
    .execute();
  return true;
}

/**
 * Closes records that a clock ahead dated beyond tomorrow (S27) with the day before today, since nothing after them can
 * be dated earlier; the root states how far it goes. False if that day is closed. Nodes are stored later, because
 * another instance may have closed another number of records.
 */
async function closeAhead(
  db: Db,
  { kind, first }: { readonly kind: RecordKind; readonly first: bigint },
  today: bigint,
  at: bigint,
): Promise<boolean> {
  const [day, now] = [recordDay(isoTime(today - DAY_MS)), recordDay(isoTime(today))];
  const closed = await db
    .selectFrom('record_roots')
    .select('last')
    .where('kind', '=', kind)
    .where('day', '>=', day)
    .where('day', '<=', now)
    .executeTakeFirst();
  if (closed !== undefined) return false;
  const head = await db.selectFrom('record_heads').selectAll().where('kind', '=', kind).executeTakeFirstOrThrow();
  const { root } = await dayTree(db, { kind, day, first, last: head.number });
  await db
    .insertInto('record_roots')
    .values({ ...{ kind, day, first, last: head.number }, root, head: head.hash, created_at: at })
    .onConflict((conflict) => conflict.columns(['kind', 'day']).doNothing())
    .execute();
  return true;
}

/** The last record of a kind before a time, from a number on, by bisection: times rise with the numbers. */
async function lastBefore(
  db: Db,
  kind: RecordKind,
  first: bigint,
  before: bigint,
): Promise<{ readonly number: bigint; readonly hash: string }> {
  const record = (number: bigint) =>
    db
      .selectFrom('records')
      .select(['number', 'at', 'hash'])
      .where('kind', '=', kind)
      .where('number', '=', number)
      .executeTakeFirst();
  const head = await db.selectFrom('record_heads').select('number').where('kind', '=', kind).executeTakeFirstOrThrow();
  let [low, high] = [first, head.number];
  while (low < high) {
    const middle = (low + high + 1n) / 2n;
    const found = await record(middle);
    if (found !== undefined && found.at < before) low = middle;
    else high = middle - 1n;
  }
  const last = await record(low);
  if (last === undefined) throw new RangeError(`${kind}-${low} is missing`);
  return last;
}
