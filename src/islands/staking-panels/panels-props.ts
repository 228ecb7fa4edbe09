import type { Texts } from '#src/i18n/namespace.ts';

export interface PanelsProps {
  readonly texts: Texts<'staking' | 'wallet' | 'site' | 'error'>;
  /** Texts of other parts of the site. */
  readonly words: Readonly<
    Record<'when' | 'amount' | 'reversal' | 'latest' | 'stale' | 'asOf' | 'today' | 'handedOver' | 'buy', string>
  >;
  /** The pool in whole SYNX: its total, and its payout per year, from the facts. */
  readonly pool: { readonly total: string; readonly perYear: string };
  readonly tag: string;
  readonly presalePath: string;
  readonly claimPath: string;
}

/** What the panels share. */
export interface PanelProps {
  /** SYNX of all wallets. */
  readonly total: string | undefined;
  /** Percent per year, as decimal text. */
  readonly rate: string;
  /** Percent per year: the lower of that and the rate planned for the time after TGE. Nobody knows when it falls. */
  readonly lowest: string;
  readonly isConnected: boolean;
  /** A stake is being sent. */
  readonly pending: boolean;
  /** Claiming is open: stakes are withdrawn and rewards harvested there. */
  readonly isOpen: boolean;
  /** SYNX that the wallet has staked. */
  readonly staked: string | undefined;
}
