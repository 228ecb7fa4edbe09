// Started by recount-ledger.ts with the path of a file that does not change; sends broken invariants and exits.
import { setPriority } from 'node:os';
import { Kysely } from 'kysely';
import { openSqliteSnapshot } from '../database/sqlite.ts';
import type { Tables } from '../database/tables.ts';
import { type RecountFindings, recountIn } from './check-ledger.ts';

/** The message to the process that started it. */
export type RecountOutcome = RecountFindings | { readonly failure: string };

/** The server has priority. */
const NICENESS = 10;

try {
  setPriority(NICENESS);
} catch {
  // A system that does not allow it still counts, at normal priority.
}
const outcome: RecountOutcome = await recount(process.argv[2] ?? '').then(
  (found) => found,
  (error: unknown) => ({ failure: String(error) }),
);
process.send?.(outcome, () => process.disconnect?.());

async function recount(file: string): Promise<RecountFindings> {
  const db = new Kysely<Tables>({ dialect: openSqliteSnapshot(file) });
  try {
    return await recountIn(db);
  } finally {
    await db.destroy();
  }
}
