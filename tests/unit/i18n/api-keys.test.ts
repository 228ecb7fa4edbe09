import { expect, test } from 'vitest';
import { API_ERRORS, type ApiErrorCode } from '#src/contract/errors.ts';
import { PAYMENT_STATUSES } from '#src/contract/presale.ts';
import { loadDictionary } from '#src/i18n/load-dictionary.ts';

const english = loadDictionary('en') as Readonly<Record<string, string>>;

/** The possible answers to a page of this site when recording a purchase, staking and subscribing to the newsletter. */
const MET: readonly ApiErrorCode[] = [
  'invalid_request',
  'invalid_wallet_address',
  'wallet_checksum_mismatch',
  'invalid_transaction_hash',
  'invalid_amount',
  'invalid_email',
  'insufficient_available',
  'no_tokens_available',
  'invalid_proof',
  'invalid_signature',
  'proof_required',
  'no_wallet_session',
  'wrong_wallet',
  'foreign_origin',
  'rate_limited',
  'internal_error',
  'storage_unavailable',
  'overloaded',
  'chain_unavailable',
];

test('the dictionary has a sentence for every code a toast can show, and in English it is the API’s own', () => {
  for (const code of MET) expect(english[`api.${code}`], code).toBe(API_ERRORS[code].message);
});

test('the dictionary has a sentence for every status of a payment', () => {
  for (const status of PAYMENT_STATUSES) expect(english[`api.status.${status}`], status).toBeTruthy();
});
