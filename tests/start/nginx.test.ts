import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { checkErrorPages, checkMoved, compareFiles } from '#tests/deploy/check-site.ts';
import { type AskOrigin, askOrigin, type OriginAnswer } from '#tests/support/ask-origin.ts';
import { freePort } from '#tests/support/free-port.ts';
import { type HttpApp, openHttpApp } from '#tests/support/http-app.ts';
import { type Nginx, startNginx } from '#tests/support/nginx.ts';
import { sharedFolder } from '#tests/support/temporary-folder.ts';

const DIST = join(import.meta.dirname, '../../dist');

/** Headers of one connection, request or moment. */
const OF_A_HOP =
  /^(date|server|via|connection|keep-alive|transfer-encoding|content-length|x-ratelimit-.*|x-request-id)$/;

const previousSite = sharedFolder();
let http: HttpApp;
let server: AskOrigin;
let nginx: Nginx | { unavailable: string } = { unavailable: 'nginx was not started' };
beforeAll(async () => {
  http = await openHttpApp({ siteDirectory: DIST, env: { TRUST_PROXY: '1' } });
  const url = await http.app.listen({ port: 0, host: '127.0.0.1' });
  server = askOrigin(url);
  // The second instance is away, as during its restart.
  const instances = [Number(new URL(url).port), await freePort()];
  mkdirSync(join(previousSite, '_astro'));
  writeFileSync(join(previousSite, '_astro/of-an-open-page.js'), 'export {};');
  nginx = await startNginx({ site: DIST, previousSite, instances });
});
afterAll(async () => {
  if (!('unavailable' in nginx)) await nginx.stop();
  await http.close();
});

/** The nginx of this machine; skips the test if there is none. */
function running(skip: (reason: string) => never): Nginx & { readonly ask: AskOrigin } {
  if ('unavailable' in nginx) return skip(nginx.unavailable);
  return { ...nginx, ask: askOrigin(nginx.url, nginx.ca) };
}

test('the configuration for nginx loads, with no other warning than that of newer versions about http2', ({ skip }) => {
  const { verdict } = running(skip);
  expect(verdict).toMatch(/syntax is ok/);
  expect(verdict.split('\n').filter((line) => /warn|emerg/.test(line) && !/"listen \.\.\. http2"/.test(line))).toEqual(
    [],
  );
});

test('nginx sends every file and page with the content and headers of the server, each once', { tags: 'long' }, async ({
  skip,
}) => {
  const { ask } = running(skip);
  const { faults, compared } = await compareFiles(DIST, { proxy: ask, server });
  expect(faults).toEqual([]);
  expect(compared).toBeGreaterThan(500);
});

test('an unknown address gets the page of its language, whatever the client accepts', { tags: 'long' }, async ({
  skip,
}) => {
  expect(await checkErrorPages(running(skip).ask)).toEqual([]);
});

test('the files that the build has compressed are sent to browsers that accept them', { tags: 'long' }, async ({
  skip,
}) => {
  const { ask, hasBrotli } = running(skip);
  const sent = async (accepted: string) => {
    const { headers } = await ask('/', { headers: { 'accept-encoding': accepted } });
    return [headers['content-encoding'], headers['vary']];
  };
  expect(await sent('gzip')).toEqual(['gzip', 'Accept-Encoding']);
  if (hasBrotli) expect(await sent('gzip, br')).toEqual(['br', 'Accept-Encoding']);
  expect((await ask('/')).headers['content-encoding']).toBeUndefined();
});

test('answers of the API are passed on with their headers, once, and the caller’s country', { tags: 'long' }, async ({
  skip,
}) => {
  const { ask } = running(skip);
  const sent = ({ headers, status }: OriginAnswer) => {
    const kept = Object.entries(headers).filter(([name]) => !OF_A_HOP.test(name));
    return { status, ...Object.fromEntries(kept) };
  };
  for (const path of ['/api/config', '/api/ready', '/api/nowhere', '/api/staking/balance/0x12', '/api/presale/stats']) {
    const [proxied, direct] = await Promise.all([ask(path), server(path)]);
    expect(sent(proxied), path).toEqual(sent(direct));
    expect([path, proxied.headers.via]).toEqual([path, '1.1 proxy']);
    expect(new Set(proxied.names).size, path).toBe(proxied.names.length);
  }
  const { body } = await ask('/api/debug/ip', { headers: { 'x-country-code': 'NL' } });
  expect(JSON.parse(body.toString('utf8'))).toMatchObject({ country: 'NL' });
});

test('a failed request has one id in the answer, in the log of nginx and for the server, which a visitor cannot choose', {
  tags: 'long',
}, async ({ skip }) => {
  const { ask, log } = running(skip);
  const { headers } = await ask('/api/staking/balance/0x12', { headers: { 'x-request-id': 'chosen-by-a-visitor' } });
  expect(headers['x-request-id']).toMatch(/^[0-9a-f]{32}$/);
  await expect.poll(() => log().filter((line) => line.endsWith(` ${headers['x-request-id']}`))).toHaveLength(1);
});

test('the log of nginx names no visitor, and no request that succeeds', { tags: 'long' }, async ({ skip }) => {
  const { ask, log } = running(skip);
  await ask('/api/config');
  const { headers } = await ask('/api/staking/balance/0x13', {
    headers: { 'user-agent': 'of a visitor', referer: 'from-elsewhere' },
  });
  await expect.poll(() => log().some((line) => line.endsWith(` ${headers['x-request-id']}`))).toBe(true);
  expect(log().join('\n')).not.toMatch(/127\.0\.0\.1|of a visitor|from-elsewhere|\/api\/config/);
});

test('a page that was opened before an upgrade still finds its files, and no other file of that build', {
  tags: 'long',
}, async ({ skip }) => {
  const { ask } = running(skip);
  const kept = await ask('/_astro/of-an-open-page.js');
  expect([kept.status, kept.body.toString('utf8'), kept.headers['cache-control']]).toEqual([
    200,
    'export {};',
    'public, max-age=31536000, immutable',
  ]);
  writeFileSync(join(previousSite, 'withdrawn.html'), 'withdrawn');
  expect((await ask('/withdrawn')).status).toBe(404);
});

test('http and old addresses lead to the right ones', async ({ skip }) => {
  const { ask, url, plainUrl } = running(skip);
  const plain = await askOrigin(plainUrl)('/de/faq?x=1');
  expect([plain.status, plain.headers.location]).toEqual([301, `${url}/de/faq?x=1`]);
  expect(await checkMoved(ask)).toEqual([]);
});

test('refusals of nginx itself are those of the API, and nobody stores them', { tags: 'long' }, async ({ skip }) => {
  const { ask } = running(skip);
  const large = await ask('/api/presale/purchase', { method: 'POST', body: 'x'.repeat(20_000) });
  expect([large.status, large.headers['cache-control'], codeOf(large.body)]).toEqual([
    413,
    'no-store',
    'body_too_large',
  ]);
  await http.app.close();
  for (const path of ['/api/ready', '/api/analytics/none', '/api/presale/recover']) {
    const away = await ask(path);
    const { 'cache-control': cache, 'retry-after': after, 'content-type': type } = away.headers;
    expect([path, away.status, cache, after, type]).toEqual([path, 503, 'no-store', '5', 'application/json']);
    expect(codeOf(away.body)).toBe('overloaded');
  }
  const kept = await ask('/api/config?made-up');
  expect([kept.status, kept.headers['cache-control']]).toEqual([200, expect.stringMatching(/^public/)]);
  expect((await ask('/staff')).headers['content-type']).toMatch(/^text\/plain/);
  expect((await ask('/')).status).toBe(200);
});

const codeOf = (body: Buffer) => (JSON.parse(body.toString('utf8')) as { code: string }).code;
