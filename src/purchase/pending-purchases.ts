import { persistentMap } from '@nanostores/persistent';
import { computed, map } from 'nanostores';
import { PENDING_PURCHASE } from '#src/config/storage-keys.ts';
import type { PurchaseRequest, PurchaseResponse } from '#src/contract/presale.ts';

/** A payment that the browser keeps until the API has settled it. */
export interface PendingPurchase {
  readonly body: PurchaseRequest;
  /** Milliseconds since 1970. */
  readonly storedAt: number;
  /** Hash of the payment that this one replaced in the wallet. */
  readonly replaces?: string | undefined;
}

/** Parses a stored payment; undefined for invalid text, so that one damaged item never hides the others. */
export function readPendingPurchase(text: string): PendingPurchase | undefined {
  try {
    const { body, storedAt, replaces } = JSON.parse(text) as Partial<PendingPurchase>;
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

/** One stored item for each hash, so that two tabs never overwrite each other's payments. */
export const $pendingPurchases = persistentMap<Record<string, PendingPurchase | undefined>>(
  PENDING_PURCHASE,
  {},
  { encode: JSON.stringify, decode: readPendingPurchase },
);

/** Payments that the API has not settled yet, oldest first. */
export const $outbox = computed($pendingPurchases, (pending) =>
  Object.values(pending)
    .filter((each) => each !== undefined)
    .sort((one, other) => one.storedAt - other.storedAt),
);

/**
 * The API's last answer for each payment posted by this page, by hash: under a replaced hash, the answer for its
 * replacement.
 */
export const $answers = map<Record<string, PurchaseResponse | undefined>>({});
