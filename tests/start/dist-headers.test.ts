// @module-tag long
import { globSync } from 'node:fs';
import { extname, join } from 'node:path';
import { expect, test } from 'vitest';
import { expectSafeHeaders } from '#tests/support/expect-safe-headers.ts';
import { openHttpApp } from '#tests/support/http-app.ts';
import { onceForAll } from '#tests/support/opened.ts';

const DIST = join(import.meta.dirname, '../../dist');

const http = onceForAll(() => openHttpApp({ siteDirectory: DIST }));

test('every file of the built site is served with its type and protective headers', async () => {
  const files = globSync(['**/*.*', '.well-known/*'], { cwd: DIST }).filter((name) => !/\.(br|gz)$/.test(name));
  expect(files.length).toBeGreaterThan(30);
  const types = new Map<string, string>();
  for (const name of files) {
    const { statusCode, headers } = await http.app.inject(`/${encodeURI(name)}`);
    expect(statusCode, name).toBe(200);
    expectSafeHeaders(headers, name);
    expect(headers['cache-control'], name).toBe(cacheControlOf(name));
    types.set(extname(name), String(headers['content-type']));
  }
  expect(types.get('.html')).toBe('text/html; charset=utf-8');
  expect(types.get('.js')).toMatch(/^(text|application)\/javascript/);
  expect(types.get('.css')).toMatch(/^text\/css/);
  for (const [extension, type] of types) expect(type, extension).not.toMatch(/undefined|octet-stream/);
});

function cacheControlOf(name: string): string {
  // A worker that is requested again each time can always be replaced.
  if (name === 'sw.js') return 'no-cache';
  return name.startsWith('_astro/') ? 'public, max-age=31536000, immutable' : 'public, max-age=0, must-revalidate';
}
