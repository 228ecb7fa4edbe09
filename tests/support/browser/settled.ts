import { expect, type Page, type Request } from '@playwright/test';

/**
 * Follows what a page asks for, from now on. What is returned waits until the page stands as it stays: the islands
 * that load
 * at once are there, it has nothing left to do, and all it asked for has come.
 */
export function followRequests(page: Page): () => Promise<void> {
  const open = new Set<Request>();
  let begun = 0;
  page.on('request', (request) => {
    begun += 1;
    open.add(request);
  });
  page.on('requestfinished', (request) => open.delete(request));
  page.on('requestfailed', (request) => open.delete(request));
  // Nobody tells of what the page before this one still waited for.
  page.on('framenavigated', (frame) => {
    if (frame !== page.mainFrame()) return;
    for (const request of open) if (!request.isNavigationRequest()) open.delete(request);
  });
  return () =>
    expect(async () => {
      const before = begun;
      expect([...open].map((request) => request.url())).toEqual([]);
      // What came last may have the page ask for more, so nothing may be asked for until it has worked that off.
      expect(await page.evaluate(islandsToComeWhenIdle)).toBe(0);
      expect(begun - before).toBe(0);
    }).toPass({ intervals: [20], timeout: 30_000 });
}

/** Runs in the page: once it is idle, how many islands that load at once are not there yet. */
async function islandsToComeWhenIdle(): Promise<number> {
  for (let round = 0; round < 2; round += 1) {
    // Two frames: an observer of what is near the screen has told of it then.
    for (let frame = 0; frame < 2; frame += 1) await new Promise(requestAnimationFrame);
    await new Promise((resolve) => requestIdleCallback(resolve));
  }
  return document.querySelectorAll('astro-island[client="load"][ssr]').length;
}
