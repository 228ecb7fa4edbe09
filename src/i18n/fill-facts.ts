import type { Locale } from '#src/config/locales.ts';
import type { Facts } from './facts.ts';
import { FACT_FORMS, type FactForm, formatFact } from './format-fact.ts';

/** `{{fact:id}}` or `{{fact:id|form}}`; anything else in double braces is a mistake and matched too. */
export const FACT_REFERENCE = /\{\{([^{}\n]*)\}\}/g;
const REFERENCE = /^\s*fact:([\w.]+)(?:\|(\w+))?\s*$/;

/** The part between double braces, as text; throws an Error naming the unknown id or form. */
export function resolveFact(reference: string, locale: Locale, facts: Facts): string {
  const [, id, form = 'default'] = REFERENCE.exec(reference) ?? [];
  if (id === undefined) throw new Error(`{{${reference}}} is not of the form {{fact:id}} or {{fact:id|form}}`);
  const fact = Object.hasOwn(facts, id) ? facts[id] : undefined;
  if (fact === undefined) throw new Error(`unknown fact ${id}`);
  if (!FACT_FORMS.includes(form as FactForm))
    throw new Error(`fact ${id}: unknown form "${form}"; there are ${FACT_FORMS.join(', ')}`);
  try {
    return formatFact(fact, form as FactForm, locale);
  } catch (error) {
    throw new Error(`fact ${id}: ${error instanceof Error ? error.message : error}`);
  }
}

/** The ids of the facts that a text refers to, sorted, each once. */
export function factIds(text: string): readonly string[] {
  const ids = Array.from(text.matchAll(FACT_REFERENCE), ([, inner = '']) => REFERENCE.exec(inner)?.[1] ?? inner);
  return [...new Set(ids)].sort();
}

/** Fills the facts into a text in the format of a locale; throws at the first invalid reference. */
export function fillFacts(text: string, locale: Locale, facts: Facts): string {
  return text.replace(FACT_REFERENCE, (_, inner: string) => resolveFact(inner, locale, facts));
}
