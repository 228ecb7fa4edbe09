import { persistentMap } from '@nanostores/persistent';
import { computed, map } from 'nanostores';
import { PENDING_PURCHASE } from '#src/config/storage-keys.ts';
import type { PurchaseResponse } from '#src/contract/presale.ts';
import { type Parcel, readParcel } from '#src/wallet/parcel.ts';

/** One stored item for each hash, so that two tabs never overwrite each other's payments. */
export const $parcels = persistentMap<Record<string, Parcel | undefined>>(
  PENDING_PURCHASE,
  {},
  { encode: JSON.stringify, decode: readParcel },
);

/** Payments that the API has not settled yet, oldest first. */
export const $outbox = computed($parcels, (parcels) =>
  Object.values(parcels)
    .filter((parcel) => parcel !== undefined)
    .sort((one, other) => one.storedAt - other.storedAt),
);

/**
 * What the API said last of each payment posted by this page, by hash: under a replaced hash, of the payment in its
 * place.
 */
export const $answers = map<Record<string, PurchaseResponse | undefined>>({});
