import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { AstroIntegration } from 'astro';
import { pressMarks } from '../art/press-marks.ts';
import type { SiteEnv } from '../site-env.ts';
import { cdnHeaders } from './cdn-headers.ts';
import { drawIcons } from './icons.ts';
import { listedPages } from './page-paths.ts';
import { robots } from './robots.ts';
import { securityTxt } from './security-txt.ts';
import { sitemap } from './sitemap.ts';
import { webManifest } from './web-manifest.ts';

/**
 * Writes what search engines, browsers and researchers look for: robots.txt, sitemap.xml, the web manifest with its
 * icons, security.txt where there is a contact, the headers for a CDN, and the name mark for the press.
 */
export function foundAndShared({ origin, securityContact }: SiteEnv): AstroIntegration {
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
        for (const { path, png } of drawIcons(await readFile(join(root, 'favicon.svg'), 'utf8')))
          await write(path, png);
        for (const { path, content } of pressMarks()) await write(path, content);
        if (securityContact === undefined)
          logger.info('no security.txt: neither PUBLIC_SECURITY_CONTACT nor PUBLIC_SUPPORT_EMAIL is set');
        else await write('.well-known/security.txt', securityTxt(origin, securityContact, new Date()));
      },
    },
  };
}
