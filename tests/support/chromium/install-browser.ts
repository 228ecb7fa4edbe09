import { spawnSync } from 'node:child_process';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

/**
 * Downloads Chromium by Playwright's own command.
 * @returns the reason of a failure in words, or an empty text
 */
export function installBrowser(): string {
  const require = createRequire(createRequire(import.meta.url).resolve('@playwright/test/package.json'));
  const cli = join(dirname(require.resolve('playwright/package.json')), 'cli.js');
  console.log('Installing Chromium (playwright install chromium) …');
  // The full browser includes a headless mode; the second, smaller download is unnecessary.
  const { status, stdout, stderr } = spawnSync(process.execPath, [cli, 'install', '--no-shell', 'chromium'], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { PLAYWRIGHT_DOWNLOAD_CONNECTION_TIMEOUT: '10000', ...process.env },
    timeout: 10 * 60_000,
    maxBuffer: 64 * 1024 * 1024,
  });
  return status === 0
    ? ''
    : `playwright install chromium: ${`${stdout}${stderr}`.trim().split('\n').slice(-4).join(' ')}`;
}
