import { CHAINS } from '#src/config/chains.ts';
import type { Token } from '#src/config/tokens.ts';
import { formatUnits } from '#src/lib/money/decimal.ts';
import { usdToDecimal, usdValue } from '#src/lib/money/quote.ts';
import { formatNumber, formatUsd } from '#src/lib/text/format-number.ts';
import type { CardRates } from '#src/purchase/offer/card-quote.ts';
import { gasShown } from '#src/purchase/offer/purchase-rules.ts';

/** What of a fee in dollars is smaller is not told in figures, which would be zeros. */
const LEAST_USD_E8 = 1_000_000n;
const COIN_DECIMALS = 18;

/** A fee in base units of a coin, in dollars as people read it. */
export function feeInDollars(cost: bigint, coinE8: bigint, tag: string): string {
  const { isLess, usd } = dollarsOf(cost, coinE8, tag);
  return isLess ? `< ${usd}` : usd;
}

function dollarsOf(cost: bigint, coinE8: bigint, tag: string) {
  const usd = usdValue(cost, COIN_DECIMALS, coinE8);
  const least = usdValue(10n ** BigInt(COIN_DECIMALS), COIN_DECIMALS, LEAST_USD_E8);
  const isLess = usd < least;
  return { isLess, usd: formatUsd(usdToDecimal(isLess ? least : usd), tag) };
}

export interface AboutFee {
  readonly key: 'pay.fee.about' | 'pay.fee.less';
  readonly amount: string;
}

/** About the network's fee of a payment before its gas is estimated, in dollars or coin; null without a gas price. */
export function aboutFee(
  token: Token,
  gasPrice: bigint | null | undefined,
  rates: Pick<CardRates, 'coinE8' | 'coinLive'>,
  tag: string,
): AboutFee | null {
  if (gasPrice === null || gasPrice === undefined) return null;
  const cost = gasShown(token, null) * gasPrice;
  if (rates.coinLive) {
    const { isLess, usd } = dollarsOf(cost, rates.coinE8, tag);
    return { key: isLess ? 'pay.fee.less' : 'pay.fee.about', amount: usd };
  }
  const { symbol } = CHAINS[token.chainId].nativeCurrency;
  return { key: 'pay.fee.about', amount: `${formatNumber(formatUnits(cost, COIN_DECIMALS), tag, 0, 8)} ${symbol}` };
}
