import { sql } from 'kysely';
import { parseEther } from 'viem';
import { expect, test } from 'vitest';
import { LedgerError, postTransfer } from '#src/server/money/ledger/accounts.ts';
import { checkLedger, recountIn } from '#src/server/money/ledger/check-ledger.ts';
import { stake } from '#src/server/money/staking/stake.ts';
import { latestNews } from '#src/server/platform/records/read-records.ts';
import { moneySuite } from '#tests/support/money-suite.ts';
import { newWallet, payCoin } from '#tests/support/pay.ts';

const WALLET = newWallet();

moneySuite('the books', ({ stack, chains, confirm }) => {
  const db = () => stack.context.db;
  /** Runs a statement that bypasses the code, as a mistake or an intruder would; the text of its refusal, or null. */
  const run = (statement: string) =>
    sql
      .raw(statement)
      .execute(db())
      .then(() => null)
      .catch((error: Error) => error.message);

  test('cannot be rewritten: every table of record refuses UPDATE and DELETE', async () => {
    const hash = await payCoin(chains.client(1), WALLET, parseEther('1'));
    await confirm(1, hash);
    await stake(db(), WALLET, 1_000_000_000n, stack.clock.now);
    const columns = {
      ledger_transfers: 'created_at',
      ledger_entries: 'amount',
      price_history: 'at',
      rate_history: 'rate',
      stakes: 'amount',
      records: 'at',
    };
    for (const [table, column] of Object.entries(columns)) {
      expect(await run(`update ${table} set ${column} = ${column} + 1`)).toContain(`${table} is append-only`);
      expect(await run(`delete from ${table}`)).toContain(`${table} is append-only`);
    }
    expect(await checkLedger(db())).toEqual([]);
  });

  test('refuse a negative balance, a zero entry, a second credit of the same event and the same payment twice', async () => {
    expect(await run(`update accounts set balance = -1 where kind = 'sale'`)).toMatch(/check/i);
    expect(await run(`insert into ledger_entries (transfer_id, account_id, amount) values (1, 1, 0)`)).toMatch(
      /check/i,
    );
    const again = `insert into ledger_transfers (kind, payment_id, sequence, created_at) select kind, payment_id, sequence, 0 from ledger_transfers where kind = 'credit'`;
    expect(await run(again)).toMatch(/unique/i);
    const [credit] = await db().selectFrom('payments').selectAll().execute();
    const { id: _, ...copy } = credit ?? ({} as never);
    await expect(db().insertInto('payments').values(copy).execute()).rejects.toThrow(/unique/i);
    const lopsided = db()
      .transaction()
      .execute((tx) => postTransfer(tx, { kind: 'stake', at: 0n }, [{ kind: 'available', owner: WALLET, amount: 1n }]));
    await expect(lopsided).rejects.toThrow(LedgerError);
    expect(await checkLedger(db())).toEqual([]);
  });

  test.each([
    ['sum of all balances', `update accounts set balance = balance + 1 where kind = 'available'`],
    ['accounts whose balance is not the sum', `update accounts set balance = balance + 1 where kind = 'available'`],
    ['between staked accounts and stakes', `update accounts set balance = balance + 1 where kind = 'staked'`],
    ['between stakes and their total', `update reward_totals set staked = staked + 1`],
    ['between the staked totals of wallets and stakes', `update wallet_stakes set staked = staked + 1`],
    ['between the totals of wallets and their accounts', `update wallet_holdings set held = held + 1`],
    ['between credited payments and the amount raised', `update sale_state set raised_micro = raised_micro + 1`],
    ['with corrections and the totals of wallets', `update payments set tokens = tokens + 1 where status = 'credited'`],
    ['refunds and their public records', `insert into ledger_transfers (kind, created_at) values ('credit', 0)`],
    ['missing from their chains', `update record_heads set number = number + 1`],
    ['points of participants and their totals', `insert into point_totals (shard, points) values (-1, 5)`],
    [
      'whose count is not that of their votes',
      `insert into vote_counts (proposal_id, choice, votes) values ('p', 'c', 1)`,
    ],
  ])('broken, say so in words: %s', async (words, harm) => {
    const undone = new Error('undone');
    const broken = db()
      .transaction()
      .execute(async (tx) => {
        await sql.raw(harm).execute(tx);
        const { broken, totals } = await recountIn(tx);
        expect([...broken, ...totals]).toContainEqual(expect.stringContaining(words));
        throw undone;
      });
    await expect(broken).rejects.toBe(undone);
    expect(await recountIn(db())).toMatchObject({ broken: [], totals: [] });
  });

  test.each([
    [
      `update accounts set balance = balance + 1 where kind = 'available'`,
      `update accounts set balance = balance - 1 where kind = 'available'`,
    ],
    [
      `update payments set tokens = tokens + 1 where status = 'credited'`,
      `update payments set tokens = tokens - 1 where status = 'credited'`,
    ],
    [`update sale_state set raised_micro = raised_micro + 1`, `update sale_state set raised_micro = raised_micro - 1`],
    [`update reward_totals set staked = staked + 1`, `update reward_totals set staked = staked - 1`],
    [
      `update accounts set balance = balance + (case kind when 'available' then 5 else -5 end) where kind in ('available', 'staked')`,
      `update accounts set balance = balance - (case kind when 'available' then 5 else -5 end) where kind in ('available', 'staked')`,
    ],
  ])(
    'broken by %s, are found broken: nothing is credited until they are sound',
    { tags: 'long' },
    async (harm, heal) => {
      const buyer = newWallet();
      const open = () =>
        db()
          .selectFrom('alarms')
          .select('kind')
          .where('kind', '=', 'ledger-broken')
          .where('resolved_at', 'is', null)
          .execute();
      const news = async () =>
        (await latestNews(db())).entries.map(({ event, data }) => [event, 'incident' in data ? data.incident : null]);
      expect(await run(harm)).toBeNull();
      await stack.checkLedger();
      expect(stack.context.isLedgerBalanced()).toBe(false);
      const hash = await payCoin(chains.client(1), buyer, parseEther('1'));
      await confirm(1, hash, 7);
      expect(await stack.post(buyer, hash)).toMatchObject({ status: 'confirming', confirmations: 7 });
      stack.tick(2_000);
      expect((await stack.app.inject('/api/presale/pricing')).json()).toMatchObject({ saleStatus: 'paused' });
      expect((await stack.app.inject('/api/ready')).json()).toMatchObject({ ledger: false });
      expect(await open()).toHaveLength(1);
      expect((await news())[0]).toEqual(['incident-opened', 'books']);
      expect(await run(heal)).toBeNull();
      await stack.checkLedger();
      expect(await open()).toEqual([]);
      expect((await news()).slice(0, 2)).toEqual([
        ['incident-closed', 'books'],
        ['incident-opened', 'books'],
      ]);
      await stack.pass([1]);
      expect(await stack.balance(buyer)).toEqual({ stakedBalance: '0', availableToStake: '347190' });
    },
  );
});
