import { DatabaseSync } from 'node:sqlite';
import { CompiledQuery } from 'kysely';
import { expect, test, vi } from 'vitest';
import { isFound } from '#src/server/money/payments/find/find-payments.ts';
import { openDatabase } from '#src/server/platform/migrations/open-database.ts';
import { sqlitePlace } from '#tests/support/each-engine.ts';

test('whether a payment is recorded is found by its hash, not among all payments of its payer (S25)', async () => {
  const place = await sqlitePlace();
  const database = await openDatabase(place.location);
  const { prepare } = DatabaseSync.prototype;
  const statements: string[] = [];
  vi.spyOn(DatabaseSync.prototype, 'prepare').mockImplementation(function (this: DatabaseSync, text, ...options) {
    statements.push(text);
    return prepare.call(this, text, ...options);
  });
  expect(await isFound(database.db, '0x01', '0x02')).toBe(false);
  vi.restoreAllMocks();
  for (const text of statements.filter((each) => each.includes('"payments"'))) {
    const { rows } = await database.db.executeQuery(CompiledQuery.raw(`explain query plan ${text}`, []));
    expect(JSON.stringify(rows.map((row) => (row as { detail: string }).detail))).not.toContain(
      'payments_payer (payer=?)',
    );
  }
  await database.close();
  await place.drop();
});
