import { ADDRESS_PATTERN } from './hex-patterns.ts';

export interface KnownAddress {
  readonly name: string;
  readonly address: string;
}

export type Comparison =
  | { readonly kind: 'match'; readonly name: string }
  /** Thieves generate addresses with similar ends; `count` is how many characters differ. */
  | { readonly kind: 'similar'; readonly name: string; readonly count: number }
  | { readonly kind: 'other' }
  | { readonly kind: 'invalid' };

/** Two addresses look alike if so many characters at both ends match: people only compare those. */
const ALIKE_ENDS = 6;
/** Up to this many differences, we take two addresses for one with a typing error. */
const SLIPS = 8;

/** Compares a pasted address with the known ones, in any letter case. */
export function compareAddress(pasted: string, known: readonly KnownAddress[]): Comparison {
  const text = pasted.trim().toLowerCase();
  if (!ADDRESS_PATTERN.test(text)) return { kind: 'invalid' };
  const same = known.find(({ address }) => address.toLowerCase() === text);
  if (same !== undefined) return { kind: 'match', name: same.name };
  const [closest] = known
    .map(({ name, address }) => ({ name, ...likeness(text.slice(2), address.slice(2).toLowerCase()) }))
    .filter(({ ends, count }) => ends >= ALIKE_ENDS || count <= SLIPS)
    .sort((one, other) => one.count - other.count);
  return closest === undefined ? { kind: 'other' } : { kind: 'similar', name: closest.name, count: closest.count };
}

function likeness(one: string, other: string): { ends: number; count: number } {
  const differs = Array.from(one, (character, index) => character !== other[index]);
  const head = differs.indexOf(true);
  const tail = differs.length - 1 - differs.lastIndexOf(true);
  return { ends: head + tail, count: differs.filter(Boolean).length };
}
