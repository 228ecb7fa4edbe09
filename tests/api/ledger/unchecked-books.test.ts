import { sql } from 'kysely';
import { parseEther } from 'viem';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { recountLedger } from '#src/server/money/ledger/recount-ledger.ts';
import type { Database } from '#src/server/platform/database/database.ts';
import { readOnConnection } from '#src/server/platform/database/read-on-connection.ts';
import { type ApiStack, openStack } from '#tests/support/api-stack.ts';
import { eachEngine, type Place } from '#tests/support/each-engine.ts';
import { freePort } from '#tests/support/free-port.ts';
import { onceForAll } from '#tests/support/opened.ts';
import { newWallet, payCoin } from '#tests/support/pay.ts';
import { newStaffMember } from '#tests/support/staff-member.ts';
import { startTestChains } from '#tests/support/test-chains.ts';

const MINUTE = 60_000;
const STOPS_AFTER = 20;
const PAID = { stakedBalance: '0', availableToStake: '347190' };
const NOTHING = { stakedBalance: '0', availableToStake: '0' };

const chains = onceForAll(startTestChains);

eachEngine('books that could not be recounted', (open) => {
  let place: Place;
  let stack: ApiStack;
  let elapsed = 0;
  const start = async () => {
    const env = { LEDGER_CHECK_STOPS_AFTER: String(STOPS_AFTER) };
    stack = await openStack({ chains, location: place.location, env, elapsed: () => elapsed });
    await stack.pass([1]);
  };
  beforeAll(async () => {
    place = await open();
    await start();
  });
  afterAll(() => stack.close());

  const run = (statement: string) => sql.raw(statement).execute(stack.context.db);
  const openAlarms = async (kind: string) => {
    const rows = await stack.context.db
      .selectFrom('alarms')
      .select('detail')
      .where('kind', '=', kind)
      .where('resolved_at', 'is', null)
      .execute();
    return rows.map(({ detail }) => detail);
  };
  /** Pays, and returns the wallet's holdings after the watcher has seen the confirmed payment. */
  const buy = async () => {
    const wallet = newWallet();
    const hash = await payCoin(chains.client(1), wallet, parseEther('1'));
    await chains.confirm(1, hash, 7);
    await stack.pass([1]);
    return { wallet, hash, held: await stack.balance(wallet) };
  };

  test('raise an alarm after five minutes, stop crediting after the set time, and continue with the first recount', {
    tags: 'long',
  }, async () => {
    await stack.checkLedger();
    // Only the recount reads it: nothing else notices.
    await run('alter table ledger_corrections rename to out_of_reach');
    await expect(stack.checkLedger()).rejects.toThrow(/ledger_corrections/);
    elapsed += 5 * MINUTE - 1;
    await stack.watchLedgerAge();
    expect(await openAlarms('ledger-unchecked')).toEqual([]);
    elapsed += 1;
    await stack.watchLedgerAge();
    expect(await openAlarms('ledger-unchecked')).toEqual([expect.stringMatching(/5 minutes: .*ledger_corrections/)]);
    elapsed += (STOPS_AFTER - 5) * MINUTE - 1;
    expect((await buy()).held).toEqual(PAID);
    elapsed += 1;
    const waiting = await buy();
    expect(waiting.held).toEqual(NOTHING);
    expect(await stack.post(waiting.wallet, waiting.hash)).toMatchObject({ status: 'confirming', confirmations: 7 });
    expect((await stack.app.inject('/api/ready')).json()).toMatchObject({ status: 'degraded', ledger: false });
    stack.tick(2_000);
    expect((await stack.app.inject('/api/presale/pricing')).json()).toMatchObject({ saleStatus: 'paused' });
    expect(await openAlarms('ledger-broken')).toEqual([]);

    await run('alter table out_of_reach rename to ledger_corrections');
    await stack.checkLedger();
    expect(await openAlarms('ledger-unchecked')).toEqual([]);
    await stack.pass([1]);
    expect(await stack.balance(waiting.wallet)).toEqual(PAID);
  });

  test('name in the alarm what a recount said that could not even start', async (context) => {
    if (place.engine === 'postgres') context.skip('PostgreSQL is counted without another process');
    await stack.checkLedger();
    vi.stubEnv('NODE_OPTIONS', '--no-such-option');
    const failure = await stack.checkLedger().catch(String);
    vi.unstubAllEnvs();
    expect(failure).toMatch(/the recount ended with 9: .*--no-such-option/);
    elapsed += 5 * MINUTE;
    await stack.watchLedgerAge();
    expect(await openAlarms('ledger-unchecked')).toEqual([expect.stringContaining('--no-such-option')]);
    await stack.checkLedger();
    expect(await openAlarms('ledger-unchecked')).toEqual([]);
  });

  test('a restart credits before its first recount, but remembers an imbalance that was found', {
    tags: 'long',
  }, async () => {
    const restart = async () => {
      await stack.close();
      await start();
    };
    await restart();
    expect((await buy()).held).toEqual(PAID);

    await run('update reward_totals set staked = staked + 1');
    await stack.checkLedger();
    expect(await openAlarms('ledger-broken')).toHaveLength(1);
    // One manager cannot close the alarm, which the next start goes by.
    const ada = await newStaffMember(stack, 'ada', 'manager');
    const { id } = await stack.context.db
      .selectFrom('alarms')
      .select('id')
      .where('kind', '=', 'ledger-broken')
      .where('resolved_at', 'is', null)
      .executeTakeFirstOrThrow();
    expect(await ada.refused('resolve-alarm', { id: String(id), note: 'It looks fine.' })).toContain('recount');
    await restart();
    const waiting = await buy();
    expect(waiting.held).toEqual(NOTHING);
    // Neither does one that fails.
    await run('alter table ledger_corrections rename to out_of_reach');
    await expect(stack.checkLedger()).rejects.toThrow();
    expect(stack.context.isLedgerBalanced()).toBe(false);
    await run('alter table out_of_reach rename to ledger_corrections');

    await run('update reward_totals set staked = staked - 1');
    await stack.checkLedger();
    expect(await openAlarms('ledger-broken')).toEqual([]);
    await stack.pass([1]);
    expect(await stack.balance(waiting.wallet)).toEqual(PAID);
  });
});

test('a recount of a PostgreSQL that cannot be reached fails: it does not find the books sound', async () => {
  const location = `postgres://nobody@127.0.0.1:${await freePort()}/none`;
  const readApart: Database['readApart'] = (read, limits) => readOnConnection(location, read, limits);
  await expect(recountLedger({ readApart })).rejects.toThrow('ECONNREFUSED');
});
