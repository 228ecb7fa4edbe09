import type { ComponentType } from 'react';
import type { CardPartProps } from './card-part-props.ts';

/** The windows of the card; each loads when it is first opened. */
export const CARD_PARTS = {
  basis: () => import('./dialogs/price-windows.ts').then((part) => part.PRICE_WINDOWS.BasisWindow),
  history: () => import('./dialogs/price-windows.ts').then((part) => part.PRICE_WINDOWS.PriceTimeline),
  leaving: () => import('./dialogs/LeavingNotice.tsx').then((part) => part.LeavingNotice),
  selector: () => import('./dialogs/TokenSelector.tsx').then((part) => part.TokenSelector),
  review: () => import('./dialogs/review-parts.ts').then((part) => part.REVIEW_PARTS.ReviewSheet),
} as const satisfies Record<string, () => Promise<ComponentType<CardPartProps>>>;

export type CardPartName = keyof typeof CARD_PARTS;
