import { formatNumber, formatPercent, formatUsd } from '#src/lib/text/format-number.ts';
import { HIDDEN_AMOUNT } from '#src/lib/text/hidden-amount.ts';

/** How the dashboard formats amounts; hidden ones all look alike. */
export interface Display {
  /** SYNX, in full unless cut to `max` digits. */
  readonly synx: (amount: string, max?: number) => string;
  /** Whole SYNX that say nothing about the wallet, never hidden. */
  readonly synxOpen: (amount: string) => string;
  readonly usd: (amount: string, max?: number) => string;
  /** A part in percent. */
  readonly share: (percents: string) => string;
  /** Any other text that reveals an amount. */
  readonly text: (text: string) => string;
}

/** The display of a language, with amounts shown or hidden. */
export function displayFor(tag: string, hidden: boolean): Display {
  const text = (shown: string) => (hidden ? HIDDEN_AMOUNT : shown);
  return {
    text,
    synx: (amount, max = 9) => text(formatNumber(amount, tag, 0, max)),
    synxOpen: (amount) => formatNumber(amount, tag),
    usd: (amount, max = 2) => text(formatUsd(amount, tag, max)),
    share: (percents) => text(shareText(percents, tag)),
  };
}

/** A part in percent, with two digits, or with the first two that are not zero. */
export function shareText(percents: string, tag: string): string {
  return formatPercent(percents, tag, 2, 2 + (/^0\.(0*)[1-9]/.exec(percents)?.[1]?.length ?? 0));
}
