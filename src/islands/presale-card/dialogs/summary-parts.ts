import { AmountHelp, FillSale, GasNote, mostToPay } from '../AmountHelp.tsx';
import { StoredNote, UnknownPayments } from '../EarlierPayments.tsx';
import { SuccessPanel } from '../SuccessPanel.tsx';
import { SummarySheet } from './SummarySheet.tsx';

/**
 * The parts the card needs from a known balance to the end of a purchase: loaded together, when the first of them is
 * needed.
 */
export const SUMMARY_PARTS = {
  AmountHelp,
  FillSale,
  GasNote,
  mostToPay,
  SummarySheet,
  StoredNote,
  SuccessPanel,
  UnknownPayments,
} as const;
