import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, test } from 'vitest';
import { checkStyle, type StyleUnit } from '#src/build/content/check-style.ts';
import { GLOSSARY, type Glossary, parseGlossary } from '#src/build/content/glossary.ts';
import { styleUnits } from '#src/build/content/style-units.ts';
import { untranslated } from '#src/build/content/untranslated.ts';
import { LOCALE_CODES, type Locale } from '#src/config/locales.ts';
import { folderOfTest } from '#tests/support/temporary-folder.ts';

const words = (word: string) => Object.fromEntries(LOCALE_CODES.map((code) => [code, word]));
const glossary: Glossary = {
  conforming: ['en'],
  names: ['Ethereum, BSC, Polygon'],
  terms: [
    {
      term: 'IP address',
      words: { ...words('IP'), en: 'IP address', de: 'IP-Adresse' },
      avoid: { de: ['Internetadresse'] },
    },
  ],
  phrases: { en: { 'by itself': 'automatically' } },
};
const check = (locale: Locale, text: string, english = text, key: string | null = 'some.key') =>
  checkStyle(locale, [{ where: 'here', key, text, english } satisfies StyleUnit], glossary);

test('the languages listed as conforming do conform', () => {
  for (const locale of GLOSSARY.conforming as Locale[]) expect(checkStyle(locale, styleUnits('.', locale))).toEqual([]);
});

test('the glossary has a word for every term in every language', () => {
  expect(GLOSSARY.terms.length).toBeGreaterThanOrEqual(40);
  expect(() => parseGlossary({ ...GLOSSARY, terms: [{ term: 'x', words: { en: 'x' } }] })).toThrow(
    /glossary\.json: terms\.0/,
  );
});

describe('found faults', () => {
  it('a word to avoid, if the English text has the term', () => {
    expect(check('de', 'Ihre Internetadressen', 'Your IP addresses')).toEqual([
      'here: "Internetadresse": use "IP-Adresse" from the glossary',
    ]);
    expect(check('de', 'Die Internetadresse der Seite', 'The web address of the page')).toEqual([]);
  });

  it('a phrase to avoid', () => {
    expect(check('en', 'It is sent by itself.')).toEqual(['here: "by itself": write automatically']);
  });

  it('three dots, except where a requirement states them in English', () => {
    expect(check('en', 'Loading...')).toEqual(['here: three dots: write …']);
    expect(check('en', 'Connecting...', '', 'wallet.connecting')).toEqual([]);
    expect(check('es', 'Conectando...', 'Connecting...', 'wallet.connecting')).toEqual(['here: three dots: write …']);
  });

  it('straight quotes, except where a requirement states them, and in code', () => {
    expect(check('en', 'the "price"')).toEqual(['here: straight quotes: write “…” or ’']);
    expect(check('ja', '"価格"', 'x')).toEqual(['here: straight quotes: write 「…」']);
    expect(check('en', "You've been subscribed", '', 'page.confirmed.title')).toEqual([]);
    expect(check('en', 'the `"price"` field', '', null)).toEqual([]);
  });

  it('a plain space before a French mark or after an opening quote', () => {
    for (const text of ['Prix : 5', 'Quoi ?', '« mot\u00a0»', '«\u00a0mot »'])
      expect(check('fr', text, 'x'), text).toEqual([
        expect.stringContaining('a plain space where a no-break one belongs'),
      ]);
    expect(check('fr', 'Prix\u00a0: 5, «\u202fmot\u202f»', 'x')).toEqual([]);
  });

  it('a half-width mark between Chinese or Japanese letters', () => {
    expect(check('zh', '价格,数量', 'x')).toEqual(['here: "格,": a half-width mark']);
    expect(check('ja', '価格: 数量', 'x')).toEqual(['here: "格:": a half-width mark']);
    expect(check('zh', '价格，约 {count} 枚', 'x')).toEqual([]);
  });

  it.each<[Locale, string, string]>([
    ['fr', 'Votre wallet est prêt', '"wallet": write “portefeuille”'],
    ['es', 'La wallet está lista', '"wallet": write “billetera”'],
    ['pt', 'As wallets', '"wallets": write “carteira”'],
    ['es', 'Hecho. Vuelva mañana.', '". Vuelva": the reader is “tú”'],
    ['es', 'Por su cuenta', '"Por su cuenta": the reader is “tú”'],
    ['nl', 'Van uw account', '"uw": the reader is “je”'],
    ['de', 'Prüfe deine Wallet', '"deine": the reader is “Sie”'],
    ['fr', 'Vérifie tes jetons', '"tes": the reader is “vous”'],
    ['pt', 'O teu pagamento', '"teu": the reader is “você”'],
    ['ru', 'Твой платёж', '"Твой": the reader is “вы”'],
    ['hi', 'तुम्हारा भुगतान', '"तुम्हारा": the reader is “आप”'],
    ['zh', '你的钱包', '"你": the reader is 您'],
    ['de', 'Fertig ?', '"?": a space that does not belong there'],
    ['zh', '好的。 请继续', '"。": a space that does not belong there'],
    ['de', 'genau 1 $', '"1 $": a plain space where a no-break one belongs'],
    ['pt', 'exatamente US$ {usd}', '"$": a plain space where a no-break one belongs'],
    ['es', 'Listo. Qué es?', '". Qué es?": a question without ¿'],
    ['hi', 'यह हो गया.', '"ा.": a full stop: write ।'],
    ['ar', 'تم الدفع, شكرا', '"ع,": a Latin mark: write ؟ ، ؛'],
    ['ru', 'Проверка – SYNX', '"а –": a short dash: write —'],
    ['en', 'the stated goal', '"stated": write planned, published or announced'],
    ['en', 'The minimum is $6', '"$6": a figure typed by hand: write {{fact:…}}'],
    ['it', 'Per 25 SYNX', '"25": a figure typed by hand: write {{fact:…}}'],
    ['fr', 'Le taux est de 0,65\u00a0%', '"0,65": a figure typed by hand: write {{fact:…}}'],
    ['ja', '最長30日間', '"30": a figure typed by hand: write {{fact:…}}'],
  ])('by a rule of %s: %s', (locale, text, problem) => {
    expect(check(locale, text, 'x')).toContain(`here: ${problem}`);
  });

  it('but not what the rules leave to a language', () => {
    expect(check('fr', 'WalletConnect', 'x')).toEqual([]);
    expect(check('es', 'Se pide a tu billetera que firme. ¿Listo?', 'x')).toEqual([]);
    expect(check('zh', '你们保存哪些数据？', 'x')).toEqual([]);
    expect(
      check('en', 'Pay with USD1, SHA-256, {count} of 6\n| 10. Create a video |\n10. Buy\n**Edition 1.1.** 3 steps'),
    ).toEqual([]);
    expect(check('ja', '直近12ブロック', 'the last twelve blocks')).toEqual([]);
  });

  it('an English text of more than two words that is not a name', () => {
    expect(check('it', 'Read the terms')).toEqual(['here: still the English text']);
    expect(check('it', 'Ethereum, BSC, Polygon')).toEqual([]);
    expect(check('it', 'Marketplace demo')).toEqual([]);
  });
});

test('a title and a description are named by their own lines', () => {
  const root = folderOfTest();
  for (const folder of ['i18n', 'mail', 'faq/en']) mkdirSync(join(root, 'content', folder), { recursive: true });
  for (const folder of ['i18n', 'mail']) writeFileSync(join(root, 'content', folder, 'en.json'), '{}');
  writeFileSync(join(root, 'content/faq/en/a.md'), '---\nsource: x\ntitle: the "price"\n---\n\n## A {#a}\n\nText.\n');
  expect(checkStyle('en', styleUnits(root, 'en'))).toEqual(['content/faq/en/a.md:3: straight quotes: write “…” or ’']);
});

describe('texts that are the same as in English', () => {
  const english = { a: 'SYNX', b: 'Dashboard', c: '{count} s', d: 'Details', e: 'IP (SYNX)', f: 'Home' };
  const lexicon = { ...glossary, names: ['SYNX'], same: { de: 'Details Dashboard' } };

  it('are listed if a word could be translated', () => {
    expect(untranslated('de', english, english, lexicon)).toEqual(['f']);
    expect(untranslated('nl', english, english, lexicon)).toEqual(['b', 'd', 'f']);
    expect(untranslated('nl', { ...english, b: 'Overzicht' }, english, lexicon)).toEqual(['d', 'f']);
  });
});
