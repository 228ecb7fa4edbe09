import { sql } from 'kysely';
import type { LeaderboardBy } from '#src/contract/dashboard.ts';
import { createRankBoard, type RankBoard } from '#src/server/platform/database/rank-board.ts';
import type { Db } from '#src/server/platform/database/tables.ts';

export interface RankedWallet {
  readonly wallet: string;
  /** 1e-9 SYNX, staked or not. */
  readonly held: bigint;
  readonly staked: bigint;
}

/** A board by amount, highest first; equal amounts by address, so that the order is always the same. */
export interface Ranking extends RankBoard {
  /** The first `count` wallets with an amount above zero. */
  first(count: number): Promise<readonly RankedWallet[]>;
  /** A wallet with an amount on this board, or null. */
  find(wallet: string): Promise<RankedWallet | null>;
}

/** One of the two boards of the dashboard; amounts are 1e-9 SYNX. */
export function createRanking(db: Db, by: LeaderboardBy, now: () => number): Ranking {
  const select = () =>
    db
      .selectFrom('wallet_holdings')
      .leftJoin('wallet_stakes', 'wallet_stakes.wallet', 'wallet_holdings.wallet')
      .select(['wallet_holdings.wallet', 'held', sql<bigint>`coalesce(staked, 0)`.as('staked')]);
  const column = by === 'holdings' ? 'wallet_holdings.held' : 'wallet_stakes.staked';
  const walletColumn = by === 'holdings' ? 'wallet_holdings.wallet' : 'wallet_stakes.wallet';
  const board =
    by === 'holdings' ? { table: 'wallet_holdings', column: 'held' } : { table: 'wallet_stakes', column: 'staked' };
  return {
    ...createRankBoard(db, board, now),
    first: (max) =>
      select().where(column, '>', 0n).orderBy(column, 'desc').orderBy(walletColumn, 'desc').limit(max).execute(),
    find: async (wallet) =>
      (await select().where('wallet_holdings.wallet', '=', wallet).where(column, '>', 0n).executeTakeFirst()) ?? null,
  };
}
