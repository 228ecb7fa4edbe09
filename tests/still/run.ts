// npm run still: how much moves while each page loads and is scrolled, in three languages, at two widths, connected and
// not. `-- /staking /faq` measures these routes alone. Ends with code 1 if anything moves more than the budget.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { type Browser, chromium } from '@playwright/test';
import { LOCALES } from '#src/config/locales.ts';
import { PAGE_PATHS } from '#src/config/page-paths.ts';
import { stake } from '#src/server/staking/stake.ts';
import { dropSettings } from '#tests/run/clean-env.ts';
import { movesOf } from '#tests/support/browser/layout-shifts.ts';
import { startChains, startSite } from '#tests/support/browser/start-stack.ts';
import { connectedBefore } from '#tests/support/browser/wallet.ts';
import { LAUNCH_FLAGS } from '#tests/support/chromium/launch-flags.ts';
import { findChromium } from '#tests/support/chromium.ts';
import { creditNow } from '#tests/support/credit-now.ts';
import { newWallet } from '#tests/support/pay.ts';
import { storeConfirming } from '#tests/support/store-confirming.ts';

const BUDGET = 0.01;
const SIZES = [
  { width: 390, height: 844 },
  { width: 1440, height: 900 },
] as const;
const WRITTEN = ['en', 'ar', 'zh'] as const;
const NANO = 1_000_000_000n;

interface Visit {
  readonly path: string;
  readonly locale: (typeof WRITTEN)[number];
  readonly size: (typeof SIZES)[number];
  /** A wallet that is connected when the page is opened, or null. */
  readonly wallet: string | null;
}

/** What moves until the page is stable, and while it is scrolled to its end. */
async function visit(browser: Browser, origin: string, { path, locale, size, wallet }: Visit) {
  const context = await browser.newContext({
    viewport: size,
    locale: LOCALES[locale].tag,
    reducedMotion: 'reduce',
    serviceWorkers: 'block',
  });
  const page = await context.newPage();
  if (wallet !== null) await connectedBefore(page, wallet, 1);
  const prefix = locale === 'en' ? '' : `/${locale}`;
  const moved = await movesOf(page, `${origin}${prefix}${path === '/' && prefix !== '' ? '' : path}`);
  await context.close();
  return moved;
}

dropSettings();
if (!existsSync(join(import.meta.dirname, '../../dist/index.html'))) throw new Error('no dist/: run `npm run build`');
const wanted = process.argv.slice(2);
const chains = await startChains();
const site = await startSite(chains.chains, { LOG_LEVEL: 'silent' });
const browser = await chromium.launch({ executablePath: findChromium(), args: [...LAUNCH_FLAGS] });
const holder = newWallet();
const payment = await storeConfirming(site.context.db, holder, 130_000_000n, Date.now());
await creditNow(site.context.db, payment, Date.now(), { priceE8: 100_000_000n, round: null });
await stake(site.context.db, holder, 4_000n * NANO, Date.now());
let worst = 0;
try {
  console.log(`| Route | ${SIZES.map(({ width }) => `${width} px | ${width} px connected`).join(' | ')} |`);
  for (const path of PAGE_PATHS.filter((each) => wanted.length === 0 || wanted.includes(each))) {
    const cells: string[] = [];
    const parts: string[] = [];
    for (const size of SIZES)
      for (const wallet of [null, holder]) {
        let most = 0;
        for (const locale of WRITTEN) {
          const moved = await visit(browser, site.url, { path, locale, size, wallet });
          most = Math.max(most, moved.score);
          if (moved.score > BUDGET)
            parts.push(
              `  ${locale} ${size.width}${wallet ? ' connected' : ''}: ${moved.parts.slice(0, 4).join(' · ')}`,
            );
        }
        worst = Math.max(worst, most);
        cells.push(most.toFixed(4));
      }
    console.log(`| ${path} | ${cells.join(' | ')} |`);
    for (const part of parts) console.log(part);
  }
} finally {
  await browser.close();
  await site.stop();
  await chains.stop();
}
console.log(`The most that moves: ${worst.toFixed(4)}, of ${BUDGET} allowed`);
process.exit(worst > BUDGET ? 1 : 0);
