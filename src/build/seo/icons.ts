import { Resvg } from '@resvg/resvg-js';
import { INK } from '#src/config/brand.ts';

export const SQUARE_ICONS = [192, 512] as const;
export const MASKABLE_ICON = { path: '/icons/icon-maskable-512.png', pixels: 512 } as const;
/** Apple devices look for this name and cut the corners themselves. */
const APPLE_ICON = { path: '/apple-touch-icon.png', pixels: 180 } as const;
/** For programs that do not read the page; browsers take the SVG. */
const OLD_ICON = { path: '/favicon.ico', pixels: 48 } as const;
/** What a mask leaves: a circle of 80 % of the width (W3C, "Safe zone"), and so a square of 1/√2 of that. */
const SAFE = 0.7;

/** Draws all icons from the mark, an SVG with a square viewBox. */
export function drawIcons(mark: string): { path: string; content: Uint8Array }[] {
  const plain = SQUARE_ICONS.map((pixels) => ({ path: `/icons/icon-${pixels}.png`, content: draw(mark, pixels) }));
  const padded = [MASKABLE_ICON, APPLE_ICON].map(({ path, pixels }) => ({ path, content: draw(pad(mark), pixels) }));
  const { path, pixels } = OLD_ICON;
  return [...plain, ...padded, { path, content: icoFile(draw(mark, pixels), pixels) }];
}

function icoFile(png: Uint8Array, pixels: number): Uint8Array {
  const head = Buffer.alloc(22);
  // An icon, one image: its width and height, 1 plane, 32 bits, its length and where it begins.
  for (const [offset, value] of [
    [2, 1],
    [4, 1],
    [10, 1],
    [12, 32],
  ] as const)
    head.writeUInt16LE(value, offset);
  head.writeUInt8(pixels, 6);
  head.writeUInt8(pixels, 7);
  head.writeUInt32LE(png.length, 14);
  head.writeUInt32LE(head.length, 18);
  return Buffer.concat([head, png]);
}

function draw(svg: string, pixels: number): Uint8Array {
  return new Resvg(svg, { fitTo: { mode: 'width', value: pixels }, font: { loadSystemFonts: false } }).render().asPng();
}

function pad(mark: string): string {
  const source = `data:image/svg+xml;base64,${Buffer.from(mark).toString('base64')}`;
  const margin = (1 - SAFE) * 50;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100"><rect width="100" height="100" fill="${INK}"/><image href="${source}" x="${margin}" y="${margin}" width="${SAFE * 100}" height="${SAFE * 100}"/></svg>`;
}
