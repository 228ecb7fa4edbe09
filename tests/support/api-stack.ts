import type { FastifyInstance } from 'fastify';
import pino from 'pino';
import { CHAIN_IDS, type ChainId } from '#src/config/chains.ts';
import { DEVELOPMENT_PRESALE_ADDRESS } from '#src/config/development-accounts.ts';
import type { PurchaseResponse } from '#src/contract/presale.ts';
import { purchaseResponseSchema } from '#src/contract/presale.ts';
import type { StakingBalance } from '#src/contract/staking.ts';
import { stakingBalanceResponseSchema } from '#src/contract/staking.ts';
import { createContext } from '#src/server/create-context.ts';
import { buildApp } from '#src/server/http/app.ts';
import { watchLedger } from '#src/server/money/ledger/watch-ledger.ts';
import { checkDuePostedHashes } from '#src/server/money/payments/watch/check-due-posted-hashes.ts';
import { type ChainPass, watchChain } from '#src/server/money/payments/watch/watch-chain.ts';
import { chainTimes } from '#src/server/money/payments/watch/watch-head.ts';
import { initialiseSale } from '#src/server/money/sale/initialise-sale.ts';
import { createAlarms } from '#src/server/platform/alerts/alarms.ts';
import { createHeadWatch, type HeadWatch } from '#src/server/platform/chains/head-watch.ts';
import { createLookBudget } from '#src/server/platform/chains/look-budget.ts';
import { createTrustedClock } from '#src/server/platform/chains/trusted-clock.ts';
import type { AppContext } from '#src/server/platform/context/app-context.ts';
import type { Database } from '#src/server/platform/database/database.ts';
import { openDatabase } from '#src/server/platform/database/migrations/open-database.ts';
import type { ChainEnv, Env } from '#src/server/platform/env/env.ts';
import { repeatTransactions } from './repeat-transactions.ts';
import type { TestChains } from './test-chains.ts';
import { tunedEnv, WIDE_LIMITS } from './tuned-env.ts';

/** Longer than every interval between two looks of the watcher. */
const PASS_MS = 9_000;

export interface StackOptions {
  readonly chains: TestChains;
  /** DATABASE_URL or a file. */
  readonly location: string;
  readonly env?: NodeJS.ProcessEnv;
  /** A chain's differences: other sources, another start block (by default the block after the current head). */
  readonly chainEnv?: Partial<Record<ChainId, Partial<ChainEnv>>>;
  /** A clock to share with another instance. */
  readonly clock?: { now: number };
  /**
   * A monotonic clock next to the wall clock, and how long a chain may go without a new block (ms). By default both
   * clocks are one, and chains, which mine only on demand here, may stop for ever.
   */
  readonly heads?: Partial<Pick<HeadWatch, 'monotonic' | 'stallAfterMs'>>;
  /** The clock of the ledger's recounts, in milliseconds; by default it runs in real time. */
  readonly elapsed?: () => number;
  /** The clock of callers' budgets of chain reads, in milliseconds; by default it runs in real time. */
  readonly lookClock?: () => number;
  /** Identifies this instance in leases. */
  readonly owner?: string;
}

/** An instance of the server without a port and without loops: the test controls its clock and its passes. */
export interface ApiStack {
  readonly app: FastifyInstance;
  readonly context: AppContext;
  readonly database: Database;
  /** Milliseconds; advances only by tick(), post() and pass(). */
  readonly clock: { now: number };
  /** The first block each chain's watcher reads. */
  readonly startBlocks: Readonly<Record<ChainId, bigint>>;
  tick(milliseconds: number): void;
  /** Looks again every 50 seconds for that long, as the loops do while sources do not answer what is asked. */
  askFor(milliseconds: number, look: () => Promise<unknown>): Promise<void>;
  /**
   * Everything the loops do, once: each chain, then the posted hashes that are due. Throws the errors of a chain's
   * pass.
   */
  pass(chainIds?: readonly ChainId[]): Promise<void>;
  checkLedger(): Promise<void>;
  /** The work of the ledger's loop between two recounts. */
  watchLedgerAge(): Promise<void>;
  /** POST /api/presale/purchase; the answer is checked against the contract. */
  post(wallet: string, transactionHash: string, more?: object): Promise<PurchaseResponse>;
  balance(wallet: string): Promise<StakingBalance>;
  close(): Promise<void>;
}

/** Opens an instance on local chains and a database of any engine. */
export async function openStack(options: StackOptions): Promise<ApiStack> {
  const { chains, location, owner = 'stack' } = options;
  const env = await testEnv(options);
  const clock = options.clock ?? { now: Date.now() };
  const machine = () => clock.now;
  // Only chains that move know the time.
  const trusted = createTrustedClock(
    machine,
    options.heads?.monotonic ?? machine,
    options.heads?.monotonic === undefined,
  );
  const { now } = trusted;
  const logger = pino({ level: 'silent' });
  const database = await openDatabase(location);
  repeatTransactions(database);
  const alarms = createAlarms(database.db, logger, now, { isTimeConfirmed: trusted.isConfirmed });
  const ledger = watchLedger(database, alarms, {
    stopsAfterMs: env.LEDGER_CHECK_STOPS_AFTER * 60_000,
    now,
    ...(options.elapsed === undefined ? {} : { elapsed: options.elapsed }),
  });
  const context = createContext({
    db: database.db,
    env,
    alarms,
    now,
    clock: trusted,
    heads: createHeadWatch({ stallAfterMs: Number.POSITIVE_INFINITY, monotonic: machine, ...options.heads }),
    isLedgerBalanced: ledger.isBalanced,
    lastRecount: ledger.lastWhole,
    isStorable: () => true,
    lookBudget: createLookBudget(env.CHAIN_CALLS_A_MINUTE, options.lookClock),
  });
  // As at a real start.
  if (options.heads?.monotonic !== undefined) trusted.learn(await chainTimes(context));
  await initialiseSale(database.db, env, now());
  await ledger.recall();
  const app = await buildApp({ context, logger, version: '0.0.0-test', siteDirectory: null });
  const last = new Map<ChainId, ChainPass>();
  let posting = 0;
  const tick = (milliseconds: number) => {
    clock.now += milliseconds;
  };
  const follow = async () => {
    const blocks = await Promise.all(chains.all.map(({ client }) => client.getBlock({ includeTransactions: false })));
    for (const { timestamp } of blocks) clock.now = Math.max(clock.now, Number(timestamp) * 1000);
  };
  return {
    app,
    context,
    database,
    clock,
    startBlocks: Object.fromEntries(env.chains.map((chain) => [chain.chainId, chain.startBlock])) as Record<
      ChainId,
      bigint
    >,
    tick,
    askFor: async (milliseconds, look) => {
      for (let asked = 0; asked < milliseconds; asked += 50_000) {
        tick(50_000);
        await look();
      }
    },
    pass: async (chainIds = CHAIN_IDS) => {
      await follow();
      tick(PASS_MS);
      for (const chainId of chainIds) {
        const before = last.get(chainId) ?? { feedReadAt: 0, checkedAt: 0 };
        last.set(chainId, await watchChain(context, chainId, owner, before));
      }
      await checkDuePostedHashes(context, owner);
    },
    checkLedger: ledger.check,
    watchLedgerAge: ledger.watchAge,
    post: async (walletAddress, transactionHash, more = {}) => {
      const alone = posting === 0;
      posting += 1;
      // Heads are cached for a second; hashes posted together share one.
      if (alone) {
        await follow();
        tick(1_001);
      }
      const answer = await app
        .inject({
          method: 'POST',
          url: '/api/presale/purchase',
          payload: { walletAddress, transactionHash, ...more },
        })
        .finally(() => {
          posting -= 1;
        });
      if (answer.statusCode !== 200) throw new Error(`${answer.statusCode}: ${answer.body}`);
      return purchaseResponseSchema.parse(answer.json());
    },
    balance: async (wallet) => {
      const answer = await app.inject(`/api/staking/balance/${wallet}`);
      return stakingBalanceResponseSchema.parse(answer.json());
    },
    close: async () => {
      await app.close();
      await database.close();
    },
  };
}

async function testEnv({ chains, env: given = {}, chainEnv = {} }: StackOptions): Promise<Env> {
  const env = tunedEnv(
    {
      WALLET_PROOF: 'off',
      ...WIDE_LIMITS,
      RECEIPT_SIGNING_KEY: 'a5'.repeat(32),
      ...given,
    },
    { chains: chains.all, presaleAddress: DEVELOPMENT_PRESALE_ADDRESS },
  );
  const configured = await Promise.all(
    env.chains.map(async (chain): Promise<ChainEnv> => {
      const startBlock = (await chains.client(chain.chainId).getBlockNumber()) + 1n;
      return { ...chain, startBlock, ...chainEnv[chain.chainId] };
    }),
  );
  return { ...env, chains: configured };
}
