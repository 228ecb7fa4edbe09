import type { LaterTexts } from '#src/i18n/dictionary.ts';
import type { Texts } from '#src/i18n/namespace.ts';
import type { TextOf } from '#src/lib/text/text-of.ts';
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

/** The props of a card window: its texts load with the window and include the card's own. */
export interface CardPartProps extends Pick<CardProps, 'tag' | 'giveawayUrl' | 'terms'> {
  readonly t: TextOf<keyof CardProps['texts'] | keyof LaterTexts>;
  readonly card: CardModel;
  readonly onClose: () => void;
}

/** The card's texts as a function. */
export type CardText = TextOf<keyof CardProps['texts']>;

/** What the parts of the card share. */
export interface CardPiece extends Pick<CardProps, 'tag' | 'trackPath' | 'stakingPath'> {
  readonly t: CardText;
  /** The texts that load with the card's later parts. */
  readonly later: TextOf<keyof LaterTexts>;
  readonly card: CardModel;
  readonly busy: boolean;
  /** Opens the token selector. */
  readonly onSelect: () => void;
  /** Fills in an amount, as decimal text in the coin. */
  readonly onFill: (amount: string) => void;
}
