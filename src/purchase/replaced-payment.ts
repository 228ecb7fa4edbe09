import type { PurchaseRequest, PurchaseResponse } from '#src/contract/presale.ts';
import { sanitizePendingPurchase } from './sanitize-pending-purchase.ts';

type Told = Pick<PurchaseResponse, 'status' | 'replacedBy' | 'chainId'>;

/**
 * The body to post in place of a payment that was sped up or changed in the wallet; null if the API names no successor.
 * The old amounts are not claimed for it, since it may pay others. The terms were accepted for the purchase, so they
 * are kept.
 */
export function successorOf(body: PurchaseRequest, { status, replacedBy, chainId }: Told): PurchaseRequest | null {
  if (status !== 'replaced' || !replacedBy || sameHash(replacedBy, body.transactionHash)) return null;
  const { walletAddress, termsVersion } = body;
  const next = { walletAddress, transactionHash: replacedBy, status: 'pending', termsVersion };
  return sanitizePendingPurchase({ ...next, chainId: chainId ?? body.chainId });
}

/** Whether two texts name the same transaction; a missing one never counts as different. */
export function sameHash(one: string | undefined | null, other: string | undefined | null): boolean {
  return one == null || other == null || one.toLowerCase() === other.toLowerCase();
}
