import { fileURLToPath } from 'node:url';
import react from '@astrojs/react';
import tailwindcss from '@tailwindcss/vite';
import { defineConfig } from 'astro/config';
import { readSettings } from '#src/server/platform/env/settings.ts';
import { blackpaperFiles } from './src/build/blackpaper/blackpaper-files.ts';
import { oldestBrowsers } from './src/build/browsers.ts';
import { claimFile } from './src/build/claim-file.ts';
import { watchContent } from './src/build/content/watch-content.ts';
import { contentPolicy, stylePolicy } from './src/build/content-policy.ts';
import { directives } from './src/build/directives.ts';
import { finishDist } from './src/build/finish-dist.ts';
import { islandsWithoutIds } from './src/build/islands-without-ids.ts';
import { rehearsalWallet } from './src/build/rehearsal-wallet.ts';
import { foundAndShared } from './src/build/seo/found-and-shared.ts';
import { serviceWorker } from './src/build/service-worker.ts';
import { chunkGroups } from './src/build/shared-files.ts';
import { derivedVariables, readSiteEnv } from './src/build/site-env.ts';
import { sourceCommit } from './src/build/source-commit.ts';
import { sourceTime } from './src/build/source-time.ts';
import { DEFAULT_LOCALE, LOCALE_CODES } from './src/config/locales.ts';

const env = readSiteEnv(readSettings());
const source = { commit: sourceCommit(), time: sourceTime() };
// Public values reach pages and islands as import.meta.env.PUBLIC_*.
process.env.PUBLIC_REOWN_PROJECT_ID ??= '';
Object.assign(process.env, derivedVariables(env, source));

const sourceFolder = fileURLToPath(new URL('src', import.meta.url));
// What most pages load: the helper behind import() and small parts, in a chunk of its own that pulls in no other code.
// Without it a page loads one or two files more.
const PRELOAD =
  /vite\/preload-helper|src\/scripts\/shell\/(?:browser-items|consent)|src\/lib\/(?:text\/joins|time\/format-)/;

export default defineConfig({
  site: env.origin,
  output: 'static',
  trailingSlash: 'never',
  build: { format: 'file', inlineStylesheets: 'never' },
  i18n: { defaultLocale: DEFAULT_LOCALE, locales: [...LOCALE_CODES], routing: { prefixDefaultLocale: false } },
  security: { csp: { directives: contentPolicy(env), styleDirective: { resources: stylePolicy(env) } } },
  integrations: [
    react(),
    directives(),
    // Before whatever reads the pages.
    islandsWithoutIds(),
    watchContent(),
    rehearsalWallet(env.rehearsal),
    blackpaperFiles(env),
    foundAndShared(env, source.time),
    claimFile(),
    serviceWorker(env.withoutWorker),
    finishDist(env, source),
  ],
  vite: {
    // Settings come from readSettings() only: Vite would read .env, .env.local and others by its own rules.
    envDir: false,
    plugins: [tailwindcss()],
    // Replaces the names of styles/breakpoints.css by their widths. Without targets it rewrites nothing else: for older
    // browsers it would replace :dir() by a list of languages.
    css: { transformer: 'lightningcss', lightningcss: { targets: {}, drafts: { customMedia: true } } },
    build: {
      target: oldestBrowsers().map(({ name, version }) => name + version),
      rolldownOptions: {
        // Leaves out what tells React's developer tools of each render.
        transform: { define: { __REACT_DEVTOOLS_GLOBAL_HOOK__: 'undefined' } },
        // A page carries only the constants it uses, such as storage keys, instead of a chunk with all of them.
        optimization: { inlineConst: { mode: 'all', pass: 1 } },
        output: {
          codeSplitting: {
            groups: [{ name: 'preload', test: PRELOAD, priority: 2 }, ...chunkGroups(sourceFolder)],
          },
        },
      },
    },
  },
  devToolbar: { enabled: false },
});
