import { DEFAULT_LOCALE, LOCALES } from '#src/config/locales.ts';
import { escapeHtml } from '#src/lib/text/escape-html.ts';
import type { ContentDocument } from './document.ts';

/** A translation in the order of its English file; a part that it lacks is English, below `note`. */
export function withEnglishParts(own: ContentDocument, english: ContentDocument, note: string): ContentDocument {
  const { direction } = LOCALES[own.locale];
  const above = note === '' ? '' : `<p class="note" lang="${own.locale}" dir="${direction}">${escapeHtml(note)}</p>\n`;
  const fill = <Part extends { id: string; html: string }>(parts: readonly Part[], originals: readonly Part[]) =>
    originals.map((original) => {
      const { html } = original;
      const english = `${above}<div lang="${DEFAULT_LOCALE}" dir="${LOCALES[DEFAULT_LOCALE].direction}">${html}</div>\n`;
      return parts.find(({ id }) => id === original.id) ?? { ...original, html: english };
    });
  return { ...own, sections: fill(own.sections, english.sections), items: fill(own.items, english.items) };
}
