import type { EventEmitter } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { Loader } from 'astro/loaders';
import { builtLocales } from '#src/i18n/page-locales.ts';
import { sourceTime } from '../source-time.ts';
import type { ContentDocument } from './document.ts';
import { isWaiting } from './is-waiting.ts';
import { type LoadedContent, loadContent } from './load-content.ts';
import type { ContentKind } from './source-file.ts';

/** The event of the development server's watcher with which watchContent() hands over the texts that it has read. */
export const CONTENT_READ = 'synx:content-read';

/**
 * A folder of content/ as an Astro collection, `<locale>/<name>`, without press releases still to come. A build fails
 * with every problem; the development server keeps a document's last good state.
 */
export function contentLoader(kind: ContentKind): Loader {
  return {
    name: `synx-content-${kind}`,
    async load({ store, config, watcher }) {
      const isBuild = watcher === undefined;
      const now = sourceTime();
      const fill = ({ documents, problems, behind }: LoadedContent) => {
        if (problems.length > 0 && isBuild) throw new Error(problems.join('\n'));
        const faults = problems.filter((problem) => !behind.includes(problem));
        const own = documents.filter((document) => document.kind === kind && !(isBuild && isWaiting(document, now)));
        const ids = new Set(own.map(idOf));
        if (faults.length === 0) for (const id of store.keys()) if (!ids.has(id)) store.delete(id);
        for (const document of own)
          if (!store.has(idOf(document)) || !faults.some((fault) => fault.startsWith(`${fileOf(document)}:`)))
            store.set({ id: idOf(document), data: { ...document } });
      };
      fill(load(fileURLToPath(config.root), !isBuild));
      (watcher as EventEmitter | undefined)?.on(CONTENT_READ, fill);
    },
  };
}

const idOf = ({ locale, name }: ContentDocument) => `${locale}/${name}`;
const fileOf = ({ kind, language, name }: ContentDocument) => `content/${kind}/${language}/${name}.md`;

let once: LoadedContent | undefined;

/** In a build the collections share one reading of the files; in development each reads them anew. */
function load(root: string, anew: boolean): LoadedContent {
  if (anew) once = undefined;
  once ??= loadContent(root, builtLocales(), process.env.PUBLIC_SUPPORT_EMAIL ?? '');
  return once;
}
