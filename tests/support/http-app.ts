import { setImmediate } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import pino from 'pino';
import { onTestFinished, TestRunner } from 'vitest';
import type { RpcReader } from '#src/chain/rpc-reader.ts';
import type { ChainId } from '#src/config/chains.ts';
import { REQUIRED_CONFIRMATIONS } from '#src/config/sale.ts';
import { STABLE_PRICE_E8 } from '#src/lib/money/quote.ts';
import type { Verifier } from '#src/server/community/airdrop/verifiers.ts';
import { createContext } from '#src/server/create-context.ts';
import { buildApp } from '#src/server/http/app.ts';
import { watchLedger } from '#src/server/money/ledger/watch-ledger.ts';
import { initialiseSale } from '#src/server/money/sale/initialise-sale.ts';
import { createAlarms, type UnstoredAlarm } from '#src/server/platform/alerts/alarms.ts';
import { type StorageWatch, watchStorage } from '#src/server/platform/alerts/watch-storage.ts';
import { ChainSources } from '#src/server/platform/chains/chain-sources.ts';
import { createHeadWatch } from '#src/server/platform/chains/head-watch.ts';
import { createTrustedClock } from '#src/server/platform/chains/trusted-clock.ts';
import type { AppContext } from '#src/server/platform/context/app-context.ts';
import type { Database } from '#src/server/platform/database/database.ts';
import { openDatabase } from '#src/server/platform/database/migrations/open-database.ts';
import type { ConnectionOptions } from '#src/server/platform/database/settings.ts';
import { repeatTransactions } from './repeat-transactions.ts';
import { storeConfirming } from './store-confirming.ts';
import { NO_CHAINS, tunedEnv, WIDE_LIMITS } from './tuned-env.ts';

/** An arbitrary noon: tests own the clock. */
export const START = Date.parse('2026-05-04T12:00:00.000Z');
const UNLIMITED = '1000000';

export interface HttpApp {
  readonly app: FastifyInstance;
  readonly context: AppContext;
  readonly database: Database;
  /** The server's clock in milliseconds; tests set it. */
  readonly clock: { now: number };
  /** Whether the database takes writes: a test makes its passes. */
  readonly storage: StorageWatch;
  /** Recounts the books; the app answers `paused` while they do not balance. */
  checkLedger(): Promise<void>;
  /** Credits whole dollars of USDC on Ethereum to a wallet (lower case) through the ledger itself. */
  credit(wallet: string, dollars: bigint): Promise<void>;
  close(): Promise<void>;
}

export interface HttpAppOptions {
  readonly env?: NodeJS.ProcessEnv;
  /** Each chain's answers; an empty chain by default. */
  readonly source?: (chainId: ChainId) => RpcReader;
  /** A database address or file; in memory by default. */
  readonly location?: string;
  /** Its connections, where it is PostgreSQL. */
  readonly connections?: ConnectionOptions;
  readonly siteDirectory?: string | null;
  /** The texts of the site; those of the project by default. */
  readonly contentDirectory?: string;
  /** Verifiers that check submissions before a person does. */
  readonly verifiers?: readonly Verifier[];
  /** Receives alarms that the database cannot take. */
  readonly unstored?: (alarm: UnstoredAlarm) => void;
  /** Receives the log's lines. */
  readonly log?: (line: string) => void;
}

/** A chain with its own id and a hundred empty blocks, in which no transaction and no contract is known. */
export function emptyChain(chainId: ChainId): RpcReader {
  return {
    request: async ({ method, params }) => {
      if (method === 'eth_chainId') return `0x${chainId.toString(16)}`;
      if (method === 'eth_blockNumber') return '0x64';
      if (method === 'eth_getCode' || method === 'eth_call') return '0x';
      if (method === 'eth_getTransactionCount') return '0x0';
      if (method === 'eth_getLogs') return [];
      if (method === 'eth_getBlockByNumber') return emptyBlock(params[0] === 'finalized' ? 36 : Number(params[0]));
      return null;
    },
  };
}

function emptyBlock(number: number) {
  const hash = (of: number) => `0x${of.toString(16).padStart(64, '0')}`;
  return { number: `0x${number.toString(16)}`, hash: hash(number), parentHash: hash(number - 1), transactions: [] };
}

/** A source that is down. */
export function downChain(): RpcReader {
  return {
    request: async () => {
      throw new Error('connect ECONNREFUSED 10.11.12.13:8545');
    },
  };
}

/**
 * The whole HTTP side on a separate database, with stub chains, a stopped clock and wide limits. One that a test or its
 * hook opens is closed with the test.
 */
export async function openHttpApp(options: HttpAppOptions = {}): Promise<HttpApp> {
  const {
    env: given = {},
    source = emptyChain,
    location = ':memory:',
    siteDirectory = null,
    log,
    contentDirectory,
    verifiers,
  } = options;
  const env = tunedEnv(
    {
      ...WIDE_LIMITS,
      RATE_LIMIT_FORMS: UNLIMITED,
      RECEIPT_SIGNING_KEY: 'a5'.repeat(32),
      // Work; no test is about its amount.
      HUMAN_CHECK_BITS: '2',
      RATE_LIMIT_CODES: UNLIMITED,
      ...given,
    },
    NO_CHAINS,
  );
  const clock = { now: START };
  const now = () => clock.now;
  const logger = pino({ level: log === undefined ? 'silent' : 'debug' }, { write: (line) => log?.(line) });
  const database = await openDatabase(location, options.connections);
  repeatTransactions(database);
  const alarms = createAlarms(database.db, logger, now, { unstored: options.unstored });
  const storage = watchStorage({ db: database.money, alarms }, now, 'host');
  const ledger = watchLedger(database, alarms, { stopsAfterMs: env.LEDGER_CHECK_STOPS_AFTER * 60_000, now });
  const context = createContext({
    db: database.db,
    env,
    chains: new Map(env.chains.map((chain) => [chain.chainId, new ChainSources(chain, [source(chain.chainId)])])),
    alarms,
    now,
    clock: createTrustedClock(now, now),
    heads: createHeadWatch({ stallAfterMs: Number.POSITIVE_INFINITY, monotonic: now }),
    isLedgerBalanced: ledger.isBalanced,
    lastRecount: ledger.lastWhole,
    isStorable: storage.isStorable,
  });
  await initialiseSale(database.db, env, clock.now);
  await ledger.recall();
  const app = await buildApp({
    context,
    logger,
    version: '0.0.0-test',
    siteDirectory,
    extend: turning,
    ...(contentDirectory === undefined ? {} : { contentDirectory }),
    ...(verifiers === undefined ? {} : { verifiers }),
  });
  let closed: Promise<void> | undefined;
  const close = () => (closed ??= app.close().then(() => database.close()));
  if (TestRunner.getCurrentTest() !== undefined) onTestFinished(close);
  return {
    app,
    context,
    database,
    clock,
    storage,
    checkLedger: ledger.check,
    credit: (wallet, dollars) => credit(context, wallet, dollars),
    close,
  };
}

/** With sockets the loop turns with every request; injected requests would starve it, and look like an overload. */
async function turning(app: FastifyInstance): Promise<void> {
  app.addHook('onRequest', () => setImmediate());
}

async function credit(context: AppContext, wallet: string, dollars: bigint): Promise<void> {
  const payment = await storeConfirming(context.db, wallet, dollars * 1_000_000n, context.now());
  const coin = { priceE8: STABLE_PRICE_E8, round: null };
  await context.creditPayment({ ...payment, confirmations: BigInt(REQUIRED_CONFIRMATIONS), coin, now: context.now() });
}
