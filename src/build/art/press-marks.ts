import { Resvg } from '@resvg/resvg-js';
import { PRESS_MARKS } from '#src/config/brand.ts';
import { wordmarkSvg } from './wordmark-svg.ts';

/** Pixels; more than a page of a newspaper needs. */
const WIDTH = 2430;

/** The files of the name mark that the press page offers, as SVG and as PNG on nothing. */
export function pressMarks(): { path: string; content: string | Uint8Array }[] {
  return PRESS_MARKS.flatMap(({ name, ink }) => {
    const svg = wordmarkSvg(ink);
    const png = new Resvg(svg, { fitTo: { mode: 'width', value: WIDTH }, font: { loadSystemFonts: false } }).render();
    return [
      { path: `press/${name}.svg`, content: svg },
      { path: `press/${name}.png`, content: png.asPng() },
    ];
  });
}
