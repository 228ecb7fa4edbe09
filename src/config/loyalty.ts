/** Discounts for holders (R9.071, R9.072): from so many whole SYNX on, in percent; the highest step first. */
export const LOYALTY_STEPS = [
  { fromSynx: 100_000n, percent: 10, freeShipping: true },
  { fromSynx: 50_000n, percent: 5, freeShipping: false },
] as const;
