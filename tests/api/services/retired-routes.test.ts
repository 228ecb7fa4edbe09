import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type HttpApp, openHttpApp } from '#tests/support/http-app.ts';
import { sharedFolder } from '#tests/support/temporary-folder.ts';

let http: HttpApp;
const site = sharedFolder();
beforeAll(async () => {
  await mkdir(join(site, 'de'));
  for (const page of ['blackpaper', 'de/blackpaper', 'whitepaper', '404'])
    await writeFile(join(site, `${page}.html`), page);
  http = await openHttpApp({ siteDirectory: site });
});
afterAll(() => http.close());

test.each([
  ['/whitepaper', '/blackpaper'],
  ['/whitepaper/', '/blackpaper'],
  ['/whitepaper?from=mail', '/blackpaper?from=mail'],
  ['/de/whitepaper', '/de/blackpaper'],
])('[R2.021] %s redirects permanently to %s', async (url, target) => {
  const answer = await http.app.inject({ url, headers: { accept: 'text/html' } });
  expect([answer.statusCode, answer.headers.location]).toEqual([301, target]);
});

test.each(['/xx/whitepaper', '//evil.example/whitepaper', '/de/whitepaper/x'])('%s does not exist', async (url) => {
  expect((await http.app.inject(url)).statusCode).toBe(404);
});
