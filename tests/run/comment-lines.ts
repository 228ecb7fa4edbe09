/** A line of a file. */
export interface Line {
  /** From 1. */
  readonly number: number;
  readonly text: string;
}

/** The lines of a text. */
export function linesOf(text: string): readonly Line[] {
  return text.split('\n').map((content, index) => ({ number: index + 1, text: content }));
}

/** Comments that fill their lines, and trailing comments without the code before them. */
export function commentsOf(lines: readonly Line[]): Line[] {
  return lines.flatMap((line) => {
    if (isWholeComment(line, lines)) return [line];
    const start = startOfComment(line.text);
    return start === -1 ? [] : [{ ...line, text: line.text.slice(start) }];
  });
}

/** Whether a comment fills a line, which must be one of `lines`. */
export function isWholeComment({ number }: Line, lines: readonly Line[]): boolean {
  let known = wholeComments.get(lines);
  if (known === undefined) {
    known = wholeCommentsOf(lines);
    wholeComments.set(lines, known);
  }
  return known.has(number);
}

/** Where a trailing comment begins, outside of every string; -1 if there is none. */
function startOfComment(text: string): number {
  let quote = '';
  for (let index = 0; index < text.length; index += 1) {
    const character = text.charAt(index);
    if (quote === '' && text.startsWith(' // ', index)) return index;
    if (quote === '' && /['"`]/.test(character)) quote = character;
    else if (character === quote) quote = '';
  }
  return -1;
}

const wholeComments = new WeakMap<readonly Line[], ReadonlySet<number>>();

function wholeCommentsOf(lines: readonly Line[]): ReadonlySet<number> {
  const found = new Set<number>();
  let isOpen = false;
  for (const { number, text } of lines) {
    const begins = /^\s*(?:\{?\/\*|<!--)/.test(text);
    if (isOpen || begins || /^\s*\/\//.test(text)) found.add(number);
    if (isOpen || begins) isOpen = !/\*\/|-->/.test(text);
  }
  return found;
}
