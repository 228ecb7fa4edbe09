import { formatFixed, parseDecimal } from './decimal.ts';

const DECIMALS = 9;

/** What a yearly rate costs at a total stake, how long the pool lasts, and what stake it supports (decision 35). */
export function solvency(staked: string, rate: string, pool: string, poolPerYear: string) {
  const [all, percent, whole, perYear] = [staked, rate, pool, poolPerYear].map(
    (text) => parseDecimal(text, DECIMALS) ?? 0n,
  ) as [bigint, bigint, bigint, bigint];
  const scale = 10n ** BigInt(DECIMALS);
  const used = (all * percent) / (100n * scale);
  return {
    perYear: formatFixed(used, DECIMALS, 0),
    years: used === 0n ? null : formatFixed((whole * 10n) / used, 1, 1),
    limit: percent === 0n ? null : formatFixed((perYear * 100n * scale) / percent, DECIMALS, 0),
  };
}
