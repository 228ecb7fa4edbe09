import type { Texts } from '#src/i18n/namespace.ts';
import type { TextOf } from '#src/lib/text/text-of.ts';

export interface DashboardProps {
  readonly texts: Texts<'dashboard' | 'calendar' | 'payment' | 'staking' | 'site' | 'error' | 'api'>;
  /** Texts of other parts of the site. */
  readonly words: Readonly<
    Record<
      | 'connect'
      | 'connecting'
      | 'copy'
      | 'copied'
      | 'explorer'
      | 'stake'
      | 'buy'
      | 'pending'
      | 'provisional'
      | 'checkIn'
      | 'nextCheckIn',
      string
    >
  >;
  /** BCP-47 tag for numbers and times. */
  readonly tag: string;
  /** Whole SYNX, from the facts: total supply, and the airdrop's two published pools, the lower one first. */
  readonly facts: { readonly supply: string; readonly pools: readonly [string, string] };
  /** Addresses of pages in the page's language. */
  readonly paths: Readonly<Record<'presale' | 'staking' | 'track' | 'receipt' | 'calendar' | 'airdrop', string>>;
}

export type DashboardText = TextOf<keyof DashboardProps['texts']>;
