import type { FastifyInstance } from 'fastify';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { SourceCall } from '#src/server/platform/chains/source.ts';
import type { PoolUsage } from '#src/server/platform/database/database.ts';
import { cached } from '#src/server/platform/util/caches.ts';
import type { StoredState } from './stored-state.ts';

/** Scrapes closer together than this see the same state, in milliseconds: reading it costs queries. */
const STATE_MS = 5_000;
const REQUEST_SECONDS = [0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

export interface RequestEnd {
  readonly method: string;
  /** The pattern of the route; `none` for an address without one. */
  readonly route: string;
  readonly status: number;
  readonly seconds: number;
}

export interface MetricsOptions {
  readonly version: string;
  readonly readState: () => Promise<StoredState>;
  /** Seconds since the last successful recount of the books. */
  readonly ledgerAge: () => number;
  readonly pools: () => Readonly<Record<string, PoolUsage>>;
  readonly isLedgerBalanced: () => boolean;
}

/** What a server counts about itself, in the names and units of Prometheus. */
export interface Metrics {
  readonly contentType: string;
  /** The text of a scrape. A state that cannot be read is left out, and `synx_state_readable` is then 0. */
  text(): Promise<string>;
  request(end: RequestEnd): void;
  sourceCall(call: SourceCall): void;
}

/** Counts for one server; nothing is shared with another in the same process, except what Node.js itself counts. */
export function createMetrics({ version, readState, ledgerAge, isLedgerBalanced, pools }: MetricsOptions): Metrics {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });
  const gauge = (name: string, help: string, labelNames: string[] = []) =>
    new Gauge({ name: `synx_${name}`, help, labelNames, registers });
  gauge('build_info', 'The version that runs', ['version']).set({ version }, 1);
  const requests = new Histogram({
    name: 'synx_http_request_duration_seconds',
    help: 'Time from a request to its answer',
    labelNames: ['method', 'route', 'status'],
    buckets: REQUEST_SECONDS,
    registers,
  });
  const calls = new Counter({
    name: 'synx_rpc_calls_total',
    help: 'Calls to the sources of a chain, by position in RPC_URL_* and outcome',
    labelNames: ['chain', 'source', 'outcome'],
    registers,
  });
  const callSeconds = new Histogram({
    name: 'synx_rpc_call_duration_seconds',
    help: 'Time of a call to a source',
    labelNames: ['chain', 'source'],
    buckets: REQUEST_SECONDS,
    registers,
  });
  const balanced = gauge('ledger_balanced', '1 while the last recount found the books sound');
  const age = gauge('ledger_check_age_seconds', 'Time since the last successful recount of the books');
  const connections = gauge('database_connections', 'Connections to the database', ['pool', 'state']);
  const waiting = gauge('database_waiting', 'Queries that wait for a connection to the database', ['pool']);
  const readable = gauge('state_readable', '1 if the database answered the scrape');
  const show = stateGauges(gauge);
  const state = cached(readState, STATE_MS, () => performance.now());
  return {
    contentType: registry.contentType,
    text: async () => {
      balanced.set(isLedgerBalanced() ? 1 : 0);
      age.set(ledgerAge());
      for (const [pool, usage] of Object.entries(pools())) {
        connections.set({ pool, state: 'idle' }, usage.idle);
        connections.set({ pool, state: 'busy' }, usage.open - usage.idle);
        waiting.set({ pool }, usage.waiting);
      }
      try {
        show(await state.get());
        readable.set(1);
      } catch {
        show(null);
        readable.set(0);
      }
      return registry.metrics();
    },
    request: ({ method, route, status, seconds }) => requests.observe({ method, route, status }, seconds),
    sourceCall: ({ chainId, position, seconds, failed }) => {
      const source = { chain: chainId, source: position };
      calls.inc({ ...source, outcome: failed ? 'failed' : 'answered' });
      callSeconds.observe(source, seconds);
    },
  };
}

/** The gauges of what the database knows; the function returned sets them all, or removes their values. */
function stateGauges(
  gauge: (name: string, help: string, labelNames?: string[]) => Gauge<string>,
): (state: StoredState | null) => void {
  const payments = gauge('open_payments', 'Payments whose state may still change', ['status']);
  const oldest = gauge('oldest_open_payment_age_seconds', 'Age of the oldest payment that waits for its chain');
  const records = gauge('public_records', 'Public records by kind; the number of purchases only grows', ['kind']);
  const queues = gauge('queue_length', 'Work that waits', ['queue']);
  const alarms = gauge('open_alarms', 'Open alarms', ['kind', 'severity']);
  const headAge = gauge('chain_head_age_seconds', 'Time since a new block of a chain was seen', ['chain']);
  const lag = gauge('chain_scan_lag_blocks', 'Blocks of a chain that were not searched for payments yet', ['chain']);
  const feedAge = gauge('price_feed_age_seconds', 'Time since a chain’s price was last read', ['chain']);
  const stages = gauge('distributor', '1 for the stage of each list’s contract', ['batch', 'stage']);
  const compared = gauge('distributor_comparison_age_seconds', 'Time since it was compared with its list', ['batch']);
  const all = [payments, oldest, records, queues, alarms, headAge, lag, feedAge, stages, compared];
  return (state) => {
    for (const each of all) each.reset();
    if (state === null) {
      oldest.remove();
      return;
    }
    oldest.set(state.oldestOpenSeconds);
    for (const { status, count } of state.payments) payments.set({ status }, count);
    for (const { kind, number } of state.records) records.set({ kind }, number);
    for (const { queue, length } of state.queues) queues.set({ queue }, length);
    for (const { kind, severity, count } of state.alarms) alarms.set({ kind, severity }, count);
    for (const { batch, stage, ageSeconds } of state.distributors) {
      stages.set({ batch, stage }, 1);
      if (ageSeconds !== null) compared.set({ batch }, ageSeconds);
    }
    for (const { chain, headAgeSeconds, lagBlocks, feedAgeSeconds } of state.chains) {
      if (headAgeSeconds !== null) headAge.set({ chain }, headAgeSeconds);
      if (lagBlocks !== null) lag.set({ chain }, lagBlocks);
      if (feedAgeSeconds !== null) feedAge.set({ chain }, feedAgeSeconds);
    }
  };
}

/** Counts every request of an app under the pattern of its route, since addresses are invented by anybody. */
export function observeRequests(app: FastifyInstance, metrics: Metrics): void {
  app.addHook('onResponse', async (request, reply) => {
    metrics.request({
      method: request.method,
      route: request.routeOptions.url ?? 'none',
      status: reply.statusCode,
      seconds: reply.elapsedTime / 1000,
    });
  });
}
