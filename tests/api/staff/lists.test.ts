import { beforeAll, expect, test } from 'vitest';
import { CHAIN_IDS } from '#src/config/chains.ts';
import { appendPoints } from '#src/server/community/airdrop/append-points.ts';
import { newPayment } from '#src/server/money/payments/verify/store-payments.ts';
import { valuePayments } from '#src/server/money/payments/verify/worth.ts';
import { runCommand } from '#src/server/staff/console/run-command.ts';
import { onSizedEngines } from '#tests/support/on-both-engines.ts';
import { onceForAll } from '#tests/support/opened.ts';
import { newStaffMember, type StaffMember } from '#tests/support/staff-member.ts';

const DUST = 2_000;
const ETH = 10n ** 18n;
const hash = (number: number) => `0x${number.toString(16).padStart(64, '0')}`;
const wallet = (number: number) => `0x${number.toString(16).padStart(40, '0')}`;

onSizedEngines('lists of the staff desk', (open) => {
  const http = onceForAll(open);
  let ada: StaffMember;
  let next = 0;
  const db = () => http.context.db;
  const page = async (path: string) => (await ada.get(`/staff/${path}`)).body;
  const show = (...args: string[]) => runCommand(http, { args: ['show', ...args], credentials: null });
  /** The positions of payments on a page, in order. */
  const listed = (body: string) =>
    [...body.matchAll(/>\d+-0x0*([0-9a-f]+)-/g)].map(([, number]) => Number(`0x${number}`));

  const payment = (more: object = {}) => {
    next += 1;
    const block = { succeeded: true, blockNumber: 1n, blockHash: hash(1), blockTime: 1n };
    const reading = { from: wallet(1), nonce: 0n, ...block };
    const transaction = { chainId: 1, hash: hash(next), reading, confirmations: 6n } as const;
    const coins = { transferIndex: -1, payer: wallet(1), token: null, amount: ETH / 10n };
    const waits = { status: 'needs-review', reason: 'stale-price', final: 1n } as const;
    return { ...newPayment(transaction, coins, BigInt(next)), ...waits, updated_at: 0n, ...more };
  };
  const store = async (rows: readonly ReturnType<typeof payment>[]) => {
    for (let from = 0; from < rows.length; from += 500)
      await db()
        .insertInto('payments')
        .values(rows.slice(from, from + 500))
        .execute();
    return rows.map(({ transaction_hash }) => Number(transaction_hash));
  };
  let fifty: number;
  let usdc: number;
  let unknown: number[];
  let ordinary: number[];

  beforeAll(async () => {
    ada = await newStaffMember(http, 'ada', 'manager');
    const price = { price_e8: 4_500n * 10n ** 8n, round_id: '1', round_at: 0n, read_at: 0n };
    await db()
      .insertInto('feed_prices')
      .values({ chain_id: 1n, ...price })
      .execute();
    // Half of the dust has this reason, the other half waits for another one.
    const dust = { token_symbol: 'USDC', token_address: wallet(2), amount: '10' };
    await store(
      Array.from({ length: DUST }, (_, number) =>
        payment({ ...dust, worth_micro: 10n, reason: number % 2 === 0 ? 'below-one-token' : 'token-off' }),
      ),
    );
    const strange = { token_symbol: null, token_address: wallet(3), amount: '9'.repeat(40), reason: 'wrong-token' };
    unknown = await store(Array.from({ length: 3 }, () => payment(strange)));
    ordinary = await store(Array.from({ length: 120 }, () => payment()));
    [fifty = 0] = await store([payment({ amount: String(50n * ETH), reason: 'token-off' })]);
    [usdc = 0] = await store([
      payment({ chain_id: 56n, token_symbol: 'USDC', token_address: wallet(4), amount: String(1_000n * ETH) }),
    ]);
    for (const chainId of [1, 56] as const) await valuePayments(db(), chainId);
  });

  test('payments in review are sorted by value, dust is counted, and every one is on some page once', async () => {
    const first = await page('payments');
    expect(first).toContain('2,000 payments below 1 SYNX, together worth about 0.02 USD: show');
    expect(listed(first).slice(0, 2)).toEqual([fifty, usdc]);
    expect(first).toContain('about 225,000 USD');
    const seen: number[] = [];
    let address = 'payments?list=review';
    for (let pages = 0; address !== ''; pages += 1) {
      expect(pages).toBeLessThan(4);
      const body = await page(address);
      seen.push(...listed(body));
      address = (/<a href="\/staff\/([^"]+)">More</.exec(body)?.[1] ?? '').replaceAll('&amp;', '&');
    }
    // Payments without a known value come last.
    expect(seen).toEqual([fifty, usdc, ...ordinary, ...unknown]);
    const dust = await page('payments?list=review&small=only');
    expect(listed(dust)).toHaveLength(50);
    expect(dust).toContain('below-one-token');
    expect(dust).toContain('token-off');
    expect(listed(await page('payments?list=review&small=only&page=40'))).toHaveLength(50);
    expect(listed(await page('payments?list=review&small=only&page=41'))).toEqual([]);
    expect(await page('overview')).toMatch(/Payments in review<\/a><\/td><td><span class="bad">125</);
    expect(await page('overview')).toMatch(/below 1 SYNX<\/a><\/td><td>2000</);
  });

  test('filters narrow them, and invalid ones are refused', async () => {
    expect(listed(await page('payments?chain=56'))).toEqual([usdc]);
    expect(listed(await page('payments?reason=token-off'))).toEqual([fifty]);
    expect(listed(await page('payments?minimum=1000'))).toEqual([fifty, usdc]);
    expect(listed(await page('payments?minimum=1000.01'))).toEqual([fifty]);
    expect(listed(await page('payments?list=due'))).toEqual([]);
    for (const wrong of ['minimum=much', 'chain=2', 'reason=x', 'page=0', 'page=-1', 'page=1e3', 'small=maybe'])
      expect((await ada.get(`/staff/payments?${wrong}`)).statusCode).toBe(404);
  });

  test('the command line shows the data of a screen, paged and filtered as the desk does', async () => {
    const tables = async (...args: string[]) =>
      JSON.parse(await show('payments', '--list', 'review', '--chain', '1', ...args)).blocks;
    const [dust, first] = await tables();
    expect(dust.to).toBe('/staff/payments?list=review&small=only&chain=1');
    expect(first.rows[0]).toMatchObject({ Amount: '50 ETH', Worth: 'about 225,000 USD', Why: 'token-off' });
    expect(first.more).toBe('/staff/payments?list=review&chain=1&page=2');
    const [, second] = await tables('--page', '2');
    expect(second.back).toBe('/staff/payments?list=review&chain=1');
    expect(second.rows[0].Payment).not.toBe(first.rows[0].Payment);
    await expect(show('payments', '--chain', '2')).rejects.toThrow(`one of: ${CHAIN_IDS.join(', ')}`);
  });

  test('refunds are sorted by value, although it is stored as digits', async () => {
    const ids = await db().selectFrom('payments').select('id').limit(4).execute();
    const worths = ['9', '1000000', '225000000000', '5000000'];
    for (const [number, { id }] of ids.entries())
      await db()
        .insertInto('refunds')
        .values({
          ...{ payment_id: id, sequence: 9n, usd_micro: worths[number] ?? '', reason: 'sale-over', status: 'due' },
          ...{ refund_hash: null, created_at: 1n },
        })
        .execute();
    const worth = (body: string) => [...body.matchAll(/<td>([\d.,]+) USD<\/td><td>sale-over/g)].map(([, text]) => text);
    expect(worth(await page('payments?list=due'))).toEqual(['225,000', '5', '1', '0.000009']);
    expect(worth(await page('payments?list=due&minimum=5'))).toEqual(['225,000', '5']);
  });

  /** The first cells of the rows of a table, on all of its pages. */
  const walked = async (screen: string, title: string): Promise<string[]> => {
    const seen: string[] = [];
    for (let address = screen; address !== ''; ) {
      const [, table = ''] = (await page(address)).split(`<h2>${title}</h2>`);
      const [rows = ''] = table.split('</section>');
      seen.push(...[...rows.matchAll(/<tr><td>([^<]*)/g)].map(([, cell = '']) => cell));
      address = (/<a href="\/staff\/([^"]+)">More</.exec(rows)?.[1] ?? '').replaceAll('&amp;', '&');
    }
    return seen;
  };

  test('histories of the sale and of a wallet are complete, page by page', { tags: 'long' }, async () => {
    const many = Array.from({ length: 120 }, (_, number) => number);
    const change = { kind: 'window' as const, phase: 1n, price_micro_usd: 13_000n, reason: 'x' };
    await db()
      .insertInto('price_history')
      .values(many.map((number) => ({ ...change, at: BigInt(number), window_number: BigInt(number + 2) })))
      .execute();
    const prices = await db().selectFrom('price_history').select('id').execute();
    expect(await walked('sale', 'Price history')).toHaveLength(prices.length);
    const mission = { mission: 'xFollow' as const, account: 'someone', link: null, platform: null, account_hash: 'h' };
    const decided = { status: 'rejected' as const, reason_code: null, note: null, decided_at: 1n, decided_by: 'rex' };
    const ids = await db()
      .insertInto('mission_submissions')
      .values(many.map((number) => ({ wallet: wallet(7), ...mission, ...decided, created_at: BigInt(number) })))
      .returning('id')
      .execute();
    const objection = { wallet: wallet(7), entry_id: null, text: 'It was me.', state: 'upheld' as const };
    await db()
      .insertInto('appeals')
      .values(ids.map(({ id }) => ({ ...objection, submission_id: id, created_at: 1n })))
      .execute();
    for (const number of many) {
      const entry = { wallet: wallet(7), points: 1, mission: 'checkIn', reason: 'check-in' } as const;
      await db()
        .transaction()
        .execute((tx) => appendPoints(tx, { ...entry, source: `checkin:${number}` }, BigInt(number)));
    }
    const newest = ids.map(({ id }) => String(id)).toReversed();
    expect(await walked(`wallet?wallet=${wallet(7)}`, 'Submissions')).toEqual(newest);
    for (const title of ['Appeals', 'Points'])
      expect(new Set(await walked(`wallet?wallet=${wallet(7)}`, title)).size, title).toBe(many.length);
  });

  test('the overview counts no list further than ten thousand', { tags: 'long' }, async () => {
    const dust = { token_symbol: 'USDC', token_address: wallet(2), amount: '10', worth_micro: 10n };
    await store(Array.from({ length: 8_100 }, () => payment(dust)));
    expect(await page('overview')).toMatch(/below 1 SYNX<\/a><\/td><td>more than 10000</);
    expect(await page('payments')).toContain('More than 10,000 payments below 1 SYNX, together worth more than 0.1');
  });

  test('alarms are sorted by severity, then value, then age, on pages and by filters', async () => {
    const { alarms } = http.context;
    for (let number = 0; number < 60; number += 1) await alarms.raise('mail', `low-${number}`, 'x', BigInt(number));
    await alarms.raise('payment-needs-review', '1/0xfifty', 'token-off', 225_000_000_000n);
    await alarms.raise('contract-mismatch', '56/USDT', 'decimals differ');
    const about = (body: string) =>
      [
        ...body.matchAll(
          /<td>(?:<span class="bad">)?(?:severe|normal|low)(?:<\/span>)?<\/td><td>[\w-]+<\/td><td>([^<]*)</g,
        ),
      ].map(([, subject]) => subject);
    const first = about(await page('alarms'));
    expect(first).toHaveLength(50);
    expect(first.slice(0, 3)).toEqual(['56/USDT', '1/0xfifty', 'low-59']);
    expect(about(await page('alarms?page=2'))).toHaveLength(12);
    expect(about(await page('alarms?severity=severe'))).toEqual(['56/USDT']);
    expect(about(await page('alarms?chain=1'))).toEqual(['1/0xfifty']);
    expect(about(await page('alarms?minimum=1'))).toEqual(['1/0xfifty']);
    expect(about(await page('alarms?kind=contract-mismatch&state=resolved'))).toEqual([]);
    await alarms.resolve('contract-mismatch', '56/USDT');
    expect(about(await page('alarms?kind=contract-mismatch&state=resolved'))).toEqual(['56/USDT']);
    expect(await show('alarms', '--severity', 'severe')).toContain('No alarm is open.');
  });
});
