/** A phase of the sale: how much it sells, in whole tokens, at which price in micro-dollars. */
export interface LadderPhase {
  readonly phase: number;
  readonly priceMicroUsd: bigint;
  readonly supply: bigint;
}

/** A phase as a step: where it begins, how wide and how high it is, in percent of the whole ladder. */
export interface LadderStep {
  readonly phase: number;
  readonly start: number;
  readonly width: number;
  readonly height: number;
}

/** The steps of a ladder of prices: as wide as what is sold at a price, as high as the price. */
export function ladderSteps(phases: readonly LadderPhase[]): readonly LadderStep[] {
  const total = phases.reduce((sum, { supply }) => sum + supply, 0n);
  const top = phases.reduce((most, { priceMicroUsd }) => (priceMicroUsd > most ? priceMicroUsd : most), 0n);
  let start = 0;
  return phases.map(({ phase, priceMicroUsd, supply }) => {
    const step = { phase, start, width: percent(supply, total), height: percent(priceMicroUsd, top) };
    start = rounded(start + step.width);
    return step;
  });
}

/** The least part of a step that is drawn as sold, in percent of the ladder: one purchase is seen, too. */
const LEAST = 0.3;

/** The sold part of each step in percent of the ladder, and `at`, where the sale is. What is above zero is seen. */
export function soldOf(
  phases: readonly LadderPhase[],
  current: number,
  remaining: bigint,
): { readonly widths: readonly number[]; readonly at: number } {
  const steps = ladderSteps(phases);
  let at = 0;
  const widths = steps.map(({ phase, start, width }, index) => {
    if (phase > current) return 0;
    const { supply } = phases[index] as LadderPhase;
    const sold = phase < current ? supply : within(supply - remaining, supply);
    const share = rounded((width * percent(sold, supply)) / 100);
    at = rounded(start + share);
    return sold > 0n ? Math.max(LEAST, share) : 0;
  });
  return { widths, at };
}

/** The least width of what has been raised, in percent: the first purchase is seen, too. */
const LEAST_RAISED = 0.6;

/** How much of the goal is raised, in percent of the bar: more than 0 above zero, and full beyond the goal. */
export function raisedWidth(raised: bigint, goal: bigint): number {
  return raised <= 0n ? 0 : Math.min(100, Math.max(LEAST_RAISED, Number((raised * 10_000n) / goal) / 100));
}

function within(part: bigint, whole: bigint): bigint {
  return part < 0n ? 0n : part > whole ? whole : part;
}

function percent(part: bigint, whole: bigint): number {
  return whole === 0n ? 0 : rounded(Number((part * 1_000_000n) / whole) / 10_000);
}

function rounded(value: number): number {
  return Math.round(value * 100) / 100;
}
