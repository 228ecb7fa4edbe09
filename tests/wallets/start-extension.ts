import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, expect, type Page } from '@playwright/test';
import { LAUNCH_FLAGS } from '#tests/support/chromium/launch-flags.ts';
import { findWholeChromium } from '#tests/support/chromium.ts';
import type { Extension } from './wallet-driver.ts';

/** Large enough for the windows that wallets open next to a page. */
const SCREEN = { width: 1600, height: 1100 };
const WINDOW_MS = 60_000;

interface BrowserPage {
  readonly chrome: {
    readonly developerPrivate: {
      updateExtensionConfiguration(update: { extensionId: string; fileAccess: boolean }): Promise<void>;
    };
  };
}

/** Starts a new profile of Chromium with the extension; every host but this machine leads to `hostsPort`. */
export async function startExtension(
  folder: string,
  hostsPort: number,
  baseURL: string,
): Promise<Extension & { stop(): Promise<void> }> {
  const profile = mkdtempSync(join(tmpdir(), 'synx-wallet-'));
  const context = await chromium.launchPersistentContext(profile, {
    executablePath: findWholeChromium(),
    baseURL,
    locale: 'en-US',
    viewport: null,
    ignoreDefaultArgs: ['--disable-extensions'],
    args: [
      // A wallet works in the background.
      ...LAUNCH_FLAGS.filter((flag) => flag !== '--disable-background-networking'),
      `--disable-extensions-except=${folder}`,
      `--load-extension=${folder}`,
      `--screen-info={${SCREEN.width}x${SCREEN.height}}`,
      `--window-size=1100,${SCREEN.height - 100}`,
      `--host-resolver-rules=MAP * 127.0.0.1:${hostsPort}, EXCLUDE 127.0.0.1, EXCLUDE localhost`,
      '--ignore-certificate-errors',
    ],
  });
  context.setDefaultTimeout(WINDOW_MS);
  const worker = context.serviceWorkers()[0] ?? (await context.waitForEvent('serviceworker', { timeout: WINDOW_MS }));
  const origin = worker.url().split('/').slice(0, 3).join('/');
  const known = new Set<Page>();
  return {
    context,
    open: async (path) => {
      const page = await context.newPage();
      known.add(page);
      await page.goto(`${origin}/${path}`);
      return page;
    },
    window: async () => {
      const opened = () => context.pages().find((page) => page.url().startsWith(origin) && !known.has(page));
      await expect.poll(() => opened()?.url(), { timeout: WINDOW_MS, message: 'a window of the wallet' }).toBeTruthy();
      const page = opened() as Page;
      known.add(page);
      return page;
    },
    refuseFiles: async () => {
      const page = await context.newPage();
      await page.goto('chrome://extensions');
      // Only this page of the browser has the function.
      await page.evaluate(
        (extensionId) =>
          (globalThis as unknown as BrowserPage).chrome.developerPrivate.updateExtensionConfiguration({
            extensionId,
            fileAccess: false,
          }),
        new URL(origin).host,
      );
      await page.close();
    },
    stop: async () => {
      await context.close();
      rmSync(profile, { recursive: true, force: true });
    },
  };
}
