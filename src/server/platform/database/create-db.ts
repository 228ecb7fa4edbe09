import { type Dialect, Kysely } from 'kysely';
import { createWriteQueue } from './shared-writes.ts';
import type { Db, Tables } from './tables.ts';

/** A database of which this process keeps nothing yet. */
export function createDb(dialect: Dialect): Db {
  const db = new Kysely<Tables>({ dialect });
  const writes = { hashes: createWriteQueue(db), payments: createWriteQueue(db) };
  return Object.assign(db, { kept: { secrets: new Map<string, Promise<string>>(), writes } });
}
