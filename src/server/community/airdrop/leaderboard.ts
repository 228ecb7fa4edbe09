import { LEADERBOARD_LISTED } from '#src/config/missions.ts';
import type { AirdropLeaderboardEntry } from '#src/contract/airdrop.ts';
import type { AppContext } from '#src/server/platform/context/app-context.ts';
import { createRankBoard } from '#src/server/platform/database/rank-board.ts';
import { cached } from '#src/server/platform/util/caches.ts';
import { sharePercent } from '#src/server/platform/util/share-percent.ts';

export interface AirdropBoard {
  /** The first hundred wallets; equal points are sorted by address, so that the order is always the same. */
  list(): Promise<readonly AirdropLeaderboardEntry[]>;
  /** A wallet's own entry (lower case) with its true rank; null without points or while they are provisional. */
  own(wallet: string): Promise<AirdropLeaderboardEntry | null>;
  totals(): Promise<{ readonly participants: number; readonly points: number }>;
}

/** The leaderboard of established wallets (decision 39); shares of their points alone never exceed the pool (A5). */
export function createAirdropBoard({ db, now }: AppContext): AirdropBoard {
  const ranks = createRankBoard(db, { table: 'participants', column: 'ranked' }, now);
  const sum = cached(
    async () => {
      const row = await db
        .selectFrom('point_totals')
        .select((select) => select.fn.sum<string | bigint | null>('points').as('points'))
        .executeTakeFirstOrThrow();
      return BigInt(row.points ?? 0n);
    },
    1_000,
    now,
  );
  const rows = () =>
    db.selectFrom('participants').select(['id', 'wallet', 'ranked as points']).where('ranked', '>', 0n);
  const entry = (
    row: { readonly id: bigint; readonly wallet: string; readonly points: bigint },
    rank: number,
    all: bigint,
  ): AirdropLeaderboardEntry => ({
    id: String(row.id),
    walletAddress: row.wallet,
    totalPoints: Number(row.points),
    rank,
    sharePercent: sharePercent(row.points, all),
  });
  return {
    list: async () => {
      const first = await rows()
        .orderBy('ranked', 'desc')
        .orderBy('wallet', 'desc')
        .limit(LEADERBOARD_LISTED)
        .execute();
      const all = await sum.get();
      let rank = 1;
      return first.map((row, place) => {
        if (first[place - 1]?.points !== row.points) rank = place + 1;
        return entry(row, rank, all);
      });
    },
    own: async (wallet) => {
      const row = await rows().where('wallet', '=', wallet).executeTakeFirst();
      return row === undefined ? null : entry(row, await ranks.rankOf(row.points), await sum.get());
    },
    totals: async () => ({ participants: await ranks.size(), points: Number(await sum.get()) }),
  };
}
