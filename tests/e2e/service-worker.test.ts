import { expect, type Page, test } from '@playwright/test';
import { bundleScript } from '#src/build/bundle-script.ts';
import { keptCopies } from '../support/browser/kept-copies.ts';
import { type PlainSite, startPlainSite } from '../support/browser/plain-site.ts';

const CHECK_MS = 60_000;

let site: PlainSite;
test.use({ serviceWorkers: 'allow' });
test.beforeEach(async () => {
  site = await startPlainSite();
});
test.afterEach(() => site.stop());

/** Opens a page and waits until the worker controls it. */
async function open(page: Page, path: string): Promise<void> {
  await page.goto(site.url + path);
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
}

/**
 * The same with the page's time under the test's control, once the page has begun to wait for its next check; the page
 * counts the checks that have ended.
 */
async function openWithChecks(page: Page, path: string): Promise<void> {
  await page.clock.install();
  await page.addInitScript((every) => {
    const { setInterval } = window;
    Object.assign(window, {
      setInterval: (work: () => void, ms: number) => {
        if (ms === every) Object.assign(window, { checks: 0 });
        return setInterval(work, ms);
      },
    });
    const { update } = ServiceWorkerRegistration.prototype;
    ServiceWorkerRegistration.prototype.update = async function () {
      const updated = await update.call(this);
      Object.assign(window, { checks: ((window as { checks?: number }).checks ?? 0) + 1 });
      return updated;
    };
  }, CHECK_MS);
  await open(page, path);
  await page.waitForFunction(() => 'checks' in window);
}

test('[R7.073 R9.099] the worker is registered from /sw.js, after earlier versions’ items were deleted once', async ({
  page,
}) => {
  const leave = () => page.evaluate(async () => (await caches.open('left-over')).put('/old', new Response('old')));
  await page.goto(`${site.url}/robots.txt`);
  await leave();
  await open(page, '/faq');
  const state = () =>
    page.evaluate(async () => ({
      script: (await navigator.serviceWorker.getRegistration())?.active?.scriptURL,
      marker: localStorage.getItem('synx_cleanup'),
      leftOver: await caches.has('left-over'),
    }));
  expect(await state()).toEqual({ script: `${site.url}/sw.js`, marker: '2025-01-19-v2', leftOver: false });
  await leave();
  await page.reload();
  await page.waitForLoadState('networkidle');
  expect((await state()).leftOver).toBe(true);
});

test('[R9.098] a new worker is requested every 60 s', async ({ page }) => {
  await openWithChecks(page, '/faq');
  const first = site.workerReads;
  for (const checks of [1, 2, 3]) {
    await page.clock.fastForward(CHECK_MS);
    // A browser makes one of two checks that are under way at the same time.
    await page.waitForFunction((ended) => (window as { checks?: number }).checks === ended, checks);
    expect(site.workerReads).toBe(first + checks);
  }
});

test('a visited reading page opens offline and says that it is a copy', { tag: '@long' }, async ({ page, context }) => {
  await open(page, '/faq');
  await expect.poll(() => keptCopies(page)).toContain('/faq');
  await page.goto(`${site.url}/terms?from=faq`);
  await expect(page.locator('[data-offline]')).toBeHidden();
  await expect.poll(() => keptCopies(page)).toContain('/terms');
  await context.setOffline(true);
  for (const path of ['/faq', '/terms', '/faq?x=1#minimum']) {
    const answer = await page.goto(site.url + path);
    expect(answer?.status()).toBe(200);
    await expect(page.locator('[data-offline]')).toBeVisible();
    await expect(page.locator('h1')).toBeVisible();
  }
  // Its styles are stored with it.
  const rules = await page.evaluate(() => [...document.styleSheets].map(({ cssRules }) => cssRules.length));
  expect(Math.min(...rules)).toBeGreaterThan(0);
  await context.setOffline(false);
  await page.goto(`${site.url}/faq`);
  await expect(page.locator('[data-offline]')).toBeHidden();
});

test('offline copies have their scripts and fonts, also after /verify has fetched them', { tag: '@long' }, async ({
  page,
  context,
}) => {
  await open(page, '/verify');
  await page.goto(`${site.url}/faq`, { waitUntil: 'networkidle' });
  await page.goto(`${site.url}/verify`, { waitUntil: 'networkidle' });
  await expect.poll(() => keptCopies(page)).toEqual(expect.arrayContaining(['/faq', '/verify']));
  await context.setOffline(true);
  const failed: string[] = [];
  page.on('requestfailed', (request) => failed.push(new URL(request.url()).pathname));
  for (const path of ['/verify', '/faq']) {
    await page.goto(site.url + path, { waitUntil: 'networkidle' });
    await expect(page.locator('[data-offline]')).toBeVisible();
    expect(await page.evaluate(() => [...document.fonts].filter(({ status }) => status === 'error').length)).toBe(0);
  }
  expect(failed.filter((path) => path.startsWith('/_astro/'))).toEqual([]);
  // The script of the page works.
  await page.getByRole('searchbox').fill('minimum');
  await expect(page.getByText(/^Matching questions: \d/)).toBeVisible();
});

test('any other page says while offline that there is no connection, in its language', async ({ page, context }) => {
  await open(page, '/ar/faq');
  await expect.poll(() => keptCopies(page)).toEqual(expect.arrayContaining(['/offline', '/ar/offline', '/ar/faq']));
  await context.setOffline(true);
  const answer = await page.goto(`${site.url}/ar/staking`);
  expect(answer?.status()).toBe(503);
  await expect(page.locator('html')).toHaveAttribute('lang', 'ar');
  await expect(page.locator('h1')).toHaveText('أنت غير متصل بالإنترنت');
  await page.goto(`${site.url}/terms`);
  await expect(page.locator('h1')).toHaveText('You are offline');
});

test('a failing server is no reason to show an error if there is a copy', async ({ page }) => {
  await open(page, '/faq');
  await expect.poll(() => keptCopies(page)).toContain('/faq');
  await site.stop();
  await page.goto(`${site.url}/faq`);
  await expect(page.locator('[data-offline]')).toBeVisible();
});

test('prices, balances and pages that show them are never stored', { tag: '@long' }, async ({ page, context }) => {
  await open(page, '/');
  for (const path of ['/staking', '/airdrop', '/dashboard', '/']) {
    await page.goto(site.url + path);
    await page.waitForLoadState('networkidle');
  }
  await page.evaluate(() => fetch('/api/presale/pricing'));
  const paths = await keptCopies(page);
  expect(paths.filter((path) => !path.startsWith('/_astro/') && !/\/offline$/.test(path))).toEqual([]);
  await context.setOffline(true);
  expect(await page.evaluate(() => fetch('/api/presale/pricing').catch(() => 'failed'))).toBe('failed');
});

test('a new worker takes over every tab within two checks, and the last one unregisters itself', {
  tag: '@long',
}, async ({ page, context }) => {
  await openWithChecks(page, '/faq');
  const other = await context.newPage();
  await open(other, '/terms');
  const controllers = () =>
    Promise.all(
      [page, other].map((tab) =>
        tab.evaluate(
          () =>
            new Promise<string>((resolve) => {
              const worker = navigator.serviceWorker.controller;
              if (worker === null) return resolve('none');
              const channel = new MessageChannel();
              channel.port1.onmessage = ({ data }) => resolve(String(data));
              worker.postMessage('version', [channel.port2]);
              setTimeout(() => resolve('first'), 5_000);
            }),
        ),
      ),
    );
  const tell = (name: string) => `addEventListener('message', ({ ports }) => ports[0].postMessage('${name}'));\n`;
  /** Lets one check after the other begin, two in all, while it asks for their outcome. */
  const withinTwoChecks = (ask: () => Promise<unknown>) => {
    let begun = 0;
    return expect.poll(async () => {
      if (begun < 2) await page.clock.fastForward(CHECK_MS);
      begun += 1;
      return ask();
    });
  };
  // Constant requests keep the old worker busy, and it leaves only when it is idle.
  const tabs = [page, other];
  for (const tab of tabs)
    await tab.evaluate(() =>
      navigator.serviceWorker.addEventListener('controllerchange', () => Object.assign(window, { taken: true })),
    );
  const taken = () => Promise.all(tabs.map((tab) => tab.evaluate(() => 'taken' in window)));
  site.worker = tell('second') + site.worker;
  await withinTwoChecks(taken).toEqual([true, true]);
  expect(await controllers()).toEqual(['second', 'second']);
  site.worker = await bundleScript('worker/kill-worker.ts', {});
  await withinTwoChecks(() =>
    other.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length),
  ).toBe(0);
  await expect.poll(() => keptCopies(other)).toEqual([]);
});

test('[R7.074] visits are counted when the page is idle, and only after the visitor agreed', async ({ page }) => {
  const events = () => site.calls.filter(({ name }) => name === 'POST /api/analytics/event');
  await open(page, '/faq');
  await page.waitForLoadState('networkidle');
  expect(events()).toEqual([]);
  await page.evaluate(() => localStorage.setItem('synx_consent', 'yes'));
  await page.goto(`${site.url}/ar/terms`);
  await expect
    .poll(events)
    .toEqual([{ name: 'POST /api/analytics/event', body: '{"path":"/terms","locale":"ar"}', cookie: undefined }]);
});
