import { randomBytes } from 'node:crypto';
import type { CompiledQuery } from 'kysely';
import type { Db, Tx } from './tables.ts';

/** A random salt of this database by name, never sent anywhere. Not within a transaction. */
export function secretOf(db: Db, name: string): Promise<string> {
  return db.kept.secret(name, () => readSecret(db, name));
}

/** The statement that creates such a salt if there is none: for a transaction. */
export function creationOfSecret(db: Db | Tx, key: string): CompiledQuery<unknown> {
  return db
    .insertInto('settings')
    .values({ key, value: randomBytes(32).toString('hex') })
    .onConflict((conflict) => conflict.column('key').doNothing())
    .compile();
}

async function readSecret(db: Db, key: string): Promise<string> {
  await db.executeQuery(creationOfSecret(db, key));
  const row = await db.selectFrom('settings').select('value').where('key', '=', key).executeTakeFirstOrThrow();
  return row.value;
}
