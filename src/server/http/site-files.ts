import { existsSync, readdirSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { setTimeout } from 'node:timers/promises';

/** The files of a built site when they were last listed. */
export interface SiteFiles {
  /** The file of each page, by the page's address. */
  readonly pages: ReadonlyMap<string, string>;
  /** Every file except compressed copies, relative to the site. */
  readonly files: ReadonlySet<string>;
}

/** The shortest time between two looks at the folders, in milliseconds: anybody can ask for unknown addresses. */
const LOOK_MS = 100;

/**
 * The files of a built site, listed again when a new build has replaced it. Call `renewed` for an unlisted address; all
 * calls before a look share it.
 */
export function listSite(directory: string): { current: () => SiteFiles; renewed: () => Promise<boolean> } {
  let current = readSite(directory);
  let known = '';
  let lookedAt = 0;
  let next: Promise<void> | undefined;
  const first = changedAt(directory).then((times) => {
    known ||= times;
  });
  const look = async () => {
    await setTimeout(Math.max(0, lookedAt + LOOK_MS - performance.now()));
    await first;
    next = undefined;
    lookedAt = performance.now();
    const times = await changedAt(directory);
    if (times === known) return;
    known = times;
    current = readSite(directory);
  };
  return {
    current: () => current,
    renewed: async () => {
      const seen = current;
      next ??= look();
      await next;
      return current !== seen;
    },
  };
}

function readSite(directory: string): SiteFiles {
  const pages = new Map<string, string>();
  const files = new Set<string>();
  if (!existsSync(directory)) return { pages, files };
  for (const entry of readdirSync(directory, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const path = relative(directory, join(entry.parentPath, entry.name)).split(sep).join('/');
    if (path.endsWith('.br') || path.endsWith('.gz')) continue;
    files.add(path);
    if (path.endsWith('.html')) pages.set(`/${path.replace(/(^|\/)index\.html$/, '').replace(/\.html$/, '')}`, path);
  }
  return { pages, files };
}

/** When the site's folder and its scripts' folder were last written; every build replaces files in both. */
async function changedAt(directory: string): Promise<string> {
  const times = [directory, join(directory, '_astro')].map((folder) =>
    stat(folder, { bigint: true }).then(
      ({ mtimeNs }) => String(mtimeNs),
      () => 'absent',
    ),
  );
  return (await Promise.all(times)).join(' ');
}
