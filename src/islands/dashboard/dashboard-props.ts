import type { PageOf } from '#src/components/ui/page.tsx';
import type { Holdings } from '#src/contract/dashboard.ts';
import type { ListTexts, Texts } from '#src/i18n/namespace.ts';
import type { Display } from './display.ts';

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
      | 'claim'
      | 'overdue'
      | 'pending'
      | 'provisional'
      | 'soFar'
      | 'later'
      | 'checkIn'
      | 'nextCheckIn'
      | 'all',
      string
    >
  >;
  readonly tag: string;
  /** Whole SYNX, from the facts: total supply, and the airdrop's two published pools, the lower one first. */
  readonly facts: { readonly supply: string; readonly pools: readonly [string, string] };
  /** Addresses of pages in the page's language. */
  readonly paths: Readonly<Record<'presale' | 'staking' | 'track' | 'receipt' | 'calendar' | 'airdrop', string>> & {
    /** Null in a build without a claim. */
    readonly claim: string | null;
  };
}

/** The same with the texts of a list of the handover, which load once the sale is over. */
export type ListPage = DashboardProps & { readonly texts: ListTexts };

export type DashboardText = PageOf<DashboardProps>['t'];
export type ListText = PageOf<ListPage>['t'];

/** What the parts of the dashboard share. */
export interface DashboardPart {
  readonly display: Display;
  readonly holdings: Holdings;
  /** Whether they are those of the connected wallet, which alone can stake them and check in. */
  readonly isOwn: boolean;
  /** Amounts are hidden, and with them the length of bars. */
  readonly hidden: boolean;
}
