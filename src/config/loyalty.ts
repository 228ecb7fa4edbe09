/** Discounts for holders: thresholds in whole SYNX, discounts in percent; the highest step first. */
export const LOYALTY_STEPS = [
  { fromSynx: 100_000n, percent: 10, freeShipping: true },
  { fromSynx: 50_000n, percent: 5, freeShipping: false },
] as const;
