import { CARD_FLOW } from '#src/config/limits.ts';
import type { CardIntentRequest } from '#src/contract/card.ts';
import { parseDecimal, toUnits } from '#src/lib/money/decimal.ts';

const USD_PLACES = 2;

/** Whole SYNX for dollars at the card flow's stated price; null below the minimum (R5.021, R3.043). */
export function cardTokens(usd: string): bigint | null {
  const cents = parseDecimal(usd, USD_PLACES);
  if (cents === null || cents < toUnits(CARD_FLOW.minimumUsd, USD_PLACES)) return null;
  return (cents * 10n ** 8n) / (toUnits(CARD_FLOW.tokenPrice, 8) * 10n ** BigInt(USD_PLACES));
}

export interface CardPayer {
  /** The recipient of the SYNX. */
  readonly account: string;
  /** The recipient of the USDC that the provider pays out. */
  readonly presaleAddress: string;
  /** The provider's hosted checkout. */
  readonly checkoutUrl: string;
}

/** The body of POST /api/moonpay/create-transaction; null if the amount is not valid for card payment. */
export function cardIntent(usd: string, { account, presaleAddress, checkoutUrl }: CardPayer): CardIntentRequest | null {
  const tokens = cardTokens(usd);
  if (tokens === null) return null;
  return {
    usdcDestination: presaleAddress,
    synxDestination: account,
    usdAmount: usd,
    synxTokens: String(tokens),
    checkoutUrl,
  };
}
