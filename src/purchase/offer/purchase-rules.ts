import { CHAINS } from '#src/config/chains.ts';
import { PURCHASE_LIMITS } from '#src/config/limits.ts';
import { PHASES } from '#src/config/sale.ts';
import type { Token } from '#src/config/tokens.ts';
import type { PresalePricing } from '#src/contract/presale.ts';
import { formatFixed, parseDecimal, toUnits } from '#src/lib/money/decimal.ts';
import { type PhaseStock, STABLE_PRICE_E8, usdValue, VALUE_SCALE_DECIMALS } from '#src/lib/money/quote.ts';

/** Prices as integers: of a coin and of one SYNX, both in 10^-8 USD. */
export interface Rates {
  readonly coinE8: bigint;
  readonly synxE8: bigint;
}

export interface Shortfall {
  readonly textKey: `presale.minimum.${'native' | 'nativeOther' | 'stable' | 'tokens' | 'tokensOther'}`;
  readonly values: Readonly<Record<string, string>>;
}

/** Price of a token in 10^-8 USD: one dollar, or `coinE8`, the price of the chain's coin. */
export function priceOf(token: Token, coinE8: bigint): bigint {
  return token.pricing === 'feed' ? coinE8 : STABLE_PRICE_E8;
}

/** Whole SYNX for an amount in base units: the floor of its USD value at the current price. */
export function synxFor(token: Token, amount: bigint, { coinE8, synxE8 }: Rates): bigint {
  if (synxE8 <= 0n) return 0n;
  const price = synxE8 * 10n ** BigInt(VALUE_SCALE_DECIMALS - 8);
  return usdValue(amount, token.decimals, priceOf(token, coinE8)) / price;
}

/** The smallest accepted amount in base units: the token's minimum or 25 SYNX, whichever is more (decision 17). */
export function effectiveMinimum(token: Token, rates: Rates): bigint {
  const { minimumNative, minimumStableUsd, minimumSynx } = PURCHASE_LIMITS;
  const own = toUnits(token.pricing === 'feed' ? minimumNative : minimumStableUsd, token.decimals);
  const price = priceOf(token, rates.coinE8);
  if (price <= 0n) return own;
  const cost = minimumSynx * rates.synxE8 * 10n ** BigInt(token.decimals);
  const forSynx = (cost + price - 1n) / price;
  return forSynx > own ? forSynx : own;
}

/** The minimum that an amount in base units misses, with the text that says so; null if none (decision 17). */
export function shortfall(token: Token, amount: bigint, rates: Rates): Shortfall | null {
  const { minimumNative, minimumStableUsd, minimumSynx } = PURCHASE_LIMITS;
  const coin = CHAINS[token.chainId].nativeCurrency.symbol;
  if (token.pricing === 'feed' && amount < toUnits(minimumNative, token.decimals)) {
    if (token.chainId === 1) return { textKey: 'presale.minimum.native', values: {} };
    const usd = roundUsd(toUnits(minimumNative, 3) * rates.coinE8, 11);
    return { textKey: 'presale.minimum.nativeOther', values: { coin, usd } };
  }
  if (token.pricing === 'dollar' && amount < toUnits(minimumStableUsd, token.decimals))
    return { textKey: 'presale.minimum.stable', values: { coin } };
  if (synxFor(token, amount, rates) >= minimumSynx) return null;
  if (token.chainId === 1) return { textKey: 'presale.minimum.tokens', values: {} };
  return { textKey: 'presale.minimum.tokensOther', values: { usd: roundUsd(minimumSynx * rates.synxE8, 8) } };
}

/** USD with two decimals; with four if two would show zero (0.003 POL is a quarter of a cent). */
function roundUsd(value: bigint, decimals: number): string {
  const places = value < 10n ** BigInt(decimals - 2) ? 4 : 2;
  const half = 5n * 10n ** BigInt(decimals - places - 1);
  return formatFixed(value + half, decimals, places);
}

/** The amount that MAX fills in, in base units: a coin leaves 0.0001, a token nothing; never negative. */
export function maxAmount(token: Token, balance: bigint): bigint {
  return token.address === null ? less(balance, toUnits(PURCHASE_LIMITS.maxLeavesNative, token.decimals)) : balance;
}

/** The payable amount that one tap fills in, in base units: a coin leaves 0.002 (decision 18). */
export function payableAmount(token: Token, balance: bigint): bigint {
  return token.address === null ? less(balance, gasReserve(token, 0n)) : balance;
}

/** Native base units needed besides the payment: the stated buffer, or the gas if it costs more (decision 18). */
export function gasReserve(token: Token, gasCost: bigint): bigint {
  const { gasBufferNative, gasBufferToken } = PURCHASE_LIMITS;
  const buffer = toUnits(token.address === null ? gasBufferNative : gasBufferToken, 18);
  return gasCost > buffer ? gasCost : buffer;
}

/** Gas limit of a payment: the node's estimate plus a fifth, but never less than the stated limit (decision 18). */
export function gasLimit(token: Token, estimate: bigint | null): bigint {
  const floor = token.address === null ? PURCHASE_LIMITS.gasLimitNative : PURCHASE_LIMITS.gasLimitToken;
  return estimate !== null && estimate > floor ? (estimate * 12n) / 10n : floor;
}

/** Gas by which the fee is shown: wallets raise the limit of a coin payment, not that of a token, which has room. */
export function gasShown(token: Token, estimate: bigint | null): bigint {
  const limit = gasLimit(token, estimate);
  const { gasShownNative } = PURCHASE_LIMITS;
  return token.address === null && limit < gasShownNative ? gasShownNative : limit;
}

/** The stock of each phase from the current one on, at `synx` dollars now; before an answer, the whole first phase. */
export function stockOf({ synx }: { readonly synx: string }, pricing: PresalePricing | undefined): PhaseStock[] {
  const phase = pricing?.phase ?? 1;
  const supply = PHASES.find((entry) => entry.phase === phase)?.supply ?? 0n;
  const remaining = parseDecimal(pricing?.tokensRemaining ?? '', 0) ?? supply;
  const later = PHASES.filter((entry) => entry.phase > phase).map((entry) => ({
    phase: entry.phase,
    priceMicroUsd: entry.priceMicroUsd,
    remaining: entry.supply,
  }));
  return [{ phase, priceMicroUsd: toUnits(synx, 6), remaining }, ...later];
}

/** Percentage of the phase that is sold, truncated to nine decimals, as decimal text: one token is more than zero. */
export function soldPercent(pricing: PresalePricing | undefined): string {
  const supply = parseDecimal(pricing?.phaseSupply ?? '', 0);
  const remaining = parseDecimal(pricing?.tokensRemaining ?? '', 0);
  if (supply === null || remaining === null || supply === 0n) return '0';
  return formatFixed(((supply - remaining) * 10n ** 11n) / supply, 9, 9);
}

function less(balance: bigint, reserve: bigint): bigint {
  return balance > reserve ? balance - reserve : 0n;
}
