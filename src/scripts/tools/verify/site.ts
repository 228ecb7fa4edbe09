import { checkBytes } from '#src/client/check-signature.ts';
import { fill } from '#src/lib/text/fill.ts';
import { abortAfter } from '#src/lib/time/abort-after.ts';
import { element, facts, ltr, part } from '#src/scripts/shared/dom.ts';
import { say } from './say.ts';
import type { VerifyData } from './verify-data.ts';

const TIMEOUT_MS = 20_000;

interface Manifest {
  readonly build: string;
  readonly version: string;
  readonly commit: string | null;
  readonly files: Readonly<Record<string, string>>;
}

/** Compares every file of this site that the browser has loaded for this page with the list of the published build. */
export async function checkSite({ texts }: VerifyData): Promise<void> {
  const box = part(document, 'site');
  const outcome = part(box, 'outcome');
  try {
    const published = new Uint8Array(await bytesOf('/.well-known/synx-manifest.json'));
    const { build, version, commit, files } = JSON.parse(new TextDecoder().decode(published)) as Manifest;
    void showSignature(part(box, 'signature'), texts, published);
    const policy = document.querySelector('meta[http-equiv="content-security-policy" i]') !== null;
    part(box, 'identity').replaceChildren(
      facts([
        [texts['verify.site.version'], ltr(`${version} · ${build}`)],
        [texts['verify.site.commit'], commit === null ? texts['verify.site.notStated'] : ltr(commit)],
        [texts['verify.site.policy'], texts[policy ? 'verify.site.on' : 'verify.site.off']],
      ]),
    );
    const results = await Promise.all(
      loadedFiles(files).map(async ({ url, file }) => ({ file, good: (await hashOf(url)) === files[file] })),
    );
    const bad = results.filter(({ good }) => !good).length;
    if (bad === 0) say(outcome, 'success', fill(texts['verify.site.good'], { count: results.length }));
    else say(outcome, 'danger', fill(texts['verify.site.bad'], { count: bad }));
    part(box, 'files').replaceChildren(
      ...results.map(({ file, good }) =>
        element(
          'li.row.row-between',
          ltr(file, 'break'),
          element('span', { class: good ? 'success' : 'danger' }, good ? '✓' : '✗'),
        ),
      ),
    );
  } catch (error) {
    console.warn(error);
    say(outcome, 'note', texts['verify.site.unknown']);
  }
}

/** Says which key signed the published list; only a place outside this site can tell whose key that is. */
async function showSignature(
  output: HTMLElement,
  texts: VerifyData['texts'],
  list: Uint8Array<ArrayBuffer>,
): Promise<void> {
  const stated = await fetch('/.well-known/synx-manifest.sig', { signal: abortAfter(TIMEOUT_MS) })
    .then((answer) => (answer.ok ? answer.text() : ''))
    .catch(() => null);
  if (stated === null) return;
  const [signature = '', key = ''] = stated.trim().split(' ');
  if (signature === '') return say(output, 'note', texts['verify.site.unsigned']);
  const problem = await checkBytes(list, signature, key);
  if (problem === null) say(output, 'success', fill(texts['verify.site.signed'], { key }));
  else if (problem === 'unable') say(output, 'note', texts['verify.site.unable']);
  else say(output, 'danger', texts['verify.site.badSignature']);
}

/** The page itself, and each of the site's own files that it has loaded; answers of the API are not files. */
function loadedFiles(files: Manifest['files']): readonly { url: string; file: string }[] {
  const page = location.pathname.replace(/^\/|\/$/g, '') || 'index';
  const names = performance
    .getEntriesByType('resource')
    .map(({ name }) => new URL(name))
    .filter(({ origin, pathname }) => origin === location.origin && !/^\/(?:api|\.well-known)\//.test(pathname))
    .map(({ pathname }) => pathname.slice(1));
  const own = files[`${page}.html`] === undefined ? `${page}/index.html` : `${page}.html`;
  return [{ url: location.pathname, file: own }, ...[...new Set(names)].map((file) => ({ url: `/${file}`, file }))];
}

async function hashOf(url: string): Promise<string> {
  // The cached copy is the code that runs; fetch it again only if the browser kept none.
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', await bytesOf(url, { cache: 'force-cache' })));
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

async function bytesOf(url: string, init: RequestInit = {}): Promise<ArrayBuffer> {
  return (await fetch(url, { ...init, signal: abortAfter(TIMEOUT_MS) })).arrayBuffer();
}
