import { readAmountInput } from '#src/lib/money/amount-input.ts';
import { formatFixed, formatUnits, parseDecimal } from '#src/lib/money/decimal.ts';
import { VALUE_SCALE_DECIMALS } from '#src/lib/money/quote.ts';
import { amountForTokens, amountForValue, toReadable } from '#src/lib/money/rest-cost.ts';
import { isIndicative } from '#src/purchase/offer/card-quote.ts';
import { priceOf, stockOf } from '#src/purchase/offer/purchase-rules.ts';
import type { CardModel } from './use-card.ts';

/** What the amount is entered in. The coin's amount alone is kept, shown and sent. */
export type AmountUnit = 'coin' | 'usd' | 'synx';

/** The cents of a dollar; SYNX are sold whole. */
const DECIMALS = { usd: 2, synx: 0 } as const;

/** One group of thousands: as a fraction it would have a digit more than a dollar has. */
const THOUSANDS = /^[1-9]\d{0,2}\.\d{3}$/;

type Priced = Pick<CardModel, 'token' | 'rates' | 'pricing'>;

export interface UnitReading {
  /** Digits and at most one dot; empty for none. */
  readonly amount: string;
  readonly leftOut: readonly string[];
}

/** Reads dollars or SYNX as typed, in the way of `readAmountInput`. */
export function readUnits(text: string, unit: Exclude<AmountUnit, 'coin'>): UnitReading {
  const { amount, leftOut } = readAmountInput(text.replace('$', ''), VALUE_SCALE_DECIMALS, unit);
  const [whole = '', fraction = ''] = (THOUSANDS.test(amount) ? amount.replace('.', '') : amount).split('.');
  const cut = fraction.slice(0, DECIMALS[unit]);
  return { amount: cut === '' ? whole : `${whole}.${cut}`, leftOut };
}

/** The coin's amount, as decimal text, that is worth so many dollars or SYNX at live prices; empty without them. */
export function amountIn(card: Priced, unit: Exclude<AmountUnit, 'coin'>, entered: string): string {
  const { token, rates, pricing } = card;
  const { decimals } = token;
  const wanted = parseDecimal(entered, unit === 'usd' ? VALUE_SCALE_DECIMALS : 0);
  if (wanted === null || wanted <= 0n || isIndicative(card)) return '';
  const priceE8 = priceOf(token, rates.coinE8);
  const units =
    unit === 'usd'
      ? amountForValue(wanted, decimals, priceE8)
      : amountForTokens(wanted, { phases: stockOf(rates, pricing.data), decimals, priceE8 });
  return units === null ? '' : formatUnits(toReadable(units, decimals), decimals);
}

/** The amount of the form in dollars or SYNX, as decimal text; empty for none. */
export function enteredIn({ quote, amount }: CardModel, unit: Exclude<AmountUnit, 'coin'>): string {
  if (amount === 0n) return '';
  return unit === 'synx' ? String(quote.tokens) : formatFixed(quote.value, VALUE_SCALE_DECIMALS, 2);
}
