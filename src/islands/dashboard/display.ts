import { formatNumber, formatPercent, formatUsd } from '#src/lib/text/format-number.ts';
import { HIDDEN_AMOUNT } from '#src/lib/text/hidden-amount.ts';

/** How the dashboard formats amounts; hidden ones all look alike. */
export interface Display {
  readonly tag: string;
  /** SYNX, in full unless cut to `max` digits. */
  readonly synx: (amount: string, max?: number) => string;
  readonly usd: (amount: string, max?: number) => string;
  readonly percent: (percents: string, max: number) => string;
  /** Any other text that reveals an amount. */
  readonly text: (text: string) => string;
}

/** The display of a language, with amounts shown or hidden. */
export function displayFor(tag: string, hidden: boolean): Display {
  const text = (shown: string) => (hidden ? HIDDEN_AMOUNT : shown);
  return {
    tag,
    text,
    synx: (amount, max = 9) => text(formatNumber(amount, tag, 0, max)),
    usd: (amount, max = 2) => text(formatUsd(amount, tag, max)),
    percent: (percents, max) => text(formatPercent(percents, tag, 0, max)),
  };
}
