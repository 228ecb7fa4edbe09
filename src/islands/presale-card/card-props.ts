import type { PageOf } from '#src/components/ui/page.tsx';
import type { LaterTexts } from '#src/i18n/dictionary.ts';
import type { Texts } from '#src/i18n/namespace.ts';
import type { CardModel } from './use-card.ts';

export interface CardProps {
  readonly texts: Texts<'presale' | 'wallet' | 'site' | 'error'>;
  readonly tag: string;
  readonly stakingPath: string;
  readonly trackPath: string;
  /** The recount in the visitor's browser. */
  readonly recountPath: string;
  /** The terms in force: their version, and their page in the page's language. */
  readonly terms: { readonly version: string; readonly path: string };
  /** Null switches the giveaway off: its address is configuration. */
  readonly giveawayUrl: string | null;
}

/** The same with the texts that load with the card's windows and its later parts. */
export type LaterCardProps = CardProps & { readonly texts: LaterTexts };

/** The props of a card window. */
export interface CardPartProps {
  readonly card: CardModel;
  readonly onClose: () => void;
}

/** The card's texts as a function. */
export type CardText = PageOf<CardProps>['t'];
export type LaterCardText = PageOf<LaterCardProps>['t'];

/** What the parts of the card share. */
export interface CardPiece {
  readonly card: CardModel;
  readonly busy: boolean;
  /** Opens the token selector. */
  readonly onSelect: () => void;
  /** Fills in an amount, as decimal text in the coin. */
  readonly onFill: (amount: string) => void;
}
