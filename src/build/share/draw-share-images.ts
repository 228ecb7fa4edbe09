import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { IVORY, MIST } from '#src/config/brand.ts';
import { LOCALES } from '#src/config/locales.ts';
import { SHARE_IMAGE } from '#src/layouts/share-image.ts';
import { type Cache, createCache } from '../typeset/cached.ts';
import { familiesOf, packageVersions } from '../typeset/fonts.ts';
import { createTypesetter } from '../typeset/typesetter.ts';
import { drawPixels, shareArtwork } from './artwork.ts';
import type { SharedPage } from './shared-page.ts';

const TEMPLATE = 'src/build/share/share-image.typ';
/** The artwork has three colours; the highest compression would take twice as long to save 0.4 %. */
const PNG = { palette: true, colours: 16, dither: 0, effort: 1, compressionLevel: 6 } as const;
const RAW = { ...SHARE_IMAGE, channels: 4 } as const;

/** Draws each page's share image, or takes it from the cache. Throws an Error naming the picture. */
export function createShareImages(
  root: string,
  cache: Cache = createCache(root),
): (page: SharedPage) => Promise<Buffer> {
  const template = readFileSync(join(root, TEMPLATE), 'utf8');
  const versions = packageVersions(root, ['@resvg/resvg-js', 'sharp']);
  const artwork = { ltr: shareArtwork('ltr'), rtl: shareArtwork('rtl') };
  const typesetter = once(() => createTypesetter(root));
  const ground = { ltr: once(() => drawPixels(artwork.ltr)), rtl: once(() => drawPixels(artwork.rtl)) };
  return ({ locale, image, title, description }) => {
    const { direction } = LOCALES[locale];
    const colours = { text: IVORY, soft: MIST };
    const data = { ...SHARE_IMAGE, ...{ title, description, colours }, lang: locale, fonts: familiesOf(locale) };
    const from = [template, artwork[direction], JSON.stringify(data), versions, JSON.stringify(PNG)];
    return cache.get('share', from, async () => {
      try {
        const words = drawPixels(typesetter().svg(template, data));
        return await sharp(ground[direction](), { raw: RAW })
          .composite([{ input: words, raw: RAW }])
          .removeAlpha()
          .png(PNG)
          .toBuffer();
      } catch (error) {
        throw new Error(`${image}: ${error instanceof Error ? error.message : error}`);
      }
    });
  };
}

function once<T>(make: () => T): () => T {
  let made: { value: T } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}
