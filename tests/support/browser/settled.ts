import { expect, type Page, type Request } from '@playwright/test';

/**
 * Follows a page's requests from now on. The returned function waits until the page is stable: the islands that load at
 * once are there, it is idle, and all requests are answered.
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
  // Requests of the previous page are never reported as finished.
  page.on('framenavigated', (frame) => {
    if (frame !== page.mainFrame()) return;
    for (const request of open) if (!request.isNavigationRequest()) open.delete(request);
  });
  return () =>
    expect(async () => {
      const before = begun;
      expect([...open].map((request) => request.url())).toEqual([]);
      // The last response may cause more requests, so none may be pending until the page has processed it.
      expect(await page.evaluate(islandsToComeWhenIdle)).toBe(0);
      expect(begun - before).toBe(0);
    }).toPass({ intervals: [20], timeout: 30_000 });
}

/**
 * Runs in the page: once it is idle, how many islands that load at once are still missing. A page that is not painted
 * has no frames, so each part waits for a second at most.
 */
async function islandsToComeWhenIdle(): Promise<number> {
  const longest = 1_000;
  for (let round = 0; round < 2; round += 1) {
    // Two frames: by then an observer of nearby elements has reported.
    for (let frame = 0; frame < 2; frame += 1)
      await new Promise((resolve) => {
        requestAnimationFrame(resolve);
        setTimeout(resolve, longest);
      });
    await new Promise((resolve) => requestIdleCallback(resolve, { timeout: longest }));
  }
  return document.querySelectorAll('astro-island[client="load"][ssr]').length;
}
