import { PENDING_PURCHASE } from '#src/config/storage-keys.ts';
import { trackAddress } from '#src/lib/text/track-address.ts';

/** The link to the page that follows a payment kept in this browser; null if it keeps none (decision 12). */
export function storedPaymentAddress(): string | null {
  try {
    const key = Object.keys(localStorage).find((name) => name.startsWith(PENDING_PURCHASE));
    if (key === undefined) return null;
    const path = document.querySelector('a[href$="/track"]')?.getAttribute('href') ?? '/track';
    return trackAddress(path, { hash: key.slice(PENDING_PURCHASE.length), chainId: null });
  } catch {
    return null;
  }
}
