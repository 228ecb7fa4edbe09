import { FEEDS } from '#src/config/feeds.ts';
import type { Token } from '#src/config/tokens.ts';
import { STABLE_PRICE_E8 } from '#src/lib/money/quote.ts';
import type { PricedBlock } from '#src/server/platform/chains/chain-sources.ts';
import { type AppContext, chainOf } from '#src/server/platform/context/app-context.ts';
import type { CoinPrice } from '#src/server/platform/context/crediting.ts';

/**
 * A payment's price at its block (seconds): one dollar, or the feed round in force. Null if that is older than its
 * heartbeat + 10 %, not above zero, or 20 % from the one before. Throws the errors of readByQuorum().
 */
export async function coinPriceAt(
  context: AppContext,
  { chainId, pricing }: Token,
  block: PricedBlock,
): Promise<CoinPrice | null> {
  if (pricing === 'dollar') return { priceE8: STABLE_PRICE_E8, round: null };
  const round = await chainOf(context, chainId).roundInForce(FEEDS[chainId].address, block);
  if (round === null || round.answer <= 0n) return null;
  const heartbeat = BigInt(
    context.env.chains.find((candidate) => candidate.chainId === chainId)?.heartbeatSeconds ?? 0,
  );
  if (isStale(round.updatedAt, block.time, heartbeat) || jumps(round.answer, round.previousAnswer)) return null;
  return { priceE8: round.answer, round: round.roundId.toString() };
}

/** Whether a price is older than the heartbeat + 10 %; all in seconds. */
export function isStale(updatedAt: bigint, at: bigint, heartbeat: bigint): boolean {
  return (at - updatedAt) * 10n > heartbeat * 11n;
}

/** Whether a price is more than 20 % away from the previous round. */
export function jumps(answer: bigint, previous: bigint | null): boolean {
  if (previous === null || previous <= 0n) return false;
  const distance = answer > previous ? answer - previous : previous - answer;
  return distance * 5n > previous;
}
