import { setTimeout } from 'node:timers/promises';
import type { PurchaseResponse } from '#src/contract/presale.ts';
import { openDatabase } from '#src/server/platform/database/migrations/open-database.ts';
import { creditedAll, inspect, miscredited, type Payment, payAtOnce, post } from '#tests/support/credited-once.ts';
import { startSwitch } from '#tests/support/haproxy.ts';
import { findLost } from '#tests/support/kill-rounds.ts';
import { type MortalServer, startMortalServer } from '#tests/support/kill-server.ts';
import { execute } from '#tests/support/postgres/execute.ts';
import { type Replicated, startReplicated } from '#tests/support/postgres/replicated.ts';
import { startTestChains, type TestChains } from '#tests/support/test-chains.ts';

const INSTANCES = 3;
/** Payments that are made at once, again and again. */
const BATCH = 6;
const PAUSE_MS = 250;
const POLL_MS = 100;
/** Payments in progress beyond which no further ones are made. */
const MOST_OPEN = 60;
/** Payments in progress when the primary is killed. */
const OPEN_AT_KILL = 10;
/** After the kill, a payment made after it is credited within this time. */
const CREDITED_AGAIN_MS = 60_000;
const GIVEN_UP_MS = 180_000;

/** A payment under way, with times of performance.now(). */
interface Made extends Payment {
  readonly at: number;
  creditedAt?: number;
}

/** The answers that payers and readers of public pages get. */
interface Load {
  readonly made: readonly Made[];
  readonly acknowledged: ReadonlyMap<string, PurchaseResponse>;
  readonly reads: { answered: number; refused: number };
  open(): number;
  stop(): Promise<void>;
}

interface Round {
  readonly promotedMs: number;
  readonly creditedAgainMs: number;
  readonly rebuiltMs: number;
  readonly how: string;
  readonly payments: number;
  readonly faults: readonly string[];
}

/**
 * Three instances behind a TCP switch on a primary with a synchronous standby, under a continuous load of payments: the
 * primary is killed, the standby promoted, the killed server rebuilt as the standby, ten times or as often as the first
 * argument says. Prints a row for each. Answers whether nothing was lost or doubled, every process lives, and payments
 * were credited again in time.
 */
export async function soakFailover([count = '10']: readonly string[]): Promise<boolean> {
  return failOverTimes(Number(count), startReplicated);
}

/** The same with any pair of servers that can be failed over. */
export async function failOverTimes(rounds: number, startPair: () => Promise<Replicated>): Promise<boolean> {
  const [chains, postgres] = await Promise.all([startTestChains(), startPair()]);
  const line = await startSwitch(postgres.nodes);
  const servers: MortalServer[] = [];
  const faults: string[] = [];
  try {
    const more = { DATABASE_READ_URL: line.replica, DATABASE_READ_LAG: '5' };
    for (let number = 0; number < INSTANCES; number += 1)
      servers.push(await startMortalServer(chains, line.primary, more));
    const load = startLoad(chains, servers);
    console.log('round  killed  promoted  credited again  rebuilt            payments  lost or doubled  instances');
    for (let round = 1; round <= rounds; round += 1) {
      const killed = postgres.primary().name;
      const result = await failOver(postgres, line.primary, load);
      const alive = servers.filter((server) => server.isRunning()).length;
      console.log(rowOf(round, killed, result, alive));
      faults.push(...result.faults);
      if (alive < INSTANCES) faults.push(`round ${round}: ${INSTANCES - alive} instances ended`);
      if (result.creditedAgainMs > CREDITED_AGAIN_MS) faults.push(`round ${round}: credited again too late`);
    }
    await load.stop();
    await creditedAll(servers[0]?.url ?? '', load.made);
    const codes = await Promise.all(servers.map((server) => server.stop()));
    if (codes.some((code) => code !== 0)) faults.push(`the instances exited with ${codes.join(', ')}`);
    faults.push(...(await inspect(line.primary, (db) => miscredited(db, load.made))));
    const { answered, refused } = load.reads;
    console.log(
      `${load.made.length} payments, ${load.acknowledged.size} answered; ${answered} public reads, ${refused} refused`,
    );
    for (const fault of faults) console.log(`  ${fault}`);
    return faults.length === 0;
  } finally {
    await Promise.all(servers.map((server) => server.kill()));
    await line.stop();
    await Promise.all([postgres.stop(), chains.stop()]);
  }
}

/** One failover, from the kill until commits wait for two servers again. */
async function failOver(postgres: Replicated, url: string, load: Load): Promise<Round> {
  await until(() => load.open() >= OPEN_AT_KILL, 'the load is too low');
  const before = load.made.length;
  const killedAt = performance.now();
  await postgres.killPrimary();
  await postgres.promote();
  const promotedMs = performance.now() - killedAt;
  const after = () => load.made.filter(({ at, creditedAt }) => at > killedAt && creditedAt !== undefined);
  await until(() => after().length > 0, 'no payment is credited any more');
  const creditedAgainMs = Math.min(...after().map(({ creditedAt }) => (creditedAt ?? 0) - killedAt));
  const rebuildAt = performance.now();
  const how = await postgres.rebuild();
  const rebuiltMs = performance.now() - rebuildAt;
  // Everything that was in progress at the kill.
  await until(() => load.made.slice(0, before).every(({ creditedAt }) => creditedAt !== undefined), 'one is forgotten');
  const faults = await wrongNow(url, load);
  return { promotedMs, creditedAgainMs, rebuiltMs, how, payments: load.made.length - before, faults };
}

/** Acknowledged payments that are missing, and credits that exist twice, while the instances continue. */
async function wrongNow(url: string, load: Load): Promise<string[]> {
  const acknowledged = new Map(load.acknowledged);
  const database = await openDatabase(url);
  try {
    const lost = await findLost(database.db, acknowledged);
    const twice = await execute(
      url,
      `select payment_id from ledger_transfers where kind = 'credit' group by payment_id having count(*) > 1`,
    );
    return [...lost, ...twice.map((row) => `payment ${row['payment_id']} was credited twice`)];
  } finally {
    await database.close();
  }
}

/** Pays and posts continuously, each payment by the instances in turn until it is credited, as the site's pages do. */
function startLoad(chains: TestChains, servers: readonly MortalServer[]): Load {
  const made: Made[] = [];
  const acknowledged = new Map<string, PurchaseResponse>();
  const reads = { answered: 0, refused: 0 };
  const posting = new Set<Promise<void>>();
  let stopped = false;
  const follow = async (payment: Made, first: number) => {
    const until = performance.now() + GIVEN_UP_MS;
    for (let tries = first; performance.now() < until; tries += 1) {
      const answer = await post(servers[tries % servers.length]?.url ?? '', payment)
        .then(async (response) => (response.ok ? ((await response.json()) as PurchaseResponse) : null))
        .catch(() => null);
      if (answer !== null) acknowledged.set(payment.hash, answer);
      if (answer?.status === 'credited') {
        payment.creditedAt = performance.now();
        return;
      }
      await setTimeout(POLL_MS);
    }
  };
  const pay = async () => {
    for (let count = 0; !stopped; count += 1) {
      if (posting.size < MOST_OPEN) {
        for (const paid of await payAtOnce(chains, BATCH)) {
          const payment: Made = { ...paid, at: performance.now() };
          made.push(payment);
          const posted = follow(payment, count + made.length).finally(() => posting.delete(posted));
          posting.add(posted);
        }
      }
      await setTimeout(PAUSE_MS);
    }
    await Promise.all(posting);
  };
  const read = async () => {
    for (let count = 0; !stopped; count += 1) {
      const path = count % 2 === 0 ? 'presale/activity' : 'records/purchases?after=0';
      const isAnswered = await fetch(`${servers[count % servers.length]?.url}/api/${path}`).then(
        async (response) => response.ok && (await response.text()) !== '',
        () => false,
      );
      if (isAnswered) reads.answered += 1;
      else reads.refused += 1;
      await setTimeout(POLL_MS);
    }
  };
  const running = Promise.all([pay(), read()]);
  running.catch(() => undefined);
  return {
    made,
    acknowledged,
    reads,
    open: () => posting.size,
    stop: async () => {
      stopped = true;
      await running;
    },
  };
}

function rowOf(round: number, killed: string, result: Round, alive: number): string {
  const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`;
  return [
    String(round).padStart(5),
    killed.padEnd(6),
    seconds(result.promotedMs).padStart(8),
    seconds(result.creditedAgainMs).padStart(14),
    `${seconds(result.rebuiltMs)} (${result.how})`.padEnd(17),
    String(result.payments).padStart(8),
    String(result.faults.length).padStart(15),
    `${alive} of ${INSTANCES}`,
  ].join('  ');
}

async function until(isTrue: () => boolean, otherwise: string): Promise<void> {
  const deadline = performance.now() + GIVEN_UP_MS;
  while (!isTrue()) {
    if (performance.now() > deadline) throw new Error(otherwise);
    await setTimeout(POLL_MS);
  }
}
