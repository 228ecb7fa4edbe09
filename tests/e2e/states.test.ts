import { expect, type Page } from '@playwright/test';
import { sql } from 'kysely';
import { CHAIN_IDS } from '#src/config/chains.ts';
import { storeMissionEntry } from '#src/server/community/airdrop/submit-mission.ts';
import { CREDIT_HANDLERS } from '#src/server/credit-handlers.ts';
import { reverseCredit } from '#src/server/money/payments/credit/reverse-credit.ts';
import { stake } from '#src/server/money/staking/stake.ts';
import type { AppContext } from '#src/server/platform/context/app-context.ts';
import { creditWallet } from '#tests/support/browser/credited.ts';
import { word } from '#tests/support/browser/dictionary.ts';
import { fundedWallet } from '#tests/support/browser/local-chains.ts';
import { POLLS } from '#tests/support/browser/polls.ts';
import { startSite } from '#tests/support/browser/start-stack.ts';
import { test } from '#tests/support/browser/test.ts';
import { connectedBefore, expectConnected } from '#tests/support/browser/wallet.ts';
import { creditNow } from '#tests/support/credit-now.ts';
import { freePort } from '#tests/support/free-port.ts';
import { newWallet } from '#tests/support/pay.ts';
import { IS_FULL } from '#tests/support/sized.ts';
import { storeConfirming } from '#tests/support/store-confirming.ts';

const NANO = 1_000_000_000n;
const LOCALES = ['en', 'ar'] as const;
type Locale = (typeof LOCALES)[number];

interface Books {
  readonly site: Awaited<ReturnType<typeof startSite>>;
  readonly holder: string;
  /** Hash of the holder's payment. */
  readonly hash: string;
}

/** The site while no node of any chain answers, with purchases, stakes and a reversal in its ledger. */
async function openBooks(): Promise<Books> {
  const rpcUrl = `http://127.0.0.1:${await freePort()}`;
  const site = await startSite(
    CHAIN_IDS.map((chainId) => ({ chainId, rpcUrl })),
    { LOG_LEVEL: 'silent' },
  );
  const { db } = site.context;
  const [holder, whale, undone] = [newWallet(), newWallet(), newWallet()];
  const price = { priceE8: 100_000_000n, round: null };
  const buy = async (wallet: string, dollars: bigint) => {
    const payment = await storeConfirming(db, wallet, dollars * 1_000_000n, Date.now());
    await creditNow(db, payment, Date.now(), price);
    return payment;
  };
  const own = await buy(holder, 130n);
  await buy(whale, 260n);
  await buy(whale, 26n);
  await stake(db, holder, 4_000n * NANO, Date.now());
  await stake(db, whale, 20_000n * NANO, Date.now());
  await reverseCredit({ db, creditHandlers: CREDIT_HANDLERS }, await buy(undone, 65n), Date.now());
  await storeMissionEntry(
    db,
    { wallet: holder, mission: 'xFollow', account: 'a_reader', hash: 'hash-of-a-reader', video: null },
    Date.now(),
  );
  const { transaction_hash: hash } = await db
    .selectFrom('payments')
    .select('transaction_hash')
    .where('id', '=', own.id)
    .executeTakeFirstOrThrow();
  return { site, holder, hash };
}

let books: Books;
test.beforeAll(async () => {
  books = await openBooks();
});
test.afterAll(() => books?.site.stop());

/** Sums of the ledger's own entries: whole SYNX of each kind of account, of one owner or of all. */
async function ledgerSums({ db }: AppContext, owner?: string): Promise<(kind: string) => number> {
  const whose = owner === undefined ? sql`true` : sql`accounts.owner = ${owner}`;
  const { rows } = await sql<{ kind: string; sum: bigint }>`select accounts.kind, cast(sum(amount) as bigint) as sum
    from ledger_entries join accounts on accounts.id = account_id where ${whose} group by accounts.kind`.execute(db);
  return (kind) => Number((rows.find((row) => row.kind === kind)?.sum ?? 0n) / NANO);
}

const paths = (locale: Locale, { holder, hash }: Pick<Books, 'holder' | 'hash'>) => {
  const prefix = locale === 'en' ? '' : `/${locale}`;
  return {
    staking: `${prefix}/staking`,
    dashboard: `${prefix}/dashboard?address=${holder}`,
    voting: `${prefix}/voting`,
    verify: `${prefix}/verify`,
    config: `${prefix}/config`,
    track: `${prefix}/track?hash=${hash}`,
    receipt: `${prefix}/receipt?id=1-${hash}-0`,
  };
};

function figure(page: Page, locale: Locale, key: string) {
  return page
    .getByRole('main')
    .getByRole('group', { name: word(locale, key), exact: true })
    .first();
}

function liveValue(page: Page, name: string) {
  return page.getByRole('row').filter({ has: page.getByRole('rowheader', { name, exact: true }) });
}

/** A text whose placeholders match anything. */
function said(locale: Locale, key: string): RegExp {
  const parts = word(locale, key)
    .split(/\{\w+\}/)
    .map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  return new RegExp(parts.join('.*'));
}

for (const locale of LOCALES) {
  test(`no node answers, no wallet: every page shows the numbers of the ledger (${locale})`, { tag: '@long' }, async ({
    page,
    watch,
  }) => {
    // The recount calls the nodes directly, and learns that they are down.
    watch.allow(/status of 50[03]/);
    watch.allowHosts(['localhost']);
    const { site, holder } = books;
    const [all, own] = await Promise.all([ledgerSums(site.context), ledgerSums(site.context, holder)]);
    const number = (value: number) => value.toLocaleString('en');
    const held = all('available') + all('staked');
    expect([held, all('staked'), own('staked')]).toEqual([32_000, 24_000, 4_000]);
    const path = paths(locale, books);
    const open = (name: keyof typeof path) => page.goto(new URL(path[name], site.url).href);

    await open('staking');
    await expect(figure(page, locale, 'staking.network.total')).toHaveText(number(all('staked')));
    await open('dashboard');
    await expect(figure(page, locale, 'dashboard.purchased')).toHaveText(number(own('available') + own('staked')));
    await expect(figure(page, locale, 'staking.balance.staked')).toHaveText(number(own('staked')));
    await expect(figure(page, locale, 'staking.balance.available')).toHaveText(number(own('available')));
    await page.getByRole('heading', { name: word(locale, 'dashboard.leaderboards') }).click();
    for (const [board, amount] of [
      ['dashboard.board.holdings', own('available') + own('staked')],
      ['dashboard.board.staked', own('staked')],
    ] as const) {
      const rows = page.getByRole('region', { name: word(locale, board) }).getByRole('row');
      await expect(rows.filter({ hasText: word(locale, 'dashboard.board.me') })).toContainText(number(amount));
    }
    await expect(figure(page, locale, 'airdrop.missions.pending')).toHaveText('1');
    // Its contents then fit a narrow window with large letters, too.
    await page.setViewportSize({ width: 390, height: 800 });
    await page.evaluate(() => {
      document.documentElement.style.fontSize = '200%';
    });
    const wider = () => page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    expect(await wider()).toBeLessThanOrEqual(0);
    await page.setViewportSize({ width: 1280, height: 720 });
    await open('voting');
    await expect(page.getByRole('region', { name: POLLS[0].title })).toBeVisible();
    await open('config');
    await expect(liveValue(page, word(locale, 'config.raised'))).toContainText('416');
    await expect(liveValue(page, word(locale, 'config.remaining'))).toContainText(number(197_000_000 - held));
    await expect(liveValue(page, word(locale, 'config.sold'))).toContainText(number(held));
    await expect(liveValue(page, word(locale, 'config.networks'))).toContainText(word(locale, 'config.none'));
    await expect(liveValue(page, 'ETH')).toContainText(word(locale, 'config.default'));
    await open('track');
    await expect(page.getByRole('heading', { name: word(locale, 'payment.status.credited') })).toBeVisible();
    await open('receipt');
    await expect(page.getByRole('main')).toContainText('10,000');

    await open('verify');
    await expect(page.getByText(word(locale, 'verify.agree'))).toBeVisible();
    const recount = page.getByRole('region', { name: word(locale, 'recount.title') });
    await recount.getByRole('button', { name: word(locale, 'recount.start') }).click();
    const sums = recount.getByRole('table').first();
    await expect(sums.getByRole('row', { name: said(locale, 'recount.tokens') })).toContainText(number(held));
    // Money, tokens, stakes and points.
    await expect(sums.locator('td:last-child .success')).toHaveCount(4);
    await expect(recount.getByText(said(locale, 'recount.unreachable'))).toHaveCount(3);
  });

  // Whose words differ is what the first of these tests shows; a full run sees the other two in both languages.
  if (locale !== 'en' && !IS_FULL) continue;

  test(`the API is down: every page says so and remains (${locale})`, async ({ page, watch }) => {
    watch.allow(/status of 503/);
    await page.route('**/api/**', (route) => route.fulfill({ status: 503, json: { code: 'overloaded', message: '' } }));
    const path = paths(locale, { holder: newWallet(), hash: `0x${'ab'.repeat(32)}` });
    for (const [name, words] of [
      ['staking', 'staking.unavailable'],
      ['dashboard', 'staking.unavailable'],
      ['voting', 'voting.unavailable'],
      ['verify', 'verify.unasked'],
      ['config', 'payment.stale'],
      ['track', 'api.overloaded'],
      ['receipt', 'staking.unavailable'],
    ] as const) {
      await page.goto(path[name]);
      await expect(page.getByRole('heading', { level: 1 }), name).toBeVisible();
      await expect(page.getByText(said(locale, words)).first(), name).toBeVisible();
    }
  });

  test(`with a wallet connected every page shows it, and works as without (${locale})`, { tag: '@long' }, async ({
    page,
    request,
  }) => {
    const wallet = await fundedWallet(56);
    const tokens = (await creditWallet(request, wallet, 1)).toLocaleString('en');
    const { payments } = await (await request.get(`/api/track/wallet/${wallet}`)).json();
    await connectedBefore(page, wallet, 56);
    const path = paths(locale, { holder: wallet, hash: payments[0].transactionHash });
    for (const [name, expected] of [
      ['staking', () => expect(figure(page, locale, 'staking.balance.available')).toHaveText(tokens)],
      [
        'voting',
        () => expect(page.getByRole('region', { name: POLLS[0].title }).getByRole('radio')).not.toHaveCount(0),
      ],
      ['verify', () => expect(page.getByText(word(locale, 'verify.agree'))).toBeVisible()],
      ['config', () => expect(liveValue(page, word(locale, 'config.raised'))).toContainText(/\d/)],
      ['track', () => expect(page.getByRole('main')).toContainText(tokens)],
    ] as const) {
      await page.goto(path[name]);
      await expectConnected(page, wallet);
      await expected();
    }
    await page.goto(path.dashboard.replace(/\?.*/, ''));
    await expectConnected(page, wallet);
    await expect(figure(page, locale, 'dashboard.purchased')).toHaveText(tokens);
    await page.goto(path.receipt.replace(/id=.*/, `id=${payments[0].id}`));
    await expectConnected(page, wallet);
    await expect(page.getByRole('main')).toContainText(tokens);
  });
}
