import { expect, test } from 'vitest';
import { API_ERRORS } from '#src/contract/errors.ts';
import { PAYMENT_STATUSES } from '#src/contract/presale.ts';
import { loadDictionary } from '#src/i18n/load-dictionary.ts';

const english = loadDictionary('en') as Readonly<Record<string, string>>;

/** Codes of calls that show no toast: links of e-mails, addresses that are none, and bodies that no page sends. */
const UNSEEN = ['link_expired', 'not_found', 'body_too_large', 'unsupported_media_type'];

test('the dictionary has the API’s own sentence for every code a visitor can meet', () => {
  for (const [code, { message }] of Object.entries(API_ERRORS))
    if (!UNSEEN.includes(code)) expect(english[`api.${code}`], code).toBe(message);
});

test('the dictionary has a sentence for every status of a payment', () => {
  for (const status of PAYMENT_STATUSES) expect(english[`api.status.${status}`], status).toBeTruthy();
});
