/** A part of a bar, in percent of the bar. */
export interface BarPart {
  readonly start: number;
  readonly width: number;
}

/** The least width of a part that is not zero, in percent: no more than a line, which its edge makes visible. */
const LEAST = 0.1;
const PERMYRIAD = 10_000n;

/** Where each part of a bar, `full` percent wide, begins, and its width: more than 0 for every amount above zero. */
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

/** The parts of a wallet's holdings and of an estimate, which takes at most a quarter of the bar (`isCut`). */
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
