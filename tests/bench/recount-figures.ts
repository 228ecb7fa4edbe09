import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout } from 'node:timers/promises';
import { sql } from 'kysely';
import { recountLedger } from '#src/server/money/ledger/recount-ledger.ts';
import type { Database } from '#src/server/platform/database/database.ts';
import { openDatabase } from '#src/server/platform/database/migrations/open-database.ts';
import { openHttpApp } from '#tests/support/http-app.ts';
import { execute } from '#tests/support/postgres/execute.ts';
import { startPostgres } from '#tests/support/postgres.ts';
import type { Figure } from './report.ts';

/** Transfers per account, of two entries each. */
const TRANSFERS_EACH = 5;
const BLOCKED_BUDGET_MS = 250;
/** From one successful recount to the next there must be less than the five minutes that raise the alarm. */
const BUDGET_S = 120;

/**
 * Recounts a ledger of `accounts` accounts, with ten entries each, next to a server: its duration, and how long it
 * blocks.
 */
export async function recountFigures(accounts = 100_000): Promise<readonly Figure[]> {
  const folder = mkdtempSync(join(tmpdir(), 'synx-recount-'));
  const postgres = await startPostgres();
  try {
    const figures = await measure('SQLite', join(folder, 'synx.sqlite'), async ({ db }) => {
      await sql`pragma foreign_keys = off`.execute(db);
      for (const statement of statementsFor(accounts, numbersByRecursion)) await sql.raw(statement).execute(db);
    });
    if ('unavailable' in postgres) return figures;
    const fill = async () => {
      // Without the server's limit on the time of a statement, and without checking every reference.
      const quickly = 'set session_replication_role = replica';
      for (const statement of statementsFor(accounts, numbersBySeries))
        await execute(postgres.url, `${quickly}; ${statement}`);
      await execute(postgres.url, 'analyze');
    };
    return [...figures, ...(await measure('PostgreSQL', postgres.url, fill))];
  } finally {
    if (!('unavailable' in postgres)) await postgres.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function measure(
  engine: string,
  location: string,
  fill: (database: Database) => Promise<void>,
): Promise<readonly Figure[]> {
  const first = await openHttpApp({ location });
  await fill(first.database);
  await first.close();
  const database = await openDatabase(location);
  const delay = monitorEventLoopDelay({ resolution: 1 });
  // The cost of opening it is over within the next turns of the loop.
  await setTimeout(1_000);
  delay.enable();
  const started = performance.now();
  const { broken, totals } = await recountLedger(database);
  const seconds = (performance.now() - started) / 1_000;
  delay.disable();
  await database.close();
  const wrong = [...broken, ...totals];
  if (wrong.length > 0) throw new Error(wrong.join('; '));
  const blocked = delay.max / 1e6;
  return [
    {
      name: `${engine}: recount`,
      value: `${seconds.toFixed(1)} s`,
      budget: `${BUDGET_S} s`,
      within: seconds <= BUDGET_S,
    },
    {
      name: `${engine}: longest pause of the server meanwhile`,
      value: `${blocked.toFixed(0)} ms`,
      budget: `${BLOCKED_BUDGET_MS} ms`,
      within: blocked <= BLOCKED_BUDGET_MS,
    },
  ];
}

/** Accounts with transfers out of `issuance` to each in turn: books that balance. */
function statementsFor(accounts: number, numbersTo: (last: number) => string): string[] {
  const transfers = accounts * TRANSFERS_EACH;
  const first = `(select id from accounts where kind = 'sale' and owner = 'bench-1')`;
  const issuance = `(select id from accounts where kind = 'issuance')`;
  return [
    `insert into accounts (kind, owner, balance) ${numbersTo(accounts)}
     select 'sale', 'bench-' || n, ${TRANSFERS_EACH} from numbers order by n`,
    `update accounts set balance = balance - ${transfers} where kind = 'issuance'`,
    `insert into ledger_transfers (id, kind, created_at) ${numbersTo(transfers)}
     select 1000000 + n, 'bench', 0 from numbers order by n`,
    `insert into ledger_entries (transfer_id, account_id, amount) ${numbersTo(2 * transfers)}
     select 1000000 + (n + 1) / 2,
            case n % 2 when 0 then ${issuance} else ${first} + ((n + 1) / 2) % ${accounts} end,
            case n % 2 when 0 then -1 else 1 end
     from numbers order by n`,
  ];
}

function numbersByRecursion(last: number): string {
  return `with recursive numbers (n) as (select 1 union all select n + 1 from numbers where n < ${last})`;
}

function numbersBySeries(last: number): string {
  return `with numbers (n) as (select generate_series(1, ${last}))`;
}
