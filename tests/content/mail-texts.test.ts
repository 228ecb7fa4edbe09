import { expect, test } from 'vitest';
import { LOCALE_CODES } from '#src/config/locales.ts';
import { checkMailTexts, MAIL_TEXTS } from '#src/server/platform/mail/mail-texts.ts';

test('the mails are written in all twelve languages, none left in English', () => {
  for (const locale of LOCALE_CODES) {
    expect(Object.keys(MAIL_TEXTS[locale])).toEqual(Object.keys(MAIL_TEXTS.en));
    if (locale === 'en') continue;
    for (const [key, text] of Object.entries(MAIL_TEXTS[locale])) {
      expect(text, `${locale} ${key}`).not.toBe(MAIL_TEXTS.en[key as keyof typeof MAIL_TEXTS.en]);
    }
  }
});

test('a missing, unknown or empty text and a lost placeholder name file and key', () => {
  const { 'page.home': _, ...missing } = MAIL_TEXTS.fr;
  const wrong = (locale: string, texts: object) => () => checkMailTexts({ ...MAIL_TEXTS, [locale]: texts });
  expect(wrong('fr', missing)).toThrow(/content\/mail\/fr\.json: page\.home/);
  expect(wrong('ja', { ...MAIL_TEXTS.ja, extra: 'x' })).toThrow(/content\/mail\/ja\.json: .*extra/);
  expect(wrong('hi', { ...MAIL_TEXTS.hi, 'page.home': ' ' })).toThrow(/content\/mail\/hi\.json: page\.home/);
  expect(wrong('ar', { ...MAIL_TEXTS.ar, 'confirm.note': 'x' })).toThrow(
    /content\/mail\/ar\.json: confirm\.note: .*hours/,
  );
});
