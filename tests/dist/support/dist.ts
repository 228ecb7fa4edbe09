import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join, posix } from 'node:path';
import { brotliCompressSync, constants } from 'node:zlib';

/** A built site in a folder. */
export interface Dist {
  readonly files: readonly string[];
  text(file: string): string;
  /** Bytes of a file as a browser gets it from a published site: a rehearsal's own copies are compressed less. */
  weight(file: string): number;
  /** Bytes of a file as this build serves it: never fewer than its weight, and known without compressing anything. */
  served(file: string): number;
}

/** Reads a built site; throws if the folder is missing. */
export function readDist(folder: string): Dist {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
    .sort();
  const isPublished =
    files.includes('build.json') && !JSON.parse(readFileSync(join(folder, 'build.json'), 'utf8')).rehearsal;
  const compress = (file: string) => {
    const content = readFileSync(join(folder, file));
    const params = {
      [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
      [constants.BROTLI_PARAM_SIZE_HINT]: content.length,
    };
    return brotliCompressSync(content, { params }).length;
  };
  const present = new Set(files);
  const served = (file: string) => statSync(join(folder, present.has(`${file}.br`) ? `${file}.br` : file)).size;
  return {
    files,
    served,
    text: (file) => readFileSync(join(folder, file), 'utf8'),
    weight: isPublished ? served : compress,
  };
}

/**
 * The scripts that a page loads before any interaction: its own, those of its islands that hydrate without the visitor,
 * and their imports.
 */
export function initialScripts(dist: Dist, page: string): readonly string[] {
  const html = dist.text(page);
  const roots = [...html.matchAll(/<script type="module" src="([^"]+)"/g)].map((match) => match[1] ?? '');
  for (const [tag] of html.matchAll(/<astro-island[^>]*>/g)) {
    if (/client="(?:intent|payments|toast)"/.test(tag)) continue;
    roots.push(/component-url="([^"]+)"/.exec(tag)?.[1] ?? '', /renderer-url="([^"]+)"/.exec(tag)?.[1] ?? '');
  }
  const reached = new Set<string>();
  const visit = (file: string) => {
    if (reached.has(file)) return;
    reached.add(file);
    // Static imports only: `import("…")` waits for a press.
    for (const [, name = ''] of dist.text(file).matchAll(/(?:from|import)\s*["'`](\.\.?\/[^"'`]+)["'`]/g)) {
      visit(posix.join(posix.dirname(file), name));
    }
  };
  for (const root of roots) visit(root.slice(1));
  return [...reached];
}
