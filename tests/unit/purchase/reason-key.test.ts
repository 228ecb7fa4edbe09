import { expect, it } from 'vitest';
import { LOCALE_CODES } from '#src/config/locales.ts';
import { TRACK_REASONS } from '#src/contract/track.ts';
import { loadDictionary } from '#src/i18n/load-dictionary.ts';
import { reasonKey } from '#src/purchase/payment-statuses.ts';

it('every reason of the API has its own sentence', () => {
  const english = loadDictionary('en');
  const sentences = TRACK_REASONS.map((reason) => english[reasonKey(reason)]);
  expect(new Set(sentences).size).toBe(TRACK_REASONS.length);
  expect(sentences).not.toContain(english['payment.reason.unknown']);
});

it.each(LOCALE_CODES)('an unknown reason has a sentence in %s', (locale) => {
  for (const reason of ['of-a-newer-api', 'toString', ''])
    expect(loadDictionary(locale)[reasonKey(reason)]).toMatch(/.{10}/);
});
