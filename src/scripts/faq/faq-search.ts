import { matchesQuery } from '#src/lib/text/matches-query.ts';

/** Makes the search field hide every question that has the text neither in itself nor in its answer. */
export function addFaqSearch(root: HTMLElement, items: readonly HTMLDetailsElement[]): void {
  const tools = document.querySelector<HTMLElement>('[data-faq-tools]');
  const field = tools?.querySelector('input');
  const status = tools?.querySelector<HTMLElement>('[data-found]');
  const empty = root.querySelector<HTMLElement>('[data-faq-empty]');
  if (!tools || !field || !status || !empty) return;
  // Read before buttons are added: their labels and the link to the figures are not part of an answer.
  const texts = new Map(items.map((item) => [item, textOf(item)]));
  const search = () => {
    const query = field.value;
    let found = 0;
    for (const item of items) {
      item.hidden = !matchesQuery(texts.get(item) ?? '', query);
      if (!item.hidden) found += 1;
    }
    for (const category of root.querySelectorAll('section')) {
      category.hidden = category.querySelector('details:not([hidden])') === null;
    }
    empty.hidden = found > 0;
    status.textContent = query.trim() === '' ? '' : (status.dataset.found ?? '').replace('#', String(found));
  };
  delete tools.dataset.waits;
  field.addEventListener('input', search);
  // A browser that restores the page restores the field too.
  if (field.value !== '') search();
}

function textOf(item: HTMLElement): string {
  const link = item.querySelector('.faq-facts')?.textContent ?? '';
  return (item.textContent ?? '').replace(link, '');
}
