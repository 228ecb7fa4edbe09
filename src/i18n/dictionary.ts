import { z } from 'zod';
import en from '#content/i18n/en.json' with { type: 'json' };

type WithForms = keyof typeof en;
/** Further forms of a text that depends on a count stand under its key and the category's name (plural-keys.ts). */
type Form = Extract<WithForms, `${string}_${Exclude<Intl.LDMLPluralRule, 'other'>}`>;
/** What replaces a text in a build that says where tokens are claimed. */
type OfClaim = Extract<WithForms, `${string}_claim`>;

/** A key of the English dictionary, which has every text of the interface. */
export type DictionaryKey = Exclude<WithForms, Form | OfClaim>;
export type Dictionary = Record<DictionaryKey, string>;

type Titled<Key extends string> = Key extends `toast.${infer Name}.title` ? Name : never;
/** The toasts: each has a title, and most have a text. */
export type ToastKey = Titled<DictionaryKey>;

/** EIP-4361 allows only these characters in the statement that a wallet shows. */
const ASCII_KEY = 'wallet.proof.statement' satisfies DictionaryKey;

/** One dictionary: the keys of the English one and the plural forms given, each a non-empty text. */
export function dictionarySchema(forms: readonly string[]) {
  const text = z.string().trim().min(1, 'is empty');
  const keys = Object.keys(en).filter((key) => !/_(?:zero|one|two|few|many)$/.test(key));
  return z.strictObject({
    ...Object.fromEntries([...keys, ...forms].map((key) => [key, text])),
    [ASCII_KEY]: text.regex(/^[ -~]+$/, 'may contain only ASCII characters'),
  });
}

/** What the card says of an amount that misses something, and of a payment of this visitor. */
export type UsedKey = Exclude<
  Extract<
    DictionaryKey,
    `presale.${'success' | 'gas' | 'minimum'}.${string}` | `presale.${'fillSale' | 'recordingLater' | 'stillOpen'}`
  >,
  'presale.minimum.effective'
>;

/** The texts that load on first use: those of windows and payments, and the statement next to a signature. */
export type LaterTexts = Pick<
  Dictionary,
  Extract<DictionaryKey, `${'pay' | 'payment' | 'api'}.${string}`> | UsedKey | typeof ASCII_KEY
>;
