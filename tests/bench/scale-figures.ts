import { mkdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import { parseEther } from 'viem';
import { paymentId } from '#src/chain/payment-id.ts';
import type { ChainId } from '#src/config/chains.ts';
import { DEVELOPMENT_ACCOUNTS, DEVELOPMENT_PRESALE_ADDRESS } from '#src/config/development-accounts.ts';
import { localClient } from '#src/dev/chains/local-client.ts';
import { startChainHost } from '#src/dev/chains/start-host.ts';
import { recountLedger } from '#src/server/money/ledger/recount-ledger.ts';
import { openDatabase } from '#src/server/platform/database/migrations/open-database.ts';
import { startChildServer } from './child-server.ts';
import { generate } from './generate/generate.ts';
import type { Figure } from './report.ts';

const START_MS = 5_000;
const PAUSE_MS = 250;
const P99_MS = 20;
const WRITE_MS = 1_000;
const MEMORY_MB = 250;
/** What the boards, counters and pages of a million wallets may take in addition. */
const MEMORY_MB_PER_MILLION = 150;
/** Requests in progress, and milliseconds between two of one reader: about a hundred a second in all. */
const READERS = 4;
const EVERY_MS = 40;
const PAY_EVERY_MS = 1_000;
const SAMPLE = 400;
/** The memory of the first minute is compared with that of the last. */
const WARM_MS = 60_000;

export interface ScaleOptions {
  readonly engine: 'SQLite' | 'PostgreSQL';
  /** A `postgres://` address, or a folder for the embedded database. */
  readonly place: string;
  readonly wallets: number;
  readonly minutes: number;
  /** The database was filled by an earlier run. */
  readonly filled: boolean;
}

/** Fills a database with the books of many wallets, and measures a server on it while everything runs. */
export async function scaleFigures(options: ScaleOptions): Promise<readonly Figure[]> {
  const { engine, place, wallets } = options;
  const location = engine === 'SQLite' ? join(place, 'synx.sqlite') : place;
  if (engine === 'SQLite') mkdirSync(place, { recursive: true });
  if (!options.filled) {
    const told = (step: string, seconds: number) => console.log(`  ${engine}: ${step}, ${seconds.toFixed(0)} s`);
    await generate(location, wallets, { told });
  }
  const subjects = await chooseSubjects(location);
  const host = await startChainHost({ stateDirectory: null });
  const [chain] = host.chains;
  if (chain === undefined) throw new Error('no chain was started');
  const presale = [host.chains, DEVELOPMENT_PRESALE_ADDRESS];
  const began = performance.now();
  const server = await startChildServer(
    'scale-server.ts',
    JSON.stringify(engine === 'SQLite' ? [...presale, place] : [...presale, tmpdir(), place]),
  );
  try {
    await ready(server.url);
    const startMs = performance.now() - began;
    const load = await runLoad(server.url, chain, subjects, options.minutes * 60_000);
    return [
      figure(`${engine}: start to /api/ready`, startMs, START_MS, 'ms'),
      ...[...load.times].map(([name, times]) =>
        figure(`${engine}: ${name}, p99 of ${times.length}`, p99(times), P99_MS, 'ms'),
      ),
      figure(`${engine}: longest pause of the process`, load.pauseMs, PAUSE_MS, 'ms'),
      figure(`${engine}: longest write of ${load.writes.length}`, Math.max(...load.writes), WRITE_MS, 'ms'),
      figure(`${engine}: memory, most`, load.mostMb, MEMORY_MB + (MEMORY_MB_PER_MILLION * wallets) / 1_000_000, 'MB'),
      figure(`${engine}: memory, last minute above the first`, load.growthMb, MEMORY_MB / 10, 'MB'),
      figure(`${engine}: failed requests`, load.failed, 0, ''),
      { name: `${engine}: processor per answer`, value: `${load.cpuMsEach.toFixed(2)} ms`, budget: '–', within: true },
    ];
  } finally {
    await server.stop();
    await host.stop();
  }
}

/** The whole recount next to nothing else: its duration. */
export async function wholeRecount({ engine, place }: ScaleOptions): Promise<Figure> {
  const database = await openDatabase(engine === 'SQLite' ? join(place, 'synx.sqlite') : place);
  try {
    const started = performance.now();
    const { broken, totals } = await recountLedger(database);
    const wrong = [...broken, ...totals];
    if (wrong.length > 0) throw new Error(wrong.join('; '));
    return figure(`${engine}: recount of the whole ledger`, (performance.now() - started) / 1_000, 1_200, 's');
  } finally {
    await database.close();
  }
}

function figure(name: string, value: number, budget: number, unit: string): Figure {
  const digits = value < 10 && unit !== '' ? 1 : 0;
  return {
    name,
    value: `${value.toFixed(digits)} ${unit}`.trim(),
    budget: `≤ ${budget} ${unit}`.trim(),
    within: value <= budget,
  };
}

function p99(times: readonly number[]): number {
  return times.toSorted((a, b) => a - b)[Math.floor(times.length * 0.99)] ?? Number.NaN;
}

interface Subjects {
  readonly wallets: readonly string[];
  readonly payments: readonly { readonly id: string; readonly hash: string }[];
}

/** Wallets and payments from all over the books, so that reads find nothing in a cache by chance. */
async function chooseSubjects(location: string): Promise<Subjects> {
  const database = await openDatabase(location);
  try {
    const { db } = database;
    const last = await db.selectFrom('payments').select('id').orderBy('id', 'desc').limit(1).executeTakeFirstOrThrow();
    const ids = Array.from({ length: SAMPLE }, (_, at) => (last.id * BigInt(at * 2 + 1)) / BigInt(SAMPLE * 2) + 1n);
    const rows = await db
      .selectFrom('payments')
      .selectAll()
      .where('id', 'in', ids)
      .where(sql`status || ''`, '=', 'credited')
      .execute();
    return {
      wallets: rows.map(({ payer }) => payer),
      payments: rows.map((row) => ({ id: paymentId(row), hash: row.transaction_hash })),
    };
  } finally {
    await database.close();
  }
}

async function ready(url: string): Promise<void> {
  for (;;) {
    const answer = await fetch(`${url}/api/ready`);
    await answer.body?.cancel();
    if (answer.status === 200) return;
    await pause(20);
  }
}

/** The reads whose times are budgeted. */
function pathsFor({ wallets, payments }: Subjects, turn: number): Readonly<Record<string, string>> {
  const wallet = wallets[turn % wallets.length] ?? '';
  const payment = payments[(turn * 7) % payments.length];
  return {
    'leaderboard by holdings': `/api/dashboard/leaderboard?by=holdings&wallet=${wallet}`,
    'leaderboard by stakes': `/api/dashboard/leaderboard?by=staked&wallet=${wallet}`,
    'airdrop leaderboard': `/api/airdrop/leaderboard?wallet=${wallet}`,
    track: `/api/track/${payment?.hash}`,
    dashboard: `/api/dashboard/holdings/${wallet}`,
    export: `/api/dashboard/export/${wallet}.csv`,
    proof: `/api/records/proof/${payment?.id}`,
    news: '/api/news',
  };
}

async function runLoad(
  url: string,
  chain: { readonly chainId: ChainId; readonly rpcUrl: string },
  subjects: Subjects,
  forMs: number,
) {
  const times = new Map<string, number[]>();
  const writes: number[] = [0];
  const memory: { readonly at: number; readonly mb: number }[] = [];
  let [failed, pauseMs, answers, cpuMs] = [0, 0, 0, 0];
  const began = performance.now();
  const until = began + forMs;
  const ask = async (path: string, init?: RequestInit) => {
    const started = performance.now();
    const outcome = await fetch(`${url}${path}`, init).then(
      async (answer) => ({ ok: answer.ok, said: `${answer.status} ${await answer.text()}` }),
      (error: Error) => ({ ok: false, said: String(error.cause ?? error) }),
    );
    const took = performance.now() - started;
    answers += 1;
    if (!outcome.ok) {
      failed += 1;
      console.log(`  ${path} after ${took.toFixed(0)} ms: ${outcome.said.slice(0, 200)}`);
    }
    return took;
  };
  const read = async (reader: number) => {
    for (let turn = reader; performance.now() < until; turn += READERS) {
      for (const [name, path] of Object.entries(pathsFor(subjects, turn))) {
        const took = await ask(path);
        times.set(name, [...(times.get(name) ?? []), took]);
        await pause(EVERY_MS);
      }
    }
  };
  const pay = async () => {
    const [payer] = DEVELOPMENT_ACCOUNTS;
    const client = localClient(chain.chainId, chain.rpcUrl);
    const value = parseEther('0.01');
    while (performance.now() < until) {
      const payment = { account: payer, chain: null, to: DEVELOPMENT_PRESALE_ADDRESS, value } as const;
      const transactionHash = await client.sendTransaction(payment);
      const body = JSON.stringify({ walletAddress: payer, transactionHash, chainId: chain.chainId });
      const took = await ask('/api/presale/purchase', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body,
      });
      writes.push(took);
      await pause(PAY_EVERY_MS);
    }
  };
  const watch = async () => {
    const first = (await (await fetch(`${url}/bench/state`)).json()) as { cpuMs: number };
    while (performance.now() < until) {
      await pause(1_000);
      const state = (await (await fetch(`${url}/bench/state`)).json()) as Record<
        'pauseMs' | 'rssBytes' | 'cpuMs',
        number
      >;
      pauseMs = Math.max(pauseMs, state.pauseMs);
      cpuMs = state.cpuMs - first.cpuMs;
      memory.push({ at: performance.now() - began, mb: state.rssBytes / 2 ** 20 });
    }
  };
  await Promise.all([...Array.from({ length: READERS }, (_, reader) => read(reader)), pay(), watch()]);
  const most = (part: readonly { readonly mb: number }[]) => Math.max(0, ...part.map(({ mb }) => mb));
  const lastMinute = most(memory.filter(({ at }) => at >= forMs - WARM_MS));
  return {
    times,
    writes,
    failed,
    pauseMs,
    cpuMsEach: cpuMs / Math.max(1, answers),
    mostMb: most(memory),
    growthMb: Math.max(0, lastMinute - most(memory.filter(({ at }) => at < WARM_MS))),
  };
}
