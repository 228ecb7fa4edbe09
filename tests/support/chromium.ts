import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { chromium } from '@playwright/test';
import { aptInstall } from './apt-install.ts';
import { installBrowser } from './chromium/install-browser.ts';
import { isDebianRoot } from './is-debian-root.ts';

const NAMES = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome', 'chrome', 'microsoft-edge'];
const APPLICATIONS = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
];

/**
 * The path of a Chromium that starts: CHROME_PATH, the usual names, Playwright's own; else one is installed, by
 * Playwright or, as root on Debian where its download cannot be reached, by apt-get.
 * @throws Error saying what was tried
 */
export function findChromium(): string {
  const asked = process.env.CHROME_PATH;
  if (asked) {
    if (starts(asked)) return asked;
    throw new Error(`CHROME_PATH is ${asked}, which does not start.`);
  }
  const present = installed();
  if (present) return present;

  const tried = [installBrowser()];
  if (isDebianRoot()) {
    // Its own libraries come with it; Playwright's download may be here by now and lack them.
    console.log('Installing Chromium (apt-get install chromium) …');
    if (!installed()) tried.push(attempt(() => aptInstall(['chromium'])));
    // Arabic, Devanagari and Chinese in screenshots; the tests themselves do not depend on a font.
    if (installed()) attempt(() => aptInstall(['fonts-noto-core', 'fonts-wqy-microhei']));
  }
  const fresh = installed();
  if (fresh) return fresh;
  throw new Error(`No Chromium, and none could be installed. Set CHROME_PATH.\n${tried.filter(Boolean).join('\n')}`);
}

function installed(): string | undefined {
  const onPath = (process.env.PATH ?? '').split(delimiter).flatMap((dir) => NAMES.map((name) => join(dir, name)));
  return [...onPath, ...APPLICATIONS, chromium.executablePath()].find((path) => existsSync(path) && starts(path));
}

/** `--version` loads all libraries, so it fails where one is missing; it opens no window. */
function starts(path: string): boolean {
  return spawnSync(path, ['--version'], { stdio: 'ignore', timeout: 30_000 }).status === 0;
}

function attempt(install: () => void): string {
  try {
    install();
    return '';
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}
