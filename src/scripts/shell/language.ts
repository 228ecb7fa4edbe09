import { LANGUAGE } from '#src/config/storage-keys.ts';
import { readItem, writeItem } from './browser-items.ts';

/** Remembers the chosen language; everything else loads only for visitors whose language is not the page's. */
export function startLanguage(): void {
  document.addEventListener('click', ({ target }) => {
    const link = target instanceof Element && target.closest<HTMLAnchorElement>('[data-language]');
    if (!link) return;
    writeItem(LANGUAGE, link.dataset.language ?? '');
    // Link to the same page in another language: the same payment or address, and the same section.
    link.search = location.search;
    link.hash = location.hash;
  });
  const menu = document.querySelector<HTMLDetailsElement>('details.languages');
  document.addEventListener('pointerdown', ({ target }) => {
    if (menu?.open && target instanceof Node && !menu.contains(target)) menu.open = false;
  });
  menu?.addEventListener('keydown', ({ key }) => {
    if (key !== 'Escape' || !menu.open) return;
    menu.open = false;
    menu.querySelector('summary')?.focus();
  });
  const first = readItem(LANGUAGE) ?? navigator.languages[0];
  if (first?.slice(0, 2) !== document.documentElement.lang)
    void import('./suggest-language.ts').then(
      (part) => part.suggestLanguage(),
      () => undefined,
    );
}
