import { REQUIRED_CONFIRMATIONS } from '#src/config/sale.ts';
import type { PaymentStatus, PurchaseResponse } from '#src/contract/presale.ts';
import { outcomeOf, statusFacts } from '#src/purchase/payment-statuses.ts';
import type { TrackedPayment } from '#src/purchase/purchase-state.ts';

export type StepState = 'done' | 'current' | 'todo' | 'failed' | 'skipped';

export interface StepperView {
  /** Waiting for the wallet, recording, confirmations, credit. */
  readonly steps: readonly [wallet: StepState, record: StepState, confirm: StepState, credit: StepState];
  /** The status according to the API; null until it answers. */
  readonly status: PaymentStatus | null;
  readonly reason: string | null;
  readonly confirmations: number;
  /** The text under the steps: what happens next, and what to do if it does not. */
  readonly help: 'wallet' | 'late' | 'record' | 'unrecorded' | 'confirm' | 'reorged' | 'slow' | null;
  /** Nothing more will change without the visitor: the stepper may close. */
  readonly over: boolean;
}

/** The stepper of a payment, from this page's events and the API's last answer (decision 16). */
export function stepperView(tracked: TrackedPayment, answer: PurchaseResponse | undefined): StepperView {
  const base = { status: null, reason: null, confirmations: 0, over: false } as const;
  if (tracked.hash === null)
    return { ...base, steps: ['current', 'todo', 'todo', 'todo'], help: tracked.late ? 'late' : 'wallet' };
  if (answer === undefined)
    return { ...base, steps: ['done', 'current', 'todo', 'todo'], help: tracked.unrecorded ? 'unrecorded' : 'record' };
  const { status, reason } = answer;
  const confirmations = tracked.slow ? answer.confirmations : tracked.confirmations;
  const seen = { status, reason, confirmations } as const;
  switch (outcomeOf(status)) {
    case 'credited':
      return {
        ...seen,
        confirmations: REQUIRED_CONFIRMATIONS,
        steps: ['done', 'done', 'done', 'done'],
        help: null,
        over: true,
      };
    case 'not-paid':
      return { ...seen, steps: ['done', 'done', ...stopped(status)], help: null, over: true };
    case 'needs-staff':
      return { ...seen, steps: ['done', 'done', 'done', 'current'], help: null, over: true };
    case 'open':
      return {
        ...seen,
        steps: ['done', 'done', 'current', 'todo'],
        help: openHelp(tracked, answer),
        over: false,
      };
  }
}

/** Where a payment that brought nothing stopped: one that went elsewhere lacks no confirmations. */
function stopped(status: PaymentStatus): readonly [confirm: StepState, credit: StepState] {
  return status === 'rejected' ? ['skipped', 'failed'] : ['failed', 'skipped'];
}

function openHelp(
  { reorged, slow, counts }: TrackedPayment,
  { status, confirmations }: PurchaseResponse,
): StepperView['help'] {
  // No block counts for a payment that is not sent yet.
  const isUnsent = statusFacts(status).nextStep === 'signers';
  // The wallet counts every confirmation, and the API still has not found the payment on its chain.
  const isUnseen = counts.wallet >= REQUIRED_CONFIRMATIONS && confirmations === 0;
  return reorged ? 'reorged' : slow || isUnseen ? 'slow' : isUnsent ? null : 'confirm';
}
