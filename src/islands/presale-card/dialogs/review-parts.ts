import { FillSale } from '../FillSale.tsx';
import { SuccessPanel } from '../SuccessPanel.tsx';
import { ReviewSheet } from './ReviewSheet.tsx';

/** What the card needs from a known balance to the end of a purchase: loaded as one, when the first of it is needed. */
export const REVIEW_PARTS = { FillSale, ReviewSheet, SuccessPanel } as const;
