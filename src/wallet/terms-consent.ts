const KEY = 'synx_terms_accepted';

/** The version of the terms that was accepted in this browser before; null where none was. */
export function acceptedTerms(): string | null {
  try {
    return localStorage.getItem(KEY);
  } catch {
    return null;
  }
}

/** Keeps the accepted version; a browser that stores nothing is asked again at the next purchase. */
export function storeTerms(version: string): void {
  try {
    localStorage.setItem(KEY, version);
  } catch {
    // The version still goes with this purchase.
  }
}
