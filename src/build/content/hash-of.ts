import { createHash } from 'node:crypto';

/** The first 12 digits of a text's SHA-256 (Unix line breaks), which a translation notes as its `source`. */
export function hashOf(text: string): string {
  return createHash('sha256').update(text.replaceAll('\r\n', '\n')).digest('hex').slice(0, 12);
}
