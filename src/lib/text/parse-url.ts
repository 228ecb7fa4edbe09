/** The parts of an absolute address; null if it is not one. Works in browsers without URL.canParse. */
export function parseUrl(text: string): URL | null {
  try {
    return new URL(text);
  } catch {
    return null;
  }
}
