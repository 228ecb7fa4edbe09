import { WORDMARK, WORDMARK_CUT, WORDMARK_SIZE, WORDMARK_STROKE } from '#src/components/art/wordmark.ts';

/** The name mark as an SVG file in one colour; the background shows through the line along its letters. */
export function wordmarkSvg(ink: string): string {
  const { width, height } = WORDMARK_SIZE;
  const letters = (stroke: string, line: number) =>
    `<path d="${WORDMARK}" stroke="${stroke}" stroke-width="${line}" stroke-linejoin="bevel"/>`;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}"><title>SYNX</title><mask id="cut" maskUnits="userSpaceOnUse" x="0" y="0" width="${width}" height="${height}" fill="none"><rect width="${width}" height="${height}" fill="#000"/>${letters('#fff', WORDMARK_STROKE)}${letters('#000', WORDMARK_CUT)}</mask><rect width="${width}" height="${height}" fill="${ink}" mask="url(#cut)"/></svg>\n`;
}
