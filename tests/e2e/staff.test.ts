import { expect, type Page, test } from '@playwright/test';
import type { AlarmKind } from '#src/server/platform/alerts/alarm-kinds.ts';
import { invite } from '#src/server/staff/auth/accounts.ts';
import { hostileTexts } from '#tests/support/hostile-texts.ts';
import { type HttpApp, openHttpApp } from '#tests/support/http-app.ts';
import { sized } from '#tests/support/sized.ts';
import { codeAt, PASSWORD } from '#tests/support/staff-member.ts';

/** The desk alone: the server writes its pages, so neither a built site nor chains are needed. */
let http: HttpApp;
let url: string;
let problems: string[];
let outside: string[];

test.beforeEach(async ({ context }) => {
  http = await openHttpApp();
  url = (await http.app.listen({ host: 'localhost', port: 0 })).replace('127.0.0.1', 'localhost');
  problems = [];
  outside = [];
  context.on('console', (message) => message.type() === 'error' && problems.push(message.text()));
  context.on('weberror', (error) => problems.push(String(error.error())));
  context.on('dialog', (dialog) => {
    problems.push(`dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  context.on('request', (request) => !request.url().startsWith(url) && outside.push(request.url()));
});
test.afterEach(async () => {
  await http.close();
  expect(problems).toEqual([]);
});

/** Creates an account through its invitation, by keyboard, and leaves the page at the overview. */
async function join(page: Page, name: string, role: 'reviewer' | 'manager'): Promise<void> {
  const token = await http.context.db
    .transaction()
    .execute((tx) => invite(tx, { name, role, invitedBy: 'host' }, http.clock.now));
  await page.goto(`${url}/staff/join?token=${token}`);
  const secret = (await page.locator('code').textContent())?.replaceAll(' ', '') ?? '';
  await page.getByLabel('Password').focus();
  await page.keyboard.type(PASSWORD);
  await page.keyboard.press('Tab');
  await page.keyboard.type(PASSWORD);
  await page.keyboard.press('Tab');
  await page.keyboard.type(codeAt(secret, http.clock.now));
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Open tasks' })).toBeVisible();
}

interface Submission {
  readonly account?: string;
  readonly link?: string;
}

function submit(number: number, more: Submission = {}): Promise<void> {
  return submitAll([more], number);
}

/** Stores pending submissions, numbered from `first`. */
async function submitAll(submissions: readonly Submission[], first = 1): Promise<void> {
  const rows = submissions.map(({ account, link }, index) => {
    const number = first + index;
    return {
      wallet: `0x${number.toString(16).padStart(40, '0')}`,
      mission: link === undefined ? 'xFollow' : 'createVideo',
      account: link === undefined ? (account ?? `person_${number}`) : null,
      link: link ?? null,
      platform: link === undefined ? null : 'youtube',
      account_hash: `hash-${number}`,
      status: 'pending',
      reason_code: null,
      note: null,
      created_at: BigInt(http.clock.now - 60_000 * (60 - number)),
      decided_at: null,
      decided_by: null,
    } as const;
  });
  await http.context.db.insertInto('mission_submissions').values(rows).execute();
}

const statuses = async () =>
  (
    await http.context.db
      .selectFrom('mission_submissions')
      .select(['id', 'status', 'reason_code', 'note'])
      .orderBy('id')
      .execute()
  ).map(({ status, reason_code: reason, note }) => [status, reason, note].filter((part) => part !== null).join(' '));

test('a reviewer clears a full queue with only the keyboard', { tag: '@long' }, async ({ page }) => {
  // More than the queue shows at once.
  const waiting = sized(50, 15);
  await submitAll(Array.from({ length: waiting }, () => ({})));
  await join(page, 'rex', 'reviewer');
  // The menu is reached by Tab; from here on no pointer and no script of the test touches the page.
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  for (let left = waiting; left > 0; left -= 1) {
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(
      left === 1 ? '1 submission waits' : `${left} submissions wait`,
    );
    if (left % 5 === 0) {
      await page.keyboard.press('r');
      await expect(page.getByRole('combobox', { name: 'Reason', exact: true })).toBeFocused();
      await page.keyboard.press('ArrowDown');
      await page.keyboard.press('Tab');
      await page.keyboard.type('not there yet');
      await page.keyboard.press('Enter');
    } else {
      await page.keyboard.press('a');
    }
  }
  await expect(page.getByText('No submission is waiting for review.')).toBeVisible();
  const decided = await statuses();
  expect(decided.filter((status) => status === 'confirmed')).toHaveLength((waiting * 4) / 5);
  expect(decided.filter((status) => status === 'rejected account-like-bot not there yet')).toHaveLength(waiting / 5);
  expect(outside).toEqual([]);
});

test('a key pressed before an item is shown decides nothing; one pressed afterwards counts', async ({ page }) => {
  await submit(1);
  await submit(2);
  await join(page, 'rex', 'reviewer');
  // The desk's script arrives late: the visible part of the page is not ready yet, and a key press does not apply to
  // it.
  let held: () => void = () => {};
  const asked = new Promise<void>((resolve) => {
    held = resolve;
  });
  let release: () => void = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route('**/staff/desk.js', async (route) => {
    held();
    await released;
    await route.continue();
  });
  await page.goto(`${url}/staff/review`, { waitUntil: 'commit' });
  await asked;
  await page.keyboard.press('a');
  release();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('2 submissions wait');
  await page.keyboard.press('a');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('1 submission waits');
  expect(await statuses()).toEqual(['confirmed', 'pending']);
});

test('a link waits, is opened by a key in a separate tab that learns nothing, and can be skipped', async ({
  page,
  context,
}) => {
  await submit(1, { account: 'someone' });
  await submit(2, { link: 'https://www.youtube.com/watch?v=abcdefghijk' });
  http.clock.now += 86_400_000;
  await join(page, 'rex', 'reviewer');
  await page.goto(`${url}/staff/review`);
  await expect(page.getByText(/^overdue by \d+ h$/).first()).toBeVisible();
  expect(outside).toEqual([]);
  // Only here, because an intercepted browser caches nothing.
  await context.route('https://x.com/**', (route) =>
    route.fulfill({ contentType: 'text/html', body: '<title>outside</title>' }),
  );
  const opened = context.waitForEvent('page');
  await page.keyboard.press('o');
  const tab = await opened;
  await expect(tab).toHaveTitle('outside');
  expect([tab.url(), await tab.evaluate(() => [document.referrer, window.opener])]).toEqual([
    'https://x.com/someone',
    ['', null],
  ]);
  await tab.close();
  await page.keyboard.press('s');
  await expect(page.getByRole('heading', { name: 'createVideo, number 2' })).toBeVisible();
  await page.keyboard.press('a');
  await expect(page.getByText('The end of the queue.')).toBeVisible();
  expect(await statuses()).toEqual(['pending', 'confirmed']);
});

test('[S16] hostile names and links are text: nothing runs, nothing is fetched, nothing is refused by the policy', {
  tag: '@long',
}, async ({ page }) => {
  const texts = hostileTexts(sized(500, 140));
  await submitAll(texts.map((text, index) => (index % 2 === 0 ? { link: text } : { account: text })));
  const at = BigInt(http.clock.now);
  // Two pages of each other list.
  const shownElsewhere = texts.slice(0, 100);
  const applications = shownElsewhere.map((text, number) => ({
    reference: `P-${number}`,
    ...{ organisation: text, website: text, email: text, type: text, message: text, locale: null, created_at: at },
  }));
  await http.context.db.insertInto('partner_applications').values(applications).execute();
  for (const [number, text] of shownElsewhere.entries())
    await http.context.alarms.raise(text as AlarmKind, `subject ${number}`, text);
  await page.addInitScript(() => {
    addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) => {
      console.error(`content security policy: ${violatedDirective} ${blockedURI}`);
    });
  });
  await join(page, 'ada', 'manager');
  const shown = async (path: string) => {
    await page.goto(url + path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    const found = await page.evaluate(() => ({
      elements: [
        ...document.querySelectorAll('script, img, svg, iframe, object, embed, style, base, link, meta[http-equiv]'),
      ].map((element) => element.outerHTML),
      handlers: [...document.querySelectorAll('*')].filter((element) =>
        element.getAttributeNames().some((name) => name.startsWith('on')),
      ).length,
      addresses: [...document.querySelectorAll('a')].map(({ href }) => new URL(href).protocol),
    }));
    expect(found.elements).toEqual([
      '<link rel="stylesheet" href="/staff/desk.css">',
      '<script src="/staff/desk.js"></script>',
    ]);
    expect(found.handlers).toBe(0);
    expect(found.addresses.filter((protocol) => protocol !== 'http:' && protocol !== 'https:')).toEqual([]);
  };
  // A page of the queue shows eleven of them.
  for (let after = 0; after < texts.length; after += 11) await shown(`/staff/review?after=${after}`);
  await expect(page.getByText(texts.at(-1) ?? '', { exact: false }).first()).toBeVisible();
  for (const half of [1, 2]) await shown(`/staff/partners?page=${half}`);
  for (const half of [1, 2]) await shown(`/staff/alarms?page=${half}`);
  await shown(`/staff/audit?actor=${encodeURIComponent(texts[0] ?? '')}`);
  await shown(`/staff/wallet?wallet=${encodeURIComponent(texts[1] ?? '')}`);
  await page.goto(`${url}/staff/wallet?wallet=0x${'1'.padStart(40, '0')}`);
  expect(outside).toEqual([]);
  expect(await page.evaluate(() => (window as unknown as { hit?: unknown }).hit)).toBeUndefined();
});

test('a third manager joins by the link shown to one manager and the PIN shown to the other', { tag: '@long' }, async ({
  page,
  browser,
}) => {
  const said = async (of: Page, words: RegExp) =>
    words.exec((await of.getByRole('status').textContent()) ?? '')?.[1] ?? '';
  await join(page, 'ada', 'manager');
  await page.getByRole('link', { name: 'Proposals', exact: true }).first().click();
  await page.getByLabel('Name').fill('cy');
  await page.getByLabel('Reason, for the second person').fill('She has worked with us for two years.');
  await page.getByRole('button', { name: 'Propose to invite a manager' }).click();
  await expect(page.getByRole('status')).toContainText('works only with the PIN');
  const link = await said(page, /(\/staff\/join\?token=\S+)$/);
  await expect(page.getByRole('button', { name: 'Withdraw' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Approve and carry out' })).toHaveCount(0);
  const contexts = [await browser.newContext(), await browser.newContext()];
  const [second, third] = (await Promise.all(contexts.map((context) => context.newPage()))) as [Page, Page];
  await join(second, 'bea', 'manager');
  await second.getByRole('link', { name: 'Proposals', exact: true }).first().click();
  await second.getByRole('button', { name: 'Approve and carry out' }).click();
  await expect(second.getByRole('status')).toContainText('Tell cy this PIN yourself');
  const pin = await said(second, /(\S+)$/);
  // Both were shown once.
  for (const shown of [page, second]) {
    await shown.goto(`${url}/staff/proposals`);
    await expect(shown.getByRole('status')).toHaveCount(0);
  }
  await third.goto(url + link);
  await expect(third.getByLabel('PIN')).toBeFocused();
  await expect(third.locator('code')).toHaveCount(0);
  await third.keyboard.type('AAAA-AAAA-AAAA');
  await third.keyboard.press('Enter');
  await expect(third.getByRole('alert')).toHaveText(
    'The PIN is not right. 4 more wrong ones make the invitation void.',
  );
  await expect(third.getByLabel('PIN')).toBeFocused();
  await third.keyboard.type(pin.toLowerCase());
  await third.keyboard.press('Enter');
  const secret = (await third.locator('code').textContent())?.replaceAll(' ', '') ?? '';
  await third.getByLabel('Password').fill(PASSWORD);
  await third.getByLabel('The same once more').fill('not the same at all');
  await third.getByLabel('Code that the app shows now').fill(codeAt(secret, http.clock.now));
  await third.getByRole('button', { name: 'Make my account' }).click();
  await expect(third.getByRole('alert')).toHaveText('The two passwords are not the same.');
  // The form continues from there; the PIN is not asked for again.
  await third.getByLabel('Password').fill(PASSWORD);
  await third.getByLabel('The same once more').fill(PASSWORD);
  await third.getByLabel('Code that the app shows now').fill(codeAt(secret, http.clock.now));
  await third.getByRole('button', { name: 'Make my account' }).click();
  await expect(third.getByRole('link', { name: 'Proposals', exact: true }).first()).toBeVisible();
  for (const context of contexts) await context.close();
});
