import { AmountHelp } from '../AmountHelp.tsx';
import { FillSale } from '../FillSale.tsx';
import { GasNote } from '../GasNote.tsx';
import { mostToPay } from '../most-to-pay.ts';
import { StoredNote } from '../StoredNote.tsx';
import { SuccessPanel } from '../SuccessPanel.tsx';
import { UnknownPayments } from '../UnknownPayments.tsx';
import { ReviewSheet } from './ReviewSheet.tsx';

/**
 * The parts the card needs from a known balance to the end of a purchase: loaded together, when the first of them is
 * needed.
 */
export const REVIEW_PARTS = {
  AmountHelp,
  FillSale,
  GasNote,
  mostToPay,
  ReviewSheet,
  StoredNote,
  SuccessPanel,
  UnknownPayments,
} as const;
