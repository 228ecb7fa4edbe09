import type { Page } from '@playwright/test';

/** The paths of everything that the service worker keeps, in all its stores. */
export function keptCopies(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    const paths: string[] = [];
    for (const name of await caches.keys())
      for (const { url } of await (await caches.open(name)).keys()) paths.push(new URL(url).pathname);
    return paths;
  });
}
