import type { PurchaseRequest, PurchaseResponse } from '#src/contract/presale.ts';
import { sanitizePendingPurchase } from './sanitize-pending-purchase.ts';

type Told = Pick<PurchaseResponse, 'status' | 'replacedBy' | 'chainId'>;

/**
 * What to post in place of a payment that was sped up or changed in the wallet; null where the API names no successor.
 * The old amounts are not claimed for it: it may pay others. The terms were accepted for the purchase, so they go with
 * it.
 */
export function successorOf(body: PurchaseRequest, { status, replacedBy, chainId }: Told): PurchaseRequest | null {
  if (status !== 'replaced' || !replacedBy || sameHash(replacedBy, body.transactionHash)) return null;
  const { walletAddress, termsVersion } = body;
  const next = { walletAddress, transactionHash: replacedBy, status: 'pending', termsVersion };
  return sanitizePendingPurchase({ ...next, chainId: chainId ?? body.chainId });
}

/** Whether two texts name the same transaction; one that is missing is no other. */
export function sameHash(one: string | undefined | null, other: string | undefined | null): boolean {
  return one == null || other == null || one.toLowerCase() === other.toLowerCase();
}
