import type { ReactElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { afterAll, beforeAll, expect, vi } from 'vitest';
import { LOCALE_CODES, LOCALES, type Locale } from '#src/config/locales.ts';
import type { Dictionary, DictionaryKey } from '#src/i18n/dictionary.ts';
import { loadDictionary } from '#src/i18n/load-dictionary.ts';

export type Words = Dictionary;

/** Words that reveal their keys to a test: each text is its own key, in brackets that no text contains. */
export const KEYS = Object.fromEntries(Object.keys(loadDictionary('en')).map((key) => [key, `⟦${key}⟧`])) as Words;

export const ENGLISH = loadDictionary('en');

/** Every language with its words and the tag of its numbers. */
export const LANGUAGES: readonly (readonly [Locale, Words, string])[] = LOCALE_CODES.map((locale) => [
  locale,
  loadDictionary(locale),
  LOCALES[locale].tag,
]);

/** Keys of the texts on a screen that was made of `KEYS`: those that begin with one of `prefixes`, each once. */
export function keysOn(lines: readonly string[], ...prefixes: readonly string[]): readonly DictionaryKey[] {
  const all = Array.from(lines.join('\n').matchAll(/⟦([^⟧]+)⟧/g), ([, key = '']) => key as DictionaryKey);
  return [...new Set(all)].filter((key) => prefixes.some((prefix) => key.startsWith(prefix)));
}

/** What a component says and offers, line by line; a button that is switched off offers nothing. */
export function screenOf(component: ReactElement): readonly string[] {
  return linesOf(renderToStaticMarkup(component).replace(OFF, ''));
}

/** The same with the labels of buttons that are switched off, where these name the state. */
export function screenWithLabels(component: ReactElement): readonly string[] {
  return linesOf(renderToStaticMarkup(component));
}

const OFF = /<button[^>]* (?:disabled=""|aria-disabled="true")[^>]*>.*?<\/button>/gs;

/** What elements made by a page's script say, line by line; `fakeDocument` came before. */
export function pageOf(elements: readonly HTMLElement[]): readonly string[] {
  return linesOf(elements.map((each) => each.outerHTML).join(''));
}

/**
 * Leaves out texts that claim nothing: a filter lists possible states, and a step that is not done only announces
 * itself.
 */
function linesOf(html: string): readonly string[] {
  return html
    .replace(/<select.*?<\/select>/gs, '')
    .replace(/<li[^>]* data-state="(?!done)[^"]*"[^>]*>.*?<\/li>/gs, '')
    .replace(/<[^>]+>/g, '\n')
    .replace(/&(amp|lt|gt|quot|#x27);/g, (_, name: keyof typeof ENTITIES) => ENTITIES[name])
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
}

const ENTITIES = { amp: '&', lt: '<', gt: '>', quot: '"', '#x27': "'" } as const;

/** Expects each claim of a state on at least one line, and every other claim on none. */
export function expectClaims<Claim extends string>(
  lines: readonly string[],
  claims: Readonly<Record<Claim, RegExp>>,
  made: readonly NoInfer<Claim>[],
): void {
  for (const [claim, pattern] of Object.entries(claims) as [Claim, RegExp][]) {
    const found = lines.filter((line) => pattern.test(line));
    if (made.includes(claim)) expect(found, claim).not.toEqual([]);
    else expect(found, claim).toEqual([]);
  }
}

/** Expects as many lines in every language as in English, with every placeholder filled. */
export function expectEveryLanguage(screen: (words: Words, tag: string) => readonly string[]): void {
  const { length } = screen(ENGLISH, 'en');
  for (const [locale, words, tag] of LANGUAGES) {
    const lines = screen(words, tag);
    expect(lines.length, locale).toBe(length);
    for (const line of lines) expect(line, locale).not.toMatch(/undefined|\{\w+\}/);
  }
}

/** As much of a document as the scripts of the tools need to make elements. */
class FakeElement {
  readonly #tag: string;
  readonly #attributes = new Map<string, string>();
  readonly #children: (FakeElement | string)[] = [];

  constructor(tag: string) {
    this.#tag = tag;
  }

  setAttribute(name: string, value: string): void {
    this.#attributes.set(name, value);
  }

  append(...children: readonly (FakeElement | string)[]): void {
    this.#children.push(...children);
  }

  get outerHTML(): string {
    const attributes = [...this.#attributes].map(([name, value]) => ` ${name}="${value}"`).join('');
    const inside = this.#children.map((child) => (typeof child === 'string' ? child : child.outerHTML)).join('');
    return `<${this.#tag}${attributes}>${inside}</${this.#tag}>`;
  }
}

/** Replaces the browser for the tests of a file: elements can be made, and the window is wide. */
export function fakeBrowser(): void {
  beforeAll(() => {
    const createElement = (tag: string) => new FakeElement(tag);
    vi.stubGlobal('Node', FakeElement);
    vi.stubGlobal('document', { createElement, hidden: false, documentElement: { lang: 'en' } });
    vi.stubGlobal('location', { origin: 'http://localhost:4321' });
    vi.stubGlobal('matchMedia', () => ({ matches: false }));
  });
  afterAll(() => void vi.unstubAllGlobals());
}

/** A store of an answer, as far as a test sets it. */
interface Query {
  listen(listener: () => void): () => void;
  set(value: { loading: true }): void;
}

/** Has answers that are set remain for the tests of a file: a query without a listener forgets its answer. */
export function keepAnswers(queries: readonly Query[]): void {
  const left: (() => void)[] = [];
  beforeAll(() => {
    for (const $query of queries) left.push($query.listen(() => undefined));
  });
  afterAll(() => {
    for (const $query of queries) $query.set({ loading: true });
    for (const leave of left) leave();
  });
}
