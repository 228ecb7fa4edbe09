export interface Random {
  /** A whole number from 0 to below `end`. */
  below(end: number): number;
  /** True in one of `of` cases. */
  once(of: number): boolean;
  pick<Item>(items: readonly Item[]): Item;
}

/** The same numbers for the same seed (mulberry32), so that every random run can be played again. */
export function random(seed: number): Random {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (end: number) => Math.floor(next() * end);
  return {
    below,
    once: (of) => below(of) === 0,
    pick: (items) => {
      if (items.length === 0) throw new RangeError('nothing to pick from');
      return items[below(items.length)] as (typeof items)[number];
    },
  };
}
