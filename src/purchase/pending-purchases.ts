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

/**
 * Items of the browser's storage that `read` parses, one for each key, so that two tabs never overwrite each other's.
 * What a full or closed storage does not take lives as long as the page, and so does, as null, what it does not remove.
 */
export function storedItems<T extends object>(prefix: string, read: (text: string) => T | undefined) {
  const texts = new WeakMap<T, string>();
  const $stored = persistentMap<Record<string, T | undefined>>(
    prefix,
    {},
    {
      // Opening a page writes each item as it was, with what a newer build added.
      encode: (item) => texts.get(item as T) ?? JSON.stringify(item),
      decode: (text) => {
        const item = read(text);
        if (item !== undefined) texts.set(item, text);
        return item;
      },
    },
  );
  const $unstored = map<Record<string, T | null | undefined>>({});
  const $items = computed([$stored, $unstored], (stored, unstored) => ({ ...stored, ...unstored }));
  /** Keeps an item, or removes it without one; returns whether the storage took that. */
  const keep = (key: string, item?: T): boolean => {
    try {
      $stored.setKey(key, item);
      $unstored.setKey(key, undefined);
      return true;
    } catch {
      $unstored.setKey(key, item ?? null);
      return false;
    }
  };
  return { $stored, $unstored, $items, keep };
}

const pending = storedItems(PENDING_PURCHASE, readPendingPurchase);
export const $pendingPurchases = pending.$stored;

/** Payments that the API has not settled yet, oldest first. */
export const $outbox = computed(pending.$items, (items) =>
  Object.values(items)
    .filter((each) => each != null)
    .sort((one, other) => one.storedAt - other.storedAt),
);

/** Keeps a payment; returns whether the browser's storage took it. */
export function keepPending(payment: PendingPurchase): boolean {
  return pending.keep(payment.body.transactionHash, payment);
}

export function dropPending(hash: string): void {
  pending.keep(hash);
}

/** The API's last answer for each posted payment; under a replaced hash, that for its replacement. */
export const $answers = map<Record<string, PurchaseResponse | undefined>>({});

/** Whether two texts name the same transaction; a missing one never counts as different. */
export function sameHash(one: string | undefined | null, other: string | undefined | null): boolean {
  return one == null || other == null || one.toLowerCase() === other.toLowerCase();
}
