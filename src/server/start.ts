import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import type pino from 'pino';
import { CHAIN_IDS, CHAINS } from '#src/config/chains.ts';
import { within } from '#src/lib/time/with-deadline.ts';
import { createMailDelivery } from '#src/server/community/newsletter/deliver-mails.ts';
import { undoUnfinished } from '#src/server/money/handover/draft.ts';
import { keepPublished } from '#src/server/money/handover/publish.ts';
import { CODE_PASS_MS, createCodeReader } from '#src/server/money/handover/read-codes.ts';
import { watchDistributors } from '#src/server/money/handover/watch-distributors.ts';
import { type LedgerWatch, startLedgerLoop, watchLedger } from '#src/server/money/ledger/watch-ledger.ts';
import { checkDuePostedHashes } from '#src/server/money/payments/watch/check-due-posted-hashes.ts';
import { watchChain } from '#src/server/money/payments/watch/watch-chain.ts';
import { chainTimes } from '#src/server/money/payments/watch/watch-head.ts';
import { watchHealth } from '#src/server/money/payments/watch/watch-health.ts';
import { initialiseSale } from '#src/server/money/sale/initialise-sale.ts';
import { createMetrics, type Metrics, observeRequests } from '#src/server/ops/metrics/metrics.ts';
import { type MetricsServer, serveMetrics } from '#src/server/ops/metrics/serve-metrics.ts';
import { readStoredState } from '#src/server/ops/metrics/stored-state.ts';
import { createAlarms } from '#src/server/platform/alerts/alarms.ts';
import { deliverAlerts } from '#src/server/platform/alerts/deliver-alerts.ts';
import { mailUnstored } from '#src/server/platform/alerts/mail-unstored.ts';
import { watchRecords } from '#src/server/platform/alerts/watch-records.ts';
import { type StorageWatch, WRITTEN_EVERY_MS, watchStorage } from '#src/server/platform/alerts/watch-storage.ts';
import { ChainSources } from '#src/server/platform/chains/chain-sources.ts';
import { createHeadWatch } from '#src/server/platform/chains/head-watch.ts';
import { checkChainId } from '#src/server/platform/chains/startup-checks.ts';
import { createTrustedClock, type TrustedClock } from '#src/server/platform/chains/trusted-clock.ts';
import type { AppContext } from '#src/server/platform/context/app-context.ts';
import type { Database } from '#src/server/platform/database/database.ts';
import { releaseLeases } from '#src/server/platform/database/leases.ts';
import { openDatabase } from '#src/server/platform/database/migrations/open-database.ts';
import { databaseOf } from '#src/server/platform/database/settings.ts';
import type { Env } from '#src/server/platform/env/env.ts';
import { siteToServe } from '#src/server/platform/env/site-to-serve.ts';
import type { Mailer } from '#src/server/platform/mail/mailer.ts';
import { outboxMailer, smtpMailer } from '#src/server/platform/mail/senders.ts';
import { noteRelease, readRelease } from '#src/server/platform/records/note-release.ts';
import { createLogger } from '#src/server/platform/util/create-logger.ts';
import { type Loop, startLoop } from '#src/server/platform/util/loops.ts';
import { createContext, onConnections } from './create-context.ts';
import { buildApp } from './http/app.ts';
import { openStaffSocket } from './staff/console/socket.ts';
import { createSweeper } from './sweep-all.ts';

export interface ServerOptions {
  readonly env: Env;
  /** The built site; null, or SERVE_SITE=off, serves the API alone. */
  readonly siteDirectory: string | null;
  /** The texts of the site; by default content/. */
  readonly contentDirectory?: string;
  readonly version: string;
  /** Routes for a developer's machine; a server of real chains never gets them. */
  readonly extend?: (app: FastifyInstance, context: AppContext, recount: () => Promise<void>) => Promise<void>;
  /** The clock of a developer's machine, in milliseconds since 1970; a server of real chains never follows it. */
  readonly machine?: () => number;
  /** Milliseconds between two looks at a chain; by default half its block time, from 2 s on, and 1 s in a rehearsal. */
  readonly pollMs?: number;
  /** How long a chain may go without a block (ms): three minutes by default, Infinity if they come only on demand. */
  readonly stallAfterMs?: number;
}

export interface RunningServer {
  readonly url: string;
  /** The address for Prometheus; null without METRICS_PORT. */
  readonly metricsUrl: string | null;
  readonly context: AppContext;
  readonly app: FastifyInstance;
  /** Finishes open requests, stops the watchers and closes the database, within ten seconds (G14). */
  stop(): Promise<void>;
}

/** A stop waits longer than a purchase for its chain, and less than the ten seconds allowed (G14). */
const CUT_AFTER_MS = 9_000;
/** Then, for each of the last two steps, which a silent database would delay further. */
const LAST_MS = 400;
/** A slow mail server with many mails, or many expired rows, do not mean that a pass hangs. */
const LONG = { withinMs: 3_600_000 };

/** The port is in use; the message says how to free it. */
export class PortTakenError extends Error {
  override readonly name = 'PortTakenError';

  constructor(port: number, setting = 'PORT') {
    super(
      `Port ${port} is taken by another program. Set ${setting} to a free one, for example ${setting}=${port + 1}.`,
    );
  }
}

/** Opens database, chains, watchers and the port. Throws errors for operators, and then leaves nothing running. */
export async function startServer({
  env,
  siteDirectory: built,
  contentDirectory = join(import.meta.dirname, '../../content'),
  version,
  extend,
  machine,
  pollMs,
  stallAfterMs,
}: ServerOptions): Promise<RunningServer> {
  const logger = createLogger(env.LOG_LEVEL);
  const siteDirectory = siteToServe(built, env);
  const release = readRelease(version, siteDirectory, contentDirectory);
  const database = await openDatabase(...databaseOf(env));
  const loops: Loop[] = [];
  const owner = randomUUID();
  // Local chains may have stood still since yesterday, and use this machine's clock anyway.
  const clock = createTrustedClock(env.rehearsal ? machine : undefined, undefined, env.rehearsal);
  const { now, isConfirmed: isTimeConfirmed } = clock;
  const alarms = createAlarms(database.db, logger, now, { unstored: tellUnstored(env, now, logger), isTimeConfirmed });
  const storage = watchStorage({ db: database.money, alarms });
  const ledger = watchLedger(database, alarms, { stopsAfterMs: env.LEDGER_CHECK_STOPS_AFTER * 60_000, now });
  const metrics = metricsOf(env, { version, database, ledger }, () => context);
  const context = createContext({
    ...{ env, alarms, now, clock, db: database.db, read: database.read },
    ...{ isLedgerBalanced: ledger.isBalanced, lastRecount: ledger.lastWhole, isStorable: storage.isStorable },
    chains: openChains(env, metrics),
    heads: createHeadWatch(stallAfterMs === undefined ? {} : { stallAfterMs }),
  });
  // Payments have connections that no other request can occupy.
  const money = onConnections(context, database.money);
  const noteOnce = notesWhenDated(clock, (at) => noteRelease(database.db, release, at));
  let app: FastifyInstance | undefined;
  let closeSocket = async () => {};
  let metricsServer: MetricsServer | null = null;
  const close = async () => {
    // A request that never ends, or a chain that never answers, must not keep the process alive.
    const cut = setTimeout(() => app?.server.closeAllConnections(), CUT_AFTER_MS);
    await Promise.all([
      app?.close(),
      within(Promise.all([closeSocket(), metricsServer?.stop(), ...loops.map((loop) => loop.stop())]), CUT_AFTER_MS),
    ]);
    clearTimeout(cut);
    await within(releaseLeases(database.db, owner), LAST_MS).catch(() => undefined);
    await within(database.close(), LAST_MS);
  };
  try {
    // Whoever held a lease is dead, so do not wait for it to expire.
    if (database.isOwnedByProcess) await database.db.deleteFrom('leases').execute();
    if (!env.rehearsal) clock.learn(await chainTimes(context));
    await initialiseSale(database.db, env, now(), clock.isConfirmed());
    await noteOnce();
    await Promise.all([...context.chains.values()].map(checkChainId));
    await ledger.recall();
    const observe = metrics === null ? undefined : (to: FastifyInstance) => observeRequests(to, metrics);
    const parts = { context, money, logger, version, siteDirectory, contentDirectory, observe };
    const own = extend !== undefined && env.rehearsal;
    app = await buildApp({
      ...parts,
      ...(own ? { extend: (to: FastifyInstance) => extend(to, context, ledger.check) } : {}),
    });
    const url = await listen(app, env);
    metricsServer = await openMetrics(metrics, env);
    const origin = env.PUBLIC_ORIGIN ?? url;
    loops.push(...startLoops({ context, money, ledger, storage, noteOnce, owner, pollMs, origin, logger }));
    // Staff commands cannot open it next to this process.
    if (database.isOwnedByProcess) {
      const onFailure = (error: unknown) => logger.warn({ err: error }, 'a staff command failed');
      closeSocket = await openStaffSocket({ context, database }, onFailure);
    }
    return { url, metricsUrl: metricsServer?.url ?? null, context, app, stop: close };
  } catch (error) {
    await close();
    throw error;
  }
}

function openChains(env: Env, metrics: Metrics | null): AppContext['chains'] {
  return new Map(env.chains.map((chain) => [chain.chainId, new ChainSources(chain, undefined, metrics?.sourceCall)]));
}

/** Calls `note` once, as soon as the time is confirmed: another instance may note something else later. */
function notesWhenDated(clock: TrustedClock, note: (now: number) => Promise<void>): () => Promise<void> {
  let isNoted = false;
  return async () => {
    if (isNoted || !clock.isConfirmed()) return;
    await note(clock.now());
    isNoted = true;
  };
}

async function listen(app: FastifyInstance, env: Env): Promise<string> {
  try {
    const address = await app.listen({ host: env.HOST, port: env.PORT });
    return env.HOST === 'localhost' ? `http://localhost:${new URL(address).port}` : address;
  } catch (error) {
    throw isTaken(error) ? new PortTakenError(env.PORT) : error;
  }
}

/** Null without METRICS_PORT: if nobody reads metrics, do not collect any, nor let Node.js measure. */
function metricsOf(
  env: Env,
  { version, database, ledger }: Pick<ServerOptions, 'version'> & { database: Database; ledger: LedgerWatch },
  contextOf: () => AppContext,
): Metrics | null {
  if (env.METRICS_PORT === undefined) return null;
  return createMetrics({
    version,
    readState: () => readStoredState(contextOf()),
    ledgerAge: () => ledger.ageMs() / 1000,
    pools: database.pools,
    isLedgerBalanced: ledger.isBalanced,
  });
}

async function openMetrics(metrics: Metrics | null, { METRICS_PORT }: Env): Promise<MetricsServer | null> {
  if (metrics === null || METRICS_PORT === undefined) return null;
  const { host, port } = METRICS_PORT;
  try {
    return await serveMetrics(metrics, host, port);
  } catch (error) {
    throw isTaken(error) ? new PortTakenError(port, 'METRICS_PORT') : error;
  }
}

function isTaken(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'EADDRINUSE';
}

/** Where an alarm goes that the database cannot take; without ALERT_EMAIL only to the log. */
function tellUnstored(env: Env, now: () => number, logger: pino.Logger) {
  const to = env.ALERT_EMAIL;
  if (to === undefined) return undefined;
  const origin = env.PUBLIC_ORIGIN ?? `http://localhost:${env.PORT}`;
  const onFailure = (error: unknown) => logger.warn({ err: error }, 'an alarm could not be mailed');
  return mailUnstored({ mailer: createMailer(env), to, origin, onFailure }, now);
}

interface Looped {
  readonly context: AppContext;
  readonly money: AppContext;
  readonly ledger: LedgerWatch;
  readonly storage: StorageWatch;
  readonly noteOnce: () => Promise<void>;
  readonly owner: string;
  readonly pollMs: number | undefined;
  /** The site's origin, for links in mails. */
  readonly origin: string;
  readonly logger: pino.Logger;
}

/** All work that no request asks for; whatever fails is logged and tried again. */
function startLoops({ context, money, ledger, storage, noteOnce, owner, pollMs, origin, logger }: Looped): Loop[] {
  const { db, env, alarms, now, clock } = context;
  const warn = (what: string) => (err: unknown) => logger.warn({ err }, what);
  const loop = (what: string, everyMs: number, pass: () => Promise<unknown>, limit = {}) =>
    startLoop(async () => void (await pass()), everyMs, warn(`${what}: will try again`), limit);
  const chains = CHAIN_IDS.map((chainId) => {
    let last = { feedReadAt: 0, checkedAt: 0 };
    const everyMs = pollMs ?? (env.rehearsal ? 1_000 : Math.max(2_000, CHAINS[chainId].blockSeconds * 500));
    return loop(`chain ${chainId} cannot be read`, everyMs, async () => {
      last = await watchChain(money, chainId, owner, last);
    });
  });
  const delivery = { context, mailer: createMailer(env), origin, onFailure: warn('a mail could not be sent yet') };
  const codesMs = env.rehearsal ? (pollMs ?? 1_000) : CODE_PASS_MS;
  const to = env.ALERT_EMAIL;
  const claims = watchDistributors(context, owner);
  const records = watchRecords(db, alarms, now, clock.isConfirmed);
  const deliver = createMailDelivery(delivery);
  const sweep = createSweeper(context, (err, what) =>
    logger.warn({ err, what }, 'old data cannot be swept: will try again'),
  );
  return [
    ...chains,
    loop('posted hashes cannot be checked', pollMs ?? 1_500, () => checkDuePostedHashes(money, owner)),
    loop('the code of wallets cannot be read', codesMs, createCodeReader(context, owner).pass),
    loop('the state of the chains cannot be watched', 5_000, watchHealth(context, owner).pass),
    loop('the public records cannot be checked', 60_000, records.pass),
    startLedgerLoop(ledger, warn('the ledger cannot be checked: will try again')),
    loop('this release is not in the news yet', 60_000, noteOnce),
    loop('mails cannot be sent', 2_000, async () => clock.isConfirmed() && (await deliver()), LONG),
    ...(to === undefined
      ? []
      : [loop('alarms cannot be mailed', 10_000, () => deliverAlerts({ ...delivery, to }), LONG)]),
    loop('an unfinished handover cannot be undone', 2_000, () => undoUnfinished(context), LONG),
    loop('the list of a handover cannot be published', 5_000, keepPublished(context), LONG),
    loop('the contract of the claims cannot be read', env.rehearsal ? 2_000 : 60_000, claims.pass),
    loop('writing cannot be tried', WRITTEN_EVERY_MS, storage.pass),
    loop('expired data cannot be swept', 600_000, sweep, LONG),
  ];
}

/** The version of package.json, for /api/health and the API document. */
export function packageVersion(): string {
  const file = new URL('../../package.json', import.meta.url);
  return (JSON.parse(readFileSync(file, 'utf8')) as { version: string }).version;
}

/** Real mail if SMTP_URL is set, otherwise files in DATA_DIRECTORY/outbox, announced on the console. */
function createMailer(env: Env): Mailer {
  if (env.SMTP_URL !== undefined) return smtpMailer(env.SMTP_URL, env.MAIL_FROM);
  return outboxMailer(join(env.DATA_DIRECTORY, 'outbox'), env.MAIL_FROM, (line) => console.log(line));
}
