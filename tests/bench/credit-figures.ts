import { STABLE_PRICE_E8 } from '#src/lib/money/quote.ts';
import { CREDIT_HANDLERS } from '#src/server/credit-handlers.ts';
import { checkLedger } from '#src/server/money/ledger/check-ledger.ts';
import { createCreditQueue } from '#src/server/money/payments/credit/credit-payment.ts';
import { initialiseSale } from '#src/server/money/sale/initialise-sale.ts';
import { openDatabase } from '#src/server/platform/database/migrations/open-database.ts';
import type { Db } from '#src/server/platform/database/tables.ts';
import { readEnv } from '#src/server/platform/env/env.ts';
import { newWallet } from '#tests/support/pay.ts';
import { execute } from '#tests/support/postgres/execute.ts';
import { startPostgres } from '#tests/support/postgres.ts';
import { openSlowLine } from '#tests/support/slow-line.ts';
import { storeConfirming } from '#tests/support/store-confirming.ts';
import { NO_CHAINS } from '#tests/support/tuned-env.ts';
import type { Figure } from './report.ts';

const CREDITS = 1_200;
/** Buyers who wait for their credit at the same time. */
const IN_FLIGHT = 20;
/** A database in another zone of the region: two milliseconds there and back. */
const ONE_WAY_MS = 1;
/** Thirteen dollars of USDC: a thousand SYNX. */
const PAID = 13_000_000n;

interface Measured {
  readonly perSecond: number;
  readonly p99: number;
  /** Per credit, without those that begin and end a transaction. */
  readonly statements: number;
  readonly roundTrips: number;
}

/**
 * Credits of payments that have their six confirmations, each awaited by its own caller until it is durable: on the
 * embedded database, and on PostgreSQL at a distance by one instance and by two.
 */
export async function creditFigures(sqliteFile: string): Promise<readonly Figure[]> {
  const embedded = await measure(sqliteFile, [sqliteFile], IN_FLIGHT, () => 0);
  const figures = [...inWords('embedded', embedded, 300), statements('embedded', embedded)];
  figures.push({
    name: 'credits, embedded, p99',
    value: `${embedded.p99.toFixed(1)} ms`,
    budget: '≤ 60 ms',
    within: embedded.p99 <= 60,
  });
  const postgres = await startPostgres();
  if ('unavailable' in postgres) {
    console.log(`no figures of PostgreSQL: ${postgres.unavailable}`);
    return figures;
  }
  const line = await openSlowLine(postgres.url, ONE_WAY_MS);
  try {
    // Two instances that share one's buyers write smaller lots; with as many of their own, they add to each other.
    for (const [instances, waiting, words] of [
      [1, IN_FLIGHT, '1 instance'],
      [2, IN_FLIGHT / 2, '2 instances, 10 at each'],
      [2, IN_FLIGHT, '2 instances, 20 at each'],
    ] as const) {
      const name = `credits_${instances}_${waiting}`;
      await execute(postgres.url, `create database ${name}`);
      const at = (url: string) => Object.assign(new URL(url), { pathname: `/${name}` }).href;
      const places = Array.from({ length: instances }, () => at(line.url));
      const measured = await measure(at(postgres.url), places, waiting, () => line.roundTrips);
      const label = `PostgreSQL at 2 ms, ${words}`;
      figures.push(...inWords(label, measured, 200), statements(label, measured), {
        name: `round trips per credit, ${label}`,
        value: measured.roundTrips.toFixed(1),
        budget: '≤ 5',
        within: measured.roundTrips <= 5,
      });
    }
  } finally {
    await line.close();
    await postgres.stop();
  }
  return figures;
}

function inWords(label: string, { perSecond }: Measured, budget: number): readonly Figure[] {
  return [
    {
      name: `credits, ${label}`,
      value: `${perSecond.toFixed(0)}/s`,
      budget: `≥ ${budget}/s`,
      within: perSecond >= budget,
    },
  ];
}

function statements(label: string, measured: Measured): Figure {
  return {
    name: `statements per credit, ${label}`,
    value: measured.statements.toFixed(1),
    budget: '≤ 5',
    within: measured.statements <= 5,
  };
}

/** Stores the payments at `direct`, then credits them at each of `places`, one database, `inFlight` at once. */
async function measure(
  direct: string,
  places: readonly string[],
  inFlight: number,
  roundTrips: () => number,
): Promise<Measured> {
  const now = Date.now();
  const prepared = await openDatabase(direct);
  await initialiseSale(prepared.db, readEnv({}, NO_CHAINS), now);
  const waiting: { readonly id: bigint; readonly blockHash: string }[] = [];
  for (let index = 0; index < CREDITS; index += 1)
    waiting.push(await storeConfirming(prepared.db, newWallet(), PAID, now));
  await prepared.close();
  let asked = 0;
  const count = () => {
    asked += 1;
  };
  const databases = await Promise.all(places.map((place) => openDatabase(place)));
  const queues = databases.map(({ db }) =>
    createCreditQueue({ db: counting(db, count), creditHandlers: CREDIT_HANDLERS, isLedgerBalanced: () => true }),
  );
  const times: number[] = [];
  const before = roundTrips();
  const started = performance.now();
  const callers = queues.flatMap((credit) => Array(inFlight).fill(credit));
  await Promise.all(
    callers.map(async (credit: (typeof queues)[number]) => {
      for (let payment = waiting.pop(); payment !== undefined; payment = waiting.pop()) {
        const since = performance.now();
        const coin = { priceE8: STABLE_PRICE_E8, round: null };
        if (!(await credit({ ...payment, confirmations: 6n, coin, now })))
          throw new Error(`${payment.id} was not credited`);
        times.push(performance.now() - since);
      }
    }),
  );
  const seconds = (performance.now() - started) / 1000;
  const turns = roundTrips() - before;
  const [first] = databases;
  const broken = first === undefined ? ['no database'] : await checkLedger(first.db);
  if (broken.length > 0) throw new Error(broken.join('; '));
  for (const { close } of databases) await close();
  times.sort((a, b) => a - b);
  return {
    perSecond: CREDITS / seconds,
    p99: times[Math.floor(CREDITS * 0.99)] ?? Number.NaN,
    statements: asked / CREDITS,
    roundTrips: turns / CREDITS,
  };
}

/** The same database, with every statement counted. */
function counting(db: Db, count: () => void): Db {
  const watched = db.withPlugin({
    transformQuery: ({ node }) => {
      count();
      return node;
    },
    transformResult: async ({ result }) => result,
  });
  return Object.assign(watched, { kept: db.kept });
}
