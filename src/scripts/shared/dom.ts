import { copyText } from '#src/client/copy-text.ts';

type Child = Node | string | null | undefined | false;

/** Attributes by name; null and false omit one, true writes it without a value. */
type Attributes = Readonly<Record<string, string | number | boolean | null | undefined>>;

type Tags = HTMLElementTagNameMap;
type Tag = keyof Tags;
type Made<Name> = Name extends Tag
  ? Tags[Name]
  : Name extends `${infer Base extends Tag}.${string}`
    ? Tags[Base]
    : never;

/** An element from a tag, perhaps with classes ("p.note"), attributes and children; texts never become HTML. */
export function element<Name extends Tag | `${Tag}.${string}`>(
  name: Name,
  ...parts: readonly (Child | Attributes)[]
): Made<Name> {
  const [tag = '', ...classes] = name.split('.');
  const made = document.createElement(tag);
  if (classes.length > 0) made.className = classes.join(' ');
  for (const part of parts) {
    if (part instanceof Node || typeof part === 'string') made.append(...(part === '' ? [] : [part]));
    else
      for (const [key, value] of Object.entries(part || {}))
        if (value !== null && value !== undefined && value !== false)
          made.setAttribute(key, value === true ? '' : String(value));
  }
  return made as Made<Name>;
}

/** Amounts, addresses and hashes: left to right in every language. */
export function ltr(text: string, more = ''): HTMLElement {
  return element('span', { class: `ltr ${more}`.trim() }, text);
}

/** A list of labels with their values; rows without a value are omitted. */
export function facts(rows: readonly (readonly [label: string, value: Node | string | null])[]): HTMLElement {
  return element(
    'dl.facts',
    ...rows.map(([label, value]) =>
      value === null ? null : element('div', element('dt', label), element('dd', value)),
    ),
  );
}

/** Finds the part of a page that a script works on; throws if the page lacks it. */
export function part<Found extends HTMLElement = HTMLElement>(root: ParentNode, name: string): Found {
  const found = root.querySelector<Found>(`[data-part="${name}"]`);
  if (found === null) throw new Error(`the page has no part "${name}"`);
  return found;
}

/** The build's data for the page's script: texts, and addresses in the page's language. */
export function pageData<Data>(id: string): Data {
  return JSON.parse(document.getElementById(id)?.textContent ?? '{}') as Data;
}

const SHOWN_MS = 2_000;

/** Lets a button copy a text; for two seconds its label says so. */
export function startCopyButton(button: HTMLButtonElement, text: () => string): void {
  const label = button.textContent;
  button.addEventListener('click', async () => {
    if (!(await copyText(button, text()))) return;
    button.textContent = button.dataset.copied ?? label;
    setTimeout(() => {
      button.textContent = label;
    }, SHOWN_MS);
  });
}
