import { fileURLToPath } from 'node:url';
import type { Loader } from 'astro/loaders';
import { builtLocales } from '#src/i18n/page-locales.ts';
import { typesetBlackpapers } from './typeset-blackpaper.ts';

/** The facts that pages state about the Blackpaper files, as an Astro collection: SHA-256 and bytes per locale. */
export function blackpaperLoader(): Loader {
  return {
    name: 'synx-blackpaper',
    async load({ store, config }) {
      const options = { origin: config.site ?? '', email: process.env.PUBLIC_SUPPORT_EMAIL ?? '' };
      const papers = await typesetBlackpapers(fileURLToPath(config.root), builtLocales(), options);
      store.clear();
      for (const { locale, pdf, digest } of papers) store.set({ id: locale, data: { digest, bytes: pdf.length } });
    },
  };
}
