import type { ChainSource, ClaimReading } from '#src/client/claim/read-facts.ts';
import type { ListSource } from '#src/client/claim/read-list.ts';
import type { Distributor } from '#src/config/distributor.ts';
import type { Texts } from '#src/i18n/namespace.ts';
import type { ClaimWallet } from './claim-wallet.ts';

/** Texts of other parts of the site that claim.html has as well. */
export const BORROWED_KEYS = [
  'nav.language',
  'pay.steps.stop',
  'payment.copied',
  'presale.success.explorer',
  'wallet.account.network',
  'wallet.account.switch',
  'wallet.connect',
] as const;

/** The build's data for the page of the claim. */
export interface ClaimData {
  readonly texts: Texts<'claim'>;
  /** Texts of other parts of the site. */
  readonly words: Readonly<
    Record<
      | 'connect'
      | 'network'
      | 'switch'
      | 'stop'
      | 'explorer'
      | 'withdrawn'
      | 'copied'
      | 'drafted'
      | 'compare'
      | 'object',
      string
    >
  >;
  /** What is known of the contract; null in claim.html, whose list names it. */
  readonly contract: Readonly<Record<'none' | 'unnamed' | 'unfunded' | 'funded', string>> | null;
  /** Those of a receipt; null in claim.html, which has none. */
  readonly receipt: Readonly<Record<'amount' | 'block' | 'print' | 'time' | 'transaction', string>> | null;
  /** BCP-47 tag for numbers and times. */
  readonly tag: string;
  readonly distributor: Distributor;
  /** Whether a phone without a wallet in its browser can claim here: by a bridge, or because it is told where. */
  readonly isForPhones: boolean;
  /** Where the owner of an entry can object to a draft; empty in claim.html, which has a final list. */
  readonly objectAt: string;
  /** Other addresses of the list's folder. */
  readonly mirrors: readonly string[];
}

/** Where a page of the claim is: on the site, or in a file of its own. */
export interface ClaimPlace {
  readonly lists: ListSource;
  /** A node that is no wallet's; null if the page reads none. */
  readonly node: ChainSource | null;
  /** Asks the wallet for the chain of the contract. */
  readonly switchChain: () => Promise<unknown>;
  /** Has a button copy a text. */
  readonly copies: (button: HTMLButtonElement, text: () => string) => void;
  /** Saves the dates of an entry as a calendar file; null if the page has no room for what writes it. */
  readonly saveDates: ((reading: ClaimReading, title: string, tag: string) => Promise<void>) | null;
  /** Told after each reading what is shown, and null once nothing is; null if the page draws nothing more. */
  readonly drawn: ((shown: ClaimShown | null) => void) | null;
  /** What the window shows of the contract: its address, by what people compare it, and who else names it. */
  readonly ofContract: (reading: ClaimReading) => readonly Node[];
  /** The folder of a list as links lead to it; null if the page is in it. */
  readonly folder: (batch: number) => string | null;
}

/** What the page shows of an address. */
export interface ClaimShown {
  readonly data: ClaimData;
  readonly reading: ClaimReading;
  /** Null until a wallet is followed. */
  readonly wallet: ClaimWallet | null;
  readonly saveDates: ClaimPlace['saveDates'];
}
