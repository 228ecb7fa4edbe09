import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';

import { isStorageOutage } from '#src/server/platform/database/database-error.ts';
import { openDatabase } from '#src/server/platform/database/migrations/open-database.ts';
import { sendTogether } from '#src/server/platform/database/statements.ts';
import type { Tx } from '#src/server/platform/database/tables.ts';
import { eachEngine } from '#tests/support/each-engine.ts';
import { onceForAll } from '#tests/support/opened.ts';

eachEngine('conflicting transactions', (open) => {
  const database = onceForAll(async () => openDatabase((await open()).location));
  const add = async (tx: Tx, key: string) => {
    await sql`update settings set value = cast(cast(value as integer) + 1 as text) where key = ${key}`.execute(tx);
  };
  const kept = async (key: string) =>
    (await database.db.selectFrom('settings').select('value').where('key', '=', key).executeTakeFirst())?.value;
  const begin = (...keys: string[]) =>
    database.db
      .insertInto('settings')
      .values(keys.map((key) => ({ key, value: '0' })))
      .execute();

  test('in a deadlock are both completed, each once', { tags: 'long' }, async () => {
    await begin('left', 'right');
    // Each holds one row while it requests the other one; the embedded database has one transaction at a time.
    const isShared = database.engine === 'postgres';
    const { promise: bothHold, resolve } = Promise.withResolvers<void>();
    let holding = 0;
    const both = (first: string, second: string) =>
      database.db.transaction().execute(async (tx) => {
        await add(tx, first);
        holding += 1;
        if (holding === 2) resolve();
        if (isShared && holding <= 2) await bothHold;
        await add(tx, second);
      });
    await Promise.all([both('left', 'right'), both('right', 'left')]);
    expect([await kept('left'), await kept('right')]).toEqual(['2', '2']);
    // The one that was ended begins again, and may meet the other one in the same way once more.
    if (isShared) expect(holding).toBeGreaterThan(2);
    else expect(holding).toBe(2);
  });

  test('leave nothing of statements that were sent together when one of them fails', async () => {
    const set = (tx: Tx, key: string, value: string) =>
      sql<{ key: string }>`insert into settings (key, value) values (${key}, ${value}) returning key`.compile(tx);
    const failing = database.db
      .transaction()
      .execute((tx) =>
        sendTogether(tx, set(tx, 'one', '1'), sql`select key from missing`.compile(tx), set(tx, 'two', '2')),
      );
    await expect(failing).rejects.toThrow(/missing/);
    expect([await kept('one'), await kept('two')]).toEqual([undefined, undefined]);
    const both = database.db.transaction().execute((tx) => sendTogether(tx, set(tx, 'one', '1'), set(tx, 'two', '2')));
    expect(await both).toEqual([[{ key: 'one' }], [{ key: 'two' }]]);
    expect([await kept('one'), await kept('two')]).toEqual(['1', '2']);
  });

  describe('of which one read the other’s changes', () => {
    test('are completed one after the other under SERIALIZABLE', async () => {
      if (database.engine !== 'postgres') return;
      await begin('count');
      const count = () =>
        database.db
          .transaction()
          .setIsolationLevel('serializable')
          .execute((tx) => add(tx, 'count'));
      await Promise.all([count(), count(), count()]);
      expect(await kept('count')).toBe('3');
    });

    test('that conflict repeatedly end as an outage of the storage, and nothing of them is kept', async () => {
      if (database.engine !== 'postgres') return;
      await begin('never');
      let tries = 0;
      const failing = database.db.transaction().execute(async (tx) => {
        tries += 1;
        await add(tx, 'never');
        await sql`do $$ begin raise exception 'could not serialize' using errcode = '40001'; end $$`.execute(tx);
      });
      await expect(failing).rejects.toSatisfy(isStorageOutage);
      expect([tries, await kept('never')]).toEqual([5, '0']);
    });
  });

  test('of a single statement are repeated like others', async () => {
    if (database.engine !== 'postgres') return;
    await sql`create sequence tries`.execute(database.db);
    // A sequence counts attempts that were rolled back, too.
    const thirdTime = sql`do $$ begin
      if nextval('tries') < 3 then raise exception 'could not serialize' using errcode = '40001'; end if;
      insert into settings (key, value) values ('single', 'kept');
    end $$`;
    await thirdTime.execute(database.db);
    const { rows } = await sql<{ tries: bigint }>`select last_value as tries from tries`.execute(database.db);
    expect([rows[0]?.tries, await kept('single')]).toEqual([3n, 'kept']);
  });

  test('that could not be repeated cannot begin', () => {
    if (database.engine !== 'postgres') return;
    expect(() => database.db.startTransaction()).toThrow('use transaction()');
    expect(() => database.money.startTransaction()).toThrow('use transaction()');
  });

  test('that fail for any other reason are not repeated', async () => {
    let tries = 0;
    const failing = database.db.transaction().execute(async () => {
      tries += 1;
      throw new Error('a fault');
    });
    await expect(failing).rejects.toThrow('a fault');
    expect(tries).toBe(1);
  });
});
