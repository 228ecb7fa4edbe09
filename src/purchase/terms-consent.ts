import { TERMS_ACCEPTED } from '#src/config/storage-keys.ts';

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
