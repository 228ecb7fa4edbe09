import { HIDE_AMOUNTS, LAST_HOLDINGS, WALLET_ACCOUNT } from '#src/config/storage-keys.ts';
import type { Holdings } from '#src/contract/dashboard.ts';
import { fill } from '#src/lib/text/fill.ts';
import { formatNumber } from '#src/lib/text/format-number.ts';
import { HIDDEN_AMOUNT } from '#src/lib/text/hidden-amount.ts';
import { formatTime } from '#src/lib/time/format-time.ts';
import { facts, ltr, pageData, part } from '#src/scripts/shared/dom.ts';

/** The data of the offline page for its script. */
export interface LastFiguresData {
  readonly texts: Readonly<Record<'address' | 'purchased' | 'staked' | 'available' | 'asOf', string>>;
  readonly tag: string;
}

/** Shows the figures of the wallet whose dashboard was shown last; none if the visitor asks for another's. */
export function showLastFigures(root: HTMLElement): void {
  const last = lastSeen();
  if (last === null || !isAskedFor(last.wallet)) return;
  const { wallet, asOf, tokens } = last;
  const { texts, tag } = pageData<LastFiguresData>('last-figures-data');
  const isHidden = localStorage.getItem(HIDE_AMOUNTS) !== null;
  const amount = (value: string) => ltr(isHidden ? HIDDEN_AMOUNT : formatNumber(value, tag, 0, 2));
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

/** Whether the page's address names this wallet, or else it is connected; another tab asks for none. */
function isAskedFor(wallet: string): boolean {
  const asked = new URLSearchParams(location.search).get('address') ?? sessionStorage.getItem(WALLET_ACCOUNT);
  return asked === null || asked.toLowerCase() === wallet;
}

function lastSeen(): Holdings | null {
  try {
    return JSON.parse(localStorage.getItem(LAST_HOLDINGS) ?? 'null') as Holdings | null;
  } catch {
    return null;
  }
}
