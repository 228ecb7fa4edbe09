import type { Mutant } from './draw.ts';

/** A drawn mutant that no test can fail, because nothing outside changes. */
export interface Equivalent extends Mutant {
  readonly reason: string;
}

export const EQUIVALENT: readonly Equivalent[] = [];
