import type { PaymentStatus } from '#src/contract/presale.ts';

const LINES = {
  credited: 'presale.success.credited',
  confirming: 'presale.success.confirming',
  processing: 'presale.success.confirming',
  'waiting-signers': 'presale.success.processing',
  replaced: 'presale.success.processing',
  'needs-review': 'presale.success.review',
  'refund-due': 'presale.success.review',
  debug: 'presale.success.debug',
  failed: 'presale.success.rejected',
  cancelled: 'presale.success.rejected',
  expired: 'presale.success.rejected',
  rejected: 'presale.success.rejected',
} as const satisfies Record<PaymentStatus, string>;

/** Which text tells the buyer the state of the payment; `outcome` is where the watching of its confirmations ended. */
export function successLine(status: PaymentStatus, outcome: 'pending' | 'credited' | 'processing' | null) {
  if (outcome === 'credited') return LINES.credited;
  const line = LINES[status] ?? 'presale.success.processing';
  return outcome === 'processing' && line === 'presale.success.confirming' ? 'presale.success.processing' : line;
}
