import type { Page } from '@playwright/test';
import type { PresaleActivity } from '#src/contract/presale.ts';
import { followRequests } from './settled.ts';

interface Moved {
  /** Their sum so far, as in the metric Cumulative Layout Shift, without its division into periods. */
  readonly score: number;
  /** The parts that moved, the largest move first. */
  readonly parts: readonly string[];
}

/** Records from before a page's first paint whatever moves on it without the visitor's doing. */
async function recordShifts(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const moves: { value: number; part: string }[] = [];
    Object.assign(window, { moves });
    const nameOf = (node: Node | null) => {
      const element = node instanceof Element ? node : node?.parentElement;
      if (!element) return 'a removed part';
      return `${element.localName}${element.id && `#${element.id}`}.${element.className} in ${element.parentElement?.className}`;
    };
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        const { value, hadRecentInput, sources } = entry as PerformanceEntry & {
          value: number;
          hadRecentInput: boolean;
          sources: { node: Node | null; previousRect: DOMRectReadOnly; currentRect: DOMRectReadOnly }[];
        };
        if (hadRecentInput) continue;
        const { node, previousRect: from, currentRect: to } = sources[0] ?? {};
        const path = from && to ? ` ${Math.round(from.y)}→${Math.round(to.y)}, ${from.height}→${to.height} px` : '';
        moves.push({ value, part: `${value.toFixed(4)} ${nameOf(node ?? null)}${path}` });
      }
    }).observe({ type: 'layout-shift', buffered: true });
  });
}

/** Three purchases of the usual length, however many the server of the test has. */
async function fillFeed(page: Page): Promise<void> {
  await page.route('**/api/presale/activity', async (route) => {
    const answer = (await (await route.fetch()).json()) as PresaleActivity;
    const paidAt = new Date(Date.now() - 50 * 60_000).toISOString();
    const entries = [1, 2, 3].map((number) => ({
      ...{ wallet: '0x8888…dddd', tokens: '352000', chainId: 137 as const, paymentMethod: 'USDC' },
      ...{ transactionHash: `0x${`${number}`.repeat(64)}`, creditedAt: paidAt, paidAt },
    }));
    await route.fulfill({ json: { ...answer, entries } satisfies PresaleActivity });
  });
}

/** Opens an address and scrolls to its end, a screen at a time; everything that moves. The page must be new. */
export async function movesOf(page: Page, url: string): Promise<Moved> {
  await recordShifts(page);
  await fillFeed(page);
  const settled = followRequests(page);
  await page.goto(url);
  await settled();
  while (await page.evaluate(scrollOn)) await settled();
  return shiftsOf(page);
}

/** Runs in the page: scrolls by a screen, unless its end is reached. */
function scrollOn(): boolean {
  const before = scrollY;
  scrollBy(0, innerHeight);
  return scrollY > before;
}

/** Everything that has moved on the page so far. */
async function shiftsOf(page: Page): Promise<Moved> {
  return page.evaluate(() => {
    const { moves } = window as unknown as { moves: { value: number; part: string }[] };
    const ranked = [...moves].sort((one, other) => other.value - one.value);
    return { score: moves.reduce((sum, { value }) => sum + value, 0), parts: ranked.map(({ part }) => part) };
  });
}
