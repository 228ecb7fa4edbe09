import { createHash } from 'node:crypto';
import { CHAIN_IDS } from '#src/config/chains.ts';
import { random } from '#tests/support/random.ts';
import { differences } from './expected-records.ts';
import { startActors } from './sim-actors.ts';
import { addRound, lastGood } from './sim-feed.ts';
import {
  createWorld,
  FEATURES,
  type Feature,
  HEARTBEATS,
  headOf,
  releaseFinality,
  START,
  START_BLOCK,
  startBlocks,
  startFeed,
  startServer,
  type World,
} from './sim-world.ts';
import { inVirtualTime } from './virtual-time.ts';

/** Seconds before the first event, during which every watcher begins. */
const CALM_SECONDS = 12;
/** Seconds of events. */
const EVENTFUL_SECONDS = 110;
/** Seconds until everything must be settled once nothing goes wrong any more. */
const SETTLED_WITHIN_SECONDS = 900;

export interface SeedReport {
  readonly seed: number;
  readonly features: readonly Feature[];
  /** Everything that was wrong, in words; empty for a sound run. */
  readonly complaints: readonly string[];
  /** What happened, in order. */
  readonly lines: readonly string[];
  /** The same for the same run. */
  readonly digest: string;
  readonly counts: {
    readonly credits: number;
    readonly reversals: number;
    readonly refunds: number;
    readonly finals: number;
  };
}

/** The features of a seed: each run has about two thirds of them, so that rare combinations come up. */
export function featuresOf(seed: number): readonly Feature[] {
  const chance = random(seed * 31 + 5);
  return FEATURES.filter((feature) => (feature === 'deep reorgs' ? chance.once(6) : !chance.once(3)));
}

export interface SimulationOptions {
  /** What may happen; by default the features of the seed. */
  readonly features?: readonly Feature[];
  /** How many of the three sources of a chain have to agree, by default two: with one the server is not safe. */
  readonly quorum?: number;
}

/** Plays one simulation to its end, or to the first thing that is wrong. */
export function runSeed(
  seed: number,
  { features = featuresOf(seed), quorum = 2 }: SimulationOptions = {},
): Promise<SeedReport> {
  return inVirtualTime(async (time) => {
    const world = await createWorld({ seed, time, quorum, has: (feature) => features.includes(feature) });
    try {
      await play(world);
      const { complaints, lines, auditor } = world;
      return { seed, features, complaints, lines, digest: digestOf(world), counts: auditor.counts };
    } finally {
      for (const server of world.servers) server?.kill();
      world.shared.close();
    }
  });
}

async function play(world: World): Promise<void> {
  const { time, auditor, complaints } = world;
  const ended = () => complaints.length > 0;
  for (const id of CHAIN_IDS) {
    startBlocks(world, id);
    startFeed(world, id);
  }
  for (let place = 0; place < (world.has('two servers') ? 2 : 1); place += 1) {
    world.servers.push(null);
    void startServer(world, place, 0);
  }
  const audit = () => {
    auditor.lookAtFinal();
    time.after(20_000, audit);
  };
  audit();
  await time.pass(CALM_SECONDS * 1000, ended);
  if (ended()) return;
  const end = CALM_SECONDS + EVENTFUL_SECONDS;
  startActors(world, end);
  await time.pass(end * 1000, ended);
  if (ended()) return;
  // The faults that have begun end automatically.
  await time.pass((end + 40) * 1000, ended);
  if (!ended()) await settle(world);
}

/** Ends every fault, lets the chains reach finality, and waits until the records are what the chains say. */
async function settle(world: World): Promise<void> {
  const { time, faults, complaints, chains, sources, note } = world;
  note('all faults end');
  Object.assign(faults, { databaseOneIn: 0, statementMs: 0, skewMs: 0, healed: true });
  faults.feedStopped.clear();
  for (const feed of world.feeds.values()) addRound(feed, lastGood(feed), Math.floor((START + time.now()) / 1000));
  for (const list of sources.values()) for (const source of list) source.fault = null;
  const target = new Map([...chains].map(([id, chain]) => [id, headOf(chain) + 12]));
  for (const id of CHAIN_IDS) faults.blockSeconds.set(id, 1);
  releaseFinality(world);
  const isFinal = () =>
    [...chains].every(([id, chain]) => (chain.history.at(-1)?.finalized ?? 0) >= (target.get(id) ?? 0));
  await time.pass(time.now() + 600_000, () => isFinal() || complaints.length > 0);
  for (const id of CHAIN_IDS) faults.blockSeconds.set(id, 12);
  const until = time.now() + SETTLED_WITHIN_SECONDS * 1000;
  let found: readonly string[] = [];
  while (time.now() < until && complaints.length === 0) {
    await time.pass(time.now() + 20_000);
    found = compare(world);
    if (found.length === 0) return;
  }
  complaints.push(...found);
}

function compare(world: World): readonly string[] {
  const { shared, chains, feeds, auditor, time, note, complaints, has } = world;
  auditor.lookAtFinal();
  return differences({
    ...{ shared, chains, feeds, note, now: time.now, credited: auditor.credited, startBlock: START_BLOCK },
    heartbeats: new Map(CHAIN_IDS.map((id) => [id, HEARTBEATS[id]])),
    complain: (complaint) => void complaints.push(complaint),
    mayBeUnread: () => has('clock'),
    mayExpire: has('clock'),
  });
}

function digestOf({ lines, shared }: World): string {
  const hash = createHash('sha256');
  for (const line of lines) hash.update(`${line}\n`);
  for (const table of ['payments', 'submissions', 'ledger_entries', 'records', 'refunds', 'alarms'])
    for (const row of shared.rows<object>(`select * from ${table}`)) hash.update(`${Object.values(row).join('|')}\n`);
  return hash.digest('hex');
}
