import { sql } from 'kysely';
import { expect, test, vi } from 'vitest';
import { checkChangedAccounts } from '#src/server/money/ledger/check-changed.ts';
import { checkLedger, type RecountFindings } from '#src/server/money/ledger/check-ledger.ts';
import * as recounts from '#src/server/money/ledger/recount-ledger.ts';
import { watchLedger } from '#src/server/money/ledger/watch-ledger.ts';
import { stake } from '#src/server/money/staking/stake.ts';
import { createAlarms } from '#src/server/platform/alerts/alarms.ts';
import { onSizedEngines } from '#tests/support/on-both-engines.ts';
import { onceForAll } from '#tests/support/opened.ts';

const SYNX = 1_000_000_000n;
const MINUTE = 60_000;
const wallet = (number: number) => `0x${number.toString(16).padStart(40, '0')}`;

onSizedEngines('the recount of changed accounts', (open) => {
  const http = onceForAll(open);
  let wallets = 0;
  const db = () => http.context.db;
  const run = (statement: string) => sql.raw(statement).execute(db());
  /** Changes a new wallet and both kinds of totals. */
  const buyAndStake = async () => {
    wallets += 1;
    const owner = wallet(wallets);
    await http.credit(owner, 100n);
    await stake(db(), owner, SYNX, http.clock.now);
    return owner;
  };

  test('finds nothing in sound changes, however many', async () => {
    const check = checkChangedAccounts(db());
    expect(await check.pass()).toEqual([]);
    for (let round = 0; round < 30; round += 1) await buyAndStake();
    for (let pass = 0; pass < 4; pass += 1) expect(await check.pass()).toEqual([]);
    expect(await checkLedger(db())).toEqual([]);
  });

  test.each([
    ['the balance of a wallet', `update accounts set balance = balance + 1 where kind = 'available' and owner = '{}'`],
    ['the balance of a phase', `update accounts set balance = balance - 1 where kind = 'sale' and owner = '1'`],
    ['the total of a wallet', `update wallet_holdings set held = held + 1 where wallet = '{}'`],
    ['the stake of a wallet', `update wallet_stakes set staked = staked + 1 where wallet = '{}'`],
    ['the total of stakes', 'update reward_totals set staked = staked + 1'],
  ])('finds that a change went with a wrong one of %s', async (_what, harm) => {
    const check = checkChangedAccounts(db());
    expect(await check.pass()).toEqual([]);
    const owner = await buyAndStake();
    await run(harm.replace('{}', owner));
    const found = await check.pass();
    const heal = harm.replace(/([+-]) 1/, (_all, sign) => `${sign === '+' ? '-' : '+'} 1`);
    await run(heal.replace('{}', owner));
    expect(found.length).toBeGreaterThan(0);
    expect(await checkLedger(db())).toEqual([]);
  });

  test('counts an account with over a thousand entries from its last state on, and still finds a wrong balance', async () => {
    const check = checkChangedAccounts(db());
    expect(await check.pass()).toEqual([]);
    const owner = await buyAndStake();
    // As many small corrections back and forth, in one transfer that sums to zero.
    const { id } = await db()
      .selectFrom('accounts')
      .select('id')
      .where('kind', '=', 'available')
      .where('owner', '=', owner)
      .executeTakeFirstOrThrow();
    const { id: transfer } = await db()
      .insertInto('ledger_transfers')
      .values({ kind: 'correction', payment_id: null, sequence: null, created_at: 0n })
      .returning('id')
      .executeTakeFirstOrThrow();
    const entries = Array.from({ length: 1_002 }, (_, number) => ({
      ...{ transfer_id: transfer, account_id: id, amount: number % 2 === 0 ? 1n : -1n },
    }));
    for (let from = 0; from < entries.length; from += 200)
      await db()
        .insertInto('ledger_entries')
        .values(entries.slice(from, from + 200))
        .execute();
    for (let pass = 0; pass < 3; pass += 1) expect(await check.pass()).toEqual([]);
    await http.credit(owner, 100n);
    expect(await check.pass()).toEqual([]);
    await http.credit(owner, 100n);
    await run(`update accounts set balance = balance + 1 where id = ${id}`);
    const found = await check.pass();
    await run(`update accounts set balance = balance - 1 where id = ${id}`);
    expect(found).toContain(`changed balance of account ${id}`);
    expect(await checkLedger(db())).toEqual([]);
  });

  test('stops crediting when it finds something broken, until the whole ledger is sound', async () => {
    let elapsed = 0;
    const alarms = createAlarms(db(), { fatal: () => {}, warn: () => {} }, http.context.now);
    const watch = watchLedger(http.database, alarms, { stopsAfterMs: 20 * MINUTE, elapsed: () => elapsed });
    await watch.checkChanged();
    await buyAndStake();
    await run('update reward_totals set staked = staked + 1');
    expect(watch.lastWhole()).toBeNull();
    await watch.checkChanged();
    expect(watch.isBalanced()).toBe(false);
    await run('update reward_totals set staked = staked - 1');
    await watch.check();
    expect(watch.isBalanced()).toBe(true);
    const { n } = (await sql<{ n: bigint }>`select count(*) as n from payments where status = 'credited'`.execute(db()))
      .rows[0] ?? { n: 0n };
    expect(watch.lastWhole()?.payments).toBe(Number(n));
    // Nobody is told of a sound recount while a break is known.
    await run('update reward_totals set staked = staked + 1');
    await watch.check();
    expect(watch.lastWhole()).toBeNull();
    await run('update reward_totals set staked = staked - 1');
    await watch.check();
    // From now on the changed accounts alone are enough, for half a day.
    elapsed += 19 * MINUTE;
    await watch.checkChanged();
    elapsed += 19 * MINUTE;
    expect(watch.isBalanced()).toBe(true);
    elapsed += 12 * 60 * MINUTE;
    await watch.checkChanged();
    expect(watch.isBalanced()).toBe(false);
  });

  /** A recount of the whole ledger that has begun, and the function by which it ends; it has seen only sound books. */
  const beginWhole = async () => {
    const alarms = createAlarms(db(), { fatal: () => {}, warn: () => {} }, http.context.now);
    const reading = Promise.withResolvers<RecountFindings>();
    const recount = vi.spyOn(recounts, 'recountLedger').mockReturnValueOnce(reading.promise);
    const watch = watchLedger(http.database, alarms, { stopsAfterMs: 20 * MINUTE });
    await watch.checkChanged();
    const whole = watch.check();
    await vi.waitFor(() => expect(recount).toHaveBeenCalled(), 20_000);
    const end = async () => {
      reading.resolve({ broken: [], totals: [], payments: 0 });
      await whole;
      recount.mockRestore();
    };
    return { watch, alarms, end };
  };

  test('a recount of the whole ledger that began before a break does not end it', async () => {
    const { watch, end } = await beginWhole();
    await buyAndStake();
    await run('update reward_totals set staked = staked + 1');
    await watch.checkChanged();
    await end();
    expect([watch.isBalanced(), watch.isWholeDue()]).toEqual([false, true]);
    // The next one reads the break; once it is mended, the one after that ends it.
    await watch.check();
    expect([watch.isBalanced(), watch.isWholeDue()]).toEqual([false, false]);
    await run('update reward_totals set staked = staked - 1');
    await watch.check();
    expect(watch.isBalanced()).toBe(true);
  });

  test('nor does one that began before another instance found a break', async () => {
    const { watch, alarms, end } = await beginWhole();
    await alarms.raise('ledger-broken', 'ledger', 'found by another instance');
    await end();
    expect(watch.isWholeDue()).toBe(true);
    await watch.check();
    expect([watch.isBalanced(), watch.isWholeDue()]).toEqual([true, false]);
  });
});
