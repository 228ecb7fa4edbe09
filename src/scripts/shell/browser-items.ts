/** A stored text; null if there is none or the browser has no storage. */
export function readItem(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

/** Stores a text; without storage, the next page asks the visitor again. */
export function writeItem(key: string, value: string): void {
  try {
    localStorage.setItem(key, value);
  } catch {
    // Nothing on this page depends on it.
  }
}
