import type { TransactionId } from '#src/server/platform/chains/payment-transaction.ts';
import type { AppContext } from '#src/server/platform/context/app-context.ts';
import type { ReviewReason } from '#src/server/platform/database/payment-row.ts';
import type { Tx } from '#src/server/platform/database/tables.ts';
import { NOTABLE_MICRO } from './worth.ts';

/** An outage sends all token payments of its time to review for the same reason: one alarm covers them. */
const UNVERIFIABLE =
  'the sources no longer have the balances of the block, which alone show that the amount arrived: payments made during ' +
  'an outage longer than the states a node keeps. Add an archive node to the sources of this chain, and let two people ' +
  'credit each payment whose amount its block explorer confirms';

/** The subject of the alarm about payments of a chain whose amount can no longer be read. */
export function unverifiableSubject(chainId: number | bigint): string {
  return `${chainId}/unverifiable`;
}

export interface ReviewCase {
  /** The subject of its own alarm, beginning with the chain: `1/0x…`. */
  readonly subject: string;
  readonly transaction: TransactionId;
  readonly reason: ReviewReason;
  /** In micro-dollars; null if unknown. */
  readonly worthMicro: bigint | null;
  /** Marks in the given transaction that a person has to look; returns whether this call did so first. */
  mark(tx: Tx): Promise<boolean>;
}

/**
 * Hands a payment to a person and raises the alarm in the same commit. From NOTABLE_MICRO on, each payment has its own
 * alarm. Smaller ones and those of unknown value share one per chain, because anybody can create any number of them.
 */
export async function raiseReview({ alarms }: AppContext, review: ReviewCase): Promise<void> {
  const { transaction, reason, worthMicro } = review;
  const { chainId, hash } = transaction;
  const example = `${chainId}/${hash}`;
  const mark = async (tx: Tx) => ((await review.mark(tx)) ? 1 : 0);
  const common = { kind: 'payment-needs-review' as const, example, worthMicro, mark };
  if (worthMicro === null)
    return alarms.tally({ ...common, subject: `${chainId}/unknown-worth`, detail: `of unknown value: ${reason}` });
  if (reason === 'amount-unverifiable')
    return alarms.tally({ ...common, subject: unverifiableSubject(chainId), detail: UNVERIFIABLE });
  if (worthMicro < NOTABLE_MICRO) {
    const detail = 'payments of small value, all of them on the Payments screen';
    return alarms.tally({ ...common, subject: `${chainId}/small`, detail, severity: 'low' });
  }
  return alarms.tally({ ...common, subject: review.subject, detail: reason });
}
