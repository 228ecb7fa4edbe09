import { ROSETTE } from '#src/components/art/rosette.ts';

/** The rosette as an SVG file, in lines of `width` (its radius is 500) and one colour. */
export function rosetteSvg(colour: string, width: number): string {
  const lines = ROSETTE.flatMap(({ path, turns }) =>
    turns.map((turn) => `<path d="${path}" transform="rotate(${turn})"/>`),
  );
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="-500 -500 1000 1000"><g fill="none" stroke="${colour}" stroke-width="${width}">${lines.join('')}</g></svg>`;
}
