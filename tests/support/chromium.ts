import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { chromium } from '@playwright/test';
import { aptInstall } from './apt-install.ts';
import { installBrowser } from './chromium/install-browser.ts';
import { packagedBrowser } from './chromium/packaged-browser.ts';
import { isDebianRoot } from './is-debian-root.ts';

/** Chromium without a window system: it does the tests' work in two thirds of the time. */
const SHELL = 'chromium-headless-shell';
const NAMES = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome', 'chrome', 'microsoft-edge'];
const APPLICATIONS = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
];

/**
 * The path of a working Chromium: CHROME_PATH, the one of our packages, the headless shell, the usual names,
 * Playwright's own; otherwise one is installed. As root on Debian the headless shell comes by apt-get, even if a whole
 * browser is there.
 * @throws Error naming every attempt
 */
export function findChromium(): string {
  const asked = process.env.CHROME_PATH;
  if (asked) {
    if (starts(asked)) return asked;
    throw new Error(`CHROME_PATH is ${asked}, which does not start.`);
  }
  const packaged = packagedBrowser();
  // It uses libraries of the system.
  if (packaged !== undefined && starts(packaged)) return packaged;
  const tried: string[] = [];
  const shell = firstThatStarts(onPath([SHELL])) ?? (isDebianRoot() ? installShell(tried) : undefined);
  return shell ?? findWholeChromium(tried);
}

/**
 * The path of a Chromium with windows, which extensions need: CHROME_PATH, the usual names, Playwright's own; otherwise
 * one is installed. `tried` has the attempts before.
 * @throws Error naming every attempt
 */
export function findWholeChromium(tried: string[] = []): string {
  const present = process.env.CHROME_PATH || installed();
  if (present) return present;

  tried.push(installBrowser());
  if (isDebianRoot() && !installed()) {
    // The package brings its libraries; Playwright's download may be here by now and lack them.
    console.log('Installing Chromium (apt-get install chromium) …');
    tried.push(attempt(() => aptInstall(['chromium'])));
  }
  const fresh = installed();
  if (fresh) return fresh;
  throw new Error(`No Chromium, and none could be installed. Set CHROME_PATH.\n${tried.filter(Boolean).join('\n')}`);
}

function installShell(tried: string[]): string | undefined {
  console.log(`Installing Chromium (apt-get install ${SHELL}) …`);
  tried.push(attempt(() => aptInstall([SHELL])));
  // Arabic, Devanagari and Chinese in screenshots; the tests themselves do not depend on a font.
  attempt(() => aptInstall(['fonts-noto-core', 'fonts-wqy-microhei']));
  return firstThatStarts(onPath([SHELL]));
}

function installed(): string | undefined {
  return firstThatStarts([...onPath(NAMES), ...APPLICATIONS, chromium.executablePath()]);
}

function onPath(names: readonly string[]): string[] {
  return (process.env.PATH ?? '').split(delimiter).flatMap((folder) => names.map((name) => join(folder, name)));
}

function firstThatStarts(paths: readonly string[]): string | undefined {
  return paths.find((path) => existsSync(path) && starts(path));
}

/** `--version` loads all libraries, so it fails if one is missing; it opens no window. */
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
