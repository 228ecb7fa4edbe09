import { matchesQuery } from '#src/lib/text/matches-query.ts';
import { markText } from '#src/scripts/shared/mark-text.ts';

// The search field of a long reading page: it hides every part that does not contain the text, and marks the matches.
const tools = document.querySelector<HTMLElement>('[data-reading-search]');
const field = tools?.querySelector('input');
const status = tools?.querySelector('output');
const parts = [...document.querySelectorAll<HTMLElement>('article.prose > section')];

if (tools && field && status) {
  const texts = new Map(parts.map((part) => [part, part.textContent ?? '']));
  const search = () => {
    const query = field.value.trim();
    let found = 0;
    for (const part of parts) {
      part.hidden = !matchesQuery(texts.get(part) ?? '', query);
      if (!part.hidden) found += 1;
      const entry = document.querySelector<HTMLElement>(`.toc a[href="#${part.querySelector('h2')?.id}"]`);
      if (entry?.parentElement) entry.parentElement.hidden = part.hidden;
    }
    const { found: some = '', none = '' } = status.dataset;
    status.textContent = query === '' ? '' : found === 0 ? none : some.replace('#', String(found));
    markText(parts, query);
  };
  delete tools.dataset.waits;
  field.addEventListener('input', search);
  // A browser that restores the page restores the field too.
  if (field.value !== '') search();
}
