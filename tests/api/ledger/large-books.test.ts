import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { checkLedger, PART } from '#src/server/money/ledger/check-ledger.ts';
import { openDatabase } from '#src/server/platform/database/migrations/open-database.ts';
import type { Db } from '#src/server/platform/database/tables.ts';
import { eachEngine } from '#tests/support/each-engine.ts';

const SOUND = 2 * PART + 7;

/** Accounts and transfers numbered from 1 on, each transfer with two entries that cancel each other out. */
async function fill(db: Db): Promise<void> {
  const numbers = sql`with recursive numbers(n) as (select 1 union all select n + 1 from numbers where n < ${sql.lit(SOUND)})`;
  await sql`insert into accounts (id, kind, owner, balance)
    ${numbers} select 1000 + n, 'available', 'wallet ' || n, 0 from numbers`.execute(db);
  await sql`insert into ledger_transfers (id, kind, created_at)
    ${numbers} select 1000 + n, 'stake', 0 from numbers`.execute(db);
  for (const amount of [5, -5])
    await sql`insert into ledger_entries (transfer_id, account_id, amount)
      ${numbers} select 1000 + n, 1000 + n, ${sql.lit(amount)} from numbers`.execute(db);
}

eachEngine('books of several parts', (open) => {
  test('are sound, or have each fault counted once, in whichever part it is', async () => {
    const place = await open();
    const { db, close } = await openDatabase(place.location);
    try {
      await fill(db);
      expect(await checkLedger(db)).toEqual([]);
      const [first, middle, last] = [1001, 1000 + PART + 1, 1000 + SOUND];
      for (const id of [first, middle, last]) {
        await sql`insert into ledger_entries (transfer_id, account_id, amount) values (${id}, ${id}, 7)`.execute(db);
        await sql`update accounts set balance = balance + 7 where id = ${id}`.execute(db);
      }
      const broken = await checkLedger(db);
      expect(broken).toContain('transfers that do not sum to zero: 3');
      expect(broken.join()).not.toContain('accounts whose balance');
      await sql`update accounts set balance = balance - 1 where id in (${first}, ${middle}, ${last})`.execute(db);
      expect(await checkLedger(db)).toContain('accounts whose balance is not the sum of their entries: 3');
    } finally {
      await close();
    }
  });
});
