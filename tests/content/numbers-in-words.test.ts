import { globSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { CHAIN_IDS } from '#src/config/chains.ts';
import { OFFER_MAX_AGE_MS, PURCHASE_TIMES, TOAST_RULES } from '#src/config/limits.ts';
import { LOCALE_CODES, type Locale } from '#src/config/locales.ts';
import { HUMAN_CHECK_TRIES, MISSIONS } from '#src/config/missions.ts';
import { PARTNER_TYPES } from '#src/config/partner-types.ts';
import { PHASES, REQUIRED_CONFIRMATIONS, WINDOW_SECONDS } from '#src/config/sale.ts';
import { DEEPEST } from '#src/dev/rehearsal/reorganise.ts';
import { OLDER_DAYS } from '#src/dev/rehearsal/rpc-faults.ts';
import { loadFacts } from '#src/i18n/facts.ts';

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
  ['# categories', PARTNER_TYPES.filter((type) => type.startsWith('seller-')).length],
  ['prices (?:are )?# days old', OLDER_DAYS],
  ['last # blocks', Number(DEEPEST)],
];

/** What sentences name by a word that counts nothing ("a day"): where, the words, the constant, and what they mean. */
const NAMED: readonly (readonly [string, string, number, number])[] = [
  ['pay.review.old', 'more than a minute', OFFER_MAX_AGE_MS, 60_000],
  [
    'content/pages/*/blackpaper.md',
    'at least a hundred validators',
    100 / Number(loadFacts()['validator.cap']?.value),
    100,
  ],
];

/** The same numbers in the other languages, in the forms that their sentences use; digits count everywhere. */
const WORDS: Readonly<Record<Exclude<Locale, 'en'>, Readonly<Record<number, RegExp>>>> = {
  de: { 2: /zwei|beiden/i, 3: /drei/i, 4: /vier/i, 7: /sieben/i, 10: /zehn/i, 12: /zwölf/i },
  fr: { 2: /deux/i, 3: /trois/i, 4: /quatre/i, 7: /sept/i, 10: /dix/i, 12: /douze/i },
  es: { 2: /\bdos\b/i, 3: /\btres\b/i, 4: /cuatro/i, 7: /siete/i, 10: /diez/i, 12: /\bdoce\b/i },
  it: { 2: /\bdue\b/i, 3: /\btre\b/i, 4: /quattro/i, 7: /sette/i, 10: /dieci/i, 12: /dodici/i },
  nl: { 2: /twee/i, 3: /\bdrie\b/i, 4: /\bvier\b/i, 7: /zeven/i, 10: /\btien\b/i, 12: /twaalf/i },
  pt: { 2: /\b(?:dois|duas)\b/i, 3: /três/i, 4: /\bquatro\b/i, 7: /\bsete\b/i, 10: /\bdez\b/i, 12: /\bdoze\b/i },
  ru: { 2: /дв(?:е|а|ух)/i, 3: /тр(?:и|ёх|ех)/i, 4: /четыр/i, 7: /сем[иь]/i, 10: /десят/i, 12: /двенадцат/i },
  ar: { 2: /(?:تين|يين|تان|مين)(?!\p{L})/u, 3: /ثلاث/, 4: /أربع/, 7: /سبع/, 10: /عشر/, 12: /اثنتي عشرة/ },
  hi: { 2: /दो/, 3: /तीन/, 4: /चार/, 7: /सात/, 10: /दस/, 12: /बारह/ },
  ja: { 2: /二/, 3: /三/, 4: /四/, 7: /七/, 10: /十/, 12: /十二/ },
  zh: { 2: /[两二]/, 3: /三/, 4: /四/, 7: /七/, 10: /十/, 12: /十二/ },
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

it.each(NAMED)('%s says “%s”, which is true', (where, words, constant, meant) => {
  expect(ENGLISH.get(where)).toContain(words);
  expect(constant).toBe(meant);
});

it.each(LOCALE_CODES)('the label of the toasts names their key in %s', (locale) => {
  expect(TEXTS.get(locale)?.get('toast.hotkey')).toContain(TOAST_RULES.hotkey);
});

function says(text: string, number: number, word: RegExp | undefined): boolean {
  return word?.test(text) === true || new RegExp(`(?<!\\d)${number}(?!\\d)`).test(text);
}
