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
  /** Id of the request that a page found to have become this payment. */
  readonly request?: string | undefined;
}

/** Parses a stored payment; undefined for invalid text, so that one damaged item never hides the others. */
export function readPendingPurchase(text: string): PendingPurchase | undefined {
  try {
    const { body, storedAt, replaces, request } = JSON.parse(text) as Partial<PendingPurchase>;
    if (typeof body?.transactionHash !== 'string' || typeof body.walletAddress !== 'string') return undefined;
    return {
      body,
      storedAt: typeof storedAt === 'number' ? storedAt : 0,
      replaces: typeof replaces === 'string' ? replaces : undefined,
      request,
    };
  } catch {
    return undefined;
  }
}

/** How to store items that `read` parses: opening a page writes each as it was, with what a newer build added. */
export function asStored<T extends object>(read: (text: string) => T | undefined) {
  const texts = new WeakMap<T, string>();
  return {
    encode: (item: T | undefined) => (item && texts.get(item)) ?? JSON.stringify(item),
    decode: (text: string) => {
      const item = read(text);
      if (item !== undefined) texts.set(item, text);
      return item;
    },
  };
}

/** One stored item per hash, so that two tabs never overwrite each other's payments. */
export const $pendingPurchases = persistentMap<Record<string, PendingPurchase | undefined>>(
  PENDING_PURCHASE,
  {},
  asStored(readPendingPurchase),
);

/** Payments that a full or closed storage rejects live as long as the page. */
const $unstored = map<Record<string, PendingPurchase | undefined>>({});

/** Payments that the API has not settled yet, oldest first. */
export const $outbox = computed([$pendingPurchases, $unstored], (pending, unstored) =>
  Object.values({ ...pending, ...unstored })
    .filter((each) => each !== undefined)
    .sort((one, other) => one.storedAt - other.storedAt),
);

/** Keeps a payment; returns whether the browser's storage took it. */
export function keepPending(pending: PendingPurchase): boolean {
  const { transactionHash } = pending.body;
  try {
    $pendingPurchases.setKey(transactionHash, pending);
    return true;
  } catch {
    $unstored.setKey(transactionHash, pending);
    return false;
  }
}

export function dropPending(hash: string): void {
  $pendingPurchases.setKey(hash, undefined);
  $unstored.setKey(hash, undefined);
}

/** The API's last answer for each posted payment; under a replaced hash, that for its replacement. */
export const $answers = map<Record<string, PurchaseResponse | undefined>>({});

/** Whether two texts name the same transaction; a missing one never counts as different. */
export function sameHash(one: string | undefined | null, other: string | undefined | null): boolean {
  return one == null || other == null || one.toLowerCase() === other.toLowerCase();
}
