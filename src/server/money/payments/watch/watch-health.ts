import { hostname } from 'node:os';
import { CHAINS, type ChainId } from '#src/config/chains.ts';
import { isClockOff } from '#src/server/platform/chains/head-watch.ts';
import { chainTime, storedHeads } from '#src/server/platform/chains/stored-heads.ts';
import { CLOCK_OFF_MS } from '#src/server/platform/chains/trusted-clock.ts';
import type { AppContext } from '#src/server/platform/context/app-context.ts';
import { holdLease } from '#src/server/platform/database/leases.ts';
import type { Tables } from '#src/server/platform/database/tables.ts';
import { isStale } from '../../sale/coin-price.ts';

const LEASE = 'watch-health';
const LEASE_MS = 20_000;
/** A fault that lasts longer raises an alarm; in milliseconds. */
const ALARM_AFTER_MS = 180_000;
/** At the start, a chain gets the time of a block or so to move before it can raise an alarm, in milliseconds. */
const STALL_SEEN_MS = 30_000;
/** How recently a chain must have been read, and its head have come, to count; in milliseconds. */
const LATELY_MS = 30_000;
const HEAD_TELLS_TIME_MS = 60_000;
/** If nobody looked for longer than this, the pause proves nothing; in milliseconds. */
const LONGEST_PAUSE_MS = 60_000;

const KINDS = ['chain-unreachable', 'chain-stalled', 'price-feed-late', 'clock'] as const;
type Kind = (typeof KINDS)[number];

/** A stored value and since when it has not changed, by the monotonic clock; `changed` once it has changed. */
interface Watched {
  readonly value: string;
  readonly since: number;
  readonly changed: boolean;
}

interface ChainWatch {
  readonly read: Watched;
  readonly stalled: Watched;
  readonly head: Watched;
  /** The time (ms) of the last head that came during the watch, and when it came. */
  readonly told: { readonly time: number; readonly at: number } | null;
  readonly feedRead: Watched;
  /** Since when a good price is missing; and whether one was seen. */
  readonly price: { readonly since: number; readonly seen: boolean };
}

interface ChainRows {
  readonly cursor: Pick<Tables['chain_cursors'], 'updated_at'> | undefined;
  readonly head: Tables['chain_heads'] | undefined;
  readonly feed: Tables['feed_prices'] | undefined;
}

/** `unknown` leaves an alarm as it is: this instance has not watched for long enough, or cannot tell. */
interface Finding {
  readonly kind: Kind;
  readonly subject: string;
  readonly verdict: 'good' | 'bad' | 'unknown';
  readonly detail: string;
}

/**
 * Opens and closes the alarms about unreachable or stopped chains, late prices and a wrong clock, and tells this
 * process's clock the chains' time. It reads the state that the watchers store, and measures by its monotonic clock how
 * long that stays unchanged. So every instance can tell, even one whose own network or clock is broken; one at a time
 * acts.
 */
export function watchHealth(context: AppContext, owner: string, host = hostname()): { pass(): Promise<void> } {
  let watches: ReadonlyMap<ChainId, ChainWatch> = new Map();
  let lookedAt = Number.NEGATIVE_INFINITY;
  return {
    pass: async () => {
      const rows = await readRows(context);
      const at = context.heads.monotonic();
      const before = at - lookedAt > LONGEST_PAUSE_MS ? new Map<ChainId, ChainWatch>() : watches;
      lookedAt = at;
      watches = new Map([...rows].map(([id, row]) => [id, look(context, id, row, { last: before.get(id), at })]));
      const times = timesOf([...watches.values()], at);
      context.clock.learn(times);
      const findings = [clockFinding(times, context.clock.machine(), host)];
      if (await holdLease(context.db, { name: LEASE, owner }, context.now(), LEASE_MS))
        for (const [chainId, watch] of watches) findings.push(...chainFindings(chainId, watch, at));
      await act(context, findings);
    },
  };
}

async function readRows({ db, chains }: AppContext): Promise<ReadonlyMap<ChainId, ChainRows>> {
  const heads = await storedHeads(db);
  const cursors = await db.selectFrom('chain_cursors').select(['chain_id', 'updated_at']).execute();
  const feeds = await db.selectFrom('feed_prices').selectAll().execute();
  return new Map(
    [...chains.keys()].map((chainId) => [
      chainId,
      {
        cursor: cursors.find((row) => Number(row.chain_id) === chainId),
        head: heads.get(chainId),
        feed: feeds.find((row) => Number(row.chain_id) === chainId),
      },
    ]),
  );
}

function look(
  context: AppContext,
  chainId: ChainId,
  { cursor, head, feed }: ChainRows,
  { last, at }: { readonly last: ChainWatch | undefined; readonly at: number },
): ChainWatch {
  const now = context.now();
  const read = watched(last?.read, String(cursor?.updated_at), at);
  const stalled = watched(last?.stalled, String(head?.stalled ?? 0n), at);
  const newHead = watched(last?.head, String(head?.hash), at);
  const feedRead = watched(last?.feedRead, String(feed?.read_at), at);
  const heartbeat = context.env.chains.find((chain) => chain.chainId === chainId)?.heartbeatSeconds ?? 0;
  const isGood =
    feed !== undefined &&
    feedRead.changed &&
    feedRead.since === at &&
    !isStale(feed.round_at, chainTime(head, now), BigInt(heartbeat));
  // If the chain itself is unreachable or stuck, its prices are not a problem of their own.
  const isDue = last !== undefined && at - read.since <= LATELY_MS && stalled.value === '0';
  return {
    read,
    stalled,
    head: newHead,
    told:
      head !== undefined && newHead.changed && newHead.since === at
        ? { time: Number(head.block_time) * 1000, at }
        : (last?.told ?? null),
    feedRead,
    price: isDue && !isGood ? last.price : { since: at, seen: isGood },
  };
}

function watched(last: Watched | undefined, value: string, at: number): Watched {
  if (last === undefined) return { value, since: at, changed: false };
  return last.value === value ? last : { value, since: at, changed: true };
}

function chainFindings(chainId: ChainId, { read, stalled, price }: ChainWatch, at: number): readonly Finding[] {
  const subject = String(chainId);
  const { name } = CHAINS[chainId];
  const after = (isBad: boolean, isGood: boolean) => (isBad ? 'bad' : isGood ? 'good' : 'unknown');
  return [
    {
      kind: 'chain-unreachable',
      subject,
      verdict: after(at - read.since >= ALARM_AFTER_MS, read.changed),
      detail: `${name} could not be read for 3 minutes: too few of its sources agree`,
    },
    {
      kind: 'chain-stalled',
      subject,
      verdict: after(stalled.value === '1' && at - stalled.since >= STALL_SEEN_MS, stalled.value === '0'),
      detail: `${name} has had no new block for 3 minutes, according to its sources; nothing on it is offered`,
    },
    {
      kind: 'price-feed-late',
      subject,
      verdict: after(at - price.since >= ALARM_AFTER_MS, price.seen),
      detail: `the price feed of ${name} has given no good price for 3 minutes; its coin is not offered`,
    },
  ];
}

/** The chains' times (ms), by heads that came during the watch: with stopped sources, the clock would look ahead. */
function timesOf(watches: readonly ChainWatch[], at: number): readonly number[] {
  return watches.flatMap(({ told }) =>
    told !== null && at - told.at <= HEAD_TELLS_TIME_MS ? [told.time + (at - told.at)] : [],
  );
}

function clockFinding(times: readonly number[], machine: number, host: string): Finding {
  const ahead = times.map((time) => machine - time);
  const minutes = Math.round((ahead[0] ?? 0) / 60_000);
  return {
    kind: 'clock',
    subject: host,
    verdict: isClockOff(ahead, CLOCK_OFF_MS)
      ? 'bad'
      : ahead.some((ms) => Math.abs(ms) <= CLOCK_OFF_MS)
        ? 'good'
        : 'unknown',
    detail: `the clock of ${host} is ${Math.abs(minutes)} minutes ${minutes < 0 ? 'behind' : 'ahead of'} all chains`,
  };
}

/** Reads the open alarms from the database: another instance may have opened one, or a person closed one. */
async function act({ db, alarms }: AppContext, findings: readonly Finding[]): Promise<void> {
  const open = await db
    .selectFrom('alarms')
    .select(['kind', 'subject'])
    .where('kind', 'in', KINDS)
    .where('resolved_at', 'is', null)
    .execute();
  for (const { kind, subject, verdict, detail } of findings) {
    const isOpen = open.some((alarm) => alarm.kind === kind && alarm.subject === subject);
    if (verdict === 'bad' && !isOpen) await alarms.raise(kind, subject, detail);
    if (verdict === 'good' && isOpen) await alarms.resolve(kind, subject);
  }
}
