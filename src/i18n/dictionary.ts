import { z } from 'zod';
import { AIRDROP_KEYS } from './keys/airdrop-keys.ts';
import { API_KEYS } from './keys/api-keys.ts';
import { CALENDAR_KEYS } from './keys/calendar-keys.ts';
import { COMMON_KEYS } from './keys/common-keys.ts';
import { CONFIG_KEYS } from './keys/config-keys.ts';
import { DASHBOARD_KEYS } from './keys/dashboard-keys.ts';
import { LANDING_KEYS } from './keys/landing-keys.ts';
import { NEWS_KEYS } from './keys/news-keys.ts';
import { PAY_KEYS } from './keys/pay-keys.ts';
import { PAYMENT_KEYS } from './keys/payment-keys.ts';
import { PRESALE_KEYS } from './keys/presale-keys.ts';
import { PWA_KEYS } from './keys/pwa-keys.ts';
import { READING_KEYS } from './keys/reading-keys.ts';
import { RECOUNT_KEYS } from './keys/recount-keys.ts';
import { REHEARSAL_KEYS } from './keys/rehearsal-keys.ts';
import { SHELL_KEYS } from './keys/shell-keys.ts';
import { STAKING_KEYS } from './keys/staking-keys.ts';
import { TOAST_KEYS } from './keys/toast-keys.ts';
import { TRACK_KEYS } from './keys/track-keys.ts';
import { VERIFY_KEYS } from './keys/verify-keys.ts';
import { VOTING_KEYS } from './keys/voting-keys.ts';
import { WALLET_KEYS } from './keys/wallet-keys.ts';

/** Every key of the dictionary with the note for its translator. */
export const DICTIONARY_KEYS = {
  ...COMMON_KEYS,
  ...SHELL_KEYS,
  ...LANDING_KEYS,
  ...READING_KEYS,
  ...PWA_KEYS,
  ...WALLET_KEYS,
  ...PRESALE_KEYS,
  ...PAY_KEYS,
  ...STAKING_KEYS,
  ...AIRDROP_KEYS,
  ...TOAST_KEYS,
  ...API_KEYS,
  ...PAYMENT_KEYS,
  ...TRACK_KEYS,
  ...CALENDAR_KEYS,
  ...DASHBOARD_KEYS,
  ...VOTING_KEYS,
  ...NEWS_KEYS,
  ...RECOUNT_KEYS,
  ...VERIFY_KEYS,
  ...CONFIG_KEYS,
  ...REHEARSAL_KEYS,
};

export type DictionaryKey = keyof typeof DICTIONARY_KEYS;
export type Dictionary = Record<DictionaryKey, string>;

/** EIP-4361 allows only these characters in the statement that a wallet shows. */
const ASCII_KEY = 'wallet.proof.statement' satisfies DictionaryKey;

const shape = Object.fromEntries(
  Object.entries(DICTIONARY_KEYS).map(([key, note]) => {
    const text = z.string().trim().min(1, 'is empty');
    return [
      key,
      (key === ASCII_KEY ? text.regex(/^[ -~]+$/, 'may contain only ASCII characters') : text).describe(note),
    ];
  }),
);

/** One dictionary: exactly these keys and the plural forms given, each a non-empty text. */
export function dictionarySchema(forms: readonly string[]) {
  const text = z.string().trim().min(1, 'is empty');
  return z.strictObject({ ...shape, ...Object.fromEntries(forms.map((key) => [key, text])) });
}
