import { NANO_PER_SYNX, PHASES, SYNX_DECIMALS } from '#src/config/sale.ts';
import {
  LEADERBOARD_SHOWN,
  type Leaderboard,
  type LeaderboardBy,
  type LeaderboardEntry,
} from '#src/contract/dashboard.ts';
import { formatUnits } from '#src/lib/money/decimal.ts';
import type { AppContext } from '#src/server/platform/context/app-context.ts';
import type { Db } from '#src/server/platform/database/tables.ts';
import { sharePercent } from '#src/server/platform/util/share-percent.ts';
import { createRanking, type RankedWallet } from './ranking.ts';

const SUPPLY = PHASES.reduce((sum, { supply }) => sum + supply, 0n) * NANO_PER_SYNX;

/** One of the two boards, by the ledger. */
export function createLeaderboard({ db, now }: AppContext, by: LeaderboardBy) {
  const ranking = createRanking(db, by, now);
  const amountOf = ({ held, staked }: RankedWallet) => (by === 'holdings' ? held : staked);
  const entry = (row: RankedWallet, rank: number, all: bigint): LeaderboardEntry => ({
    rank,
    walletAddress: row.wallet,
    tokens: formatUnits(row.held, SYNX_DECIMALS),
    staked: formatUnits(row.staked, SYNX_DECIMALS),
    sharePercent: sharePercent(amountOf(row), all),
  });
  const total = () => (by === 'holdings' ? heldByAll(db) : stakedByAll(db));
  return {
    /** The first twenty, without the viewer's own row. */
    top: async (): Promise<Leaderboard> => {
      const rows = await ranking.first(LEADERBOARD_SHOWN);
      const all = await total();
      let rank = 1;
      const entries = rows.map((row, position) => {
        const above = rows[position - 1];
        if (above !== undefined && amountOf(above) !== amountOf(row)) rank = position + 1;
        return entry(row, rank, all);
      });
      return {
        by,
        entries,
        me: null,
        totalWallets: Math.max(entries.length, await ranking.size()),
        asOf: new Date(now()).toISOString(),
      };
    },
    /** A wallet's own row (lower case); null if it is not on the board. */
    own: async (wallet: string) => {
      const row = await ranking.find(wallet);
      return row === null ? null : entry(row, await ranking.rankOf(amountOf(row)), await total());
    },
  };
}

/** Wallets hold exactly the SYNX that the phases no longer have. */
async function heldByAll(db: Db): Promise<bigint> {
  const rows = await db.selectFrom('accounts').select('balance').where('kind', '=', 'sale').execute();
  return SUPPLY - rows.reduce((sum, { balance }) => sum + balance, 0n);
}

async function stakedByAll(db: Db): Promise<bigint> {
  const row = await db.selectFrom('reward_totals').select('staked').where('id', '=', 1n).executeTakeFirstOrThrow();
  return row.staked;
}
