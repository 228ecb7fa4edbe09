// @module-tag long

import { cpSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { startPlainSite } from '#tests/support/browser/plain-site.ts';
import { startChild } from '#tests/support/child.ts';
import { onceForAll } from '#tests/support/opened.ts';
import { folderOfTest } from '#tests/support/temporary-folder.ts';

const COMMAND = join(process.cwd(), 'src/build/verify-site.ts');
const DIST = join(process.cwd(), 'dist');

const site = onceForAll(startPlainSite);

async function verify(...args: string[]): Promise<{ code: number | null; output: string }> {
  const child = startChild([COMMAND, ...args], {});
  const { code } = await child.ended;
  return { code, output: child.output() };
}

test('npm run verify finds that a site serves every file of a build', async () => {
  const { code, output } = await verify(site.url, '--dist', DIST);
  expect(output).toMatch(/states build [0-9a-f]{16}, version [\d.]+, commit /);
  expect(output).toMatch(/\n[1-9]\d{2,} files are those in .+, 0 are not\.\n$/);
  expect(code).toBe(0);
});

test('npm run verify names each file that differs, is missing, or is one too many', async () => {
  const folder = folderOfTest();
  const worker = site.worker;
  try {
    cpSync(DIST, folder, { recursive: true });
    writeFileSync(join(folder, 'de/faq.html'), 'other');
    writeFileSync(join(folder, 'added.txt'), 'more');
    rmSync(join(folder, 'robots.txt'));
    site.worker = `${worker}// changed on its way\n`;
    const { code, output } = await verify(site.url, '--dist', folder);
    expect(output.split('\n').filter((line) => line.startsWith('✗'))).toEqual([
      '✗ added.txt is not served: /added.txt answers 404',
      '✗ de/faq.html differs',
      "✗ robots.txt is in the site's list, and not in the build",
      '✗ sw.js differs',
    ]);
    expect(code).toBe(1);
  } finally {
    site.worker = worker;
  }
});

test('npm run verify says why it cannot compare', async () => {
  expect(await verify()).toEqual({ code: 1, output: expect.stringMatching(/^usage: npm run verify/) });
  const unknown = await verify(site.url, '--commit', 'c3'.repeat(20));
  expect(unknown.output).toContain('This repository has no commit c3c3');
  const changed = await verify(site.url, '--commit', `${'c3'.repeat(20)}-dirty`);
  expect(changed).toEqual({ code: 1, output: expect.stringContaining('no commit has them') });
});
