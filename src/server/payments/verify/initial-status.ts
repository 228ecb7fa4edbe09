import type { Transfer } from '#src/chain/find-transfers.ts';
import type { Token } from '#src/config/tokens.ts';
import type { PaymentStatus } from '#src/contract/presale.ts';
import type { RejectReason, ReviewReason } from '../../database/payment-row.ts';

/** The initial status of a transfer in a block; only a `confirming` one can be credited. */
export function initialStatus(
  transfer: Transfer,
  token: Token | undefined,
  succeeded: boolean,
): { readonly status: PaymentStatus; readonly reason: ReviewReason | RejectReason | null } {
  if (!succeeded) return { status: 'failed', reason: null };
  if (token?.accepted !== true) return { status: 'needs-review', reason: 'wrong-token' };
  // Freshly minted tokens have no payer who could be credited.
  if (BigInt(transfer.payer) === 0n) return { status: 'needs-review', reason: 'no-payer' };
  if (transfer.amount === 0n) return { status: 'rejected', reason: 'zero-value' };
  return { status: 'confirming', reason: null };
}
