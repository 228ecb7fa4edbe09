import { formatUnits } from '#src/lib/money/decimal.ts';
import { formatNumber } from '#src/lib/text/format-number.ts';

const MILLION = 1_000_000n;

interface Listed {
  readonly walletAddress: string;
  readonly totalPoints: number;
}

/** The points of a leaderboard's entries; corrections can leave one below zero. */
export function pointsOfList(list: readonly Listed[]): number {
  return list.reduce((sum, { totalPoints }) => sum + Math.max(0, totalPoints), 0);
}

/** A wallet's points and those of the whole list; null if the list does not have it. */
export function pointsSoFar(list: readonly Listed[], wallet: string): { points: number; total: number } | null {
  const own = list.find(({ walletAddress }) => walletAddress.toLowerCase() === wallet.toLowerCase());
  return own === undefined ? null : { points: own.totalPoints, total: pointsOfList(list) };
}

/** A leaderboard entry's part of the `pool` (whole SYNX), in millions of SYNX with three decimals, truncated. */
export function estimatedMillions(points: number, listPoints: number, pool: bigint): string {
  if (points <= 0 || listPoints <= 0) return '0';
  return formatUnits((BigInt(points) * pool * 1000n) / (BigInt(listPoints) * MILLION), 3);
}

/** Points as a percentage of the list's, with two decimals, truncated, as decimal text. */
export function percentOfList(points: number, listPoints: number): string {
  if (points <= 0 || listPoints <= 0) return '0';
  return formatUnits((BigInt(points) * 10_000n) / BigInt(listPoints), 2);
}

/** Formats millions of SYNX; languages without thousands get the whole number in their own units ("120万", "12 लाख"). */
export function formatEstimate(millions: string, tag: string): string {
  if (!/^(?:hi|ja|zh)/.test(tag)) return formatNumber(millions, tag, 0, 3);
  const text = new Intl.NumberFormat(tag, {
    notation: 'compact',
    compactDisplay: 'long',
    maximumSignificantDigits: 4,
    roundingMode: 'trunc',
    useGrouping: 'always',
  }).format(`${millions}e6` as `${number}`);
  return tag === 'zh' ? text.replace(/(\d)(?=\p{Script=Han})/u, '$1 ') : text;
}
