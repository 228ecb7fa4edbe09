import type { Database } from '#src/server/platform/database/database.ts';
import { LONGEST_READ_MS, type LongRead } from '#src/server/platform/database/read-apart.ts';
import { type RecountFindings, recountIn } from './check-ledger.ts';

const RECOUNT: LongRead<RecountFindings> = {
  name: 'recount',
  run: recountIn,
  program: new URL('./recount-process.ts', import.meta.url),
};

/**
 * Recounts the whole ledger at one moment, apart from other work, to which `isAside` leaves the database time. Throws
 * if it fails, takes too long, or `signal` aborts.
 */
export async function recountLedger(
  database: Pick<Database, 'readApart'>,
  { signal, isAside = false }: { readonly signal?: AbortSignal; readonly isAside?: boolean } = {},
): Promise<RecountFindings> {
  const limits = [AbortSignal.timeout(LONGEST_READ_MS), ...(signal === undefined ? [] : [signal])];
  const limit = AbortSignal.any(limits);
  limit.throwIfAborted();
  return database.readApart(RECOUNT, { signal: limit, isAside });
}
