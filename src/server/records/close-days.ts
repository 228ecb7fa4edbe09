import { sql } from 'kysely';
import { RECORD_KINDS, type RecordKind } from '#src/contract/records.ts';
import { merkleRoot } from '#src/lib/hash/merkle.ts';
import { recordDay } from '#src/lib/hash/record-chain.ts';
import type { Db } from '../database/tables.ts';
import { isoTime } from '../util/iso-time.ts';

const DAY_MS = 86_400_000n;

/**
 * Makes the Merkle roots of all days that are over (UTC). A day is closed by moving the time of the chain's head to the
 * next one, after which nothing can be appended to it; instances that do it at once compute the same roots.
 */
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
}

/** Closes the first day that has no root yet; false when there is none. */
async function closeNext(db: Db, kind: RecordKind, today: bigint, at: bigint): Promise<boolean> {
  const known = await db
    .selectFrom('record_roots')
    .select(sql<bigint>`coalesce(max(last), 0)`.as('last'))
    .where('kind', '=', kind)
    .executeTakeFirstOrThrow();
  const first = await db
    .selectFrom('records')
    .select('at')
    .where('kind', '=', kind)
    .where('number', '=', known.last + 1n)
    .executeTakeFirst();
  if (first === undefined || first.at >= today) return false;
  const hashes = await hashesFrom(db, kind, known.last + 1n, (first.at / DAY_MS + 1n) * DAY_MS);
  await db
    .insertInto('record_roots')
    .values({
      kind,
      day: recordDay(isoTime(first.at)),
      first: known.last + 1n,
      last: known.last + BigInt(hashes.length),
      root: merkleRoot(hashes),
      head: hashes.at(-1) as string,
      created_at: at,
    })
    .onConflict((conflict) => conflict.columns(['kind', 'day']).doNothing())
    .execute();
  return true;
}

/** Hashes of the records of a kind from a number on and before a time, in their order. */
export async function hashesFrom(db: Db, kind: RecordKind, first: bigint, before: bigint): Promise<string[]> {
  const rows = await db
    .selectFrom('records')
    .select('hash')
    .where('kind', '=', kind)
    .where('number', '>=', first)
    .where('at', '<', before)
    .orderBy('number')
    .execute();
  return rows.map(({ hash }) => hash);
}
