import type { LaterTexts } from '#src/client/load-texts.ts';
import type { TextOf } from '#src/lib/text/text-of.ts';
import type { CardProps } from './card-props.ts';
import type { CardModel } from './use-card.ts';

/** What a window of the card gets: its words come with the window, the card's own are among them. */
export interface CardPartProps extends Pick<CardProps, 'tag' | 'giveawayUrl' | 'terms'> {
  readonly t: TextOf<keyof CardProps['texts'] | keyof LaterTexts>;
  readonly card: CardModel;
  readonly onClose: () => void;
}
