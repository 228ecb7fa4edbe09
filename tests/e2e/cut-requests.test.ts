import { type Browser, expect, type Page } from '@playwright/test';
import { DEVELOPMENT_ACCOUNTS } from '#src/config/development-accounts.ts';
import { test } from '#tests/support/browser/test.ts';
import { IS_FULL } from '#tests/support/sized.ts';

const WALLET = DEVELOPMENT_ACCOUNTS[4];
const PAGES = [
  '/',
  '/staking',
  `/dashboard?address=${WALLET}`,
  '/voting',
  '/airdrop',
  `/track?hash=0x${'ab'.repeat(32)}`,
  '/verify',
  `/receipt?id=1-0x${'ab'.repeat(32)}-coin`,
  '/config',
  '/press-release',
] as const;
/** The sentence of a part that tries again. */
const SAID_IN_PLACE = /unavailable at the moment|could not be loaded/;
/** Pages that are open together, each without another request. */
const AT_ONCE = 4;
/** How many pages of this file were already opened without a script or call. */
const tried = new Map<string, number>();
const isScript = (cut: string) => cut.endsWith('.js');
/** A script fails alike on every page; a call is answered by each page's own parts. */
const enough = (cut: string) => (IS_FULL && !isScript(cut) ? PAGES.length : 1);
/** Every script in a full run; otherwise a twentieth of those of each page, which another page may have as well. */
const isCut = (cut: string, position: number, turn: number) => IS_FULL || !isScript(cut) || position % 20 === 2 * turn;

/** Brings all of a page into view as a visitor does, and waits until its requests are answered or have failed. */
async function lookAround(page: Page): Promise<void> {
  await page.mouse.move(200, 300);
  await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
  await page.waitForLoadState('networkidle');
}

/** The scripts and calls of a page, in the order of their requests. */
async function requestsOf(browser: Browser, url: string): Promise<string[]> {
  const page = await browser.newPage({ serviceWorkers: 'block', locale: 'en-US' });
  const paths = new Set<string>();
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (/^\/api\/|^\/_astro\/.*\.js$/.test(pathname)) paths.add(pathname);
  });
  await page.goto(url);
  await lookAround(page);
  await page.close();
  return [...paths];
}

/** The HTML of a page without its import map, which lists parts that may never load. */
async function named(page: Page, url: string): Promise<string> {
  return (await (await page.request.get(url)).text()).replace(/<script type="importmap".*?<\/script>/s, '');
}

/** Opens a page of which one script or call fails every time. */
async function openWithout(browser: Browser, url: string, cut: string): Promise<void> {
  const page = await browser.newPage({ serviceWorkers: 'block', locale: 'en-US' });
  const screen = page.getByRole('dialog', { name: 'Oops! Something went wrong' });
  await page.route(
    ({ pathname }) => pathname === cut,
    (route) => route.abort(),
  );
  await page.goto(url);
  if (isScript(cut)) {
    // What the page itself names is needed; other parts may be extras, without which no part of it waits.
    const isNeeded = (await named(page, url)).includes(`"${cut}"`);
    const said = screen.or(page.getByText(SAID_IN_PLACE)).filter({ visible: true }).first();
    let look = 0;
    await expect(async () => {
      look += 1;
      // Some scripts load only when the visitor does something, also after the page was reloaded.
      await page.mouse.move(200 + 10 * look, 300);
      await page.evaluate((isOdd) => scrollTo(0, isOdd ? 0 : document.body.scrollHeight), look % 2 === 1);
      const waits = page.getByText(/^Loading/).filter({ visible: true });
      if (isNeeded || (await waits.count()) > 0) await expect(said).toBeVisible({ timeout: 500 });
    }, cut).toPass();
  } else {
    await lookAround(page);
    await expect(page.getByText(/^Loading|…$/).filter({ visible: true }), cut).toHaveText([]);
    await expect(screen, cut).toBeHidden();
  }
  await page.close();
}

for (const [turn, address] of PAGES.entries()) {
  const [path = ''] = address.split('?');
  test(`${path} without any one of its requests says so and waits for nothing [R2.027 R2.035]`, {
    tag: '@long',
  }, async ({ browser, baseURL }) => {
    // A page is opened once for each of its requests.
    test.slow();
    const url = `${baseURL}${address}`;
    const untried = (await requestsOf(browser, url)).filter((cut) => (tried.get(cut) ?? 0) < enough(cut));
    const cuts = untried.filter((cut, position) => isCut(cut, position, turn));
    for (const cut of cuts) tried.set(cut, (tried.get(cut) ?? 0) + 1);
    for (let next = 0; next < cuts.length; next += AT_ONCE)
      await Promise.all(cuts.slice(next, next + AT_ONCE).map((cut) => openWithout(browser, url, cut)));
  });
}
