import { CHAIN_IDS, type ChainId } from '#src/config/chains.ts';
import { DEVELOPMENT_PRESALE_ADDRESS } from '#src/config/development-accounts.ts';
import type { Env } from '#src/server/platform/env/env.ts';
import { type Random, random } from '#tests/support/random.ts';
import { NO_CHAINS, tunedEnv } from '../tuned-env.ts';
import { type Auditor, createAuditor } from './auditor.ts';
import { type DatabaseFaults, openSharedDatabase, type SharedDatabase } from './shared-database.ts';
import { createChain, current, finalize, mine, type SimChain } from './sim-chain.ts';
import { addRound, createFeed, lastGood, type SimFeed } from './sim-feed.ts';
import { type SimServer, startSimServer } from './sim-server.ts';
import { createSource, type SimSource } from './sim-source.ts';
import { CONTRACTS, createTraffic, type Traffic } from './sim-traffic.ts';
import type { VirtualTime } from './virtual-time.ts';

/** What can be switched off to find out what a failure needs. */
export const FEATURES = [
  ...['reorgs', 'deep reorgs', 'finality', 'silent sources', 'false sources', 'outages', 'slow answers', 'database'],
  ...['slow disk', 'crashes', 'clock', 'feeds', 'posts', 'replacements', 'odd payments', 'floods', 'stakes'],
  ...['two servers', 'rich', 'bursts'],
] as const;
export type Feature = (typeof FEATURES)[number];

/** An arbitrary noon. */
export const START = Date.parse('2026-05-04T12:00:00.000Z');
const SOURCES = 3;
const PRICES: Readonly<Record<ChainId, bigint>> = { 1: 451_348_000_000n, 56: 91_804_000_000n, 137: 80_000_000n };
export const HEARTBEATS: Readonly<Record<ChainId, number>> = { 1: 3600, 56: 300, 137: 120 };
export const START_BLOCK = 2;

export interface World {
  readonly seed: number;
  /** How many of a chain's sources have to agree. */
  readonly quorum: number;
  readonly has: (feature: Feature) => boolean;
  /** A separate stream of random numbers for each purpose: one that is switched off changes no other. */
  readonly stream: (purpose: string) => Random;
  readonly time: VirtualTime;
  readonly chains: ReadonlyMap<ChainId, SimChain>;
  readonly feeds: ReadonlyMap<ChainId, SimFeed>;
  readonly sources: ReadonlyMap<ChainId, readonly SimSource[]>;
  readonly shared: SharedDatabase;
  readonly traffic: Traffic;
  readonly auditor: Auditor;
  /** By place; null while that one is down. */
  readonly servers: (SimServer | null)[];
  /** What may go wrong now. */
  readonly faults: {
    /** One statement of this many fails; 0 for none. */
    databaseOneIn: number;
    /** Milliseconds of each statement. */
    statementMs: number;
    /** Milliseconds by which the servers' clocks are wrong. */
    skewMs: number;
    /** Seconds that a block takes at the present pace, by chain. */
    readonly blockSeconds: Map<ChainId, number>;
    /** Until when (virtual ms) the records may say that a chain could not be read. */
    readonly unreadUntil: Map<ChainId, number>;
    readonly feedStopped: Set<ChainId>;
    /** Set once nothing goes wrong any more. */
    healed: boolean;
  };
  readonly complaints: string[];
  readonly note: (line: string) => void;
  readonly lines: string[];
}

let environment: Env | undefined;

function baseEnv(): Env {
  environment ??= tunedEnv(
    { WALLET_PROOF: 'off', CHAIN_CALLS_A_MINUTE: '2000', RECEIPT_SIGNING_KEY: 'a5'.repeat(32) },
    NO_CHAINS,
  );
  return environment;
}

/** The settings of a simulation: three sources for each chain, as many of which have to agree. */
function simulatedEnv(quorum: number): Env {
  const env = baseEnv();
  const chains = env.chains.map((chain) => ({
    ...chain,
    rpcUrls: Array.from({ length: SOURCES }, (_, position) => `http://source-${position}.example`),
    quorum,
    startBlock: BigInt(START_BLOCK),
    heartbeatSeconds: HEARTBEATS[chain.chainId],
  }));
  return { ...env, chains };
}

/** Builds the chains, the database and the books of a seed; no server runs yet. */
export async function createWorld(given: Pick<World, 'seed' | 'time' | 'quorum' | 'has'>): Promise<World> {
  const { seed, time, has } = given;
  const stream = (purpose: string) =>
    random(seed * 7_919 + [...purpose].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) >>> 0, 17));
  const lines: string[] = [];
  const complaints: string[] = [];
  const note = (line: string) => void lines.push(`${(time.now() / 1000).toFixed(1).padStart(7)}s ${line}`);
  const shape = stream('shape');
  const presale = DEVELOPMENT_PRESALE_ADDRESS.toLowerCase();
  const startSeconds = Math.floor(START / 1000);
  const lags = has('deep reorgs') ? [66] : [14, 20, 28];
  const chains = new Map(CHAIN_IDS.map((id) => [id, createChain(id, presale, startSeconds, shape.pick(lags))]));
  const feeds = new Map(CHAIN_IDS.map((id) => [id, createFeed(PRICES[id], startSeconds - 100)]));
  const faults: World['faults'] = {
    ...{ databaseOneIn: 0, statementMs: 0, skewMs: 0, healed: false },
    blockSeconds: new Map(CHAIN_IDS.map((id) => [id, 2 + shape.below(4)])),
    ...{ unreadUntil: new Map(), feedStopped: new Set() },
  };
  const sources = new Map<ChainId, readonly SimSource[]>();
  for (const [id, chain] of chains) {
    const parts = { chain, feed: feeds.get(id)!, time, start: START, contracts: CONTRACTS };
    const slowOneIn = has('slow answers') ? 12 : 0;
    const own = (position: number) =>
      createSource({ ...parts, chance: stream(`source ${id} ${position}`), slowOneIn, position });
    sources.set(
      id,
      Array.from({ length: SOURCES }, (_, position) => own(position)),
    );
  }
  let auditor: Auditor | undefined;
  const shared = await openSharedDatabase(databaseFaults(time, faults, stream('database'), () => auditor?.committed()));
  const heartbeats = new Map(CHAIN_IDS.map((id) => [id, HEARTBEATS[id]]));
  const complain = (complaint: string) => {
    complaints.push(complaint);
    note(`WRONG: ${complaint}`);
  };
  auditor = createAuditor({ shared, chains, feeds, heartbeats, now: time.now, complain, note });
  const price = ({ chainId }: SimChain) => lastGood(feeds.get(chainId)!);
  const traffic = createTraffic(stream('traffic'), price, has('rich') ? 2 : 0);
  return {
    ...given,
    stream,
    chains,
    feeds,
    sources,
    shared,
    traffic,
    auditor,
    servers: [],
    faults,
    complaints,
    note,
    lines,
  };
}

function databaseFaults(
  time: VirtualTime,
  faults: World['faults'],
  chance: Random,
  committed: () => void,
): DatabaseFaults {
  return {
    fate: (what) => {
      time.spend(faults.statementMs);
      if (
        faults.databaseOneIn === 0 ||
        !chance.once(what === 'commit' ? Math.ceil(faults.databaseOneIn / 8) : faults.databaseOneIn)
      )
        return 'works';
      return chance.once(2) ? 'fails' : 'answer lost';
    },
    committed,
  };
}

/** Starts the instance at a place, as often as it takes while the database fails. */
export async function startServer(world: World, place: number, generation: number): Promise<void> {
  const { shared, time, sources, faults, has } = world;
  const pace = world.stream(`pace ${place}`);
  const pollMs = {
    1: 8_000 + pace.below(9_000),
    56: 8_000 + pace.below(9_000),
    137: 8_000 + pace.below(9_000),
    posts: 7_000,
  };
  const parts = {
    ...{ shared, time, sources, pollMs, env: simulatedEnv(world.quorum), alone: !has('two servers') },
    clock: () => START + time.now() + faults.skewMs,
    owner: `server ${place}.${generation}`,
    host: `host ${place}`,
    onError: (what: string, error: unknown) => judge(world, what, error),
  };
  try {
    world.servers[place] = await startSimServer(parts);
    world.note(`server ${place} runs`);
  } catch (error) {
    judge(world, 'start', error);
    time.after(2_000, () => void startServer(world, place, generation + 1));
  }
}

const EXPECTED_ERRORS = [
  'InjectedFailure',
  'ChainUnavailableError',
  'ChainDisputeError',
  'WrongChainError',
  'MalformedAnswerError',
];

/** A failure that nothing in the simulation explains is a fault of the code. */
export function judge({ complaints, note }: World, what: string, error: unknown): void {
  const name = error instanceof Error ? error.name : typeof error;
  if (
    EXPECTED_ERRORS.includes(name) ||
    (error instanceof Error &&
      /ECONNREFUSED|unknown block|header not found|took too long|missing trie node|request count/.test(error.message))
  )
    return;
  complaints.push(`${what} failed: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`);
  note(`WRONG: ${what} failed: ${String(error)}`);
}

/** Lets a chain produce blocks at its pace for ever. */
export function startBlocks(world: World, id: ChainId): void {
  const { time, faults, note, stream } = world;
  const chain = world.chains.get(id)!;
  const chance = stream(`blocks ${id}`);
  const next = () => {
    const seconds = Math.floor((START + time.now()) / 1000);
    const block = mine(chain, time.now(), seconds, () => !chance.once(5));
    if (block.placements.length > 0)
      note(
        `chain ${id}: block ${block.number} with ${block.placements.map(({ transaction }) => transaction.hash.slice(-6)).join(' ')}`,
      );
    time.after((faults.blockSeconds.get(id) ?? 12) * 1000, next);
  };
  time.after(chance.below(8_000), next);
}

/** Lets a feed publish rounds in time, unless it is stopped. */
export function startFeed(world: World, id: ChainId): void {
  const { time, faults, stream, has } = world;
  const feed = world.feeds.get(id)!;
  const chance = stream(`feed ${id}`);
  const heartbeat = HEARTBEATS[id];
  const next = () => {
    const last = lastGood(feed);
    const step = has('feeds') && chance.once(10) ? 30 : chance.below(6);
    const answer =
      has('feeds') && chance.once(25) ? 0n : (last * BigInt(chance.once(2) ? 100 + step : 100 - step)) / 100n;
    if (!faults.feedStopped.has(id))
      addRound(feed, faults.healed ? last : answer, Math.floor((START + time.now()) / 1000));
    time.after((heartbeat * 1000) / 2, next);
  };
  time.after(1_000 * (10 + chance.below(heartbeat / 3)), next);
}

/** Catches finality up once it is no longer held. */
export function releaseFinality({ chains, time }: World): void {
  for (const chain of chains.values()) {
    chain.finalityStalled = false;
    finalize(chain, time.now());
  }
}

export function headOf(chain: SimChain): number {
  return current(chain).blocks.length - 1;
}
