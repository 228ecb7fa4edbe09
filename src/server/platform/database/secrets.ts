import { randomBytes } from 'node:crypto';
import type { CompiledQuery } from 'kysely';
import { keptFor } from '../util/caches.ts';
import type { Db, Tx } from './tables.ts';

const secretsOf = keptFor((_: Db) => new Map<string, Promise<string>>());

/**
 * A random salt of this database by name, created when first used and never sent anywhere. Not within a transaction.
 */
export function secretOf(db: Db, name: string): Promise<string> {
  const secrets = secretsOf(db);
  let secret = secrets.get(name);
  if (secret === undefined) {
    secret = readSecret(db, name);
    secret.catch(() => secrets.delete(name));
    secrets.set(name, secret);
  }
  return secret;
}

/** The statements that create such a salt if there is none, and read it: within a transaction. */
export function secretStatements(
  db: Db | Tx,
  key: string,
): readonly [CompiledQuery<unknown>, CompiledQuery<{ readonly value: string }>] {
  return [
    db
      .insertInto('settings')
      .values({ key, value: randomBytes(32).toString('hex') })
      .onConflict((conflict) => conflict.column('key').doNothing())
      .compile(),
    db.selectFrom('settings').select('value').where('key', '=', key).compile(),
  ];
}

async function readSecret(db: Db, key: string): Promise<string> {
  const [create, read] = secretStatements(db, key);
  await db.executeQuery(create);
  const { rows } = await db.executeQuery(read);
  const [row] = rows;
  if (row === undefined) throw new RangeError(`the setting ${key} is gone`);
  return row.value;
}
