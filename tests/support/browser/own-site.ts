import { type ChainAddress, tellStack } from './stack-address.ts';
import { startChains } from './start-stack.ts';
import { test as base } from './test.ts';

/** Of the slowest, which is built first. */
const OPEN_MS = 480_000;

/**
 * Declares a file's tests on a site and chains of their own, which start with the first test and stop after the last.
 * A fixture of the worker would need another worker, with another browser, and chains and a server for nothing.
 */
export function testOn<Site extends { readonly url: string; stop(): Promise<void> }>(
  open: (chains: readonly ChainAddress[]) => Promise<Site>,
) {
  let chains: Awaited<ReturnType<typeof startChains>> | undefined;
  let opened: Site | undefined;
  const test = base.extend<{ site: Site }>({
    site: [
      // biome-ignore lint/correctness/noEmptyPattern: Playwright reads a fixture’s needs from its pattern
      async ({}, use) => {
        chains ??= await startChains();
        opened ??= await open(chains.chains);
        tellStack({ url: opened.url, chains: chains.chains });
        await use(opened);
      },
      { timeout: OPEN_MS },
    ],
    baseURL: async ({ site }, use) => use(site.url),
  });
  test.afterAll(async ({ stack }) => {
    tellStack(stack);
    await opened?.stop();
    await chains?.stop();
  });
  return test;
}
