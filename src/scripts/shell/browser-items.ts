/** A stored text; null if there is none or the browser has no storage. */
export function readItem(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

/** Stores a text; without storage the visitor is asked again on the next page. */
export function writeItem(key: string, value: string): void {
  try {
    localStorage.setItem(key, value);
  } catch {
    // Nothing depends on it within this page.
  }
}
