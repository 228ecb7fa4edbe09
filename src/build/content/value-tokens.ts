import type { Locale } from '#src/config/locales.ts';
import type { Facts } from '#src/i18n/facts.ts';
import { FACT_REFERENCE, factIds, resolveFact } from '#src/i18n/fill-facts.ts';
import type { Problem } from './problem.ts';

/** Enclose the number of a value in the text that the Markdown parser sees, so that no value is parsed as Markdown. */
const OPEN = '\uE000';
const CLOSE = '\uE001';
const TOKEN = /\uE000(\d+)\uE001/g;
export const EMAIL = '{email}';

/** A value in the text: a fact, or the support address. */
export interface ValueToken {
  readonly kind: 'fact' | 'email';
  readonly text: string;
  /** The fact's name; null for the address. */
  readonly fact: string | null;
}

/** Replaces facts and the support address in a file's text by tokens; an unknown fact is a problem. */
export function insertTokens(
  file: string,
  text: string,
  { locale, facts, email }: { locale: Locale; facts: Facts; email: string },
) {
  const tokens: ValueToken[] = [];
  const problems: Problem[] = [];
  const add = (token: ValueToken) => `${OPEN}${tokens.push(token) - 1}${CLOSE}`;
  const lines = text.split('\n').map((content, index) => {
    if (/^\s*[#|]/.test(content) && content.includes(EMAIL))
      problems.push({ file, line: index + 1, message: `${EMAIL} is allowed in a paragraph or list, not here` });
    return content
      .replace(FACT_REFERENCE, (_, inner: string) => {
        try {
          return add({
            kind: 'fact',
            text: resolveFact(inner, locale, facts),
            fact: factIds(`{{${inner}}}`)[0] ?? null,
          });
        } catch (error) {
          problems.push({ file, line: index + 1, message: error instanceof Error ? error.message : String(error) });
          return '';
        }
      })
      .replaceAll(EMAIL, () => add({ kind: 'email', text: email, fact: null }));
  });
  return { text: lines.join('\n'), tokens, problems };
}

export function splitTokens(text: string, tokens: readonly ValueToken[]): readonly (string | ValueToken)[] {
  // Every second part of the split is the number captured by the expression.
  return text.split(TOKEN).map((part, index) => (index % 2 === 0 ? part : (tokens[Number(part)] ?? '')));
}

export function plainTokens(text: string, tokens: readonly ValueToken[]): string {
  return text.replace(TOKEN, (_, index: string) => tokens[Number(index)]?.text ?? '');
}

/** The names of the facts among the tokens of a text, in their order, each once. */
export function factsIn(text: string, tokens: readonly ValueToken[]): readonly string[] {
  const names = splitTokens(text, tokens).flatMap((part) => (typeof part === 'string' ? [] : (part.fact ?? [])));
  return [...new Set(names)];
}
