import { formatFixed, parseDecimal } from './decimal.ts';

const DECIMALS = 9;
/** A year in hundredths of a month. */
const YEAR = 1_200n;
/** A rate in percent, with the decimals of an amount. */
const WHOLE = 100n * 10n ** BigInt(DECIMALS);

interface Pool {
  /** Percent per year. */
  readonly rate: string;
  /** SYNX that all wallets have staked. */
  readonly total: string;
  /** SYNX that the pool pays out in a year. */
  readonly perYear: string;
}

/** What `amount` SYNX earn in some months, in whole SYNX: at the rate, or their part of what the pool pays. */
export function planStake(amount: string, months: number, { rate, total, perYear }: Pool) {
  // Months may be parts of one, in hundredths.
  const time = BigInt(Math.round(months * 100));
  const [own, percent, others, paid] = [amount, rate, total, perYear].map(
    (text) => parseDecimal(text, DECIMALS) ?? 0n,
  ) as [bigint, bigint, bigint, bigint];
  const all = others + own;
  const byRate = (own * percent * time) / (WHOLE * YEAR);
  const isBeyond = all * percent > paid * WHOLE;
  const reward = isBeyond ? (paid * time * own) / (YEAR * all) : byRate;
  return { reward: formatFixed(reward, DECIMALS, 0), staked: formatFixed(all, DECIMALS, 0), isBeyond };
}
