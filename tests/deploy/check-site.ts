import { globSync } from 'node:fs';
import { DEFAULT_LOCALE, LOCALE_CODES } from '#src/config/locales.ts';
import { CHECKED_CACHE, SECURITY_HEADERS, TRANSPORT_SECURITY } from '#src/config/security-headers.ts';
import type { AskOrigin, OriginAnswer } from '#tests/support/ask-origin.ts';

/** Headers that a proxy must send as the server does. */
const ALIKE = ['content-type', 'content-security-policy', 'cache-control', ...Object.keys(SECURITY_HEADERS)];
const AT_ONCE = 8;

/**
 * Requests every file of a built site, with every page also by its address and with a slash at its end, from the proxy
 * and from the server that serves the same folder. Returns every difference, and the number of requests.
 */
export async function compareFiles(
  site: string,
  { proxy, server }: { readonly proxy: AskOrigin; readonly server: AskOrigin },
): Promise<{ readonly faults: readonly string[]; readonly compared: number }> {
  const faults: string[] = [];
  const paths = pathsOf(site);
  await forEachPath(paths, async (path) => {
    const [sent, expected] = await Promise.all([proxy(path), server(path)]);
    faults.push(...differences(sent, expected).map((fault) => `${path}: ${fault}`));
  });
  return { faults: faults.sort(), compared: paths.length };
}

/** Returns the faults of a proxy's error pages: of every language, for any kind of client, and of a missing file. */
export async function checkErrorPages(proxy: AskOrigin): Promise<readonly string[]> {
  const faults: string[] = [];
  const missing = LOCALE_CODES.flatMap((locale) => {
    const folder = locale === DEFAULT_LOCALE ? '' : `/${locale}`;
    return [`${folder}/no-such-page`, `${folder}/no/such/page/`, `${folder}/staking.htm`].map((path) => ({
      path,
      locale,
    }));
  });
  missing.push(
    { path: '/_astro/no-such-file.js', locale: DEFAULT_LOCALE },
    { path: '/_astro/', locale: DEFAULT_LOCALE },
  );
  missing.push({ path: '/index.html.br', locale: DEFAULT_LOCALE }, { path: '/apiary', locale: DEFAULT_LOCALE });
  await forEachPath(missing, async ({ path, locale }) => {
    for (const accept of ['text/html', '*/*', 'application/json']) {
      const answer = await proxy(path, { headers: { accept } });
      const [, lang] = /<html[^>]* lang="([^"]+)"/.exec(answer.body.toString('utf8')) ?? [];
      const said = [answer.status, lang, answer.headers['cache-control'], answer.headers['x-frame-options']];
      const wanted = [404, locale, CHECKED_CACHE, SECURITY_HEADERS['x-frame-options']];
      if (String(said) !== String(wanted)) faults.push(`${path} for ${accept}: ${said.join(', ')}`);
    }
  });
  return faults.sort();
}

/** Addresses as they are copied from messages and guessed from other sites, with the query that names a referrer. */
const MOVED = [
  ['/en/staking?ref=AB12', '/staking?ref=AB12'],
  ['/en', '/'],
  ['/en/?ref=AB12', '/?ref=AB12'],
  ['/EN-us/press-release/x', '/press-release/x'],
  ['/pt-BR/', '/pt'],
  ['/pt-BR', '/pt'],
  ['/pt_br/faq?ref=AB12&x=%20', '/pt/faq?ref=AB12&x=%20'],
  ['/zh-Hans-CN/staking', '/zh/staking'],
  ['/es-419/staking/', '/es/staking'],
  ['/DE', '/de'],
  ['/whitepaper?ref=AB12', '/blackpaper?ref=AB12'],
  ['/nl/whitepaper', '/nl/blackpaper'],
  ['/faq.', '/faq'],
  ['/faq).?ref=AB12', '/faq?ref=AB12'],
  ['/de/faq/%22', '/de/faq'],
  ['/faq%E3%80%82', '/faq'],
  ['/),', '/'],
] as const;
/** Addresses that lead nowhere. */
const UNMOVED = ['/entry', '/de-everywhere/faq', '/en-route.html'] as const;
/** Addresses that would lead to another site if one were careless. */
const HOSTILE = [
  '/en//synx.example',
  '/pt-BR//synx.example/',
  '/en/%5csynx.example',
  '/%2fsynx.example.',
  '/a//..%2f.',
];

/** Returns the wrong answers to addresses whose meaning is clear although the site has no page there. */
export async function checkMoved(ask: AskOrigin): Promise<readonly string[]> {
  const faults: string[] = [];
  for (const [path, wanted] of MOVED) {
    const { status, headers } = await ask(path);
    if (status !== 301 || headers.location !== wanted) faults.push(`${path}: ${status} ${headers.location}`);
  }
  for (const path of UNMOVED) {
    const { status, headers } = await ask(path);
    if (status !== 404) faults.push(`${path}: ${status} ${headers.location}`);
  }
  for (const path of HOSTILE) {
    const { location } = (await ask(path)).headers;
    if (location !== undefined && !/^\/(?![/\\])/.test(location)) faults.push(`${path} leads to ${location}`);
  }
  return faults;
}

function pathsOf(site: string): readonly string[] {
  const files = globSync(['**/*.*', '.well-known/*'], { cwd: site }).filter((name) => !/\.(br|gz)$/.test(name));
  const pages = files
    // An old address is redirected, and the error page has no address.
    .filter((name) => name.endsWith('.html') && !/(^|\/)(404|whitepaper)\.html$/.test(name))
    .map((name) => `/${name.replace(/(^|\/)index\.html$/, '').replace(/\.html$/, '')}`);
  const slashed = pages.filter((page) => page !== '/').map((page) => `${page}/`);
  return [...files.map((name) => `/${encodeURI(name)}`), ...pages, ...slashed];
}

function differences(sent: OriginAnswer, expected: OriginAnswer): readonly string[] {
  const faults = ALIKE.filter((name) => sentValue(sent, name) !== sentValue(expected, name)).map(
    (name) => `${name} is ${sentValue(sent, name)}, the server sends ${sentValue(expected, name)}`,
  );
  if (sent.status !== 200 || expected.status !== 200)
    faults.push(`status ${sent.status}, the server ${expected.status}`);
  if (!sent.body.equals(expected.body)) faults.push('another content than the server’s');
  const twice = sent.names.filter((name, index) => sent.names.indexOf(name) !== index);
  if (twice.length > 0) faults.push(`sent twice: ${twice.join(', ')}`);
  for (const [name, value] of Object.entries(TRANSPORT_SECURITY))
    if (sent.headers[name] !== value) faults.push(`${name} is ${sent.headers[name]}`);
  return faults;
}

function sentValue({ headers }: OriginAnswer, name: string): string {
  const value = String(headers[name]);
  if (name !== 'content-type') return value;
  // Two names of one type; and only pages and plain text need to say that they are UTF-8.
  const type = value.replace('application/javascript', 'text/javascript');
  return /^text\/(html|plain)/.test(type) ? type.toLowerCase() : type.replace(/; charset=utf-8$/i, '');
}

async function forEachPath<T>(items: readonly T[], task: (item: T) => Promise<void>): Promise<void> {
  const left = [...items];
  const worker = async () => {
    for (let item = left.shift(); item !== undefined; item = left.shift()) await task(item);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
}
