import { ApiFailure } from '../util/errors.ts';
import { metering } from './call-meter.ts';

/** Fractions of a minute's budget: what a lane may spend at once, and what is refilled within the minute. */
const BURST = 0.2;
const REFILL = 0.7;
const MINUTE_MS = 60_000;
/** Reserved per running look: even if every look of a burst costs 45, BURST × 45 / RESERVED + REFILL is below 1. */
const RESERVED = 31;
/** All lanes together may spend as much as this many lanes. */
const LANES_TOGETHER = 20;
/** How many lanes' budget one place may spend: signatures are free, and an IPv6 /48 has 65,536 callers. */
const LANES_IN_PLACE = 3;
/** So many lanes' budget is reserved for places that have spent no more than one lane's. */
const LANES_KEPT = 4;
/** Lanes are numbers below this one; a lane within a place encodes both. */
const PLACES_FROM = 8_192;
/**
 * The lane of the server's own slow work, which limits its calls itself. It has the budget of a place, and is refused
 * neither for what all lanes have spent nor for how many looks wait: visitors could otherwise keep a list of a handover
 * from being made for as long as they like.
 */
export const SERVER_LANE = PLACES_FROM - 1;
/** Concurrent looks: twice as many as /api/track may run, so that payments never wait for lookups. */
const AT_ONCE = 32;
/** How many looks may wait in one lane, and in all of them: a few lanes must not fill all places. */
const MAX_WAITING_IN_LANE = 100;
const MAX_WAITING = 1_000;

/** The lane (below 8,192) of a caller within its place, itself a number below 8,192. */
export function laneWithin(place: number, lane: number): number {
  return (place + 1) * PLACES_FROM + lane;
}

/**
 * Shares out the calls that outsiders cause: per minute a lane spends at most its budget, a place three times and all
 * together twenty times that. Lanes take turns, so that one with thousands of hashes blocks nobody.
 */
export interface LookBudget {
  /** Runs `look` in the lane's turn and charges its cost. Throws ApiFailure rate_limited if a budget is spent. */
  run<Result>(lane: number, look: () => Promise<Result>): Promise<Result>;
}

/** Calls left to spend, refilled evenly; negative after a look that cost more than was reserved. */
interface Purse {
  balance: number;
  /** When the balance was computed, by the budget's clock. */
  at: number;
}

interface Spender extends Purse {
  running: number;
}

interface Waiting {
  /** The other budget it draws on, besides its lane's. */
  readonly place: Spender;
  start(): void;
  refuse(error: ApiFailure): void;
}

interface Lane extends Spender {
  readonly waiting: Waiting[];
}

/** `callsAMinute` is the budget of one lane; `clock` counts milliseconds and never goes back. */
export function createLookBudget(callsAMinute: number, clock: () => number = () => performance.now()): LookBudget {
  const lanes = new Map<number, Lane>();
  const places = new Map<number, Spender>();
  const together: Purse = { balance: burstOf(callsAMinute * LANES_TOGETHER), at: clock() };
  const count: Count = { running: 0, waiting: 0 };

  const laneOf = (key: number): Lane => {
    const now = clock();
    const aMinute = key === SERVER_LANE ? callsAMinute * LANES_IN_PLACE : callsAMinute;
    const lane = lanes.get(key) ?? { balance: burstOf(aMinute), at: now, running: 0, waiting: [] };
    lanes.set(key, lane);
    refill(lane, aMinute, now);
    refill(together, callsAMinute * LANES_TOGETHER, now);
    return lane;
  };
  // A lane outside every place forms its own place, which always has at least as much as the lane.
  const placeOf = (key: number): Spender => {
    const now = clock();
    const aMinute = callsAMinute * LANES_IN_PLACE;
    const place = places.get(key) ?? { balance: burstOf(aMinute), at: now, running: 0 };
    places.set(key, place);
    refill(place, aMinute, now);
    return place;
  };
  const startNext = () => {
    for (const [key, lane] of lanes) {
      if (count.running >= AT_ONCE) return;
      if (lane.waiting.length === 0) continue;
      if (!hasRoom(lane)) {
        refuseIfIdle(lane);
        continue;
      }
      refuseOfSpentPlaces(lane);
      if (lane.waiting[0] === undefined || !hasRoom(lane.waiting[0].place)) continue;
      lane.waiting.shift()?.start();
      // Back to the end of the queue: each lane gets one look per turn.
      lanes.delete(key);
      lanes.set(key, lane);
    }
  };
  const turnOf = (lane: Lane, place: Spender) =>
    new Promise<void>((resolve, reject) => {
      lane.waiting.push(waitingIn([lane, place, count], resolve, reject));
      startNext();
    });

  return {
    run: async <Result>(key: number, look: () => Promise<Result>): Promise<Result> => {
      const lane = laneOf(key % PLACES_FROM);
      const place = placeOf(key < PLACES_FROM ? -1 - key : Math.floor(key / PLACES_FROM));
      const isModest = place.balance >= burstOf(callsAMinute * LANES_IN_PLACE) - burstOf(callsAMinute);
      const kept = isModest ? 0 : burstOf(callsAMinute * LANES_KEPT);
      const isSpent = lane.balance < RESERVED || place.balance < RESERVED;
      const isCrowded = together.balance < kept + (count.running + 1) * RESERVED || count.waiting >= MAX_WAITING;
      if (isSpent || lane.waiting.length >= MAX_WAITING_IN_LANE || (isCrowded && key !== SERVER_LANE))
        throw new ApiFailure('rate_limited');
      await turnOf(lane, place);
      const spend = (calls: number) => {
        lane.balance -= calls;
        place.balance -= calls;
        together.balance -= calls;
      };
      return metering(spend, look).finally(() => {
        count.running -= 1;
        lane.running -= 1;
        place.running -= 1;
        startNext();
      });
    },
  };
}

/** Looks of all lanes together. */
interface Count {
  running: number;
  waiting: number;
}

/** A look waiting in a lane, counted until it starts or is refused. */
function waitingIn(
  [lane, place, count]: readonly [Lane, Spender, Count],
  resolve: () => void,
  reject: (error: Error) => void,
): Waiting {
  count.waiting += 1;
  return {
    place,
    start: () => {
      count.waiting -= 1;
      count.running += 1;
      lane.running += 1;
      place.running += 1;
      resolve();
    },
    refuse: (error) => {
      count.waiting -= 1;
      reject(error);
    },
  };
}

/** What running looks leave unspent may be enough for those that wait; otherwise no refill comes soon. */
function refuseIfIdle(lane: Lane): void {
  if (lane.running > 0) return;
  for (const { refuse } of lane.waiting.splice(0)) refuse(new ApiFailure('rate_limited'));
}

/** Refuses the first looks of a lane if its place has spent its budget and runs none either. */
function refuseOfSpentPlaces({ waiting }: Lane): void {
  for (let [next] = waiting; next !== undefined && next.place.running === 0 && !hasRoom(next.place); [next] = waiting) {
    waiting.shift();
    next.refuse(new ApiFailure('rate_limited'));
  }
}

function hasRoom({ balance, running }: Spender): boolean {
  return balance >= (running + 1) * RESERVED;
}

function refill(purse: Purse, aMinute: number, now: number): void {
  const back = ((now - purse.at) * aMinute * REFILL) / MINUTE_MS;
  purse.balance = Math.min(burstOf(aMinute), purse.balance + back);
  purse.at = now;
}

function burstOf(aMinute: number): number {
  return Math.max(RESERVED, aMinute * BURST);
}
