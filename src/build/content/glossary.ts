import { z } from 'zod';
import glossary from '#content/glossary.json' with { type: 'json' };
import { LOCALE_CODES } from '#src/config/locales.ts';

/** The text that wallets sign: ASCII alone, and English in every language (EIP-4361). */
export const SIGNED_TEXT = 'wallet.proof.statement';

const word = z.string().trim().min(1);
const locale = z.enum(LOCALE_CODES as [string, ...string[]]);

const glossarySchema = z.strictObject({
  /** Languages whose texts are checked against the glossary and the rules of typography. */
  conforming: z.array(locale),
  /** Texts that are a name and therefore the same in every language. */
  names: z.array(word),
  /** By language, words that it has in common with English, with spaces between. */
  same: z.partialRecord(locale, word).optional(),
  terms: z.array(
    z.strictObject({
      term: word,
      words: z.strictObject(Object.fromEntries(LOCALE_CODES.map((code) => [code, word]))),
      /** Words to avoid for the term, by language; checked only where the English text has the term. */
      avoid: z.partialRecord(locale, z.array(word)).optional(),
    }),
  ),
  /** Words to avoid anywhere in a language, each with its replacement. */
  phrases: z.partialRecord(locale, z.record(word, word)),
});

export type Glossary = z.infer<typeof glossarySchema>;

export const GLOSSARY: Glossary = parseGlossary(glossary);

/** Parses content/glossary.json; throws an Error that lists every problem. */
export function parseGlossary(content: unknown): Glossary {
  const parsed = glossarySchema.safeParse(content);
  if (parsed.success) return parsed.data;
  const lines = parsed.error.issues.map(({ path, message }) => `content/glossary.json: ${path.join('.')}: ${message}`);
  throw new Error(lines.join('\n'));
}
