import { setImmediate } from 'node:timers/promises';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from './tables.ts';

/** Wallets between two milestones: the most that are counted for one wallet's rank. */
const STEP = 1_000;
/** How long milestones are valid before they are recounted; a board of less than one step is counted each time. */
const KEEP_MS = 15_000;

/** Ranks by the column `amount` of a table with an index on (amount, wallet); only amounts above zero count. */
export interface RankBoard {
  /** 1 + the number of wallets with more than `amount`. */
  rankOf(amount: bigint): Promise<number>;
  /** Wallets with an amount above zero. */
  size(): Promise<number>;
}

interface Milestones {
  readonly at: number;
  /** The wallets at places STEP, 2 × STEP, … with their amounts. */
  readonly places: readonly { readonly amount: bigint; readonly wallet: string }[];
  readonly size: number;
}

/**
 * Ranks 200,000 wallets by index alone (P5): the board's milestones are walked periodically, a thousand index entries
 * at a time, and a rank is the milestone before it plus a count of less than a thousand.
 */
export function createRankBoard(
  db: Db,
  { table, column }: { readonly table: string; readonly column: string },
  now: () => number,
): RankBoard {
  let milestones: Milestones | null = null;
  let walking: Promise<Milestones> | null = null;
  const board = sql.table(table);
  const amount: RawBuilder<bigint> = sql.ref<bigint>(column);
  const after = (place: Milestones['places'][number] | undefined) =>
    place === undefined ? sql`` : sql`and (${amount}, wallet) < (${place.amount}, ${place.wallet})`;
  const count = (query: Count) => countWith(db, query);
  const walk = async (): Promise<Milestones> => {
    const at = now();
    const places: { amount: bigint; wallet: string }[] = [];
    for (;;) {
      const { rows } = await sql<{ amount: bigint; wallet: string }>`
        select ${amount} as amount, wallet from ${board} where ${amount} > 0 ${after(places.at(-1))}
        order by ${amount} desc, wallet desc limit 1 offset ${STEP - 1}`.execute(db);
      const [row] = rows;
      if (row === undefined) break;
      places.push(row);
      await setImmediate();
    }
    const rest = await count(
      sql<{ n: bigint }>`select count(*) as n from ${board} where ${amount} > 0 ${after(places.at(-1))}`,
    );
    return { at, places, size: places.length * STEP + rest };
  };

  const current = async (): Promise<Milestones> => {
    const small = milestones === null || milestones.places.length === 0;
    if (small || now() - (milestones?.at ?? 0) >= KEEP_MS) {
      walking ??= walk()
        .then((walked) => {
          milestones = walked;
          return walked;
        })
        .finally(() => {
          walking = null;
        });
      // A large board continues with its current milestones.
      walking.catch(() => undefined);
      if (small) return walking;
    }
    return milestones ?? (await walk());
  };

  return {
    rankOf: async (own) => {
      const { places } = await current();
      const before = firstAtMost(places, own);
      const between = await count(
        sql<{ n: bigint }>`select count(*) as n from ${board} where ${amount} > ${own} ${after(places[before - 1])}`,
      );
      return before * STEP + between + 1;
    },
    size: async () => (await current()).size,
  };
}

type Count = ReturnType<typeof sql<{ n: bigint }>>;

async function countWith(db: Db, query: Count): Promise<number> {
  return Number((await query.execute(db)).rows[0]?.n ?? 0n);
}

/** How many milestones have more than `own`: they are sorted, highest first. */
function firstAtMost(places: Milestones['places'], own: bigint): number {
  let low = 0;
  let high = places.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((places[middle]?.amount ?? 0n) > own) low = middle + 1;
    else high = middle;
  }
  return low;
}
