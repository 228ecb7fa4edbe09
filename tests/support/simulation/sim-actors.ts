import { CHAIN_IDS, type ChainId } from '#src/config/chains.ts';
import type { Random } from '#tests/support/random.ts';
import { shortHash } from './auditor.ts';
import { current, reorg, type SimChain, type SimTransaction } from './sim-chain.ts';
import { FALSE, SILENT } from './sim-source.ts';
import { CODED_WALLET, type Sort, WALLETS } from './sim-traffic.ts';
import { type Feature, headOf, judge, START, startServer, type World } from './sim-world.ts';

/** One kind of event, and about how often it happens. */
interface Actor {
  readonly feature: Feature | null;
  readonly name: string;
  readonly everySeconds: number;
  act(world: World, chance: Random): void;
}

const PLAIN: readonly Sort[] = ['coins', 'coins', 'token', 'token', 'several'];
const ODD: readonly Sort[] = [
  ...(['unlisted', 'withdrawn', 'failed', 'elsewhere', 'nothing', 'minted', 'fee', 'passed on', 'treasury'] as const),
  ...(['changing', 'changing', 'changing'] as const),
];

const ACTORS: readonly Actor[] = [
  { feature: null, name: 'pay', everySeconds: 5, act: (world, chance) => send(world, chance, PLAIN) },
  { feature: 'odd payments', name: 'odd', everySeconds: 6, act: (world, chance) => send(world, chance, ODD) },
  { feature: 'floods', name: 'flood', everySeconds: 56, act: (world, chance) => send(world, chance, ['dust']) },
  { feature: 'bursts', name: 'burst', everySeconds: 33, act: burst },
  { feature: 'replacements', name: 'replace', everySeconds: 9, act: replace },
  { feature: 'posts', name: 'post', everySeconds: 5, act: post },
  { feature: 'stakes', name: 'stake', everySeconds: 11, act: stakeSome },
  { feature: 'reorgs', name: 'reorg', everySeconds: 11, act: (world, chance) => reorganise(world, chance, 10) },
  {
    feature: 'deep reorgs',
    name: 'deep reorg',
    everySeconds: 56,
    act: (world, chance) => reorganise(world, chance, 64),
  },
  { feature: 'finality', name: 'finality', everySeconds: 30, act: stallFinality },
  { feature: 'silent sources', name: 'silence', everySeconds: 9, act: silence },
  { feature: 'false sources', name: 'lie', everySeconds: 9, act: lie },
  { feature: 'outages', name: 'outage', everySeconds: 45, act: outage },
  { feature: 'database', name: 'database', everySeconds: 18, act: breakDatabase },
  { feature: 'slow disk', name: 'disk', everySeconds: 30, act: slowDisk },
  { feature: 'crashes', name: 'crash', everySeconds: 22, act: crash },
  { feature: 'clock', name: 'clock', everySeconds: 26, act: setClock },
  { feature: 'feeds', name: 'feed', everySeconds: 56, act: stopFeed },
];

/** Lets everything happen that a seed has, until the given second. */
export function startActors(world: World, untilSeconds: number): void {
  const { time, has, stream } = world;
  for (const { feature, name, everySeconds, act } of ACTORS) {
    if (feature !== null && !has(feature)) continue;
    const chance = stream(`actor ${name}`);
    const next = () => {
      const wait = 1_000 + chance.below(2_000 * everySeconds);
      time.after(wait, () => {
        if (time.now() > untilSeconds * 1000) return;
        act(world, chance);
        next();
      });
    };
    next();
  }
}

function anyChain({ chains }: World, chance: Random): SimChain {
  return chains.get(chance.pick(CHAIN_IDS))!;
}

function send(world: World, chance: Random, sorts: readonly Sort[]): SimTransaction {
  const chain = anyChain(world, chance);
  const sort = chance.pick(sorts);
  const transaction = world.traffic.send(chain, sort);
  world.note(`chain ${chain.chainId}: ${sort} ${shortHash(transaction.hash)} is sent`);
  return transaction;
}

function burst(world: World, chance: Random): void {
  for (let count = 4 + chance.below(8); count > 0; count -= 1) send(world, chance, PLAIN);
}

function waiting(chain: SimChain): SimTransaction[] {
  const placed = new Set(
    current(chain).blocks.flatMap(({ placements }) => placements.map(({ transaction }) => transaction)),
  );
  return [...chain.transactions.values()].filter((one) => !placed.has(one));
}

/** Sends another transaction with the number of one that waits, or that nodes have forgotten. */
function replace(world: World, chance: Random): void {
  const chain = anyChain(world, chance);
  const candidates = waiting(chain);
  if (candidates.length === 0) return;
  const old = chance.pick(candidates);
  const fresh = world.traffic.replace(chain, old);
  world.note(`chain ${chain.chainId}: ${shortHash(old.hash)} is replaced by ${shortHash(fresh.hash)}`);
}

function running({ servers }: World) {
  return servers.filter((server) => server !== null);
}

/** Posts a hash: of any age, of any wallet, known to a chain or not. */
function post(world: World, chance: Random): void {
  const chain = anyChain(world, chance);
  const known = [...chain.transactions.values()].slice(-6);
  const isInvented = chance.once(8) || known.length === 0;
  const transaction = isInvented ? null : chance.pick(known);
  const hash = transaction?.hash ?? `0x0de${chance.below(1e9).toString(16).padStart(61, '0')}`;
  const wallet = chance.once(4) || transaction === null ? chance.pick([...WALLETS, CODED_WALLET]) : transaction.from;
  const servers = running(world);
  if (servers.length === 0) return;
  world.note(`${shortHash(hash)} is posted`);
  const hint = chance.once(3) ? null : chain.chainId;
  const server = chance.pick(servers);
  for (let times = chance.once(4) ? 3 : 1; times > 0; times -= 1)
    server.post(wallet, hash, hint).catch((error: unknown) => judge(world, 'a post', error));
}

function stakeSome(world: World, chance: Random): void {
  const wallet = chance.pick(WALLETS);
  const [account] = world.shared.rows<{ balance: bigint }>(
    "select balance from accounts where kind = 'available' and owner = ?",
    wallet,
  );
  const servers = running(world);
  if (account === undefined || account.balance <= 0n || servers.length === 0) return;
  const amount = chance.once(2) ? account.balance : account.balance / 2n + 1n;
  chance
    .pick(servers)
    .stake(wallet, amount)
    .catch((error: unknown) => judge(world, 'a stake', error));
}

function reorganise(world: World, chance: Random, deepest: number): void {
  const chain = anyChain(world, chance);
  const wanted = chance.once(2) ? 1 + chance.below(5) : 6 + chance.below(deepest);
  const depth = Math.min(wanted, headOf(chain) - current(chain).finalized);
  if (depth < 1) return;
  const fates = chance.pick([['again'], ['pool'], ['gone'], ['again', 'again', 'pool', 'gone']] as const);
  const seconds = Math.floor((START + world.time.now()) / 1000);
  reorg(
    chain,
    world.time.now(),
    depth,
    seconds,
    () => chance.pick(fates),
    (end) => chance.below(end),
  );
  world.note(`chain ${chain.chainId}: reorganisation of ${depth} blocks, ${fates.join('/')}, head ${headOf(chain)}`);
}

function stallFinality(world: World, chance: Random): void {
  const chain = anyChain(world, chance);
  chain.finalityStalled = !chain.finalityStalled;
  world.note(`chain ${chain.chainId}: finality ${chain.finalityStalled ? 'stalls' : 'goes on'}`);
}

/** Gives one source a fault for some time. */
function afflict(
  world: World,
  id: ChainId,
  position: number,
  fault: (typeof SILENT)[number] | (typeof FALSE)[number],
  seconds: number,
): void {
  const source = world.sources.get(id)![position]!;
  if (source.fault !== null) return;
  source.fault = fault;
  world.note(`chain ${id}: source ${position} ${fault} for ${seconds} s`);
  noteUnread(world, id, seconds);
  world.time.after(seconds * 1000, () => {
    source.fault = null;
  });
}

function noteUnread({ faults, time }: World, id: ChainId, seconds: number): void {
  const until = time.now() + seconds * 1000 + 120_000;
  faults.unreadUntil.set(id, Math.max(until, faults.unreadUntil.get(id) ?? 0));
}

function silence(world: World, chance: Random): void {
  afflict(world, chance.pick(CHAIN_IDS), chance.below(3), chance.pick(SILENT), 5 + chance.below(35));
}

/** At most one source of a chain tells untruths at a time: two could agree by chance. */
function lie(world: World, chance: Random): void {
  const id = chance.pick(CHAIN_IDS);
  const isOneFalse = world.sources.get(id)!.some(({ fault }) => (FALSE as readonly (string | null)[]).includes(fault));
  if (!isOneFalse) afflict(world, id, chance.below(3), chance.pick(FALSE), 5 + chance.below(35));
}

/** A fault of all sources of a chain, or of all chains. */
function outage(world: World, chance: Random): void {
  const ids = chance.once(3) ? CHAIN_IDS : [chance.pick(CHAIN_IDS)];
  const fault = chance.once(3) ? 'old receipts' : chance.pick(SILENT);
  const seconds = 5 + chance.below(30);
  for (const id of ids) for (const position of [0, 1, 2]) afflict(world, id, position, fault, seconds);
}

function breakDatabase(world: World, chance: Random): void {
  const { faults, time, note } = world;
  faults.databaseOneIn = chance.pick([2, 10, 40, 100]);
  const seconds = 5 + chance.below(30);
  note(`one statement of ${faults.databaseOneIn} fails for ${seconds} s`);
  for (const id of CHAIN_IDS) noteUnread(world, id, seconds);
  time.after(seconds * 1000, () => {
    faults.databaseOneIn = 0;
  });
}

function slowDisk(world: World, chance: Random): void {
  const { faults, time, note } = world;
  faults.statementMs = chance.pick([2, 10, 40]);
  const seconds = 5 + chance.below(30);
  note(`a statement takes ${faults.statementMs} ms for ${seconds} s`);
  time.after(seconds * 1000, () => {
    faults.statementMs = 0;
  });
}

/** Kills a server at some instant, and starts it again later. */
function crash(world: World, chance: Random): void {
  const { servers, time, note } = world;
  const place = chance.below(servers.length);
  const server = servers[place];
  if (server === null || server === undefined) return;
  note(`server ${place} is killed`);
  server.kill();
  servers[place] = null;
  time.after(500 + chance.below(25_000), () => void startServer(world, place, Math.floor(time.now())));
}

const MINUTE = 60_000;
function setClock(world: World, chance: Random): void {
  const limit = chance.pick([2_000, 20_000, 5 * MINUTE, 90 * MINUTE, 26 * 60 * MINUTE, 8 * 24 * 60 * MINUTE]);
  world.faults.skewMs = chance.once(3) ? 0 : chance.below(2 * limit) - limit;
  world.note(`the clocks of the servers are ${Math.round(world.faults.skewMs / 1000)} s wrong`);
}

function stopFeed(world: World, chance: Random): void {
  const id = chance.pick(CHAIN_IDS);
  const { feedStopped } = world.faults;
  if (!feedStopped.delete(id)) feedStopped.add(id);
  world.note(`chain ${id}: the feed ${feedStopped.has(id) ? 'stops' : 'goes on'}`);
}
