import { formatNumber, formatPercent, formatUsd } from '#src/lib/format-number.ts';

const HIDDEN = '•••••';

/** How the dashboard writes amounts; hidden ones are all alike. */
export interface Display {
  readonly tag: string;
  /** SYNX, in full unless cut to at most so many digits. */
  readonly synx: (amount: string, most?: number) => string;
  readonly usd: (amount: string, most?: number) => string;
  readonly percent: (percents: string, most: number) => string;
  /** Any other text that gives an amount away. */
  readonly text: (text: string) => string;
}

/** The display of a language, with amounts shown or hidden. */
export function displayFor(tag: string, hidden: boolean): Display {
  const text = (shown: string) => (hidden ? HIDDEN : shown);
  return {
    tag,
    text,
    synx: (amount, most = 9) => text(formatNumber(amount, tag, 0, most)),
    usd: (amount, most = 2) => text(formatUsd(amount, tag, most)),
    percent: (percents, most) => text(formatPercent(percents, tag, 0, most)),
  };
}
