import { globSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { CHAIN_IDS } from '#src/config/chains.ts';
import { PURCHASE_TIMES } from '#src/config/limits.ts';
import { LOCALE_CODES, type Locale } from '#src/config/locales.ts';
import { HUMAN_CHECK_TRIES, MISSIONS } from '#src/config/missions.ts';
import { PHASES, REQUIRED_CONFIRMATIONS, WINDOW_SECONDS } from '#src/config/sale.ts';

const NUMBERS = ['', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten', 'eleven', 'twelve'];

/**
 * What English sentences count in words or digits (`#`), and the constant they must agree with. A sentence that grammar
 * keeps from taking its number from a fact is found by its noun, in the texts and in the README.
 */
const COUNTED: readonly (readonly [string, number])[] = [
  ['# (?:phases|published prices)', PHASES.length],
  ['# missions', MISSIONS.length],
  ['# confirmations', REQUIRED_CONFIRMATIONS],
  ['(?:all|the|on|local) # (?:local )?(?:networks|chains)', CHAIN_IDS.length],
  ['the other # ?\\. The price', CHAIN_IDS.length - 1],
  ['# languages', LOCALE_CODES.length],
  ['#-day windows?', WINDOW_SECONDS / 86_400],
  ['for # minutes\\. If you approve', PURCHASE_TIMES.walletTimeoutMs / 60_000],
  ['# attempts remaining', HUMAN_CHECK_TRIES - 1],
];

/** The same numbers in the other languages, in the forms that their sentences use; digits count everywhere. */
const WORDS: Readonly<Record<Exclude<Locale, 'en'>, Readonly<Record<number, RegExp>>>> = {
  de: { 2: /zwei|beiden/i, 3: /drei/i, 7: /sieben/i, 10: /zehn/i },
  fr: { 2: /deux/i, 3: /trois/i, 7: /sept/i, 10: /dix/i },
  es: { 2: /\bdos\b/i, 3: /\btres\b/i, 7: /siete/i, 10: /diez/i },
  it: { 2: /\bdue\b/i, 3: /\btre\b/i, 7: /sette/i, 10: /dieci/i },
  nl: { 2: /twee/i, 3: /\bdrie\b/i, 7: /zeven/i, 10: /\btien\b/i },
  pt: { 2: /\b(?:dois|duas)\b/i, 3: /três/i, 7: /\bsete\b/i, 10: /\bdez\b/i },
  ru: { 2: /дв(?:е|а|ух)/i, 3: /тр(?:и|ёх|ех)/i, 7: /сем[иь]/i, 10: /десят/i },
  ar: { 2: /(?:تين|يين|تان)(?!\p{L})/u, 3: /ثلاث/, 7: /سبع/, 10: /عشر/ },
  hi: { 2: /दो/, 3: /तीन/, 7: /सात/, 10: /दस/ },
  ja: { 2: /二/, 3: /三/, 7: /七/, 10: /十/ },
  zh: { 2: /[两二]/, 3: /三/, 7: /七/, 10: /十/ },
};

/** The dictionary's texts by key, and the Markdown and polls of content/ by file. */
function textsOf(locale: Locale): ReadonlyMap<string, string> {
  const dictionary = JSON.parse(readFileSync(`content/i18n/${locale}.json`, 'utf8')) as Record<string, string>;
  const files = globSync([`content/*/${locale}/**/*.md`, `content/voting/${locale}/*.json`]);
  return new Map([
    ...Object.entries(dictionary),
    ...files.map((file): [string, string] => [file.replace(`/${locale}/`, '/*/'), readFileSync(file, 'utf8')]),
  ]);
}

const TEXTS = new Map(LOCALE_CODES.map((locale) => [locale, textsOf(locale)]));
const ENGLISH = new Map([
  ...(TEXTS.get('en') ?? []),
  ['README.md', readFileSync('README.md', 'utf8').replace(/\s+/g, ' ')],
]);

describe.each(COUNTED)('“%s” is %d', (pattern, constant) => {
  const counted = new RegExp(`\\b${pattern.replace('#', `(\\d+|${NUMBERS.slice(1).join('|')})`)}`, 'gi');
  const found = [...ENGLISH].flatMap(([where, text]) =>
    [...text.matchAll(counted)].map(([phrase, number = '']) => ({ where, phrase, number: number.toLowerCase() })),
  );

  it('in every English sentence that says it', () => {
    const said = found.map(({ where, phrase, number }) => ({
      where: `${where}: ${phrase}`,
      number: Number(number) || NUMBERS.indexOf(number),
    }));
    expect(said).toEqual(said.map(({ where }) => ({ where, number: constant })));
    expect(said).not.toEqual([]);
  });

  it.each(Object.entries(WORDS))('in %s, where English says it', (locale, words) => {
    const texts = TEXTS.get(locale as Locale);
    const without = found
      .map(({ where }) => where)
      .filter((where) => where !== 'README.md')
      .filter((where) => !says(texts?.get(where) ?? '', constant, words[constant]));
    expect(without).toEqual([]);
  });
});

function says(text: string, number: number, word: RegExp | undefined): boolean {
  return word?.test(text) === true || new RegExp(`(?<!\\d)${number}(?!\\d)`).test(text);
}
