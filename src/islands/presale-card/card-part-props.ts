import type { LaterTexts } from '#src/client/load-texts.ts';
import type { TextOf } from '#src/lib/text/text-of.ts';
import type { CardProps } from './card-props.ts';
import type { CardModel } from './use-card.ts';

/** The props of a card window: its texts load with the window and include the card's own. */
export interface CardPartProps extends Pick<CardProps, 'tag' | 'giveawayUrl' | 'terms'> {
  readonly t: TextOf<keyof CardProps['texts'] | keyof LaterTexts>;
  readonly card: CardModel;
  readonly onClose: () => void;
}
