import { WORDMARK, WORDMARK_CUT, WORDMARK_SIZE, WORDMARK_STROKE } from '#src/components/art/wordmark.ts';

/** The name mark as an SVG file: `ink` is the colour of the letters, `ground` that of what it stands on. */
export function wordmarkSvg(ink: string, ground: string): string {
  const { width, height } = WORDMARK_SIZE;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}"><title>SYNX</title><g fill="none"><path d="${WORDMARK}" stroke="${ink}" stroke-width="${WORDMARK_STROKE}" stroke-linejoin="bevel"/><path d="${WORDMARK}" stroke="${ground}" stroke-width="${WORDMARK_CUT}"/></g></svg>\n`;
}
