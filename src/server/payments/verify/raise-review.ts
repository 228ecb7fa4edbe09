import type { AppContext } from '../../context/app-context.ts';
import type { ReviewReason } from '../../database/payment-row.ts';
import type { Tx } from '../../database/tables.ts';
import { NOTABLE_MICRO } from './worth.ts';

export interface ReviewCase {
  /** The subject of a separate alarm, beginning with the chain: `1/0x…`. */
  readonly subject: string;
  readonly chainId: number;
  readonly transactionHash: string;
  readonly reason: ReviewReason;
  /** In micro-dollars; null if unknown. */
  readonly worthMicro: bigint | null;
  /** Records in the given transaction that a person has to look, and returns whether it was this call that did. */
  claim(tx: Tx): Promise<boolean>;
}

/**
 * Leaves a payment to a person, with its alarm in the same commit: a separate one from NOTABLE_MICRO on. Smaller ones,
 * and those of unknown value, are counted in one alarm per chain: anybody can create any number of them.
 */
export async function raiseReview({ alarms }: AppContext, review: ReviewCase): Promise<void> {
  const { chainId, transactionHash, reason, worthMicro } = review;
  const example = `${chainId}/${transactionHash}`;
  const claim = async (tx: Tx) => ((await review.claim(tx)) ? 1 : 0);
  const common = { kind: 'payment-needs-review' as const, example, worthMicro, claim };
  if (worthMicro === null)
    return alarms.tally({ ...common, subject: `${chainId}/unknown-worth`, detail: `of unknown value: ${reason}` });
  if (worthMicro < NOTABLE_MICRO) {
    const detail = 'payments of small value, all of them on the Payments screen';
    return alarms.tally({ ...common, subject: `${chainId}/small`, detail, severity: 'low' });
  }
  return alarms.tally({ ...common, subject: review.subject, detail: reason });
}
