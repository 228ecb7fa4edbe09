import { areaOf } from './draw.ts';
import type { Equivalent } from './equivalent.ts';
import { isSurvivor, type Outcome } from './plant.ts';

export interface AreaFigures {
  readonly area: string;
  readonly drawn: number;
  readonly equivalent: number;
  readonly killed: number;
  /** Of those that are not equivalent. */
  readonly percent: number;
}

/** The figures of each area, in the order of the outcomes, and at the end those of all. */
export function figuresOf(outcomes: readonly Outcome[], equivalent: readonly Equivalent[]): readonly AreaFigures[] {
  const areas = Map.groupBy(outcomes, ({ file }) => areaOf(file).name);
  return [...areas, ['all', outcomes] as const].map(([area, drawn]) => {
    const same = drawn.filter((each) => isSurvivor(each) && isEquivalent(each, equivalent)).length;
    const killed = drawn.filter((each) => !isSurvivor(each)).length;
    const rest = drawn.length - same;
    return { area, drawn: drawn.length, equivalent: same, killed, percent: rest === 0 ? 100 : (100 * killed) / rest };
  });
}

/** The mutants that no test noticed and that are not known to be equivalent. */
export function survivors(outcomes: readonly Outcome[], equivalent: readonly Equivalent[]): readonly Outcome[] {
  return outcomes.filter((each) => isSurvivor(each) && !isEquivalent(each, equivalent));
}

function isEquivalent({ file, find, replace }: Outcome, equivalent: readonly Equivalent[]): boolean {
  return equivalent.some((each) => each.file === file && each.find === find && each.replace === replace);
}
