import { defineConfig } from '@playwright/test';
import { DRAWN } from './tests/run/playwright.ts';
import { LAUNCH_FLAGS, UNDRAWN_FLAGS } from './tests/support/chromium/launch-flags.ts';
import { findChromium } from './tests/support/chromium.ts';

const isDrawn = process.env[DRAWN] !== undefined;

/** The browser tests, on the built site. */
export default defineConfig({
  testDir: 'tests/e2e',
  testMatch: '**/*.test.ts',
  outputDir: 'test-results',
  fullyParallel: false,
  forbidOnly: Boolean(process.env.CI),
  // A test that passes only when repeated has found something.
  retries: 0,
  // One for each of two cores: more of them, next to the tests of servers, only make each test slower.
  workers: Number(process.env.E2E_WORKERS ?? 2),
  // Only what hangs takes as long: on a busy machine everything comes late.
  timeout: 300_000,
  expect: { timeout: 40_000 },
  use: {
    launchOptions: { executablePath: findChromium(), args: [...LAUNCH_FLAGS, ...(isDrawn ? [] : UNDRAWN_FLAGS)] },
    locale: 'en-US',
    // A worker would answer in place of a test; only its own tests allow it.
    serviceWorkers: 'block',
    // Smooth scrolling makes a click wait, and on a busy machine land next to its target.
    reducedMotion: 'reduce',
    // A trace of every test costs a fifth of the time; `npm test -- e2e --trace retain-on-failure NAME` records one.
    trace: 'off',
    screenshot: isDrawn ? 'only-on-failure' : 'off',
  },
});
