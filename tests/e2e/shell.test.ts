import { expect, type Locator, type Page } from '@playwright/test';
import { DEVELOPMENT_ACCOUNTS } from '#src/config/development-accounts.ts';
import { LOCALE_CODES, type Locale } from '#src/config/locales.ts';
import { changeAnswer } from '#tests/support/browser/change-answer.ts';
import { test } from '#tests/support/browser/test.ts';
import { connect, connectedBefore, expectConnected } from '#tests/support/browser/wallet.ts';
import { SIZED_LOCALES } from '#tests/support/sized.ts';

/** Languages whose words for the navigation differ in length. */
const TABLET_LOCALES: readonly Locale[] = ['en', 'de', 'fr'];
const STAKING_PART = /StakingPanels[^/]*\.js/;
const PHONE = { width: 390, height: 844 };
const menu = (page: Page) => page.getByRole('dialog', { name: 'Site menu' });

/** A page's links in its head. */
function navigation(page: Page): Locator {
  return page.getByRole('banner').getByRole('navigation').getByRole('link');
}

/** On a wide window no link of the navigation is above or below another, or below the wallet's button. */
async function expectOneLine(page: Page, locale: string): Promise<void> {
  for (const width of [1024, 1280, 1366, 1440, 1920]) {
    await page.setViewportSize({ width, height: 900 });
    const middles = await navigation(page)
      .or(page.getByRole('banner').getByRole('button').first())
      .evaluateAll((all) =>
        all.map((part) => part.getBoundingClientRect()).map(({ top, bottom }) => Math.round((top + bottom) / 2)),
      );
    expect(middles.length).toBeGreaterThan(5);
    expect(Math.max(...middles) - Math.min(...middles), `${locale} at ${width}`).toBeLessThanOrEqual(2);
  }
}

test('the navigation is one line: on a tablet, and on a wide window in every language', { tag: '@long' }, async ({
  page,
}) => {
  for (const locale of new Set([...SIZED_LOCALES, ...TABLET_LOCALES])) {
    await page.setViewportSize({ width: 768, height: 900 });
    await page.goto(locale === 'en' ? '/faq' : `/${locale}/faq`);
    if (TABLET_LOCALES.includes(locale)) {
      const middles = await navigation(page).evaluateAll((all) =>
        all.map((link) => link.getBoundingClientRect()).map(({ top, bottom }) => Math.round((top + bottom) / 2)),
      );
      expect(middles.length).toBeGreaterThan(8);
      expect(Math.max(...middles) - Math.min(...middles), locale).toBeLessThan(10);
    }
    await expectOneLine(page, locale);
  }
});

test('on a wide window the navigation is one line in every language, with a wallet', { tag: '@long' }, async ({
  page,
}) => {
  const [account] = DEVELOPMENT_ACCOUNTS;
  await connectedBefore(page, account, 1);
  // With a wallet there is one link more.
  for (const locale of LOCALE_CODES) {
    await page.goto(locale === 'en' ? '/faq' : `/${locale}/faq`);
    await expectConnected(page, account);
    await expectOneLine(page, locale);
  }
});

test('on a wide window head and page begin at the same edge', { tag: '@long' }, async ({ page }) => {
  for (const [path, side] of [
    ['/', 'left'],
    ['/staking', 'left'],
    ['/ar', 'right'],
  ] as const) {
    await page.goto(path);
    for (const width of [1024, 1366, 1440, 1920, 2560]) {
      await page.setViewportSize({ width, height: 900 });
      const edges = [page.getByRole('banner').getByRole('link').first(), page.getByRole('heading', { level: 1 })].map(
        (part) => part.evaluate((element, edge) => element.getBoundingClientRect()[edge], side),
      );
      const [head = 0, text = 0] = await Promise.all(edges);
      expect(Math.abs(head - text), `${path} at ${width}`).toBeLessThanOrEqual(1);
    }
  }
});

/** The boxes of an element and of one next to it or around it, both at once: an island above them may be growing. */
function boxesOf(locator: Locator, which: 'nextElementSibling' | 'parentElement') {
  return locator.evaluate((element, key) => {
    const other = element[key];
    if (other === null) throw new Error(`no ${key}`);
    const boxOf = (each: Element) => each.getBoundingClientRect().toJSON() as DOMRect;
    return { own: boxOf(element), other: boxOf(other) };
  }, which);
}

test('on a wide window a page without contents has its headings beside its text, and a form no blank below it', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  for (const path of ['/track', '/testnet', '/dashboard', '/staking', '/claim', '/ar/track'])
    await test.step(path, async () => {
      await page.goto(path);
      const title = page.getByRole('main').getByRole('heading').last();
      const { own: heading, other: text } = await boxesOf(title, 'nextElementSibling');
      const [start, end] = heading.x < text.x ? [heading, text] : [text, heading];
      expect(start.x + start.width).toBeLessThan(end.x);
      expect(Math.abs(heading.y - text.y)).toBeLessThan(heading.height);
    });
  const claimState = page.getByRole('main').getByText('Claiming is not live.');
  for (const [path, above] of [
    ['/track', null],
    ['/claim', claimState],
  ] as const)
    await test.step(`the form of ${path}`, async () => {
      await page.goto(path);
      const form = page.getByRole('main').locator('form').first();
      const { own: inner, other: around } = await boxesOf(form, 'parentElement');
      const first = above === null ? inner : (await boxesOf(above, 'parentElement')).other;
      const blanks = [first.y - around.y, around.y + around.height - inner.y - inner.height] as const;
      expect(Math.abs(blanks[0] - blanks[1])).toBeLessThanOrEqual(1);
    });
});

test('below 768 px a bar has the wallet button and a menu that marks the current page [R2.031 R2.032 R2.033 R9.027]', async ({
  page,
}) => {
  await page.setViewportSize({ width: 767, height: 900 });
  await page.goto('/faq');
  const banner = page.getByRole('banner');
  await expect(banner.getByRole('button', { name: 'Connect Wallet' })).toBeVisible();
  await expect(banner.getByRole('link', { name: 'Tokenomics' })).toBeHidden();
  await banner.getByRole('button', { name: 'Menu' }).click();
  const links = menu(page).getByRole('navigation').getByRole('link');
  await expect(links).toHaveText([
    ...[/^Home$/, /^Pre-Sale$/, /^Airdrop$/, /^Staking$/, /^FAQ$/, /^Claim SYNX$/, /^Dashboard$/],
    ...[/^Blackpaper/, /^Tokenomics$/, /^Team$/, /^Verify an address$/, /^Track a payment$/],
    ...[/^Privacy$/, /^Terms$/],
  ]);
  await expect(menu(page).getByRole('link', { name: 'FAQ' })).toHaveAttribute('aria-current', 'page');
  await expect(menu(page).getByRole('link', { name: 'Staking' })).not.toHaveAttribute('aria-current');
  await page.keyboard.press('Escape');
  await expect(menu(page)).toBeHidden();
  await expect(banner.getByRole('button', { name: 'Menu' })).toBeFocused();
  await page.setViewportSize({ width: 768, height: 900 });
  await expect(banner.getByRole('button', { name: 'Menu' })).toBeHidden();
  await expect(banner.getByRole('link', { name: 'FAQ' })).toBeVisible();
  await test.step('the menu closes by its button and by the backdrop, and its links work', async () => {
    await page.setViewportSize(PHONE);
    const open = async () => {
      // The address is that of the next page before its scripts have run.
      await page.waitForLoadState();
      await page.getByRole('banner').getByRole('button', { name: 'Menu' }).click();
    };
    await open();
    await menu(page).getByRole('button', { name: 'Close menu' }).click();
    await expect(menu(page)).toBeHidden();
    await open();
    await page.mouse.click(5, 500);
    await expect(menu(page)).toBeHidden();
    await open();
    await menu(page).getByRole('link', { name: 'Claim SYNX' }).click();
    await expect(page).toHaveURL(/\/claim$/);
    await open();
    await expect(menu(page).getByRole('link', { name: 'Claim SYNX' })).toHaveAttribute('aria-current', 'page');
    await menu(page).getByRole('link', { name: 'Tokenomics' }).click();
    await expect(page).toHaveURL(/\/#tokenomics$/);
    await open();
    await menu(page).getByRole('link', { name: 'Staking' }).click();
    await expect(page).toHaveURL(/\/staking$/);
  });
  await test.step('where the head has no room for the sections of the landing page, the menu has them', async () => {
    await page.setViewportSize({ width: 1024, height: 900 });
    await page.goto('/');
    await expect(banner.getByRole('link', { name: 'Tokenomics' })).toBeHidden();
    await banner.getByRole('button', { name: 'Menu' }).click();
    await menu(page).getByRole('link', { name: 'Tokenomics' }).click();
    await expect(page.locator('#tokenomics')).toBeInViewport();
    await page.setViewportSize({ width: 1280, height: 900 });
    await expect(banner.getByRole('link', { name: 'Tokenomics' })).toBeVisible();
    await expect(banner.getByRole('button', { name: 'Menu' })).toBeHidden();
  });
  await test.step('its languages are behind one row, which names the present one', async () => {
    await page.setViewportSize(PHONE);
    await page.goto('/staking');
    await page.getByRole('banner').getByRole('button', { name: 'Menu' }).click();
    const german = menu(page).getByRole('link', { name: 'Deutsch' });
    await expect(german).toBeHidden();
    await menu(page).getByText('English').first().click();
    await german.click();
    await expect(page).toHaveURL(/\/de\/staking$/);
  });
});

test('links lead to the dashboard once a wallet is connected, and to the sections of the landing page', async ({
  page,
}) => {
  const scrolling = () => page.evaluate(() => getComputedStyle(document.documentElement).scrollBehavior);
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  await page.goto('/');
  await test.step('links to sections scroll there smoothly [R2.002]', async () => {
    await expect.poll(scrolling).toBe('smooth');
    for (const id of ['presale', 'features', 'tokenomics', 'roadmap', 'synergyx-market', 'how-to-buy', 'team'])
      await expect(page.locator(`#${id}`)).toHaveCount(1);
    await page.getByRole('banner').getByRole('link', { name: 'Roadmap' }).click();
    await expect(page).toHaveURL(/#roadmap$/);
    await expect(page.locator('#roadmap')).toBeInViewport();
  });
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await test.step('a connected wallet has a dashboard, and is not asked to join [R1.005 R2.007 R2.046]', async () => {
    const dashboard = page.getByRole('banner').getByRole('link', { name: 'Dashboard' });
    const join = page.getByRole('link', { name: 'Join Presale' });
    await expect(join).toBeVisible();
    await expect(dashboard).toBeHidden();
    await connect(page, DEVELOPMENT_ACCOUNTS[4]);
    await expect(join).toBeHidden();
    await expect(dashboard.first()).toBeVisible();
    await expect(dashboard.first()).toHaveAttribute('href', '/dashboard');
  });
  await test.step('links of another page lead to the sections too [R2.003]', async () => {
    await page.emulateMedia({ reducedMotion: 'no-preference' });
    await page.goto('/faq');
    await page.getByRole('banner').getByRole('link', { name: 'Tokenomics' }).click();
    await expect(page.locator('#tokenomics')).toBeInViewport();
    await page.emulateMedia({ reducedMotion: 'reduce' });
    expect(await scrolling()).toBe('auto');
  });
});

test('a tip shows after 700 ms, and the next at once within 300 ms [R9.038 R9.039]', async ({ page }) => {
  await page.clock.install();
  await page.goto('/');
  await page.clock.pauseAt(Date.now() + 3_600_000);
  const tips = page.locator('[data-tip]:visible');
  expect(await tips.count()).toBeGreaterThan(1);
  const tip = page.getByRole('tooltip');
  const [first, second] = [tips.nth(0), tips.nth(1)];
  const loaded = page.waitForResponse(/\/on-first-interaction\./).catch(() => null);
  await page.mouse.move(2, 300, { steps: 2 });
  await loaded;
  const leave = async () => {
    await page.mouse.move(1, 1);
    await expect(tip).toBeHidden();
  };
  const expectAfter700 = async (owner: Locator) => {
    await page.clock.runFor(699);
    await expect(tip).toBeHidden();
    await page.clock.runFor(1);
    await expect(tip).toHaveText((await owner.getAttribute('data-tip')) ?? '');
  };
  await first.hover();
  await expectAfter700(first);
  await second.scrollIntoViewIfNeeded();
  await leave();
  await page.clock.runFor(299);
  await second.hover();
  await page.clock.runFor(0);
  await expect(tip).toHaveText((await second.getAttribute('data-tip')) ?? '');
  await leave();
  await page.clock.runFor(300);
  await second.hover();
  await expectAfter700(second);
});

/** A failure of a script on a page to which the visitor came from /faq. */
async function failOutside(page: Page): Promise<void> {
  await page.goto('/faq');
  await page.goto('/terms');
  const screen = page.getByRole('dialog', { name: 'Oops! Something went wrong' });
  const fail = async () => {
    await expect(async () => {
      // Wakes the screen's module, which a movement loads once the page has loaded, and which hears errors since.
      await page.mouse.move(3, 3);
      await page.mouse.move(200, 300);
      await page.evaluate(() =>
        dispatchEvent(
          new ErrorEvent('error', { filename: `${location.origin}/_astro/x.js`, message: 'planned failure' }),
        ),
      );
      await expect(screen).toBeVisible({ timeout: 500 });
    }).toPass({ timeout: 40_000 });
  };
  await fail();
  await expect(screen).toContainText('Your funds are safe.');
  await expect(screen).toContainText('please contact support');
  await expect(screen.getByRole('link')).toHaveCount(0);
  await test.step('technical details that open [R2.038]', async () => {
    await expect(screen.getByText('planned failure')).toBeHidden();
    await screen.getByText('Technical details').click();
    await expect(screen.getByText('planned failure')).toBeVisible();
  });
  await test.step('a way back [R2.040]', async () => {
    await screen.getByRole('button', { name: 'Go Back' }).click();
    await expect(page).toHaveURL(/\/faq$/);
  });
  const hash = `0x${'ab'.repeat(32)}`;
  await page.evaluate((transactionHash) => {
    const body = { walletAddress: `0x${'1'.repeat(40)}`, transactionHash, chainId: 1 };
    localStorage.setItem(`synx_payment:${transactionHash}`, JSON.stringify({ body, storedAt: Date.now() }));
  }, hash);
  await fail();
  await expect(screen.getByRole('link', { name: 'Check the status of your payment' })).toHaveAttribute(
    'href',
    `/track?hash=${hash}`,
  );
  await page.evaluate(() => localStorage.clear());
  await test.step('another try [R2.039]', async () => {
    const reloaded = page.waitForEvent('load');
    await screen.getByRole('button', { name: 'Refresh Page' }).click();
    await reloaded;
    await expect(screen).toBeHidden();
  });
}

/** A failure of an island of a page to which the visitor comes from /faq. */
async function failInside(page: Page): Promise<void> {
  /** An answer from which the missions cannot be drawn. */
  const spoil = () =>
    changeAnswer<{ missions: unknown }>(page, '**/api/airdrop/missions', () => ({ missions: 'none' }));
  await spoil();
  await page.goto('/airdrop');
  const screen = page
    .getByRole('main')
    .getByRole('alert')
    .filter({ has: page.getByRole('heading', { name: 'Oops! Something went wrong', exact: true }) });
  await expect(screen).toBeVisible();
  await expect(screen).toContainText('Your funds are safe.');
  await expect(screen).toContainText('please contact support');
  await expect(page.getByRole('banner').getByRole('button', { name: 'Connect Wallet' })).toBeEnabled();
  await test.step('technical details that open [R2.038]', async () => {
    await expect(screen.getByText('is not a function')).toBeHidden();
    await screen.getByText('Technical details').click();
    await expect(screen.getByText('is not a function')).toBeVisible();
  });
  await test.step('another try [R2.039]', async () => {
    await page.unroute('**/api/airdrop/missions');
    await screen.getByRole('button', { name: 'Refresh Page' }).click();
    await expect(page.getByRole('heading', { name: 'Missions', exact: true })).toBeVisible();
    await expect(screen).toBeHidden();
  });
  await test.step('a way back [R2.040]', async () => {
    await spoil();
    await page.reload();
    await screen.getByRole('button', { name: 'Go Back' }).click();
    await expect(page).toHaveURL(/\/faq$/);
  });
}

test('a failure shows the error screen, with ways out: over the page, or in the place of the island that failed', async ({
  page,
  watch,
}) => {
  watch.allow(/planned failure|is not a function/);
  await test.step('outside of an island [R2.036 R2.037 R2.041]', () => failOutside(page));
  await test.step('an island that fails while it renders [R2.035 R2.036 R2.037 R2.041]', () => failInside(page));
});

const ISLANDS = [
  ['WalletButton', '/faq', 'banner'],
  ['PresaleCard', '/', 'main'],
  ['StakingPanels', '/staking', 'main'],
  ['Dashboard', '/dashboard', 'main'],
  ['Voting', '/voting', 'main'],
  ['AirdropDashboard', '/airdrop', 'main'],
] as const;
test('an island that cannot be drawn leaves the error screen in its place [R2.035]', async ({ page, watch }) => {
  watch.allow(/is not a function|Minified React error/);
  for (const [island, path, landmark] of ISLANDS)
    await test.step(island, async () => {
      await page.route(
        ({ pathname }) => pathname === path,
        async (route) => {
          const answer = await route.fetch();
          await route.fulfill({ response: answer, body: withoutWords(await answer.text(), island) });
        },
      );
      await page.goto(path);
      const place = page.getByRole(landmark);
      // Islands that wait for an intent wake at the first one.
      await place.getByRole('button').or(place.getByRole('heading')).first().hover();
      const screen = place.getByRole('alert').filter({ has: page.getByRole('heading', { name: 'Oops! Something' }) });
      await expect(screen).toBeVisible();
      await expect(screen).toContainText('Your funds are safe.');
      await expect(page.getByRole('contentinfo')).toBeVisible();
    });
});

/** The page with objects in place of the texts of one island, except those of the error screen: React draws none. */
function withoutWords(html: string, island: string): string {
  return html.replace(new RegExp(`<astro-island[^>]*/${island}\\.[^>]*>`), (element) =>
    element.replace(/&quot;(?!error\.)([\w.]+)&quot;:\[0,&quot;.*?&quot;\]/g, '&quot;$1&quot;:[0,{}]'),
  );
}

/** A part of the page that fails to load once is there in the end. */
async function failOnce(page: Page): Promise<void> {
  const asked = new Set<string>();
  await page.route(STAKING_PART, (route) => {
    asked.add(route.request().url());
    return asked.size === 1 ? route.abort() : route.continue();
  });
  await page.goto('/staking');
  await page.getByRole('button', { name: 'STAKE NOW (Engage)' }).click();
  await expect(page.getByText('Please connect your wallet to stake tokens')).toBeVisible();
  expect(new URL(page.url()).search).toBe('');
  // Most browsers would answer a request for the same address with the first failure.
  expect(asked.size).toBe(2);
  await page.unroute(STAKING_PART);
}

/** A part of the page that never loads. */
async function failAlways(page: Page): Promise<void> {
  const asked: number[] = [];
  await page.route(STAKING_PART, (route) => {
    asked.push(Date.now());
    return route.abort();
  });
  const pages: string[] = [];
  page.on('framenavigated', (frame) => frame === page.mainFrame() && pages.push(new URL(frame.url()).search));
  await page.goto('/staking');
  await page.waitForURL(/\?reload=/);
  // It opens where another reload would otherwise begin.
  await expect(page.getByRole('dialog', { name: 'Oops! Something went wrong' })).toBeVisible();
  expect(asked).toHaveLength(4);
  const [first = 0, second = 0] = asked;
  expect(second - first).toBeGreaterThanOrEqual(299);
  expect(second - first).toBeLessThan(900);
  expect(pages.filter((search) => search.includes('reload='))).toHaveLength(1);
}

test('a part that does not load is requested again after 300 ms, then the page is reloaded once, bypassing the cache', async ({
  page,
  watch,
}) => {
  watch.allow(/ERR_FAILED|Failed to load|Failed to fetch dynamically/);
  await test.step('one failure alone is not noticed [R2.026]', () => failOnce(page));
  await test.step('the request, the reload, the screen [R2.025 R2.026 R2.027 R2.028 R8.074]', () => failAlways(page));
});

test('a page without its style sheet is reloaded once, bypassing the cache', async ({ page, watch }) => {
  watch.allow(/ERR_FAILED|Failed to load/);
  let asked = 0;
  await page.route(/\/_astro\/[^/]*\.css/, (route) => {
    asked += 1;
    return asked === 1 ? route.abort() : route.continue();
  });
  await page.goto('/faq');
  await page.waitForURL(/\?reload=/);
  await expect(page.getByRole('heading', { level: 1 })).toHaveCSS('font-size', /^(?:[3-9]\d|\d{3})/);
});

test('a browser without newer calls works, and one that is too old says so in one sentence above a readable page', async ({
  page,
}) => {
  const notice = page.getByText('To buy or stake, please update this browser.');
  await test.step('without AbortSignal.timeout and .any, URL.canParse and popovers', async () => {
    await page.addInitScript(() => {
      for (const [owner, name] of [
        [AbortSignal, 'timeout'],
        [AbortSignal, 'any'],
        [URL, 'canParse'],
        [HTMLElement.prototype, 'showPopover'],
      ] as const)
        Reflect.deleteProperty(owner, name);
    });
    await page.goto('/');
    await expect(page.getByRole('region', { name: 'PRE-SALE LIVE' })).toContainText('1 SYNX = $0.013');
    await page.getByRole('banner').getByRole('link').first().hover();
    await expect(notice).toBeHidden();
  });
  await test.step('a browser of before 2023', async () => {
    await page.addInitScript(() => Reflect.deleteProperty(HTMLScriptElement, 'supports'));
    await page.goto('/faq');
    await expect(notice).toBeVisible();
    await expect(page.getByRole('heading', { name: 'How does the burn work?' })).toBeVisible();
    await expect(page.getByRole('dialog')).toBeHidden();
  });
});
