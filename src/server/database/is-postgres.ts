import { PostgresAdapter } from 'kysely';
import type { Db, Tx } from './tables.ts';

/** Whether a statement runs on PostgreSQL: for the few that the two engines do not both accept. */
export function isPostgres(db: Db | Tx): boolean {
  return db.getExecutor().adapter instanceof PostgresAdapter;
}
