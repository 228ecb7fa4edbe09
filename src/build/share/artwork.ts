import { Resvg } from '@resvg/resvg-js';
import { INK, IVORY, MINT } from '#src/config/brand.ts';
import { SHARE_IMAGE } from '#src/layouts/share-image.ts';
import { bandSvg } from '../art/band-svg.ts';
import { rosetteSvg } from '../art/rosette-svg.ts';
import { wordmarkSvg } from '../art/wordmark-svg.ts';

/** The background of every share image, as an SVG; mirrored for right-to-left texts. */
export function shareArtwork(direction: 'ltr' | 'rtl'): string {
  const { width, height } = SHARE_IMAGE;
  const band = bandSvg({ width, height: 12, crests: 100, lines: 3, colour: MINT, stroke: 0.9 });
  const at = (x: number, wide: number) => (direction === 'ltr' ? x : width - x - wide);
  const rosette = place(rosetteSvg(MINT, 0.9), { x: at(780, 680), y: -310, width: 680, height: 680, opacity: 0.5 });
  const wordmark = place(wordmarkSvg(IVORY), { x: at(76, 189), y: 72, width: 189, height: 56, opacity: 1 });
  const foot = place(band, { x: 0, y: height - 24, width, height: 12, opacity: 0.7 });
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}"><rect width="${width}" height="${height}" fill="${INK}"/>${rosette}${wordmark}${foot}</svg>`;
}

/** Nests an SVG inside another. */
function place(
  svg: string,
  { x, y, width, height, opacity }: Record<'x' | 'y' | 'width' | 'height' | 'opacity', number>,
): string {
  const inside = svg.replace(/^<svg [^>]*>/, '').replace(/<\/svg>\s*$/, '');
  const [, viewBox = ''] = /viewBox="([^"]+)"/.exec(svg) ?? [];
  return `<g opacity="${opacity}"><svg x="${x}" y="${y}" width="${width}" height="${height}" viewBox="${viewBox}">${inside}</svg></g>`;
}

/** An SVG as RGBA pixels, as wide and high as a share image. */
export function drawPixels(svg: string): Buffer {
  const fitTo = { mode: 'width', value: SHARE_IMAGE.width } as const;
  return Buffer.from(new Resvg(svg, { fitTo, font: { loadSystemFonts: false } }).render().pixels);
}
