import { PENDING_PURCHASE } from '#src/config/storage-keys.ts';
import type { PurchaseRequest } from '#src/contract/presale.ts';

/** A payment as the browser keeps it until the API has settled it. */
export interface Parcel {
  readonly body: PurchaseRequest;
  /** Milliseconds since 1970. */
  readonly storedAt: number;
  /** Hash of the payment that this one took the place of, where the wallet replaced it. */
  readonly replaces?: string | undefined;
}

/** Reads a stored parcel; undefined for text that is none, so that one damaged item never hides the others. */
export function readParcel(text: string): Parcel | undefined {
  try {
    const { body, storedAt, replaces } = JSON.parse(text) as Partial<Parcel>;
    if (typeof body?.transactionHash !== 'string' || typeof body.walletAddress !== 'string') return undefined;
    return {
      body,
      storedAt: typeof storedAt === 'number' ? storedAt : 0,
      replaces: typeof replaces === 'string' ? replaces : undefined,
    };
  } catch {
    return undefined;
  }
}

/** Tells whether the browser keeps a payment that the API has not settled, without loading any wallet code. */
export function hasStoredPayment(): boolean {
  try {
    return Object.keys(localStorage).some((key) => key.startsWith(PENDING_PURCHASE));
  } catch {
    return false;
  }
}
