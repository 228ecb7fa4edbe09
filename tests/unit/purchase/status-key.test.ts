import { expect, it } from 'vitest';
import { LOCALE_CODES } from '#src/config/locales.ts';
import { PAYMENT_STATUSES, type PaymentStatus } from '#src/contract/presale.ts';
import type { Track } from '#src/contract/track.ts';
import { loadDictionary } from '#src/i18n/load-dictionary.ts';
import { statusNameKey, statusSentenceKey } from '#src/purchase/payment-statuses.ts';

const NEWER = ['of-a-newer-api', 'toString', ''] as unknown as readonly PaymentStatus[];

it('every status of the API has its own name and its own sentence', () => {
  const english = loadDictionary('en');
  const states: readonly Track['status'][] = [...PAYMENT_STATUSES, 'unknown'];
  const names = [...states.map((status) => statusNameKey(status, false)), statusNameKey('credited', true)];
  const sentences = PAYMENT_STATUSES.map(statusSentenceKey);
  for (const keys of [names, sentences]) {
    expect(new Set(keys.map((key) => english[key])).size).toBe(keys.length);
    expect(keys).not.toContain('payment.status.unnamed');
  }
});

it.each(LOCALE_CODES)('an unknown status has a sentence in %s', (locale) => {
  const words = loadDictionary(locale);
  for (const status of NEWER) {
    expect(words[statusSentenceKey(status)]).toMatch(/.{10}/);
    expect(words[statusNameKey(status, true)]).toBe(words[statusSentenceKey(status)]);
  }
});
