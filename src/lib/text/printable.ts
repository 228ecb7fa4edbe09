/** Control characters of ASCII and Latin-1, lone surrogates, line separators, and what reverses the order of a line. */
const UNPRINTABLE = /[\p{Cc}\p{Cs}\u2028-\u202e\u2066-\u2069]/gu;

/** Makes foreign text one line that a terminal shows but does not obey, and that cannot pass for ours. */
export function printable(text: string): string {
  return text.replaceAll(/[\r\n\t]+/g, ' ').replaceAll(UNPRINTABLE, '\ufffd');
}

/** Like printable(), for text whose lines are our own. */
export function printableLines(text: string): string {
  return text.split('\n').map(printable).join('\n');
}
