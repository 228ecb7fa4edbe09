/** Shorter texts occur everywhere. */
const LEAST = 2;

/** Marks every occurrence of a text in these elements, ignoring case (`::highlight(found)`), and no other. */
export function markText(elements: readonly HTMLElement[], text: string): void {
  // Older browsers filter parts as well; only the marks are missing.
  if (!('highlights' in CSS)) return;
  const wanted = text.toLocaleLowerCase('en');
  const ranges = wanted.length < LEAST ? [] : elements.flatMap((element) => rangesOf(element, wanted));
  if (ranges.length === 0) CSS.highlights.delete('found');
  else CSS.highlights.set('found', new Highlight(...ranges));
}

function rangesOf(element: HTMLElement, wanted: string): Range[] {
  const ranges: Range[] = [];
  const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    const text = (node.textContent ?? '').toLocaleLowerCase('en');
    for (let at = text.indexOf(wanted); at >= 0; at = text.indexOf(wanted, at + wanted.length)) {
      const range = new Range();
      range.setStart(node, at);
      range.setEnd(node, Math.min(at + wanted.length, node.textContent?.length ?? 0));
      ranges.push(range);
    }
  }
  return ranges;
}
