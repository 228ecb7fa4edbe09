import { formatUnits } from '#src/lib/money/decimal.ts';

const MILLION = 1_000_000n;

/**
 * What a leaderboard entry is estimated at (R9.077): points ÷ points of the list × the pool. `pool` is whole SYNX; the
 * result is millions of SYNX with three decimals, cut, as decimal text. "0" where the list has no points.
 */
export function estimatedMillions(points: number, listPoints: number, pool: bigint): string {
  if (points <= 0 || listPoints <= 0) return '0';
  return formatUnits((BigInt(points) * pool * 1000n) / (BigInt(listPoints) * MILLION), 3);
}

/** Points as a percentage of the list's, with two decimals, cut, as decimal text. */
export function percentOfList(points: number, listPoints: number): string {
  if (points <= 0 || listPoints <= 0) return '0';
  return formatUnits((BigInt(points) * 10_000n) / BigInt(listPoints), 2);
}
