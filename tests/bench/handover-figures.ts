import { hash } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout } from 'node:timers/promises';
import { sql } from 'kysely';
import { decideByTwo } from '#src/dev/rehearsal/rehearsal-staff.ts';
import { checkLedger } from '#src/server/money/ledger/check-ledger.ts';
import type { Db } from '#src/server/platform/database/tables.ts';
import { draftBooks, withdrawBooks } from '#tests/support/draft-books.ts';
import { type HttpApp, openHttpApp } from '#tests/support/http-app.ts';
import { startPostgres } from '#tests/support/postgres.ts';
import type { Figure } from './report.ts';

const BUDGET_S_OF_A_MILLION = 600;
const PAUSE_BUDGET_MS = 250;
const WRITE_BUDGET_MS = 5_000;
const AT_ONCE = 5_000;

/**
 * Drafts the list of so many wallets on each engine, or on `sqlite` or `postgres` alone, withholds one from it and
 * withdraws it, while others read, post hashes and credit.
 */
export async function handoverFigures(wallets: number, engine?: string): Promise<readonly Figure[]> {
  const folder = mkdtempSync(join(tmpdir(), 'synx-handover-'));
  try {
    const sqlite = engine === 'postgres' ? [] : await measure('SQLite', join(folder, 'synx.sqlite'), wallets);
    if (engine === 'sqlite') return sqlite;
    const postgres = await startPostgres();
    if ('unavailable' in postgres) return sqlite;
    return [...sqlite, ...(await measure('PostgreSQL', postgres.url, wallets).finally(() => postgres.stop()))];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function measure(engine: string, location: string, wallets: number): Promise<readonly Figure[]> {
  const http = await openHttpApp({ location });
  const { db } = http.context;
  await fill(db, wallets);
  const terms = { chainId: 56, opens: http.clock.now + 1, objectionMs: 0 };
  const drafted = await timed(http, () => draftBooks(db, terms, http.clock.now));
  const broken = await checkLedger(db);
  if (broken.length > 0) throw new Error(broken.join('; '));
  const wallet = addressOf(1);
  const because = 'A court has ordered it.';
  const withheld = await timed(http, () => decideByTwo(http.context, 'withhold-wallet', { wallet, because }));
  const withdrawn = await timed(http, () => withdrawBooks(db, http.clock.now));
  await http.close();
  const budget = (wallets * BUDGET_S_OF_A_MILLION) / 1_000_000;
  return [
    ...figures(`${engine}: draft`, drafted, budget),
    ...figures(`${engine}: a wallet withheld from it`, withheld, budget),
    ...figures(`${engine}: its withdrawal`, withdrawn, budget),
  ];
}

/** Wallets with points, each of which gets a share of the airdrop. */
async function fill(db: Db, wallets: number): Promise<void> {
  for (let from = 1; from <= wallets; from += AT_ONCE) {
    // Addresses are spread evenly, as those of keys are: a list is computed shard by shard.
    const rows = Array.from({ length: AT_ONCE }, (_, index) => addressOf(from + index));
    await sql`insert into participants (wallet, points, established, created_at)
      values ${sql.join(rows.map((address) => sql`(${sql.lit(address)}, 10, 1, 0)`))}`.execute(db);
  }
}

function addressOf(number: number): string {
  return `0x${hash('sha1', String(number))}`;
}

interface Timed {
  readonly seconds: number;
  /** Of the process, in milliseconds; the others of an answer. */
  readonly pause: number;
  readonly read: number;
  readonly write: number;
  readonly credit: number;
  /** Most memory of the process, in MB. */
  readonly memory: number;
}

async function timed({ app, credit }: HttpApp, work: () => Promise<unknown>): Promise<Timed> {
  const delay = monitorEventLoopDelay({ resolution: 10 });
  let isDone = false;
  let memory = 0;
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
      memory = Math.max(memory, process.memoryUsage.rss() / 2 ** 20);
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
  return { seconds, pause: delay.max / 1e6, read, write, credit: credited, memory };
}

function figures(name: string, timed: Timed, budget: number): readonly Figure[] {
  const { seconds, pause, read, write, credit, memory } = timed;
  const short = (what: string, value: number, most = PAUSE_BUDGET_MS): Figure => ({
    name: `${name}, ${what}`,
    value: `${value.toFixed(0)} ms`,
    budget: `≤ ${most} ms`,
    within: value <= most,
  });
  return [
    { name, value: `${seconds.toFixed(1)} s`, budget: `≤ ${budget} s`, within: seconds <= budget },
    short('longest pause of the process', pause),
    short('longest read', read),
    short('longest posted hash', write, WRITE_BUDGET_MS),
    short('longest credit, done or refused', credit, WRITE_BUDGET_MS),
    { name: `${name}, most memory`, value: `${memory.toFixed(0)} MB`, budget: '–', within: true },
  ];
}
