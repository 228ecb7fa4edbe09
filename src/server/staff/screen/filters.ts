import { CHAIN_IDS } from '#src/config/chains.ts';
import { USD_DECIMALS } from '#src/config/sale.ts';
import { parseDecimal } from '#src/lib/money/decimal.ts';
import { StaffRefusal } from '../auth/refusal.ts';
import type { Field, ScreenRequest } from './screen.ts';

/** An optional filter: a choice among values, each its own label. */
export function anyOf(name: string, label: string, values: readonly string[], open = 'All'): Field {
  const options = [{ value: '', label: open }, ...values.map((value) => ({ value, label: value }))];
  return { name, label, type: 'select', options, optional: true };
}

export const CHAIN_FILTER = anyOf('chain', 'Chain', CHAIN_IDS.map(String));
export const MINIMUM_FILTER: Field = { name: 'minimum', label: 'Worth at least (USD)', type: 'text', optional: true };

type Query = ScreenRequest['query'];

/** The chosen option of a field; null if none was chosen. Throws StaffRefusal for anything else. */
export function chosen(query: Query, { name, options = [] }: Field): string | null {
  const value = query[name] ?? '';
  if (value === '') return null;
  if (options.some((option) => option.value === value)) return value;
  const known = options.flatMap((option) => (option.value === '' ? [] : [option.value]));
  throw new StaffRefusal(`"${name}" must be one of: ${known.join(', ')}.`);
}

export function chosenChain(query: Query): bigint | null {
  const chain = chosen(query, CHAIN_FILTER);
  return chain === null ? null : BigInt(chain);
}

/** The requested minimum value, in micro-dollars. Throws StaffRefusal for an invalid amount. */
export function chosenMinimum(query: Query): bigint | null {
  const text = (query[MINIMUM_FILTER.name] ?? '').trim();
  if (text === '') return null;
  const units = parseDecimal(text, USD_DECIMALS);
  if (units === null || units < 0n || units >= 10n ** 18n)
    throw new StaffRefusal('"minimum" must be an amount such as 25.50.');
  return units;
}
