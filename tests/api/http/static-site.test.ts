import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { brotliCompressSync, brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { checkMoved } from '#tests/deploy/check-site.ts';
import { type AskOrigin, askOrigin } from '#tests/support/ask-origin.ts';
import { expectSafeDataHeaders, expectSafeHeaders } from '#tests/support/expect-safe-headers.ts';
import { startFakeRpc } from '#tests/support/fake-rpc.ts';
import { type HttpApp, openHttpApp } from '#tests/support/http-app.ts';
import { folderOfTest, sharedFolder } from '#tests/support/temporary-folder.ts';

const HTML = { accept: 'text/html,application/xhtml+xml' };
const FILES: Readonly<Record<string, string>> = {
  'index.html': '<!doctype html>home',
  'staking.html': '<!doctype html>staking',
  '404.html': '<!doctype html>not found',
  'ar.html': '<!doctype html>home ar',
  'ar/staking.html': '<!doctype html>staking ar',
  'ar/404.html': '<!doctype html>not found ar',
  '_astro/app.Ab12.js': 'export const a = 1;',
  '_astro/page.Cd34.css': 'body{}',
  '_astro/font.Ef56.woff2': 'font',
  'favicon.ico': 'ico',
  'apple-touch-icon.png': 'png',
  'icons/icon-192.png': 'png',
  'icons/icon-maskable-512.png': 'png',
  'icons/tokens/eth.svg': '<svg/>',
  '.well-known/security.txt': 'Contact: mailto:security@synx.example',
  'favicon.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>',
  'robots.txt': 'User-agent: *',
  'manifest.webmanifest': '{}',
  'build.json': '{}',
  'picture.png': 'png',
  'Blackpaper.pdf': 'pdf',
};

const folder = sharedFolder();
let http: HttpApp;
beforeAll(async () => {
  writeFileSync(join(folder, '../synx-outside.txt'), 'outside');
  for (const [name, text] of Object.entries(FILES)) {
    const file = join(folder, name);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
    if (!/\.(html|js|css|svg)$/.test(name)) continue;
    writeFileSync(`${file}.br`, brotliCompressSync(text));
    writeFileSync(`${file}.gz`, gzipSync(text));
  }
  http = await openHttpApp({ siteDirectory: folder, env: { PUBLIC_ORIGIN: 'https://synx.example' } });
});
afterAll(async () => {
  await http.close();
  await rm(join(folder, '../synx-outside.txt'));
});

const get = (url: string, headers: Record<string, string> = HTML) => http.app.inject({ url, headers });

test.each([
  ['/', 'home'],
  ['/staking', 'staking'],
  ['/staking/', 'staking'],
  ['/staking?ref=1', 'staking'],
  ['/ar', 'home ar'],
  ['/ar/', 'home ar'],
  ['/ar/staking', 'staking ar'],
  ['/ar/staking/', 'staking ar'],
  ['/staking.html', 'staking'],
])('%s is a page', async (url, text) => {
  const answer = await get(url);
  expect([answer.statusCode, answer.body]).toEqual([200, `<!doctype html>${text}`]);
  expect(answer.headers['content-type']).toBe('text/html; charset=utf-8');
  expect(answer.headers['content-security-policy']).toBe("frame-ancestors 'none'");
  expect(answer.headers['cache-control']).toBe('public, max-age=0, must-revalidate');
});

test.each([
  ['/nothing', 'not found'],
  ['/nothing/here', 'not found'],
  ['/ar/nothing', 'not found ar'],
  ['/xx/nothing', 'not found'],
  ['/staking/nothing', 'not found'],
])('%s is the 404 page of its language, with status 404', async (url, text) => {
  const answer = await get(url);
  expect([answer.statusCode, answer.body]).toEqual([404, `<!doctype html>${text}`]);
});

test.each([{ accept: '*/*' }, {}, { accept: 'application/json' }])(
  'a program that accepts %j gets the page too',
  async (headers) => {
    const answer = await get('/ar/nothing', headers);
    expect([answer.statusCode, answer.body]).toEqual([404, '<!doctype html>not found ar']);
    expect((await http.app.inject({ method: 'HEAD', url: '/nothing', headers })).headers['content-type']).toMatch(
      /html/,
    );
  },
);

test('a new build underneath the server is served without a restart', async () => {
  const own = folderOfTest();
  const write = (build: string) => {
    rmSync(join(own, '_astro'), { recursive: true, force: true });
    mkdirSync(join(own, '_astro'));
    writeFileSync(join(own, 'index.html'), `<script src="/_astro/app.${build}.js"></script>`);
    for (const part of ['app', 'card', 'feed'])
      writeFileSync(join(own, `_astro/${part}.${build}.js`), `export const build = '${build}';`);
  };
  write('Aa11');
  const { app, close } = await openHttpApp({ siteDirectory: own });
  expect((await app.inject('/_astro/app.Aa11.js')).statusCode).toBe(200);
  write('Bb22');
  const [, script = ''] = /src="([^"]+)"/.exec((await app.inject('/')).body) ?? [];
  expect((await app.inject(script)).body).toBe("export const build = 'Bb22';");
  expect((await app.inject('/_astro/app.Aa11.js')).statusCode).toBe(404);
  // Right after an unknown address, and all parts of the page at once.
  write('Cc33');
  const answers = await Promise.all(['app', 'card', 'feed'].map((part) => app.inject(`/_astro/${part}.Cc33.js`)));
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200]);
  await close();
});

test('an unknown file, and everything under /api, gets an error as its answer', async () => {
  for (const [url, headers] of [
    ['/nothing.js', { accept: '*/*' }],
    ['/api/nothing', HTML],
    ['/api', HTML],
    ['/api/', HTML],
    ['/API/../api/x', HTML],
  ] as const) {
    const answer = await get(url, headers);
    expect([answer.statusCode, answer.json().code], url).toEqual([404, 'not_found']);
  }
});

test('compressed files are sent where they are accepted', async () => {
  for (const url of ['/staking', '/_astro/app.Ab12.js', '/favicon.svg', '/ar/nothing']) {
    const [br, gzip, plain] = await Promise.all(
      ['gzip, deflate, br', 'gzip', 'identity'].map((encoding) => get(url, { ...HTML, 'accept-encoding': encoding })),
    );
    expect([br?.headers['content-encoding'], gzip?.headers['content-encoding']]).toEqual(['br', 'gzip']);
    expect(plain?.headers['content-encoding']).toBeUndefined();
    const text = plain?.rawPayload.toString();
    expect(brotliDecompressSync(br?.rawPayload ?? '').toString()).toBe(text);
    expect(gunzipSync(gzip?.rawPayload ?? '').toString()).toBe(text);
    expect(br?.headers['content-type']).toBe(plain?.headers['content-type']);
    expect(String(br?.headers.vary).toLowerCase(), url).toContain('accept-encoding');
  }
});

test('files named by their content are cached for ever, others are requested again', async () => {
  for (const name of Object.keys(FILES)) {
    const { headers } = await get(`/${name}`);
    const expected = name.startsWith('_astro/')
      ? 'public, max-age=31536000, immutable'
      : 'public, max-age=0, must-revalidate';
    expect(headers['cache-control'], name).toBe(expected);
  }
  expect(String((await get('/_astro/app.Ab12.js')).headers.vary).toLowerCase()).not.toContain('origin');
  const first = await get('/favicon.svg');
  const again = await get('/favicon.svg', { 'if-none-match': String(first.headers.etag) });
  expect(again.statusCode).toBe(304);
});

describe('headers', () => {
  test.each(Object.keys(FILES))('of %s protect its content', async (name) => {
    const answer = await get(`/${name}`);
    expect([answer.statusCode, answer.body]).toEqual([200, FILES[name]]);
    expectSafeHeaders(answer.headers, name);
  });

  test('of an unknown address too', async () => {
    expectSafeHeaders((await get('/nothing')).headers);
  });

  test.each(['/api/config', '/api/nothing'])('of %s, whose answer is data', async (url) => {
    expectSafeDataHeaders((await get(url)).headers);
  });
});

test('a referrer keeps the credit where a link has another language name, an old page name or a stop behind it', async () => {
  const ask: AskOrigin = askOrigin(await http.app.listen({ port: 0, host: '127.0.0.1' }));
  expect(await checkMoved(ask)).toEqual([]);
});

test('a wallet can show the site’s icons where it asks for a consent; no other file is for other origins', async () => {
  const open: string[] = [];
  for (const name of Object.keys(FILES))
    if ((await get(`/${name}`)).headers['cross-origin-resource-policy'] === 'cross-origin') open.push(name);
  const icons = ['icons/icon-192.png', 'icons/icon-maskable-512.png'];
  expect(open.sort()).toEqual(['apple-touch-icon.png', 'favicon.ico', 'favicon.svg', ...icons]);
});

test('with real chains every answer requires https from now on', async () => {
  const rpc = await startFakeRpc();
  const live = await openHttpApp({ siteDirectory: folder, env: rpc.env });
  for (const url of ['/', '/favicon.svg', '/nothing', '/api/config', '/api/nothing']) {
    const { headers } = await live.app.inject({ url, headers: HTML });
    expect(headers['strict-transport-security'], url).toBe('max-age=31536000; includeSubDomains');
  }
  await live.close();
  await rpc.stop();
});

test('nothing outside the site is served, for any path', async () => {
  for (const url of [
    '/../synx-outside.txt',
    '/..%2fsynx-outside.txt',
    '/%2e%2e/synx-outside.txt',
    '/_astro/..%2f..%2fsynx-outside.txt',
    '/..\\synx-outside.txt',
    '//synx-outside.txt',
    '/staking.html%00.js',
    '/index.html.br',
  ]) {
    const answer = await get(url);
    expect(answer.statusCode, url).toBe(404);
    expect(answer.body).not.toBe('outside');
  }
});

test('without a built site the API answers alone', async () => {
  const alone = await openHttpApp({ siteDirectory: join(folder, 'nowhere') });
  expect((await alone.app.inject('/api/config')).statusCode).toBe(200);
  expect((await alone.app.inject({ url: '/', headers: HTML })).json().code).toBe('not_found');
});
