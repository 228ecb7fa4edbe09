import { THEME } from '#src/config/storage-keys.ts';
import { readItem, writeItem } from './browser-items.ts';

/** Lets visitors choose light, dark or their device's theme; the next page has it at first paint (first-paint.ts). */
export function startTheme(): void {
  const field = document.querySelector<HTMLSelectElement>('[data-theme-field]');
  if (field === null) return;
  field.value = readItem(THEME) ?? 'system';
  delete field.closest<HTMLElement>('[data-waits]')?.dataset.waits;
  colourBrowser(field.value);
  field.addEventListener('change', () => {
    writeItem(THEME, field.value);
    document.documentElement.dataset.theme = field.value;
    colourBrowser(field.value);
  });
}

/** The browser's own bars have the colour of the page: that of the chosen theme counts on every device. */
function colourBrowser(theme: string): void {
  for (const meta of document.querySelectorAll<HTMLMetaElement>('meta[name="theme-color"]')) {
    const { scheme } = meta.dataset;
    meta.media = theme === 'system' ? `(prefers-color-scheme: ${scheme})` : theme === scheme ? 'all' : 'not all';
  }
}
