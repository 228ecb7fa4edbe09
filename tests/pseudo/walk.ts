// Run inside a copy of the project that has the pseudo-language: opens its built pages in a browser, narrow as phones
// are, with and without a wallet, and prints untranslated texts and those that do not fit, as JSON.
import { chromium, type Page } from '@playwright/test';
import { CHAIN_IDS } from '#src/config/chains.ts';
import { DEVELOPMENT_ACCOUNTS } from '#src/config/development-accounts.ts';
import { PAGE_PATHS } from '#src/config/page-paths.ts';
import { startSite } from '#tests/support/browser/start-stack.ts';
import { connectedBefore } from '#tests/support/browser/wallet.ts';
import { LAUNCH_FLAGS } from '#tests/support/chromium/launch-flags.ts';
import { findChromium } from '#tests/support/chromium.ts';
import { freePort } from '#tests/support/free-port.ts';
import { PSEUDO } from './add-pseudo-locale.ts';
import { englishWord } from './english-left.ts';

/** CSS pixels: the narrowest phone that is supported, and a usual one. */
const WIDTHS = [320, 390] as const;
const PAGES = [
  ...PAGE_PATHS.map((path) => path.slice(1)),
  ...['offline', 'receipt', '404'],
  `track?hash=0x${'ab'.repeat(32)}`,
];
/** Where a wallet changes the page. */
const WALLET_PAGES = ['', 'airdrop', 'dashboard', 'staking', 'voting'] as const;
const [ACCOUNT] = DEVELOPMENT_ACCOUNTS;

/** What a page shows: its texts in its own language, and what does not fit. */
interface Seen {
  readonly texts: readonly string[];
  readonly tooWide: readonly string[];
}

const problems: string[] = [];
const rpcUrl = `http://127.0.0.1:${await freePort()}`;
const site = await startSite(
  CHAIN_IDS.map((chainId) => ({ chainId, rpcUrl })),
  { LOG_LEVEL: 'silent' },
);
const browser = await chromium.launch({ executablePath: findChromium(), args: [...LAUNCH_FLAGS] });
try {
  for (const width of WIDTHS) await walk(width, PAGES, false);
  await walk(390, WALLET_PAGES, true);
} finally {
  await browser.close();
  await site.stop();
}
console.log(JSON.stringify([...new Set(problems)]));
process.exit(0);

async function walk(width: number, pages: readonly string[], isConnected: boolean): Promise<void> {
  const page = await browser.newPage({ viewport: { width, height: 800 }, serviceWorkers: 'block' });
  if (isConnected) await connectedBefore(page, ACCOUNT, 1);
  for (const path of pages) {
    await page.goto(`${site.url}/${PSEUDO}/${path}`.replace(/\/$/, ''), { waitUntil: 'networkidle' });
    await page
      .locator('.loading')
      .waitFor({ state: 'hidden', timeout: 5_000 })
      .catch(() => undefined);
    const { texts, tooWide } = await look(page);
    const where = `/${path.slice(0, 20)}${isConnected ? ' with a wallet' : ''}`;
    for (const text of texts) {
      const word = englishWord(text);
      if (word !== undefined) problems.push(`${where}: "${word}" is English: ${text.slice(0, 80)}`);
    }
    problems.push(...tooWide.map((what) => `${where} at ${width} px: ${what}`));
  }
  await page.close();
}

/** Opens everything that can be opened in place, and looks at the whole page. */
function look(page: Page): Promise<Seen> {
  return page.evaluate((locale) => {
    for (const details of document.querySelectorAll('details')) details.open = true;
    const isSeen = (element: Element) => element.checkVisibility({ opacityProperty: true, visibilityProperty: true });
    const isOurs = (element: Element) => (element.closest('[lang]')?.getAttribute('lang') ?? locale) === locale;
    const holds = (element: Element) => getComputedStyle(element).overflowX !== 'visible';
    const isHeld = (element: Element | null): boolean =>
      element !== null && element !== document.body && (holds(element) || isHeld(element.parentElement));
    const nameOf = (element: Element) =>
      `<${element.tagName.toLowerCase()} class="${element.className}"> ${(element.textContent ?? '').trim().slice(0, 60)}`;
    const all = [...document.body.querySelectorAll('*')].filter(isSeen);
    const texts = all.filter(isOurs).flatMap((element) => {
      const isUnread = /^(?:SCRIPT|STYLE|TEMPLATE|CODE|PRE)$/.test(element.tagName) || element.matches('.ltr');
      const own = [...element.childNodes].filter(({ nodeType }) => nodeType === Node.TEXT_NODE);
      const named = ['aria-label', 'placeholder', 'title', 'alt'].map((name) => element.getAttribute(name) ?? '');
      return isUnread ? named : [...own.map(({ textContent }) => textContent ?? ''), ...named];
    });
    // What a text needs beyond its own box, or beyond a box that cuts it off; a drawing may be cut.
    const isClipped = (element: HTMLElement) => {
      if (element.matches('input, .unseen, .unseen *, option') || element.clientWidth === 0) return false;
      const texts = [...element.childNodes].filter(
        (node) => node.nodeType === Node.TEXT_NODE && node.textContent?.trim(),
      );
      const isCutting =
        element.matches('button, .button, summary') || /hidden|clip/.test(getComputedStyle(element).overflowX);
      return texts.length > 0 && isCutting && element.scrollWidth > element.clientWidth + 1;
    };
    const clipped = all.filter((element) => element instanceof HTMLElement && isClipped(element)).map(nameOf);
    const isWide = document.documentElement.scrollWidth > innerWidth + 1;
    const beyond = (element: Element) => {
      const { left, right } = element.getBoundingClientRect();
      return (right > innerWidth + 1 || left < -1) && !isHeld(element.parentElement);
    };
    const culprits = isWide ? all.filter(beyond).slice(-3).map(nameOf) : [];
    return {
      texts: texts.filter((text) => text.trim() !== ''),
      tooWide: [
        ...clipped.map((name) => `cut off: ${name}`),
        ...(isWide ? [`wider than the screen: ${culprits.join(' · ')}`] : []),
      ],
    };
  }, PSEUDO);
}
