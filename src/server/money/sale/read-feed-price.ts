import { readLatestRound, readRoundInForce } from '#src/chain/read-feed.ts';
import type { ChainId } from '#src/config/chains.ts';
import { FEEDS } from '#src/config/feeds.ts';
import { firstAnswers } from '#src/server/platform/chains/first-answers.ts';
import { type AppContext, chainOf } from '#src/server/platform/context/app-context.ts';
import { jumps } from './coin-price.ts';

/**
 * Reads the feed's price by quorum and stores it: the round in force at the newest time that `quorum` sources reached,
 * so that none holds it back. One that is not above zero or jumps by 20 % is not stored: the last one ages, and after a
 * minute nobody can buy at it.
 */
export async function readFeedPrice(context: AppContext, chainId: ChainId): Promise<void> {
  const chain = chainOf(context, chainId);
  const { address } = FEEDS[chainId];
  const latest = await firstAnswers(
    chain.sources,
    chain.quorum,
    (source) => readLatestRound(source, address),
    (rounds) => rounds.every(({ updatedAt }) => updatedAt === rounds[0]?.updatedAt),
  );
  const newestFirst = latest.map((round) => round.updatedAt).sort((a, b) => (a < b ? 1 : a > b ? -1 : 0));
  const reached = newestFirst[chain.quorum - 1];
  if (reached === undefined) return;
  const round = await chain.readByQuorum((source) => readRoundInForce(source, address, reached));
  if (round === null || round.answer <= 0n || jumps(round.answer, round.previousAnswer)) return;
  const values = {
    price_e8: round.answer,
    round_id: round.roundId.toString(),
    round_at: round.updatedAt,
    read_at: BigInt(context.now()),
  };
  await context.db
    .insertInto('feed_prices')
    .values({ chain_id: BigInt(chainId), ...values })
    .onConflict((conflict) => conflict.column('chain_id').doUpdateSet(values))
    .execute();
}
