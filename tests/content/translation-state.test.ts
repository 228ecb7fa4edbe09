import { describe, expect, it } from 'vitest';
import type { SourceFile } from '#src/build/content/source-file.ts';
import { hashOf, stampTranslation, translationState } from '#src/build/content/translation-state.ts';
import { page } from './support/compile-files.ts';

const english = page('Text.');
const source = (locale: SourceFile['locale'], name: string, text: string): SourceFile => ({
  ...{ kind: 'pages', locale, name, text },
  file: `content/pages/${locale}/${name}.md`,
});

describe('translationState', () => {
  it('tells missing, stale and unstamped files apart', () => {
    const originals = ['a', 'b', 'c', 'd'].map((name) => source('en', name, english));
    const stamped = stampTranslation(page('Text auf Deutsch.'), english);
    const state = translationState(
      [
        ...originals,
        source('de', 'b', stamped),
        source('de', 'c', page('Text.', 'title: T\ndescription: D\nsource: 000000000000')),
        source('de', 'd', page('Text.')),
      ],
      'de',
    );
    expect(state).toEqual({
      total: 4,
      missing: ['content/pages/de/a.md'],
      stale: ['content/pages/de/c.md'],
      unstamped: ['content/pages/de/d.md'],
    });
  });
});

describe('stampTranslation', () => {
  it('writes the first 12 digits of the English file’s SHA-256, once', () => {
    const once = stampTranslation(page('---\n\nText.'), english);
    expect(once).toBe(`---\ntitle: T\ndescription: D\nsource: ${hashOf(english)}\n---\n---\n\nText.\n`);
    expect(stampTranslation(once, english)).toBe(once);
    expect(stampTranslation(once, `${english}more`)).toContain(`source: ${hashOf(`${english}more`)}\n---`);
    expect(hashOf('')).toBe('e3b0c44298fc');
  });
});
