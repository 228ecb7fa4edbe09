import { hash } from 'node:crypto';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { RETRIED } from '#src/config/retried.ts';
import { forEach } from './for-each.ts';

const FOLDER = '_astro';
/** A worker is not a module of a page, so no browser compares it with an import map. */
const WORKER = /worker/i;
const AT_ONCE = 8;
/** The first paint waits for styles and fonts but for no script, so scripts get a low priority. */
const LATER = ' fetchpriority="low"';

/** The script files of a build: the integrity of each, and the other ones that it names. */
interface Scripts {
  readonly integrity: ReadonlyMap<string, string>;
  readonly named: ReadonlyMap<string, readonly string[]>;
}

/** Makes browsers refuse every script and style that differs from this build (W3): a CDN may not be sound. */
export async function addIntegrity(root: string): Promise<void> {
  const files = (await readdir(join(root, FOLDER))).filter((name) => /\.(?:js|css)$/.test(name));
  const texts = new Map<string, string>();
  for (const name of files) texts.set(name, await readFile(join(root, FOLDER, name), 'utf8'));
  const scripts = readScripts(texts);
  const styles = new Map([...texts].map(([name, text]) => [name, policyHashOf(text)]));
  const pages = (await readdir(root, { recursive: true })).filter((name) => name.endsWith('.html'));
  await forEach(pages, AT_ONCE, async (page) => {
    const html = await readFile(join(root, page), 'utf8');
    const stated = html.replace(
      /(<script type="module" src|<link rel="stylesheet" href)="\/_astro\/([^"]+)"/g,
      (tag, _, name: string) => `${tag} integrity="${styles.get(name)}"${name.endsWith('.js') ? LATER : ''}`,
    );
    await writeFile(join(root, page), withImportMap(stated, scripts));
  });
}

function readScripts(texts: ReadonlyMap<string, string>): Scripts {
  const names = [...texts.keys()].filter((name) => name.endsWith('.js') && !WORKER.test(name));
  const known = new Set(names);
  const named = names.map((name) => [name, namesIn(texts.get(name) ?? '').filter((each) => known.has(each))] as const);
  return {
    integrity: new Map(names.map((name) => [name, policyHashOf(texts.get(name) ?? '')])),
    named: new Map(named),
  };
}

/** The script files that a script or a page names. Searches only where a name can start, since texts are long. */
function namesIn(text: string): string[] {
  return [...text.matchAll(/(?<![\w.-])[\w.-]+\.js\b/g)].map(([name]) => name);
}

/** The page with the hashes of all modules it can load, before its first module, and allowed by its policy. */
function withImportMap(html: string, { integrity, named }: Scripts): string {
  const reached = new Set<string>();
  const visit = (name: string) => {
    if (reached.has(name) || !integrity.has(name)) return;
    reached.add(name);
    for (const next of named.get(name) ?? []) visit(next);
  };
  for (const name of namesIn(html)) visit(name);
  if (reached.size === 0) return html;
  const hashes = [...reached]
    .sort()
    .flatMap((name) => addressesOf(name, html).map((address) => [address, integrity.get(name)]));
  const map = JSON.stringify({ integrity: Object.fromEntries(hashes) });
  return html
    .replace(/script-src 'self'/, `script-src 'self' '${policyHashOf(map)}'`)
    .replace('<title>', `<script type="importmap">${map}</script><title>`);
}

/** The addresses at which the page requests a module: a part of an island is requested a second time at another one. */
function addressesOf(name: string, html: string): string[] {
  const address = `/${FOLDER}/${name}`;
  return html.includes(`-url="${address}"`) ? [address, address + RETRIED] : [address];
}

/** The hash of a script or style as a content policy or an import map states it. */
export function policyHashOf(text: string): string {
  return `sha256-${hash('sha256', text, 'base64')}`;
}
