import { expect, type Locator, type Page } from '@playwright/test';
import { DEVELOPMENT_ACCOUNTS } from '#src/config/development-accounts.ts';
import { NANO_PER_SYNX } from '#src/config/sale.ts';
import type { AllocationEntryView, AllocationView } from '#src/contract/allocation.ts';
import { acceptCheckIn } from '#src/server/community/airdrop/accept-check-in.ts';
import { stake } from '#src/server/money/staking/stake.ts';
import type { AppContext } from '#src/server/platform/context/app-context.ts';
import { changeAnswer } from '#tests/support/browser/change-answer.ts';
import { creditWallet } from '#tests/support/browser/credited.ts';
import { word } from '#tests/support/browser/dictionary.ts';
import { movesOf } from '#tests/support/browser/layout-shifts.ts';
import { testOn } from '#tests/support/browser/own-site.ts';
import { startSite } from '#tests/support/browser/start-stack.ts';
import { confirmInWallet, connectedBefore, rejectInWallet } from '#tests/support/browser/wallet.ts';
import { draftBooks } from '#tests/support/draft-books.ts';

const DAY_MS = 86_400_000;
const [, OWNER, OTHER] = DEVELOPMENT_ACCOUNTS.map((address) => address.toLowerCase()) as [string, string, string];
const TEXT = 'My second purchase is missing.';

/** A site of its own, since a draft ends a sale for everybody. */
const test = testOn((chains) => startSite(chains));

/** Has the owner stake 5,000 SYNX, gives both wallets points, ends the sale and drafts the list. */
async function draft({ db }: AppContext): Promise<void> {
  const now = Date.now();
  await stake(db, OWNER, 5_000n * NANO_PER_SYNX, now);
  for (const wallet of [OWNER, OTHER]) await acceptCheckIn(db, wallet, { hash: null, places: 9 }, now);
  await db
    .updateTable('sale_state')
    .set({ closed_at: BigInt(now) })
    .execute();
  const terms = { chainId: 56, opens: Date.parse('2030-03-01'), objectionMs: 14 * DAY_MS };
  await draftBooks(db, terms, now + 1);
}

function row(place: Locator, name: string): Locator {
  return place.getByRole('row').filter({ has: place.page().getByRole('rowheader', { name, exact: true }) });
}

async function lookUp(page: Page, address: string): Promise<void> {
  await page.getByLabel('Look up any address').fill(address);
  await page.getByRole('button', { name: 'Look up' }).click();
}

test('from the draft on everybody sees an entry, recomputes it and the list, and its owner can object [R2.007]', {
  tag: '@long',
}, async ({ page, request, site }) => {
  const bought = await creditWallet(request, OWNER, 2);
  await creditWallet(request, OTHER, 1);
  await draft(site.context);
  await connectedBefore(page, OWNER, 56);
  const entry = page.getByRole('region', { name: 'Your entry' });
  await test.step('four amounts with their days, where each comes from, and until when to object', async () => {
    const { score, parts } = await movesOf(page, '/dashboard');
    expect(score, parts.join('\n')).toBeLessThanOrEqual(0.01);
    await expect(entry).toContainText(
      /This is your entry in the draft list\. If it is wrong, tell us before .+ 20\d\d\./,
    );
    await expect(row(entry, 'Bought, not staked')).toContainText((bought - 5_000n).toLocaleString('en'));
    await expect(row(entry, 'Bought, not staked')).toContainText('March 1, 2030');
    await expect(row(entry, 'Staked')).toContainText('5,000');
    await expect(row(entry, 'Staked')).toContainText('March 8, 2030');
    await expect(row(entry, 'Airdrop')).toContainText('43,000,000');
    await expect(row(entry, 'Airdrop')).toContainText('March 1, 2030 to March 1, 2031, gradually');
    await expect(entry).toContainText('The list shares out the airdrop’s whole pool of \u206886,000,000\u2069 SYNX.');
    await entry.getByRole('link', { name: 'Stakes' }).first().click();
    await expect(page.getByRole('heading', { name: 'Stakes', exact: true })).toBeInViewport();
    await expect(
      entry.getByText('Public records:').locator('..').getByRole('link', { name: 'Stakes' }),
    ).toHaveAttribute('href', '/api/records/stakes?after=0');
  });
  await test.step('on a phone no amount is cut off', async () => {
    const { width, height } = page.viewportSize() ?? { width: 1280, height: 720 };
    await page.setViewportSize({ width: 360, height });
    const table = entry.getByRole('table');
    await expect(table).toContainText('43,000,000');
    expect(
      await table.evaluate(({ scrollWidth, parentElement }) => scrollWidth - (parentElement?.clientWidth ?? 0)),
    ).toBe(0);
    await page.setViewportSize({ width, height });
  });
  await test.step('nothing is offered that the server would refuse now', async () => {
    await expect(page.getByRole('link', { name: 'Buy More' })).toBeHidden();
    await expect(page.getByText('Nothing can be staked now, and no points can be earned.')).toBeVisible();
  });
  await test.step('this browser computes the same from the records', async () => {
    await entry.getByRole('button', { name: 'Recompute this' }).click();
    await expect(entry.getByText('Same result: this entry follows from the public records.')).toBeVisible();
  });
  await test.step('an objection keeps its text until it is sent, and is shown after that', async () => {
    await entry.getByText('Object to the draft').click();
    await entry.getByLabel('What is wrong?').fill(TEXT);
    await entry.getByRole('button', { name: 'Send objection' }).click();
    await rejectInWallet(page);
    await expect(entry.getByRole('button', { name: 'Send objection' })).toHaveAttribute('aria-disabled', 'false');
    await expect(entry.getByLabel('What is wrong?')).toHaveValue(TEXT);
    await entry.getByRole('button', { name: 'Send objection' }).click();
    await confirmInWallet(page);
    const open = entry.getByText(/^Objection sent on .+: under review\.$/);
    await expect(open).toBeVisible();
    await page.reload();
    await expect(open).toBeVisible();
    await expect(entry.getByText('Object to the draft')).toBeHidden();
  });
  await test.step('hidden amounts stay hidden', async () => {
    await page.getByRole('button', { name: 'Hide amounts' }).click();
    await expect(row(entry, 'Staked')).not.toContainText('5,000');
    await page.getByRole('button', { name: 'Hide amounts' }).click();
  });
  await test.step('the same for a pasted address, where a wrong amount is found', async () => {
    await changeAnswer<AllocationEntryView>(page, `**/api/allocation/entries/${OTHER}`, (view) => ({
      entry: view.entry && { ...view.entry, airdrop: '1' },
    }));
    await lookUp(page, OTHER);
    const other = page.getByRole('region', { name: 'Entry for this address' });
    await expect(other).toContainText('Its owner can object before');
    await expect(other.getByText('Object to the draft')).toBeHidden();
    const { width, height } = page.viewportSize() ?? { width: 1280, height: 720 };
    await page.setViewportSize({ width: 390, height });
    await expect(row(other, 'Staked')).toBeHidden();
    await other.getByText('Show all').click();
    await expect(row(other, 'Staked')).toBeVisible();
    await page.setViewportSize({ width, height });
    await other.getByRole('button', { name: 'Recompute this' }).click();
    await expect(other).toContainText('Different result.');
    await expect(other).toContainText(
      'Airdrop: \u206843,000,000\u2069 SYNX according to the records, \u20680.000000001\u2069 SYNX on this page',
    );
    await lookUp(page, `0x${'e5'.repeat(20)}`);
    await expect(other).toContainText('This address is not on the list.');
  });
  await test.step('/verify recomputes the whole list', async () => {
    const { root, listHash } = (await (await request.get('/api/allocation')).json()) as AllocationView;
    await page.goto('/verify');
    const list = page.getByRole('region', { name: 'Recompute the list' });
    await list.getByRole('button', { name: 'Recompute now' }).click();
    await expect(list).toContainText('Match: the list follows from the public records alone.');
    await expect(list).toContainText(root ?? 'no root');
    await expect(list).toContainText(listHash ?? 'no hash');
    await changeAnswer<AllocationView>(page, '**/api/allocation', () => ({ wallets: 3 }));
    await list.getByRole('button', { name: 'Recompute now' }).click();
    await expect(list).toContainText('Mismatch');
    await expect(list).toContainText('This site shows 3');
  });
  await test.step('what is set aside, final or withdrawn is said in place of amounts', async () => {
    const other = page.getByRole('region', { name: 'Entry for this address' });
    const shown = async (batch: Partial<AllocationView>, view: Partial<AllocationEntryView>) => {
      await changeAnswer<AllocationView>(page, '**/api/allocation', () => batch);
      await changeAnswer<AllocationEntryView>(page, `**/api/allocation/entries/${OTHER}`, () => view);
      await page.goto(`/dashboard?address=${OTHER}`);
    };
    const aside = { amount: String(12n * NANO_PER_SYNX), chainId: null, class: 'withheld', reason: '' } as const;
    await shown({}, { entry: null, setAside: { ...aside, reason: 'a court has ordered it' } });
    await expect(other).toContainText('The \u206812\u2069 SYNX of this address are set aside: a court has ordered it.');
    await expect(other.getByRole('table')).toBeHidden();
    await shown({}, { entry: null, setAside: { ...aside, class: 'waiting', chainId: 137 } });
    await expect(other).toContainText('This address is a contract on Polygon.');
    await expect(other).toContainText('Its \u206812\u2069 SYNX are set aside: they are not on this list.');
    await shown({ state: 'final', finalAt: '2030-01-02T00:00:00.000Z' }, {});
    await expect(other).toContainText('The list is final. There is no contract yet; nothing can be claimed.');
    await expect(row(other, 'Airdrop')).toContainText('43,000,000');
    await expect(other.getByText('Object to the draft')).toBeHidden();
    const withdrawn = { withdrawnAt: '2030-01-02T00:00:00.000Z', withdrawnReason: 'a payment was found late' };
    await shown({ state: 'withdrawn', ...withdrawn }, {});
    await expect(page.locator('main')).toContainText(
      'This draft was withdrawn on January 2, 2030: a payment was found late. A new one will follow.',
    );
    await expect(other).toBeHidden();
    await page.unrouteAll();
  });
  await test.step('in Arabic amounts keep their direction', async () => {
    await page.goto(`/ar/dashboard?address=${OWNER}`);
    const arabic = page.getByRole('region', { name: word('ar', 'allocation.title') });
    const amount = row(arabic, word('ar', 'claim.kind.staked')).locator('.ltr');
    await expect(amount).toHaveText(/5.?000|٥.?٠٠٠/);
    await expect(amount).toHaveCSS('direction', 'ltr');
    await expect(arabic).toContainText(word('ar', 'allocation.note'));
  });
});
