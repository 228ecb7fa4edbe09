import { OFFER_MAX_AGE_MS } from '#src/config/limits.ts';
import { TERMS_ACCEPTED } from '#src/config/storage-keys.ts';
import type { PurchaseSummary } from '#src/purchase/purchase-state.ts';

/** Whole seconds since a summary's prices were read, or since its check if the visitor's clock is wrong. */
export function summaryAge(
  { pricesAt, checkedAt }: Pick<PurchaseSummary, 'pricesAt' | 'checkedAt'>,
  now: number,
): number {
  const before = checkedAt - Date.parse(pricesAt);
  const start = before >= 0 && before <= OFFER_MAX_AGE_MS ? checkedAt - before : checkedAt;
  return Math.max(0, Math.floor((now - start) / 1000));
}

/** A tick for another payment beside those that a summary names. */
export interface Consent {
  readonly summary: PurchaseSummary;
  readonly ids: readonly string[];
}

/** Whether a tick was for everything that is asked, in this summary. */
export function coversAll(agreed: Consent | null, { summary, ids }: Consent): boolean {
  return agreed !== null && agreed.summary === summary && ids.every((id) => agreed.ids.includes(id));
}

/** The version of the terms that was accepted in this browser before; null if there is none. */
export function acceptedTerms(): string | null {
  try {
    return localStorage.getItem(TERMS_ACCEPTED);
  } catch {
    return null;
  }
}

/** Keeps the accepted version; a browser without storage asks again at the next purchase. */
export function storeTerms(version: string): void {
  try {
    localStorage.setItem(TERMS_ACCEPTED, version);
  } catch {
    // This purchase still carries the version.
  }
}
