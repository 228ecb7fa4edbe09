import { setImmediate } from 'node:timers/promises';
import { RETENTION } from '#src/config/retention.ts';
import type { Db, Tx } from '#src/server/platform/database/tables.ts';

/** How long a session lives: after that nobody can change the vote, so we keep only its count. */
const KEPT_MS = RETENTION.sessionDays * 86_400_000;

export interface FaqTally {
  readonly id: string;
  readonly locale: string;
  readonly value: 'up' | 'down';
  readonly votes: bigint;
}

/** Votes per transaction. */
const SLICE = 200;

/** Turns votes older than a session into counts, a slice per transaction. */
export async function tallyVotes(db: Db, now: number): Promise<void> {
  while ((await tallySlice(db, BigInt(now - KEPT_MS))) === SLICE) await setImmediate();
}

async function tallySlice(db: Db, before: bigint): Promise<number> {
  return db.transaction().execute(async (tx) => {
    const chosen = tx.selectFrom('faq_votes').select('voter').where('voted_at', '<=', before).limit(SLICE);
    const old = await tx
      .deleteFrom('faq_votes')
      .where('voter', 'in', chosen)
      .where('voted_at', '<=', before)
      .returning(['faq_id', 'locale', 'value'])
      .execute();
    for (const vote of old) {
      await tx
        .insertInto('faq_tallies')
        .values({ ...vote, votes: 1n })
        .onConflict((conflict) =>
          conflict
            .columns(['faq_id', 'locale', 'value'])
            .doUpdateSet((row) => ({ votes: row('faq_tallies.votes', '+', 1n) })),
        )
        .execute();
    }
    return old.length;
  });
}

/** How many thumbs each question has in each language, counted and recent ones together, by id, locale and value. */
export async function readTallies(db: Db | Tx): Promise<FaqTally[]> {
  const all = await db
    .selectFrom('faq_tallies')
    .select(['faq_id', 'locale', 'value', 'votes'])
    .unionAll(
      db
        .selectFrom('faq_votes')
        .select((row) => ['faq_id', 'locale', 'value', row.fn.countAll<bigint>().as('votes')])
        .groupBy(['faq_id', 'locale', 'value']),
    )
    .execute();
  const sums = new Map<string, FaqTally>();
  for (const { faq_id: id, locale, value, votes } of all) {
    const key = `${id} ${locale} ${value}`;
    sums.set(key, { id, locale, value, votes: votes + (sums.get(key)?.votes ?? 0n) });
  }
  return [...sums.entries()].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, tally]) => tally);
}
