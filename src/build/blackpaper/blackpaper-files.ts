import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { AstroIntegration } from 'astro';
import { LOCALE_CODES } from '#src/config/locales.ts';
import { builtLocales } from '#src/i18n/page-locales.ts';
import { blackpaperFile } from '#src/layouts/site-links.ts';
import type { SiteEnv } from '../site-env.ts';
import { typesetBlackpapers } from './typeset-blackpaper.ts';

/** Adds Blackpaper.pdf of every locale to the site; the development server typesets it on request. */
export function blackpaperFiles({ origin }: SiteEnv): AstroIntegration {
  const options = { origin, email: process.env.PUBLIC_SUPPORT_EMAIL ?? '' };
  return {
    name: 'synx-blackpaper-files',
    hooks: {
      'astro:server:setup': ({ server }) => {
        server.middlewares.use(async (request, response, next) => {
          const locale = LOCALE_CODES.find((code) => blackpaperFile(code) === request.url);
          if (locale === undefined) return next();
          try {
            const [paper] = await typesetBlackpapers(server.config.root, [locale], options);
            response.setHeader('content-type', 'application/pdf').end(paper?.pdf);
          } catch (error) {
            next(error);
          }
        });
      },
      'astro:build:done': async ({ dir }) => {
        const root = fileURLToPath(dir);
        for (const { locale, pdf } of await typesetBlackpapers(process.cwd(), builtLocales(), options)) {
          const file = join(root, blackpaperFile(locale));
          await mkdir(dirname(file), { recursive: true });
          await writeFile(file, pdf);
        }
      },
    },
  };
}
