import { LAST_HOLDINGS } from '#src/config/storage-keys.ts';
import type { Holdings } from '#src/contract/dashboard.ts';
import { fill } from '#src/lib/text/fill.ts';
import { formatNumber } from '#src/lib/text/format-number.ts';
import { formatTime } from '#src/lib/time/format-time.ts';
import { facts, ltr, part } from '#src/scripts/shared/dom.ts';
import { pageData } from '#src/scripts/shared/page-data.ts';

/** The data of the offline page for its script. */
export interface LastFiguresData {
  readonly texts: Readonly<Record<'address' | 'purchased' | 'staked' | 'available' | 'asOf', string>>;
  /** BCP-47 tag for numbers and times. */
  readonly tag: string;
}

/** Shows the figures of the wallet whose dashboard this tab showed last, with their time; nothing without any. */
export function showLastFigures(root: HTMLElement): void {
  const last = lastSeen();
  if (last === null) return;
  const { wallet, asOf, tokens } = last;
  const { texts, tag } = pageData<LastFiguresData>('last-figures-data');
  const amount = (value: string) => ltr(formatNumber(value, tag, 0, 2));
  part(root, 'figures').replaceChildren(
    facts([
      [texts.address, ltr(wallet, 'break')],
      [texts.purchased, amount(tokens.purchased)],
      [texts.staked, amount(tokens.staked)],
      [texts.available, amount(tokens.availableToStake)],
    ]),
  );
  part(root, 'as-of').textContent = fill(texts.asOf, { time: formatTime(asOf, tag) });
  root.hidden = false;
}

function lastSeen(): Holdings | null {
  try {
    return JSON.parse(sessionStorage.getItem(LAST_HOLDINGS) ?? 'null') as Holdings | null;
  } catch {
    return null;
  }
}
