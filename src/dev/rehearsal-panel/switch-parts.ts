import type { Texts } from '#src/i18n/namespace.ts';
import type { TextOf } from '#src/lib/text/text-of.ts';
import { element } from '#src/scripts/shared/dom.ts';

export type Text = TextOf<keyof Texts<'rehearsal'>>;
/** Makes a button whose failure is told. */
export type Make = (text: string, act: () => Promise<void> | void) => HTMLButtonElement;
/** Replaces what was last said of a switch. */
export type Say = (...parts: readonly (string | HTMLElement)[]) => void;

export function group(name: string, ...buttons: readonly HTMLButtonElement[]): HTMLElement {
  return element('div', { class: 'row', role: 'group', 'aria-label': name }, ...buttons);
}
