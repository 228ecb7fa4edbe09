import { randomUUID } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import { type RawBuilder, sql } from 'kysely';
import { holdLease } from './leases.ts';
import type { Db } from './tables.ts';

/** Wallets between two milestones: the most that we count for one wallet's rank. */
const STEP = 1_000;
/** How long milestones stay valid; a board shorter than one step is counted each time. */
const KEEP_MS = 15_000;
/** Wait this many times as long as the last walk took, so that long walks are rarer. */
const PAUSE_TIMES = 100;
const LEASE_MS = 60_000;

/** Ranks by the column `amount` of a table with an index on (amount, wallet); only amounts above zero count. */
export interface RankBoard {
  /** 1 + the number of wallets with more than `amount`. */
  rankOf(amount: bigint): Promise<number>;
  /** Wallets with an amount above zero. */
  size(): Promise<number>;
}

interface Place {
  readonly amount: bigint;
  readonly wallet: string;
}

interface Milestones {
  readonly at: number;
  /** How long the walk took, in milliseconds. */
  readonly tookMs: number;
  /** The wallets at places STEP, 2 × STEP, … with their amounts. */
  readonly places: readonly Place[];
  readonly size: number;
}

/**
 * Ranks millions of wallets by index alone (P5): a rank is the milestone before it plus a count below a thousand. One
 * instance walks the board for all and stores the milestones.
 */
export function createRankBoard(
  db: Db,
  { table, column }: { readonly table: string; readonly column: string },
  now: () => number,
): RankBoard {
  const owner = randomUUID();
  let milestones: Milestones | null = null;
  let renewing: Promise<Milestones> | null = null;
  const board = sql.table(table);
  const amount: RawBuilder<bigint> = sql.ref<bigint>(column);
  const after = (place: Place | undefined) => (place === undefined ? sql`` : sql`and ${isAfter(amount, place)}`);
  const count = (query: Count) => countWith(db, query);
  const walk = async (): Promise<Milestones> => {
    const at = now();
    const started = performance.now();
    const places: Place[] = [];
    for (;;) {
      const { rows } = await sql<Place>`
        select ${amount} as amount, wallet from ${board} where ${amount} > 0 ${after(places.at(-1))}
        order by ${amount} desc, wallet desc limit 1 offset ${STEP - 1}`.execute(db);
      const [row] = rows;
      if (row === undefined) break;
      places.push(row);
      await setImmediate();
    }
    const last = await count(
      sql<{ n: bigint }>`select count(*) as n from ${board} where ${amount} > 0 ${after(places.at(-1))}`,
    );
    return { at, tookMs: performance.now() - started, places, size: places.length * STEP + last };
  };

  /** Fresh milestones: stored by another instance or an earlier process, or from a new walk. */
  const renew = async (): Promise<Milestones> => {
    const stored = await storedWalk(db, table);
    if (stored !== null && isFresh(stored, now())) return stored;
    // A replica takes no lease and stores nothing, so the process walks it for itself, as it does a short board.
    const isMine = () => holdLease(db, { name: `ranks:${table}`, owner }, now(), LEASE_MS).catch(() => true);
    if (stored !== null && !(await isMine())) return stored;
    const walked = await walk();
    if (walked.places.length > 0) await storeWalk(db, table, walked).catch(() => undefined);
    return walked;
  };

  const current = async (): Promise<Milestones> => {
    // After a restart, the last walk serves until the next one has ended.
    milestones ??= await storedWalk(db, table);
    const small = milestones === null || milestones.places.length === 0;
    if (small || !isFresh(milestones, now())) {
      renewing ??= renew()
        .then((renewed) => {
          milestones = renewed;
          return renewed;
        })
        .finally(() => {
          renewing = null;
        });
      // A large board goes on with its current milestones.
      renewing.catch(() => undefined);
      if (small) return renewing;
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

/** Wallets below a place: PostgreSQL cannot estimate a pair, and SQLite must not walk all that tie. */
function isAfter(amount: RawBuilder<bigint>, place: Place): RawBuilder<boolean> {
  return sql<boolean>`(${amount}, wallet) < (${place.amount}, ${place.wallet}) and ${amount} <= ${place.amount}`;
}

function isFresh(milestones: Milestones | null, now: number): boolean {
  if (milestones === null) return false;
  const age = now - milestones.at;
  return age >= 0 && age < Math.max(KEEP_MS, PAUSE_TIMES * milestones.tookMs);
}

async function storedWalk(db: Db, board: string): Promise<Milestones | null> {
  const row = await db.selectFrom('rank_snapshots').selectAll().where('board', '=', board).executeTakeFirst();
  if (row === undefined) return null;
  const { size, tookMs, places } = JSON.parse(row.body) as {
    size: number;
    tookMs: number;
    places: readonly (readonly [amount: string, wallet: string])[];
  };
  return {
    at: Number(row.walked_at),
    tookMs,
    size,
    places: places.map(([amount, wallet]) => ({ amount: BigInt(amount), wallet })),
  };
}

async function storeWalk(db: Db, board: string, { at, tookMs, size, places }: Milestones): Promise<void> {
  const body = JSON.stringify({ size, tookMs, places: places.map(({ amount, wallet }) => [String(amount), wallet]) });
  const values = { walked_at: BigInt(at), body };
  await db
    .insertInto('rank_snapshots')
    .values({ board, ...values })
    .onConflict((conflict) => conflict.column('board').doUpdateSet(values))
    .execute();
}

type Count = ReturnType<typeof sql<{ n: bigint }>>;

async function countWith(db: Db, query: Count): Promise<number> {
  return Number((await query.execute(db)).rows[0]?.n ?? 0n);
}

/** How many milestones exceed `own`; they are sorted, highest first. */
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
