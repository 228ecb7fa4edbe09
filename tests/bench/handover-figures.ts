import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { handOver, undoHandover } from '#src/server/money/handover/hand-over.ts';
import { checkLedger } from '#src/server/money/ledger/check-ledger.ts';
import type { Db } from '#src/server/platform/database/tables.ts';
import { openHttpApp } from '#tests/support/http-app.ts';
import { startPostgres } from '#tests/support/postgres.ts';
import type { Figure } from './report.ts';

const WALLETS = 100_000;
/** A tenth of ten minutes for a million. */
const BUDGET_S = 60;
const AT_ONCE = 5_000;

/** Hands over books of 100,000 wallets on each engine, and undoes it. */
export async function handoverFigures(): Promise<readonly Figure[]> {
  const folder = mkdtempSync(join(tmpdir(), 'synx-handover-'));
  const postgres = await startPostgres();
  try {
    const figures = await measure('SQLite', join(folder, 'synx.sqlite'));
    return 'unavailable' in postgres ? figures : [...figures, ...(await measure('PostgreSQL', postgres.url))];
  } finally {
    if (!('unavailable' in postgres)) await postgres.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function measure(engine: string, location: string): Promise<readonly Figure[]> {
  const http = await openHttpApp({ location });
  const { db } = http.context;
  await fill(db);
  const [handover, seconds] = await timed(() => handOver(db, http.clock.now, http.clock.now));
  const broken = await checkLedger(db);
  if (broken.length > 0) throw new Error(broken.join('; '));
  const [, back] = await timed(() => undoHandover(db, handover, http.clock.now));
  await http.close();
  return [figure(`${engine}: handover`, seconds), figure(`${engine}: its undoing`, back)];
}

/** Wallets with points, each of which gets a share of the airdrop. */
async function fill(db: Db): Promise<void> {
  for (let from = 1; from <= WALLETS; from += AT_ONCE) {
    const rows = Array.from({ length: AT_ONCE }, (_, index) => (from + index).toString(16).padStart(40, '0'));
    await sql`insert into participants (wallet, points, established, created_at)
      values ${sql.join(rows.map((digits) => sql`(${sql.lit(`0x${digits}`)}, 10, 1, 0)`))}`.execute(db);
  }
}

async function timed<Result>(work: () => Promise<Result>): Promise<readonly [Result, number]> {
  const started = performance.now();
  const result = await work();
  return [result, (performance.now() - started) / 1_000];
}

function figure(name: string, seconds: number): Figure {
  return { name, value: `${seconds.toFixed(1)} s`, budget: `≤ ${BUDGET_S} s`, within: seconds <= BUDGET_S };
}
