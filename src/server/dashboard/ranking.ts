import { setImmediate } from 'node:timers/promises';
import { sql } from 'kysely';
import type { LeaderboardBy } from '#src/contract/dashboard.ts';
import type { Db } from '../database/tables.ts';

/** Wallets between two milestones: what is counted at most for one wallet's rank. */
const STEP = 1_000;
/** How long milestones serve before they are counted anew; a board of less than one step is counted each time. */
const KEEP_MS = 15_000;

export interface RankedWallet {
  readonly wallet: string;
  /** 1e-9 SYNX, staked or not. */
  readonly held: bigint;
  readonly staked: bigint;
}

/** A board by amount, highest first; equal amounts by address, so that the order is always the same. */
export interface Ranking {
  /** The first `count` wallets with anything at all. */
  first(count: number): Promise<readonly RankedWallet[]>;
  /** A wallet with anything on this board, or null. */
  find(wallet: string): Promise<RankedWallet | null>;
  /** 1 + the number of wallets with more than `amount` (1e-9 SYNX). */
  rankOf(amount: bigint): Promise<number>;
  /** Wallets with anything at all. */
  size(): Promise<number>;
}

interface Milestones {
  readonly at: number;
  /** The wallets at places STEP, 2 × STEP, … with their amounts. */
  readonly places: readonly { readonly amount: bigint; readonly wallet: string }[];
  readonly size: number;
}

/**
 * Ranks 200,000 wallets by index alone (reliability.md P5): the board's milestones are walked now and then, a thousand
 * index entries at a time, and a rank is the milestone before it plus a count of less than a thousand.
 */
export function createRanking(db: Db, by: LeaderboardBy, now: () => number): Ranking {
  let milestones: Milestones | null = null;
  let walking: Promise<Milestones> | null = null;
  const board = by === 'holdings' ? sql`wallet_holdings` : sql`wallet_stakes`;
  const amount = by === 'holdings' ? sql.ref<bigint>('held') : sql.ref<bigint>('staked');
  const after = (place: { readonly amount: bigint; readonly wallet: string } | undefined) =>
    place === undefined ? sql`` : sql`and (${amount}, wallet) < (${place.amount}, ${place.wallet})`;
  const count = async (query: ReturnType<typeof sql<{ n: bigint }>>) =>
    Number((await query.execute(db)).rows[0]?.n ?? 0n);

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
      // A large board goes on serving the milestones it has.
      walking.catch(() => undefined);
      if (small) return walking;
    }
    return milestones ?? (await walk());
  };

  const select = () =>
    db
      .selectFrom('wallet_holdings')
      .leftJoin('wallet_stakes', 'wallet_stakes.wallet', 'wallet_holdings.wallet')
      .select(['wallet_holdings.wallet', 'held', sql<bigint>`coalesce(staked, 0)`.as('staked')]);
  const column = by === 'holdings' ? 'wallet_holdings.held' : 'wallet_stakes.staked';
  const walletColumn = by === 'holdings' ? 'wallet_holdings.wallet' : 'wallet_stakes.wallet';
  return {
    first: (most) =>
      select().where(column, '>', 0n).orderBy(column, 'desc').orderBy(walletColumn, 'desc').limit(most).execute(),
    find: async (wallet) =>
      (await select().where('wallet_holdings.wallet', '=', wallet).where(column, '>', 0n).executeTakeFirst()) ?? null,
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
