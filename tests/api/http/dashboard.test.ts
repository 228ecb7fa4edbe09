import { expect, test } from 'vitest';
import { holdingsExportSchema, holdingsResponseSchema, leaderboardResponseSchema } from '#src/contract/dashboard.ts';
import { checkLedger } from '#src/server/money/ledger/check-ledger.ts';
import { reverseCredit } from '#src/server/money/payments/credit/reverse-credit.ts';
import { stake } from '#src/server/money/staking/stake.ts';
import { START } from '#tests/support/http-app.ts';
import { onSizedEngines } from '#tests/support/on-both-engines.ts';
import { onceForAll } from '#tests/support/opened.ts';

const NANO = 1_000_000_000n;
const wallet = (digit: string) => `0x${digit.repeat(40)}`;
const [ANNA, BEN, CARL, NOBODY] = [wallet('a'), wallet('b'), wallet('c'), wallet('d')];

onSizedEngines('the dashboard', (open) => {
  const http = onceForAll(open);
  const later = () => {
    http.clock.now += 1_001;
  };
  const holdings = async (of: string) => {
    const answer = await http.app.inject(`/api/dashboard/holdings/${of}`);
    expect(answer.statusCode, answer.body).toBe(200);
    expect(answer.headers['cache-control']).toBe('no-store');
    return holdingsResponseSchema.strict().parse(answer.json());
  };
  const board = async (query = '') => {
    const answer = await http.app.inject(`/api/dashboard/leaderboard${query}`);
    expect(answer.statusCode, answer.body).toBe(200);
    return leaderboardResponseSchema.strict().parse(answer.json());
  };

  test('[R3.071 R7.075] holdings of a wallet that never bought are zeros and the dates, not an error', async () => {
    expect(await holdings(NOBODY)).toEqual({
      wallet: NOBODY,
      asOf: new Date(START).toISOString(),
      tokens: {
        purchased: '0',
        staked: '0',
        availableToStake: '0',
        estimatedRewards: '0',
        locked: '0',
        claimable: '0',
      },
      usd: { paid: '0', averagePrice: null, atCurrentPrice: '0' },
      purchases: [],
      purchasesTotal: 0,
      stakes: [],
      stakesTotal: 0,
      termsVersion: null,
      loyalty: { percent: 0, freeShipping: false, nextAt: '50000' },
      // In May 2026 both stated days are over, and nobody has reported that anything happened.
      schedule: [
        { key: 'tge', date: '2025-11-01', basis: 'computed', status: 'passed' },
        { key: 'stakeUnlock', date: '2026-03-01', basis: 'stated', status: 'passed' },
        { key: 'rewardsUnlock', date: '2026-03-20', basis: 'stated', status: 'passed' },
        { key: 'claimOpen', date: null, basis: 'unknown', status: 'unknown' },
        { key: 'withdrawOpen', date: null, basis: 'unknown', status: 'unknown' },
      ],
      claim: { chainId: 56, class: 'unknown', contractOn: [], named: false, destination: null },
    });
    expect(await board(`?wallet=${NOBODY}`)).toMatchObject({ entries: [], me: null, totalWallets: 0 });
  });

  test('[R3.071] a purchase and a stake show everywhere at once, by the ledger', async () => {
    await http.credit(ANNA, 1_300n);
    expect(await stake(http.context.db, ANNA, 40_000n * NANO, http.clock.now)).toMatchObject({ ok: true });
    http.clock.now += 365 * 86_400_000;
    const anna = await holdings(ANNA.toUpperCase().replace('0X', '0x'));
    expect(anna).toMatchObject({
      wallet: ANNA,
      tokens: {
        purchased: '100000',
        staked: '40000',
        availableToStake: '60000',
        // A quarter of 40,000 per year.
        estimatedRewards: '10000',
        locked: '40000',
        claimable: '0',
      },
      usd: { paid: '1300', averagePrice: '0.013', atCurrentPrice: '1300' },
      purchasesTotal: 1,
      stakesTotal: 1,
      loyalty: { percent: 10, freeShipping: true, nextAt: null },
    });
    expect(anna.purchases[0]).toMatchObject({
      payer: ANNA,
      paymentMethod: 'USDC',
      paymentAmount: '1300',
      usdAmount: '1300',
      tokenAmount: '100000',
      price: '0.013',
      phase: 1,
      status: 'credited',
      confirmations: 6,
      required: 6,
      createdAt: new Date(START).toISOString(),
      paidAt: new Date(START).toISOString(),
      creditedAt: new Date(START).toISOString(),
    });
    expect(anna.purchases[0]?.id).toBe(`1-${anna.purchases[0]?.transactionHash}-0`);
    expect(anna.stakes).toEqual([
      {
        id: expect.any(String),
        kind: 'stake',
        amount: '40000',
        createdAt: new Date(START).toISOString(),
        unlock: { date: '2026-03-01', basis: 'stated', status: 'passed' },
      },
    ]);
  });

  test('[R3.071] both boards: highest first, equal amounts share a rank in a fixed order, with the wallet’s own row', async () => {
    await http.credit(BEN, 650n);
    await http.credit(CARL, 650n);
    await stake(http.context.db, BEN, 50_000n * NANO, http.clock.now);
    later();
    const held = await board(`?by=holdings&wallet=${BEN}`);
    expect(held.entries).toEqual([
      { rank: 1, walletAddress: ANNA, tokens: '100000', staked: '40000', sharePercent: '50.0000' },
      { rank: 2, walletAddress: CARL, tokens: '50000', staked: '0', sharePercent: '25.0000' },
      { rank: 2, walletAddress: BEN, tokens: '50000', staked: '50000', sharePercent: '25.0000' },
    ]);
    expect(held.me).toEqual(held.entries[2]);
    expect(held.totalWallets).toBe(3);
    const staked = await board(`?by=staked&wallet=${ANNA}`);
    expect(staked.entries.map(({ walletAddress, rank }) => [walletAddress, rank])).toEqual([
      [BEN, 1],
      [ANNA, 2],
    ]);
    expect(staked.me).toMatchObject({ rank: 2, staked: '40000', sharePercent: '44.4444' });
    expect((await board(`?by=staked&wallet=${CARL}`)).me).toBeNull();
    expect(await board()).toMatchObject({ by: 'holdings', me: null });
  });

  test('a wallet beyond the twenty shown has its true rank', async () => {
    for (let place = 0; place < 25; place += 1) {
      await http.credit(`0x${String(place).padStart(2, '0')}${'e'.repeat(38)}`, 100n + BigInt(place));
    }
    later();
    const { entries, me, totalWallets } = await board(`?wallet=0x03${'e'.repeat(38)}`);
    expect(entries).toHaveLength(20);
    expect(entries[0]?.walletAddress).toBe(ANNA);
    // Three before the crowd, and 21 of the crowd paid more.
    expect(me).toMatchObject({ rank: 25, tokens: '7923' });
    expect(totalWallets).toBe(28);
  });

  test('an unchanged board is not sent twice, a wrong board or wallet is refused', async () => {
    const first = await http.app.inject('/api/dashboard/leaderboard');
    const again = await http.app.inject({
      url: '/api/dashboard/leaderboard',
      headers: { 'if-none-match': String(first.headers.etag) },
    });
    expect(again.statusCode).toBe(304);
    expect((await http.app.inject('/api/dashboard/leaderboard?by=age')).json().code).toBe('invalid_request');
    expect((await http.app.inject('/api/dashboard/leaderboard?wallet=0x12')).json().code).toBe(
      'invalid_wallet_address',
    );
  });

  test('exports hold every purchase and stake, as a table and as JSON', async () => {
    // We first knew of it after its block: the table says when it was paid, like the lists and the receipt.
    await http.context.db
      .updateTable('payments')
      .set({ first_seen_at: BigInt(START + 90_000) })
      .where('payer', '=', ANNA)
      .execute();
    const csv = await http.app.inject(`/api/dashboard/export/${ANNA}.csv`);
    expect(csv.statusCode, csv.body).toBe(200);
    expect(csv.headers['content-type']).toBe('text/csv; charset=utf-8');
    expect(csv.headers['content-disposition']).toBe(`attachment; filename="synx-${ANNA}.csv"`);
    const [head, bought, staked, end] = csv.body.split('\r\n');
    const columns = head?.split(',') ?? [];
    const row = (line: string | undefined) =>
      Object.fromEntries((line ?? '').split(',').map((value, position) => [columns[position], value]));
    expect(row(bought)).toMatchObject({
      kind: 'purchase',
      time: new Date(START).toISOString(),
      chain_id: '1',
      chain: 'Ethereum',
      coin: 'USDC',
      amount: '1300',
      usd: '1300',
      synx: '100000',
      price_usd: '0.013',
      status: 'credited',
    });
    expect(row(staked)).toMatchObject({ kind: 'stake', synx: '40000', status: '' });
    expect(Object.keys(row(staked))).toHaveLength(columns.length);
    expect(end).toBe('');
    const json = await http.app.inject(`/api/dashboard/export/${ANNA}.json`);
    const body = holdingsExportSchema.strict().parse(json.json());
    expect(body).toMatchObject({ wallet: ANNA, complete: true });
    expect(body.purchases).toHaveLength(1);
    expect(body.stakes).toHaveLength(1);
    expect((await http.app.inject('/api/dashboard/export/0x12.csv')).json().code).toBe('invalid_wallet_address');
  });

  test('a credit that left the chain leaves boards and holdings with it, and says so', async () => {
    const row = await http.context.db
      .selectFrom('payments')
      .select(['id', 'block_hash'])
      .where('payer', '=', ANNA)
      .executeTakeFirstOrThrow();
    await reverseCredit(http.context, { id: row.id, blockHash: row.block_hash ?? '' }, http.clock.now);
    later();
    const anna = await holdings(ANNA);
    expect(anna).toMatchObject({
      tokens: { purchased: '0', staked: '0', availableToStake: '0' },
      usd: { paid: '0', averagePrice: null },
      purchases: [{ status: 'processing', tokenAmount: null, reversals: 1, creditedAt: null }],
      loyalty: { percent: 0 },
    });
    expect(anna.stakes.map(({ kind, amount }) => [kind, amount])).toEqual([
      ['reversal', '40000'],
      ['stake', '40000'],
    ]);
    expect(await board(`?wallet=${ANNA}`)).toMatchObject({ me: null, totalWallets: 27 });
    expect(await checkLedger(http.context.db)).toEqual([]);
  });
});
