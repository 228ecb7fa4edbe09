import { test as base } from '@playwright/test';
import { type StackAddress, tellStack } from './stack-address.ts';
import { startChains, startSite } from './start-stack.ts';
import { type Watch, watchContext } from './watch.ts';

const START_TIMEOUT_MS = 60_000;

/**
 * A browser test. Each worker has its own chains, API and database, because a block is a confirmation for every payment
 * on its chain. Every test must finish without an error, a foreign request or an unexpected wallet call.
 */
export const test = base.extend<{ watch: Watch }, { stack: StackAddress }>({
  stack: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads a fixture’s needs from its pattern
    async ({}, use) => {
      const chains = await startChains();
      try {
        const site = await startSite(chains.chains);
        tellStack(site);
        await use(site);
        await site.stop();
      } finally {
        await chains.stop();
      }
    },
    { scope: 'worker', auto: true, timeout: START_TIMEOUT_MS },
  ],
  baseURL: async ({ stack }, use) => use(stack.url),
  watch: [
    async ({ context, baseURL }, use) => {
      const watch = await watchContext(context, new URL(baseURL ?? '').origin);
      await use(watch);
      watch.check();
    },
    { auto: true },
  ],
});
