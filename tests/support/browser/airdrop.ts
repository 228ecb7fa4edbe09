import { expect, type Locator, type Page } from '@playwright/test';
import type { ReviewedMission } from '#src/config/missions.ts';
import type { SubmissionStatus } from '#src/contract/airdrop.ts';
import { decideMissionEntry } from '#src/server/community/airdrop/decide-mission-entry.ts';
import { storeMissionEntry } from '#src/server/community/airdrop/submit-mission.ts';
import { testOn } from './own-site.ts';
import { startSite } from './start-stack.ts';
import { connectedBefore, expectConnected } from './wallet.ts';

/** The missions' links. */
export const TARGETS = {
  PUBLIC_X_URL: 'https://x.com/synx_example',
  PUBLIC_COMMUNITY_URL: 'https://discord.gg/synx-example',
  PUBLIC_CHANNEL_URL: 'https://t.me/synx_example',
  PUBLIC_YOUTUBE_URL: 'https://www.youtube.com/@synx-example',
  PUBLIC_YOUTUBE_VIDEO_URL: 'https://www.youtube.com/watch?v=abcdefghijk',
  PUBLIC_X_POST_URL: 'https://x.com/synx_example/status/1',
};
const HOUR_MS = 3_600_000;

export type Site = Awaited<ReturnType<typeof startSite>>;

/** A moment's work: the usual second or two would be more than a test's wait on a busy machine. */
const EASY_WORK = { HUMAN_CHECK_BITS: '8' };

/** The same site on a separate API whose channels are configured; the missions' links are answered here. */
export function airdropTests() {
  const settings = { ...TARGETS, ...EASY_WORK, WALLETS_PER_NETWORK: '1000' };
  return testOn((chains) => startSite(chains, settings)).extend<{ opened: string[] }>({
    opened: [
      async ({ context, watch }, use) => {
        const opened: string[] = [];
        watch.allow(/status of (?:409|429|500)|ERR_FAILED/);
        watch.allowHosts(['x.com', 'discord.gg', 't.me', 'www.youtube.com']);
        await context.route(/^https:\/\/(?:x\.com|discord\.gg|t\.me|www\.youtube\.com)\//, (route) => {
          if (route.request().isNavigationRequest()) opened.push(route.request().url());
          return route.fulfill({ contentType: 'text/html', body: '<title>Elsewhere</title>' });
        });
        await use(opened);
      },
      { auto: true },
    ],
  });
}

export function mission(page: Page, name: string): Locator {
  return page.locator('details.mission').filter({ has: page.getByRole('heading', { name, exact: false }) });
}

export async function openMission(page: Page, name: string): Promise<Locator> {
  await mission(page, name).getByRole('heading').click();
  return mission(page, name);
}

/** Opens the page with a wallet that was connected before. */
export async function enter(page: Page, wallet: string): Promise<void> {
  await connectedBefore(page, wallet, 1);
  await page.goto('/airdrop');
  await expectConnected(page, wallet);
}

/**
 * Counts the page's session as the wallet's own and, unless told otherwise, as that of a human who has passed the
 * check.
 */
export async function trust({ context: { db } }: Site, account: string, { human = true } = {}): Promise<void> {
  const wallet = account.toLowerCase();
  const find = () => db.selectFrom('sessions').select('token_hash').where('wallet', '=', wallet).executeTakeFirst();
  // The page registers its wallet once it shows it.
  await expect.poll(find).toBeDefined();
  const session = (await find())?.token_hash ?? '';
  await db
    .insertInto('session_proofs')
    .values({ token_hash: session, wallet, proven_at: BigInt(Date.now()), used_at: BigInt(Date.now()) })
    .execute();
  if (!human) return;
  await db
    .insertInto('human_passes')
    .values({ session, wallet, expires_at: BigInt(Date.now() + HOUR_MS) })
    .execute();
}

/**
 * Stores a submission of an hour ago and, unless it should be pending, a decision of that time: it may be submitted
 * again.
 */
export async function submit(
  { context: { db } }: Site,
  wallet: string,
  name: ReviewedMission,
  status: SubmissionStatus = 'pending',
): Promise<void> {
  const then = Date.now() - HOUR_MS;
  const draft = { wallet: wallet.toLowerCase(), mission: name, account: 'synx_reader', hash: null, video: null };
  const { id: submissionId } = await storeMissionEntry(db, draft, then);
  if (status === 'pending') return;
  const review =
    status === 'rejected'
      ? ({ decision: 'reject', reasonCode: 'account-like-bot', note: 'No posts yet.' } as const)
      : ({ decision: 'approve' } as const);
  expect(await decideMissionEntry(db, { submissionId, staffId: 'test', ...review }, then)).toEqual({ ok: true });
}

/**
 * Closes windows opened by a mission: a page behind another window is drawn once a second, and each click on it waits
 * for that.
 */
export async function closeOpened(page: Page): Promise<void> {
  for (const other of page.context().pages()) if (other !== page) await other.close();
}

/** Has the page note each call to the API and each window at the request, before anything of it reaches the network. */
export async function noteCalls(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const calls: string[] = [];
    const { fetch, open } = window;
    Object.assign(window, { calls });
    window.fetch = (input, init) => {
      calls.push(`${init?.method ?? 'GET'} ${String(input)}`);
      return fetch(input, init);
    };
    window.open = (url, ...rest) => {
      calls.push(`OPEN ${String(url)}`);
      return open.call(window, url, ...rest);
    };
  });
}

/** The calls noted so far. */
export function callsOf(page: Page): Promise<readonly string[]> {
  return page.evaluate(() => (window as unknown as { calls: readonly string[] }).calls);
}

/** The puzzle's window. */
export function puzzle(page: Page): Locator {
  return page.getByRole('dialog', { name: 'Human verification' });
}

/** Makes every further question the easiest sum or the hardest product. */
export async function nextQuestion(page: Page, question: '1 + 1' | '10 × 10'): Promise<void> {
  const chance = question === '1 + 1' ? 0 : 0.999;
  await page.evaluate((value) => {
    Math.random = () => value;
  }, chance);
}

/** Reads the sum from the page, computes it here and answers. */
export async function solvePuzzle(page: Page): Promise<void> {
  const text = await puzzle(page)
    .getByText(/^What is/)
    .textContent();
  const [, left = '', sign = '', right = ''] = /What is (\d+) (\S) (\d+)\?/.exec(text ?? '') ?? [];
  const [a, b] = [Number(left), Number(right)];
  const answer = sign === '+' ? a + b : sign === '×' ? a * b : a - b;
  await puzzle(page).getByRole('textbox', { name: 'Answer' }).fill(String(answer));
  await puzzle(page).getByRole('button', { name: 'Verify', exact: true }).click();
}
