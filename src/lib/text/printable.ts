/** Controls of ASCII and Latin-1, lone surrogates, separators of lines, and what reorders a line from right to left. */
const UNPRINTABLE = /[\p{Cc}\p{Cs}\u2028-\u202e\u2066-\u2069]/gu;

/**
 * A foreign text as one line that a terminal shows and does not obey: ends of lines become spaces, so that it cannot
 * pass for a line of ours, and other characters of that kind a replacement character.
 */
export function printable(text: string): string {
  return text.replaceAll(/[\r\n\t]+/g, ' ').replaceAll(UNPRINTABLE, '\ufffd');
}

/** The same for a text of several lines, which are ours. */
export function printableLines(text: string): string {
  return text.split('\n').map(printable).join('\n');
}
