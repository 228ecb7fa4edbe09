import { type Dialect, Kysely } from 'kysely';
import { createWriteQueue } from './shared-writes.ts';
import type { Db, Tables } from './tables.ts';

/** A database of which this process keeps nothing yet. */
export function createDb(dialect: Dialect): Db {
  const db = new Kysely<Tables>({ dialect });
  const writes = { hashes: createWriteQueue(db), payments: createWriteQueue(db) };
  return Object.assign(db, { kept: { secret: readOnce(), writes } });
}

/** What was read by its name; what failed is read again. */
function readOnce(): Db['kept']['secret'] {
  const secrets = new Map<string, Promise<string>>();
  return (name, read) => {
    let secret = secrets.get(name);
    if (secret === undefined) {
      secret = read();
      secret.catch(() => secrets.delete(name));
      secrets.set(name, secret);
    }
    return secret;
  };
}
