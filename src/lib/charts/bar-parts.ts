/** A part of a bar, in percent of the bar. */
export interface BarPart {
  readonly start: number;
  readonly width: number;
}

/** The least width of a part that is not zero, in percent: it can be seen, and says nothing about its size. */
const LEAST = 1;
const PERMYRIAD = 10_000n;

/**
 * Where the part of each amount begins in a bar that is `full` percent wide, and how wide it is. Amounts above zero are
 * at least one percent wide, however small; all others, and every part of an empty bar, have no width.
 */
export function barParts(amounts: readonly bigint[], full = 100): readonly BarPart[] {
  const shown = amounts.map((amount) => (amount > 0n ? amount : 0n));
  const sum = shown.reduce((one, other) => one + other, 0n);
  const rest = full - LEAST * shown.filter((amount) => amount > 0n).length;
  let start = 0;
  return shown.map((amount) => {
    const width = amount === 0n ? 0 : LEAST + (rest * Number((amount * PERMYRIAD) / sum)) / Number(PERMYRIAD);
    const part = { start, width };
    start += width;
    return part;
  });
}

/** The largest part of a bar that an estimate takes, in percent: beyond, it is drawn cut off. */
const LARGEST_ESTIMATE = 25;

/**
 * The parts of what a wallet holds, and of an estimate behind them. An estimate that would take more than a quarter of
 * the bar takes a quarter and `isCut`, so that what is held stays readable next to it.
 */
export function allocationParts(
  held: readonly bigint[],
  estimate: bigint,
): { readonly held: readonly BarPart[]; readonly estimate: BarPart; readonly isCut: boolean } {
  const sum = held.reduce((one, other) => one + (other > 0n ? other : 0n), 0n);
  if (estimate <= 0n) return { held: barParts(held), estimate: { start: 100, width: 0 }, isCut: false };
  if (sum === 0n) return { held: barParts(held), estimate: { start: 0, width: 100 }, isCut: false };
  const share = Number((estimate * PERMYRIAD) / (sum + estimate)) / 100;
  const width = Math.max(LEAST, Math.min(LARGEST_ESTIMATE, share));
  const parts = barParts(held, 100 - width);
  return { held: parts, estimate: { start: 100 - width, width }, isCut: share > LARGEST_ESTIMATE };
}
