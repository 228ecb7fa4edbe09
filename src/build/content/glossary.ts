import { z } from 'zod';
import glossary from '#content/glossary.json' with { type: 'json' };
import { LOCALE_CODES } from '#src/config/locales.ts';

const word = z.string().trim().min(1);
const locale = z.enum(LOCALE_CODES as [string, ...string[]]);

const glossarySchema = z.strictObject({
  /** Languages whose texts are held to the glossary and to the rules of typography. */
  conforming: z.array(locale),
  /** Texts of more than two words that are a name, and so the same in every language. */
  names: z.array(word),
  terms: z.array(
    z.strictObject({
      term: word,
      words: z.strictObject(Object.fromEntries(LOCALE_CODES.map((code) => [code, word]))),
      /** Words not to use for the term, by language; they count where the English text has the term. */
      avoid: z.partialRecord(locale, z.array(word)).optional(),
    }),
  ),
  /** Words not to use anywhere in a language, each with what to say in its place. */
  phrases: z.partialRecord(locale, z.record(word, word)),
});

export type Glossary = z.infer<typeof glossarySchema>;

export const GLOSSARY: Glossary = parseGlossary(glossary);

/** Takes content/glossary.json; throws an Error that names everything wrong with it. */
export function parseGlossary(content: unknown): Glossary {
  const parsed = glossarySchema.safeParse(content);
  if (parsed.success) return parsed.data;
  const lines = parsed.error.issues.map(({ path, message }) => `content/glossary.json: ${path.join('.')}: ${message}`);
  throw new Error(lines.join('\n'));
}
