import { z } from 'zod';
import { LOCALE_CODES, type Locale } from '#src/config/locales.ts';

/** An e-mail address, trimmed and in lower case. */
export const emailSchema = z.string().trim().toLowerCase().max(254).pipe(z.email()).describe('E-mail address');

export const localeSchema = z.enum(LOCALE_CODES as [Locale, ...Locale[]]).describe('One of the twelve languages');

/** A field that people never see but programs fill in: such a request gets a normal answer and changes nothing. */
export const honeypotSchema = z.string().max(1000).optional().describe('Leave empty');

/** A text of one line, or several with `lines`, of 1 to `max` characters; refuses control characters. */
export function textSchema(max: number, { lines = false } = {}) {
  const control = lines ? /[^\P{Cc}\n\r\t]/u : /\p{Cc}/u;
  return z
    .string()
    .trim()
    .min(1)
    .max(max)
    .refine((text) => !control.test(text), 'holds characters that cannot be shown');
}
