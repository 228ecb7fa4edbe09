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
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}"><rect width="${width}" height="${height}" fill="${INK}"/>${place(rosetteSvg(MINT, 0.9), at(780, 680), -310, 680, 680, 0.5)}${place(wordmarkSvg(IVORY), at(76, 189), 72, 189, 56)}${place(band, 0, height - 24, width, 12, 0.7)}</svg>`;
}

/** Nests an SVG inside another. */
function place(svg: string, x: number, y: number, width: number, height: number, opacity = 1): string {
  const inside = svg.replace(/^<svg [^>]*>/, '').replace(/<\/svg>\s*$/, '');
  const [, viewBox = ''] = /viewBox="([^"]+)"/.exec(svg) ?? [];
  return `<g opacity="${opacity}"><svg x="${x}" y="${y}" width="${width}" height="${height}" viewBox="${viewBox}">${inside}</svg></g>`;
}

/** An SVG as RGBA pixels, as wide and high as a share image. */
export function drawPixels(svg: string): Buffer {
  const fitTo = { mode: 'width', value: SHARE_IMAGE.width } as const;
  return Buffer.from(new Resvg(svg, { fitTo, font: { loadSystemFonts: false } }).render().pixels);
}
