import { trackAddress } from '#src/lib/track-address.ts';

/** How the outbox names what it stores: each payment that is not settled is one item under its hash. */
export const PARCEL_PREFIX = 'synx_payment:';

/**
 * The page that follows a payment which this browser keeps, as the present page links to it; null where it keeps none
 * (decision 12).
 */
export function storedPaymentAddress(): string | null {
  try {
    const key = Object.keys(localStorage).find((name) => name.startsWith(PARCEL_PREFIX));
    if (key === undefined) return null;
    const path = document.querySelector('a[href$="/track"]')?.getAttribute('href') ?? '/track';
    return trackAddress(path, { hash: key.slice(PARCEL_PREFIX.length), chainId: null });
  } catch {
    return null;
  }
}
