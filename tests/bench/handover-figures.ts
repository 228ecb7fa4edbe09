import { hash } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout } from 'node:timers/promises';
import { sql } from 'kysely';
import { checkLedger } from '#src/server/money/ledger/check-ledger.ts';
import type { Db } from '#src/server/platform/database/tables.ts';
import { draftBooks, withdrawBooks } from '#tests/support/draft-books.ts';
import { type HttpApp, openHttpApp } from '#tests/support/http-app.ts';
import { startPostgres } from '#tests/support/postgres.ts';
import type { Figure } from './report.ts';

const WALLETS = 100_000;
/** A tenth of ten minutes for a million. */
const BUDGET_S = 60;
const PAUSE_BUDGET_MS = 250;
const WRITE_BUDGET_MS = 5_000;
const AT_ONCE = 5_000;

/** Drafts the list of 100,000 wallets on each engine, and withdraws it, while others read, post hashes and credit. */
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
  const terms = { chainId: 56, opens: http.clock.now + 1, objectionMs: 0 };
  const drafted = await timed(http, () => draftBooks(db, terms, http.clock.now));
  const broken = await checkLedger(db);
  if (broken.length > 0) throw new Error(broken.join('; '));
  const withdrawn = await timed(http, () => withdrawBooks(db, http.clock.now));
  await http.close();
  return [...figures(`${engine}: draft`, drafted), ...figures(`${engine}: its withdrawal`, withdrawn)];
}

/** Wallets with points, each of which gets a share of the airdrop. */
async function fill(db: Db): Promise<void> {
  for (let from = 1; from <= WALLETS; from += AT_ONCE) {
    // Addresses are spread evenly, as those of keys are: a list is computed shard by shard.
    const rows = Array.from({ length: AT_ONCE }, (_, index) => hash('sha1', String(from + index)));
    await sql`insert into participants (wallet, points, established, created_at)
      values ${sql.join(rows.map((digits) => sql`(${sql.lit(`0x${digits}`)}, 10, 1, 0)`))}`.execute(db);
  }
}

interface Timed {
  readonly seconds: number;
  /** Of the process, in milliseconds; the others of an answer. */
  readonly pause: number;
  readonly read: number;
  readonly write: number;
  readonly credit: number;
}

async function timed({ app, credit }: HttpApp, work: () => Promise<unknown>): Promise<Timed> {
  const delay = monitorEventLoopDelay({ resolution: 10 });
  let isDone = false;
  let asked = 0;
  /** Asks again and again until the work is done; the longest time until an answer, whatever it is. */
  const longest = async (ask: (digits: string) => Promise<unknown>) => {
    let most = 0;
    while (!isDone) {
      asked += 1;
      const since = performance.now();
      // Another wallet each time: answers about one are kept.
      await ask(asked.toString(16).padStart(40, '0'));
      most = Math.max(most, performance.now() - since);
      await setTimeout(20);
    }
    return most;
  };
  const others = Promise.all([
    longest((digits) => app.inject(`/api/staking/balance/0x${digits}`)),
    longest((digits) =>
      app.inject({
        method: 'POST',
        url: '/api/presale/purchase',
        payload: { walletAddress: `0x${digits}`, transactionHash: `0x${digits.padStart(64, '0')}`, chainId: 1 },
      }),
    ),
    // Refused while the books move.
    longest((digits) => credit(`0x${digits}`, 13n).catch(() => undefined)),
  ]);
  delay.enable();
  const started = performance.now();
  await work();
  const seconds = (performance.now() - started) / 1_000;
  delay.disable();
  isDone = true;
  const [read, write, credited] = await others;
  return { seconds, pause: delay.max / 1e6, read, write, credit: credited };
}

function figures(name: string, { seconds, pause, read, write, credit }: Timed): readonly Figure[] {
  const short = (what: string, value: number, budget = PAUSE_BUDGET_MS): Figure => ({
    name: `${name}, ${what}`,
    value: `${value.toFixed(0)} ms`,
    budget: `≤ ${budget} ms`,
    within: value <= budget,
  });
  return [
    { name, value: `${seconds.toFixed(1)} s`, budget: `≤ ${BUDGET_S} s`, within: seconds <= BUDGET_S },
    short('longest pause of the process', pause),
    short('longest read', read),
    short('longest posted hash', write, WRITE_BUDGET_MS),
    short('longest credit, done or refused', credit, WRITE_BUDGET_MS),
  ];
}
