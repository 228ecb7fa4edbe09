/** A part of a bar, in percent of the bar. */
export interface BarPart {
  readonly start: number;
  readonly width: number;
}

/** The least width of a part that is not zero, in percent: no more than a line, which its edge makes visible. */
const LEAST = 0.1;
const PERMYRIAD = 10_000n;

/** Where each part of a bar begins, and its width: more than 0 for every amount above zero. */
export function barParts(amounts: readonly bigint[]): readonly BarPart[] {
  const shown = amounts.map((amount) => (amount > 0n ? amount : 0n));
  const sum = shown.reduce((one, other) => one + other, 0n);
  const rest = 100 - LEAST * shown.filter((amount) => amount > 0n).length;
  let start = 0;
  return shown.map((amount) => {
    const width = amount === 0n ? 0 : LEAST + (rest * Number((amount * PERMYRIAD) / sum)) / Number(PERMYRIAD);
    const part = { start, width };
    start += width;
    return part;
  });
}
