import { AmountHelp, FeeNote, FillSale, GasNote, mostToPay } from '../AmountHelp.tsx';
import { amountIn } from '../amount-units.ts';
import { StoredNote, UnknownPayments } from '../EarlierPayments.tsx';
import { SuccessPanel } from '../SuccessPanel.tsx';
import { UnitField } from '../UnitField.tsx';
import { SummarySheet } from './SummarySheet.tsx';

/** The parts the card needs from a known balance to the end of a purchase, loaded together. */
export const SUMMARY_PARTS = {
  AmountHelp,
  amountIn,
  FeeNote,
  FillSale,
  GasNote,
  mostToPay,
  SummarySheet,
  StoredNote,
  SuccessPanel,
  UnitField,
  UnknownPayments,
} as const;
