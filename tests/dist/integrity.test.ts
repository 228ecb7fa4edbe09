import { createHash } from 'node:crypto';
import { expect, it } from 'vitest';
import { readDist } from './support/dist.ts';

const dist = readDist('dist');
const pages = dist.files.filter((file) => file.endsWith('.html'));
const hashOf = (text: string) => `sha256-${createHash('sha256').update(text).digest('base64')}`;
const fileHash = (file: string) => hashOf(dist.text(file));
const scripts = dist.files.filter((file) => /^_astro\/.*\.js$/.test(file));

/** The import map of a page, as text and read. */
function importMap(html: string) {
  const text = /<script type="importmap">(.*?)<\/script>/.exec(html)?.[1] ?? '';
  return { text, hashes: text === '' ? {} : (JSON.parse(text) as { integrity: Record<string, string> }).integrity };
}

/** The scripts that a file names; a worker is not a module of the page. Many pages have the same scripts. */
const namedBefore = new Map<string, readonly string[]>();
function namedIn(file: string): readonly string[] {
  const text = dist.text(file);
  const named =
    namedBefore.get(file) ??
    scripts.filter((script) => !/worker/i.test(script) && text.includes(script.slice('_astro/'.length)));
  namedBefore.set(file, named);
  return named;
}

it('every script and every style sheet of a page states the hash of its file', () => {
  for (const page of pages)
    for (const [tag, file = ''] of dist
      .text(page)
      .matchAll(/<(?:script type="module" src|link rel="stylesheet" href)="\/([^"]+)"[^>]*>/g))
      expect(tag, `${page} ${file}`).toContain(`integrity="${fileHash(file)}"`);
});

it('the import map of a page has the hash of every module that it can load, however late', { tags: 'long' }, () => {
  for (const page of pages) {
    const { hashes } = importMap(dist.text(page));
    const known = Object.keys(hashes).flatMap((file) => (file.includes('?') ? [] : [file.slice(1)]));
    for (const file of known) expect(fileHash(file), file).toBe(hashes[`/${file}`]);
    const reached = new Set([page, ...known].flatMap(namedIn));
    expect(known.sort(), page).toEqual([...reached].sort());
  }
});

it('the import map has the hash of each part that an island requests once more, at that address', () => {
  for (const page of pages) {
    const html = dist.text(page);
    const { hashes } = importMap(html);
    for (const [, file = ''] of html.matchAll(/(?:component|renderer)-url="([^"]+)"/g))
      expect(hashes[`${file}?retry`], `${page} ${file}`).toBe(fileHash(file.slice(1)));
  }
});

it('the landing page knows its lazy parts, and a page with scripts has its map before the first of them', () => {
  const lazy = Object.keys(importMap(dist.text('index.html')).hashes).join();
  for (const name of ['summary-parts', 'run-purchase', 'WalletWindow', 'Toaster']) expect(lazy).toContain(name);
  for (const page of pages) {
    const html = dist.text(page);
    const first = html.indexOf('<script type="module"');
    if (first >= 0) expect(html.indexOf('<script type="importmap"'), page).toBeLessThan(first);
  }
});

it('the policy of a page permits its import map', () => {
  for (const page of pages) {
    const html = dist.text(page);
    const { text } = importMap(html);
    if (text === '') continue;
    expect(/http-equiv="content-security-policy" content="([^"]+)"/.exec(html)?.[1], page).toContain(hashOf(text));
  }
});
