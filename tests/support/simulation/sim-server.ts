import pino from 'pino';
import { CHAIN_IDS, type ChainId } from '#src/config/chains.ts';
import { within } from '#src/lib/time/with-deadline.ts';
import { createContext } from '#src/server/create-context.ts';
import { startLedgerLoop, watchLedger } from '#src/server/money/ledger/watch-ledger.ts';
import { paymentAnswer } from '#src/server/money/payments/answer/payment-answer.ts';
import { isAllFinal } from '#src/server/money/payments/find/find-payments.ts';
import { findPostedHash, recordPostedHash } from '#src/server/money/payments/submit/posted-hash.ts';
import { checkPostedHash } from '#src/server/money/payments/verify/check-posted-hash.ts';
import { checkDuePostedHashes } from '#src/server/money/payments/watch/check-due-posted-hashes.ts';
import { watchChain } from '#src/server/money/payments/watch/watch-chain.ts';
import { chainTimes } from '#src/server/money/payments/watch/watch-head.ts';
import { watchHealth } from '#src/server/money/payments/watch/watch-health.ts';
import { initialiseSale } from '#src/server/money/sale/initialise-sale.ts';
import { stake } from '#src/server/money/staking/stake.ts';
import { createAlarms } from '#src/server/platform/alerts/alarms.ts';
import { watchRecords } from '#src/server/platform/alerts/watch-records.ts';
import { ChainSources } from '#src/server/platform/chains/chain-sources.ts';
import { createHeadWatch } from '#src/server/platform/chains/head-watch.ts';
import { createLookBudget } from '#src/server/platform/chains/look-budget.ts';
import { createTrustedClock } from '#src/server/platform/chains/trusted-clock.ts';
import type { AppContext } from '#src/server/platform/context/app-context.ts';
import type { Database } from '#src/server/platform/database/database.ts';
import type { Env } from '#src/server/platform/env/env.ts';
import { startLoop } from '#src/server/platform/util/loops.ts';
import { createSweeper } from '#src/server/sweep-all.ts';
import type { SharedDatabase } from './shared-database.ts';
import type { SimSource } from './sim-source.ts';
import type { VirtualTime } from './virtual-time.ts';

/** As long as a purchase waits for the chains. */
const CHAIN_WAIT_MS = 8_000;

export interface ServerParts {
  readonly shared: SharedDatabase;
  readonly env: Env;
  readonly time: VirtualTime;
  /** Milliseconds since 1970 by the clock of its machine, which may be wrong. */
  readonly clock: () => number;
  readonly sources: ReadonlyMap<ChainId, readonly SimSource[]>;
  readonly owner: string;
  /** The name of its machine. */
  readonly host: string;
  /** Whether it has the database for itself, as the embedded one. */
  readonly alone: boolean;
  readonly pollMs: Readonly<Record<ChainId | 'posts', number>>;
  /** Told of everything that fails. */
  readonly onError: (what: string, error: unknown) => void;
}

/** An instance of the server: all its loops on its own state, without a port. */
export interface SimServer {
  /** What POST /api/presale/purchase does for one hash; returns the status it answers. */
  post(wallet: string, transactionHash: string, chainId: ChainId | null): Promise<string | null>;
  stake(wallet: string, amount: bigint): Promise<void>;
  /** Ends it between two instructions: nothing of it happens any more. */
  kill(): void;
}

/** Starts an instance, in the order in which the real one starts. */
export async function startSimServer(parts: ServerParts): Promise<SimServer> {
  const { shared, env, sources, time } = parts;
  const clock = createTrustedClock(parts.clock, time.now);
  const { now } = clock;
  let alive = true;
  const { db, cut } = shared.connect();
  const database: Database = {
    ...{ db, money: db, read: (read) => read(db), pools: () => ({}) },
    ...{ engine: 'sqlite', isOwnedByProcess: true, location: ':memory:', close: async () => undefined },
    backup: { write: async () => undefined, isReadable: true },
    readApart: ({ run }) => db.transaction().execute((tx) => run(tx)),
  };
  const alarms = createAlarms(db, pino({ level: 'silent' }), now);
  const stopsAfterMs = env.LEDGER_CHECK_STOPS_AFTER * 60_000;
  const ledger = watchLedger(database, alarms, { stopsAfterMs, elapsed: time.now, now });
  const reached = (source: SimSource) => ({
    request: async (call: Parameters<SimSource['request']>[0]) => {
      if (!alive) return new Promise<never>(() => undefined);
      return source.request(call);
    },
  });
  const context = createContext({
    ...{
      db,
      read: database.read,
      env,
      alarms,
      now,
      clock,
      isLedgerBalanced: ledger.isBalanced,
      lastRecount: ledger.lastWhole,
    },
    chains: new Map(
      env.chains.map((chain) => [
        chain.chainId,
        new ChainSources(chain, (sources.get(chain.chainId) ?? []).map(reached)),
      ]),
    ),
    isStorable: () => true,
    heads: createHeadWatch({ monotonic: time.now }),
    lookBudget: createLookBudget(env.CHAIN_CALLS_A_MINUTE, time.now),
  });
  const kill = () => {
    alive = false;
    cut();
  };
  try {
    if (parts.alone) await db.deleteFrom('leases').execute();
    clock.learn(await chainTimes(context));
    await initialiseSale(db, env, now());
    await ledger.recall();
  } catch (error) {
    kill();
    throw error;
  }
  // Of a server that was killed nothing is heard any more, not even that it gave up waiting.
  const onError: ServerParts['onError'] = (what, error) => {
    if (alive) parts.onError(what, error);
  };
  startLoops({ ...parts, onError }, context);
  startLedgerLoop(ledger, (error) => onError('recount', error));
  return { ...outsiders(context), kill };
}

function startLoops({ pollMs, owner, host, onError }: ServerParts, context: AppContext): void {
  const failed = (what: string) => (error: unknown) => onError(what, error);
  for (const chainId of CHAIN_IDS) {
    let last = { feedReadAt: 0, checkedAt: 0 };
    const pass = async () => {
      last = await watchChain(context, chainId, owner, last);
    };
    startLoop(pass, pollMs[chainId], failed(`chain ${chainId}`));
  }
  startLoop(() => checkDuePostedHashes(context, owner), pollMs.posts, failed('posted hashes'));
  startLoop(watchHealth(context, owner, host).pass, 20_000, failed('health'));
  startLoop(watchRecords(context.db, context.alarms, context.now).pass, 120_000, failed('records'), {
    firstAfterMs: 60_000,
  });
  startLoop(
    createSweeper(context, (error, name) => onError(`sweep of ${name}`, error)),
    600_000,
    failed('sweep'),
  );
}

/** What visitors cause. */
function outsiders(context: AppContext): Pick<SimServer, 'post' | 'stake'> {
  const { db } = context;
  const headOf = async (chainId: ChainId) => (await context.chains.get(chainId)!.head()).number;
  return {
    post: async (walletAddress, hash, chainId) => {
      const lane = 7;
      const request = { walletAddress, transactionHash: hash, chainId, termsVersion: null };
      await recordPostedHash(db, request, { debug: false, now: context.now(), lane, postedBy: null });
      const row = await findPostedHash(db, hash, walletAddress);
      if (row !== undefined && !(await isAllFinal(db, hash))) {
        const look = context.lookBudget.run(lane, () => checkPostedHash(context, row, headOf));
        await within(look, CHAIN_WAIT_MS).catch(() => undefined);
      }
      return (await paymentAnswer(context, walletAddress, hash, null)).status;
    },
    stake: async (wallet, amount) => {
      await stake(db, wallet, amount, context.now());
    },
  };
}
