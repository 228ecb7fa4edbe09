import { afterAll, beforeEach, expect, it, vi } from 'vitest';
import { loadPart } from '#src/client/load-part.ts';

let links: { rel?: string; href?: string }[] = [];
vi.stubGlobal('document', {
  createElement: () => ({}),
  head: { append: (link: (typeof links)[number]) => links.push(link) },
});
beforeEach(() => {
  links = [];
});
afterAll(() => vi.unstubAllGlobals());

it('requests what a part imports at once, each file one time', async () => {
  const load = vi.fn(() => Promise.resolve('part'));
  expect(await loadPart(load, ['_astro/part.js', '_astro/shared.js'])).toBe('part');
  expect(await loadPart(load, ['_astro/other.js', '_astro/shared.js'])).toBe('part');
  expect(links.map(({ rel, href }) => `${rel} ${href}`)).toEqual([
    'modulepreload /_astro/part.js',
    'modulepreload /_astro/shared.js',
    'modulepreload /_astro/other.js',
  ]);
  expect(load).toHaveBeenCalledTimes(2);
});

it('fails as the part does, and loads one that imports nothing', async () => {
  await expect(loadPart(() => Promise.reject(new TypeError('lost')))).rejects.toThrow('lost');
  expect(links).toEqual([]);
});
