import { fileURLToPath } from 'node:url';
import type { Loader } from 'astro/loaders';
import { builtLocales } from '#src/i18n/page-locales.ts';
import { type LoadedContent, loadContent } from './load-content.ts';
import type { ContentKind } from './source-file.ts';

/**
 * Loads the documents of one folder of content/ into an Astro collection, under `<locale>/<name>`. A build fails with
 * every problem; the development server prints problems and keeps the last good state.
 */
export function contentLoader(kind: ContentKind): Loader {
  return {
    name: `synx-content-${kind}`,
    async load({ store, config, logger, watcher }) {
      const root = fileURLToPath(config.root);
      const fill = () => {
        const { documents, problems } = load(root, watcher !== undefined);
        if (problems.length > 0 && watcher === undefined) throw new Error(problems.join('\n'));
        for (const problem of problems) logger.error(problem);
        if (problems.length > 0 && store.keys().length > 0) return;
        store.clear();
        for (const document of documents) {
          if (document.kind !== kind) continue;
          store.set({ id: `${document.locale}/${document.name}`, data: { ...document } });
        }
      };
      fill();
      const refill = (file: string) => {
        const [, changed = ''] = /[\\/]content[\\/](facts(?=\.json$)|\w+(?=[\\/].+\.md$))/.exec(file) ?? [];
        if (changed === kind || changed === 'facts') fill();
      };
      watcher?.add(`${root}/content`);
      for (const event of ['add', 'change', 'unlink'] as const) watcher?.on(event, refill);
    },
  };
}

let once: LoadedContent | undefined;

/** In a build the collections share one reading of the files; in development each change is read again. */
function load(root: string, anew: boolean): LoadedContent {
  if (anew) once = undefined;
  once ??= loadContent(root, builtLocales(), process.env.PUBLIC_SUPPORT_EMAIL ?? '');
  return once;
}
