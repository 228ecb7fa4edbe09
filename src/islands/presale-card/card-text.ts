import type { TextOf } from '#src/lib/text/text-of.ts';
import type { CardProps } from './card-props.ts';

/** The card's texts as a function. */
export type CardText = TextOf<keyof CardProps['texts']>;
