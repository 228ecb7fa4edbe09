import { $paymentRequests, type PaymentRequest } from './payment-requests.ts';

/** The payments that requests became, as this page knows; `isOnly` if no other request can have become it. */
const found = new Map<string, { readonly hash: string; readonly isOnly: boolean }>();

/** Notes the payment that a request became which declared this; returns whether that is new to this page. */
export function noteFound(id: string, claims: PaymentRequest['claims'], hash: string): boolean {
  const isNew = !found.has(id);
  const paid = ({ walletAddress, chainId, paymentMethod, paymentAmount }: PaymentRequest['claims']) =>
    [walletAddress.toLowerCase(), chainId, paymentMethod, paymentAmount].join();
  const isOther = (each: PaymentRequest) => each.id !== id && paid(each.claims) === paid(claims);
  if (isNew) found.set(id, { hash, isOnly: !$paymentRequests.get().some(isOther) });
  return isNew;
}

/**
 * Whether this page knows the payment that a request became: then the wallet's answers no longer matter. An answer
 * without a hash does, if another one may have become that payment: this one may be sent as well.
 */
export function wasFound({ id }: PaymentRequest, hash: string | null): boolean {
  return hash === null ? found.get(id)?.isOnly === true : found.has(id);
}

/** The payment that a request became, if this page knows it. */
export function foundHashes({ id }: PaymentRequest): readonly string[] {
  const its = found.get(id);
  return its === undefined ? [] : [its.hash.toLowerCase()];
}
