import { describe, expect, inject, test } from 'vitest';
import { execute } from '#tests/support/postgres/execute.ts';
import { takeDatabase } from '#tests/support/postgres/take-database.ts';

describe.skipIf('unavailable' in inject('postgres'))('a database that tests use one after the other', () => {
  test('has no rows of its last use, and the rows and numbers of a new one', async () => {
    const { url, giveBack } = await takeDatabase();
    const state = async () => [
      await execute(url, 'select count(*) from migrations'),
      await execute(url, 'select count(*) from alarms'),
      await execute(url, 'select last_value, is_called from alarms_id_seq'),
    ];
    const before = await state();
    await execute(url, "insert into alarms (kind, subject, detail, created_at) values ('x', 'x', 'x', 1)");
    await execute(url, 'delete from migrations');
    expect(await state()).not.toEqual(before);
    await giveBack();
    const again = await takeDatabase();
    expect(again.url).toBe(url);
    expect(await state()).toEqual(before);
    await again.giveBack();
  });

  test.for([
    'alter table alarms add column own integer',
    'alter table staff_audit disable trigger all',
    'drop index alarms_open',
  ])('is not used again after a change of its schema: %s', async (statement) => {
    const { url, giveBack } = await takeDatabase();
    await execute(url, statement);
    await giveBack();
    const next = await takeDatabase();
    expect(next.url).not.toBe(url);
    await next.giveBack();
  });
});
