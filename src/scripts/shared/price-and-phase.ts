import { fill } from '#src/lib/text/fill.ts';
import { formatUsd } from '#src/lib/text/format-number.ts';
import { element, ltr } from './dom.ts';

/** A token's price in dollars with its phase, in the words of `payment.phase`; null without a price. */
export function priceAndPhase(
  { price, phase }: { readonly price: string | null; readonly phase: number | null },
  text: string,
  tag: string,
): HTMLElement | null {
  if (price === null) return null;
  return element('span', ltr(formatUsd(price, tag, 4)), phase === null ? null : ` · ${fill(text, { phase })}`);
}
