import { hash } from 'node:crypto';

/** The first 12 digits of a text's SHA-256 (Unix line breaks), which a translation notes as its `source`. */
export function hashOf(text: string): string {
  return hash('sha256', text.replaceAll('\r\n', '\n')).slice(0, 12);
}
