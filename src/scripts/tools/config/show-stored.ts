import { saveFile } from '#src/client/save-file.ts';
import { ANY_PAYMENT, CALM } from '#src/config/storage-keys.ts';
import type { Texts } from '#src/i18n/namespace.ts';
import { fill } from '#src/lib/text/fill.ts';
import { formatNumber } from '#src/lib/text/format-number.ts';
import { plural } from '#src/lib/text/plural.ts';
import { element, ltr, pageData, part } from '#src/scripts/shared/dom.ts';
import { readItem, writeItem } from '#src/scripts/shell/browser-items.ts';

/** The data of the list of stored items for its script. */
export interface StoredData {
  readonly texts: Texts<'browser'>;
  readonly tag: string;
}

interface Item {
  readonly storage: Storage;
  readonly keeps: 'local' | 'session';
  readonly key: string;
  readonly value: string;
}

/** Lists everything this site has stored in the browser, with buttons to save it and to delete it. */
export function showStored(box: HTMLElement): void {
  const { texts, tag } = pageData<StoredData>('stored-data');
  const show = () => {
    const items = storedItems();
    part(box, 'none').textContent = items.length === 0 ? texts['browser.none'] : '';
    part(box, 'all').hidden = items.length === 0;
    part(box, 'items').replaceChildren(...items.map(rowOf));
    showSettings(box);
  };
  const rowOf = ({ storage, keeps, key, value }: Item) => {
    const button = element(
      'button.button.button-small',
      { type: 'button', 'aria-label': `${texts['browser.delete']}: ${key}` },
      texts['browser.delete'],
    );
    button.addEventListener('click', () => {
      storage.removeItem(key);
      show();
    });
    const size = fill(plural(texts, 'browser.size', value.length, tag), {
      count: formatNumber(String(value.length), tag),
    });
    return element(
      'li.row.row-between',
      element('span', ltr(key, 'break'), element('br'), element('span.note', `${texts[`browser.${keeps}`]} · ${size}`)),
      button,
    );
  };
  part(box, 'export').addEventListener('click', () => {
    const list = storedItems().map(({ keeps, key, value }) => ({ key, kept: keeps, value }));
    saveFile('synx-browser.json', 'application/json', `${JSON.stringify(list, null, 2)}\n`);
  });
  part(box, 'delete').addEventListener('click', () => {
    // An unsettled payment is the one item that must not be deleted by accident (S15).
    for (const { storage, key } of storedItems()) if (!key.startsWith(ANY_PAYMENT)) storage.removeItem(key);
    show();
  });
  startSettings(box, show);
  show();
}

/** Lets the visitor change settings, where the page offers them; `changed` runs after each change. */
function startSettings(box: HTMLElement, changed: () => void): void {
  for (const field of settingsIn(box))
    field.addEventListener('change', () => {
      const key = field.dataset.setting ?? '';
      if (field.checked) writeItem(key, 'true');
      else localStorage.removeItem(key);
      changed();
    });
  box.querySelector('[data-waits]')?.removeAttribute('data-waits');
}

/** Shows the settings as they are stored, and applies the one that concerns every page. */
function showSettings(box: HTMLElement): void {
  for (const field of settingsIn(box)) field.checked = readItem(field.dataset.setting ?? '') === 'true';
  document.documentElement.toggleAttribute('data-calm', readItem(CALM) !== null);
}

function settingsIn(box: HTMLElement): readonly HTMLInputElement[] {
  return [...box.querySelectorAll<HTMLInputElement>('[data-setting]')];
}

function storedItems(): readonly Item[] {
  try {
    return (['local', 'session'] as const).flatMap((keeps) => {
      const storage = keeps === 'local' ? localStorage : sessionStorage;
      return Object.keys(storage)
        .sort()
        .map((key) => ({ storage, keeps, key, value: storage.getItem(key) ?? '' }));
    });
  } catch {
    // A browser without storage has nothing to show.
    return [];
  }
}
