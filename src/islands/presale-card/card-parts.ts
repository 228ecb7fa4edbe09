import type { ComponentType } from 'react';
import type { PartProps } from './part-props.ts';

/** The windows of the card; each is loaded when it is first opened. */
export const CARD_PARTS = {
  history: () => import('./PriceHistory.tsx').then((part) => part.PriceHistory),
  leaving: () => import('./LeavingNotice.tsx').then((part) => part.LeavingNotice),
  selector: () => import('./TokenSelector.tsx').then((part) => part.TokenSelector),
  review: () => import('./review-parts.ts').then((part) => part.REVIEW_PARTS.ReviewSheet),
} as const satisfies Record<string, () => Promise<ComponentType<PartProps>>>;

export type CardPartName = keyof typeof CARD_PARTS;
