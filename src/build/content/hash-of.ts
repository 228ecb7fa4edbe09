import { createHash } from 'node:crypto';

/**
 * First 12 hexadecimal digits of the SHA-256 of a text with Unix line breaks: a translation notes it as its `source`.
 */
export function hashOf(text: string): string {
  return createHash('sha256').update(text.replaceAll('\r\n', '\n')).digest('hex').slice(0, 12);
}
