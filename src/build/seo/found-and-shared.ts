import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Resvg } from '@resvg/resvg-js';
import type { AstroIntegration } from 'astro';
import { PRESS_MARKS } from '#src/config/brand.ts';
import { wordmarkSvg } from '../art/wordmark-svg.ts';
import type { SiteEnv } from '../site-env.ts';
import { cdnHeaders } from './cdn-headers.ts';
import { drawIcons } from './icons.ts';
import { listedPages } from './page-paths.ts';
import { robots } from './robots.ts';
import { securityTxt } from './security-txt.ts';
import { sitemap } from './sitemap.ts';
import { webManifest } from './web-manifest.ts';

/** Pixels; more than a newspaper page needs. */
const PRESS_MARK_WIDTH = 2430;

/** Writes what search engines, browsers and researchers look for. `now` is the time of the source. */
export function foundAndShared({ origin, securityContact }: SiteEnv, now: Date): AstroIntegration {
  return {
    name: 'synx-found-and-shared',
    hooks: {
      'astro:build:done': async ({ dir, pages, logger }) => {
        const root = fileURLToPath(dir);
        const write = async (path: string, content: string | Uint8Array) => {
          await mkdir(dirname(join(root, path)), { recursive: true });
          await writeFile(join(root, path), content);
        };
        await write('robots.txt', robots(origin));
        await write('sitemap.xml', sitemap(origin, listedPages(pages.map(({ pathname }) => pathname))));
        await write('manifest.webmanifest', webManifest());
        await write('_headers', cdnHeaders());
        for (const { path, content } of drawIcons(await readFile(join(root, 'favicon.svg'), 'utf8')))
          await write(path, content);
        for (const { path, content } of pressMarks()) await write(path, content);
        if (securityContact === undefined)
          logger.info('no security.txt: neither PUBLIC_SECURITY_CONTACT nor PUBLIC_SUPPORT_EMAIL is set');
        else await write('.well-known/security.txt', securityTxt(origin, securityContact, now));
      },
    },
  };
}

/** The name mark files that the press page offers, as SVG and as transparent PNG. */
function pressMarks(): { path: string; content: string | Uint8Array }[] {
  return PRESS_MARKS.flatMap(({ name, ink }) => {
    const svg = wordmarkSvg(ink);
    const png = new Resvg(svg, {
      fitTo: { mode: 'width', value: PRESS_MARK_WIDTH },
      font: { loadSystemFonts: false },
    }).render();
    return [
      { path: `press/${name}.svg`, content: svg },
      { path: `press/${name}.png`, content: png.asPng() },
    ];
  });
}
