import type { PaymentStatus } from '#src/contract/presale.ts';

/** What a status means for the buyer: still open, credited, lost for good, or waiting for a person. */
export type Outlook = 'open' | 'credited' | 'lost' | 'desk';

const OUTLOOK = {
  processing: 'open',
  confirming: 'open',
  'waiting-signers': 'open',
  credited: 'credited',
  debug: 'credited',
  // Its successor is followed; until one is known nothing is decided.
  replaced: 'open',
  failed: 'lost',
  cancelled: 'lost',
  expired: 'lost',
  rejected: 'lost',
  'needs-review': 'desk',
  'refund-due': 'desk',
} as const satisfies Record<PaymentStatus, Outlook>;

/** Reads a payment's status; one this build does not know counts as open, so that nothing is dropped. */
export function outlookOf(status: PaymentStatus): Outlook {
  return Object.hasOwn(OUTLOOK, status) ? OUTLOOK[status] : 'open';
}
