import { setTimeout } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { creditedAll, inspect, miscredited, type Payment, payAtOnce, post } from '#tests/support/credited-once.ts';
import { type MortalServer, startMortalServer } from '#tests/support/kill-server.ts';
import { type Postgres, startPostgres } from '#tests/support/postgres.ts';
import { sized } from '#tests/support/sized.ts';
import { startTestChains, type TestChains } from '#tests/support/test-chains.ts';

/**
 * On a quiet machine it takes about a second. It must not take the fifteen seconds after which an unnoticed dead
 * connection is given up.
 */
const ANSWERS_WITHIN_MS = 10_000;
/** Connections of an instance in the middle of a credit: payments that are ready share one. */
const CREDITING_EACH = 1;
/** The minimum number of an instance's connections cut, in use or not. */
const CUT_EACH = 5;
/** Payments in progress per instance: more than it has connections. */
const POSTS_EACH = 15;
const POLL_MS = 50;
/** How often all connections are cut, and how often the whole server is killed. */
const CUTS = sized(3, 1);
const KILLS = sized(5, 1);
const INSTANCES = ['one', 'other'];

describe.skipIf('unavailable' in inject('postgres'))('two instances whose PostgreSQL goes away under load', () => {
  let chains: TestChains;
  let postgres: Postgres;
  let servers: readonly MortalServer[];
  const payments: Payment[] = [];
  beforeAll(async () => {
    const [started, cluster] = await Promise.all([startTestChains(), startPostgres()]);
    if ('unavailable' in cluster) throw new Error(cluster.unavailable);
    chains = started;
    postgres = cluster;
    servers = await Promise.all(
      INSTANCES.map((name) => startMortalServer(chains, `${cluster.url}?application_name=${name}`)),
    );
  });
  afterAll(async () => {
    await Promise.all((servers ?? []).map((server) => server.kill()));
    await Promise.all([chains?.stop(), postgres?.stop()]);
  });

  /** Cuts while both are at work, with credits in progress; how long each then was unavailable, in ms. */
  async function interrupt(cut: (blocker: pg.Client) => Promise<void>): Promise<number[]> {
    // Before anything is paid: the watchers would credit it at once.
    const blocker = await holdTheSale(postgres.url);
    try {
      const fresh = await payAtOnce(chains, POSTS_EACH * servers.length);
      payments.push(...fresh);
      const credited = Promise.all(
        fresh.map((payment, position) => answers(() => post(urlOf(position), payment), 'credited')),
      );
      credited.catch(() => undefined);
      await Promise.race([credited, allCrediting(blocker)]);
      await cut(blocker);
      const since = performance.now();
      const away = servers.map(async ({ url }, position) => {
        await answers(() => fetch(`${url}/api/staking/balance/${fresh[position]?.wallet}`));
        await answers(() => post(url, fresh[position] as Payment));
        return performance.now() - since;
      });
      const times = await Promise.all(away);
      await credited;
      return times;
    } finally {
      await blocker.end();
    }
  }
  const urlOf = (position: number) => servers[position % servers.length]?.url ?? '';

  test(`all connections terminated (${CUTS}): the processes live and answer again`, async () => {
    for (let round = 0; round < CUTS; round += 1) {
      const times = await interrupt(async (blocker) => {
        const { rows } = await blocker.query(
          `select pg_terminate_backend(pid) from pg_stat_activity
           where backend_type = 'client backend' and pid <> pg_backend_pid()`,
        );
        expect(rows.length).toBeGreaterThanOrEqual(servers.length * CUT_EACH);
        await blocker.end();
      });
      expect(Math.max(...times)).toBeLessThan(ANSWERS_WITHIN_MS);
    }
  });

  test(`kill -9 of PostgreSQL (${KILLS}): back without a restart of the processes`, async () => {
    for (let round = 0; round < KILLS; round += 1) {
      const times = await interrupt(async () => {
        await postgres.kill9();
        await postgres.restart();
      });
      expect(Math.max(...times)).toBeLessThan(ANSWERS_WITHIN_MS);
    }
  });

  test('in the end every payment is credited exactly once, and both processes exit', async () => {
    await creditedAll(urlOf(0), payments);
    expect(await Promise.all(servers.map((server) => server.stop()))).toEqual([0, 0]);
    expect(payments).toHaveLength((CUTS + KILLS) * POSTS_EACH * servers.length);
    expect(await inspect(postgres.url, (db) => miscredited(db, payments))).toEqual([]);
  });
});

/** Keeps every credit waiting until this connection ends. */
async function holdTheSale(url: string): Promise<pg.Client> {
  const blocker = new pg.Client({ connectionString: url });
  // Ends with the server, too.
  blocker.on('error', () => undefined);
  await blocker.connect();
  await blocker.query('begin');
  await blocker.query('select * from sale_state for update');
  return blocker;
}

/** Resolves when enough connections of each instance are in the middle of a transaction that waits for a lock. */
async function allCrediting(client: pg.Client): Promise<void> {
  for (;;) {
    // PostgreSQL caches activity at its first read in a transaction, unless the snapshot is cleared.
    await client.query('select pg_stat_clear_snapshot()');
    const { rows } = await client.query(
      `select application_name from pg_stat_activity where wait_event_type = 'Lock'
       group by application_name having count(*) >= ${CREDITING_EACH}`,
    );
    if (INSTANCES.every((name) => rows.some((row) => row.application_name === name))) return;
    await setTimeout(POLL_MS);
  }
}

/**
 * Retries until the answer is 200 (with this status), as the site does; throws for anything except a temporary refusal
 * or a closed port.
 */
async function answers(ask: () => Promise<Response>, wanted?: string): Promise<void> {
  for (;;) {
    const answer = await ask();
    const { code, status } = (await answer.json()) as { code?: string; status?: string };
    if (answer.ok && (wanted === undefined || status === wanted)) return;
    if (!answer.ok && answer.status !== 503) throw new Error(`${answer.status} ${code}`);
    await setTimeout(POLL_MS);
  }
}
