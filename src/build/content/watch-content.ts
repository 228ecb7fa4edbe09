import { join } from 'node:path';
import type { AstroIntegration } from 'astro';
import type { HotPayload } from 'vite';
import type { Locale } from '#src/config/locales.ts';
import { DICTIONARIES } from '#src/i18n/dictionaries.ts';
import type { Dictionary } from '#src/i18n/dictionary.ts';
import { builtLocales } from '#src/i18n/page-locales.ts';
import { escapeHtml } from '#src/lib/text/escape-html.ts';
import { jsonFaults } from '../../../bootstrap/json-faults.mjs';
import { CONTENT_READ } from './content-loader.ts';
import { waitingReleases } from './is-waiting.ts';
import { type LoadedContent, loadContent } from './load-content.ts';
import { nameLines } from './name-lines.ts';

/** An editor may save several files at once; they are read once. */
const SETTLED_MS = 50;

/** In development, shows every change of content/ at once, and all mistakes over each open page. */
export function watchContent(): AstroIntegration {
  return {
    name: 'synx-watch-content',
    hooks: {
      'astro:server:setup': ({ server, logger }) => {
        const { root } = server.config;
        const { hot } = server.environments.client;
        let faults: readonly string[] = [];
        const send = hot.send.bind(hot) as (payload: HotPayload | string, data?: unknown) => void;
        // Where a fault breaks a page, Astro would show which line of the program stopped.
        hot.send = (payload: HotPayload | string, data?: unknown) => {
          const isError = typeof payload !== 'string' && payload.type === 'error';
          send(isError && faults.length > 0 ? overlay(faults, root) : payload, data);
        };
        const check = () => {
          const content = readContent(root);
          const hadFaults = faults.length > 0;
          faults = faultsOf(content, root);
          for (const fault of faults) logger.error(fault);
          for (const warning of [...grouped(content.behind), ...waitingReleases(content.documents, new Date())])
            logger.warn(warning);
          server.watcher.emit(CONTENT_READ, content);
          if (faults.length > 0) hot.send(overlay(faults, root));
          else if (hadFaults) hot.send({ type: 'full-reload' });
        };
        hot.on('vite:client:connect', (_, client) => {
          if (faults.length > 0) client.send(overlay(faults, root));
        });
        let timer: NodeJS.Timeout | undefined;
        server.watcher.add(join(root, 'content'));
        server.watcher.on('all', (_, file) => {
          if (!/[\\/]content[\\/].+\.(?:md|json)$/.test(file)) return;
          clearTimeout(timer);
          timer = setTimeout(() => {
            try {
              check();
            } catch (error) {
              // A file was taken away while it was read; its event follows.
              logger.error(String(error));
            }
          }, SETTLED_MS);
        });
        server.httpServer?.once('listening', check);
      },
    },
  };
}

function readContent(root: string): LoadedContent {
  // Not through translatorOf(), which throws if there is a fault anywhere in the file.
  const note = (locale: Locale) => (DICTIONARIES[locale] as Partial<Dictionary>)['reading.fallback'] ?? '';
  return loadContent(root, builtLocales(), process.env.PUBLIC_SUPPORT_EMAIL ?? '', note);
}

function faultsOf({ problems, behind }: LoadedContent, root: string): readonly string[] {
  const faults = problems.filter((problem) => !behind.includes(problem));
  return nameLines([...new Set([...jsonFaults(root), ...faults])], root);
}

/** One line for what several languages lack alike, with their codes at its end. */
function grouped(behind: readonly string[]): readonly string[] {
  const languages = new Map<string, string[]>();
  for (const line of behind) {
    const [, folder, locale = '', name, message] = /^(content\/\w+\/)(\w+)(\/[\w-]+\.md):\d+: (.*)$/.exec(line) ?? [];
    const same = folder === undefined ? line : `${folder}<language>${name}: ${message}`;
    languages.set(same, [...(languages.get(same) ?? []), locale]);
  }
  return [...languages].map(([line, codes]) => `${line} (${codes.join(', ')}); the build refuses this`);
}

/** The message that Astro's client lays over a page; it reads `message` as HTML. */
function overlay(faults: readonly string[], root: string) {
  const [, file, line] = /^(content\/[^:]+):(\d+)/.exec(faults[0] ?? '') ?? [];
  return {
    type: 'error' as const,
    err: {
      name: 'Text',
      title: faults.length === 1 ? 'A mistake in the texts' : `${faults.length} mistakes in the texts`,
      message: faults.map(escapeHtml).join('<br>'),
      hint: 'Mend the file and save it: this message goes away.',
      // Shown below, with a button that copies it.
      stack: faults.join('\n'),
      ...(file === undefined ? {} : { loc: { file: join(root, file), line: Number(line), column: 1 } }),
    },
  };
}
