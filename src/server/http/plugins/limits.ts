import rateLimit, { normalizeIP } from '@fastify/rate-limit';
import underPressure from '@fastify/under-pressure';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import fastifyPlugin from 'fastify-plugin';
import { callerLane } from '#src/server/platform/callers/caller-lane.ts';
import type { AppContext } from '#src/server/platform/context/app-context.ts';
import { createProvenCallers } from '#src/server/platform/sessions/proven-callers.ts';
import { ageOf } from '#src/server/platform/util/age.ts';
import { ApiFailure } from '#src/server/platform/util/errors.ts';
import { networkOf } from '#src/server/platform/util/network-of.ts';
import { callerCounts } from '../caller-counts.ts';
import { CALLERS_IN_WIDE, countUse, type Use } from '../caller-limits.ts';
import { placeTurns } from '../place-turns.ts';

export interface Limits {
  /** Who a request counts for: its session if that has proven a wallet, otherwise its address. */
  callerOf(request: FastifyRequest): string | Promise<string>;
  /** The addresses that share some limits: an IPv6 /48, or one IPv4 address. */
  placeOf(request: FastifyRequest): string;
  /** The lane that the caller's reads of the chains are charged to (caller-lane.ts). */
  laneOf(request: FastifyRequest): Promise<number>;
  /**
   * Counts a purchase that nobody has posted before, by caller and, unless our records have the payment, by the day of
   * its place. Throws ApiFailure rate_limited.
   */
  newPurchase(request: FastifyRequest, isRecorded: () => Promise<boolean>): Promise<void>;
  /** Counts a named or proven wallet by the day of its place, since its rows stay. Throws ApiFailure rate_limited. */
  newWallet(request: FastifyRequest): Promise<void>;
  /** Counts a look at the chains for an unrecorded hash, by caller. Throws ApiFailure rate_limited. */
  lookUp(request: FastifyRequest): Promise<void>;
  /** Counts a request as a write although its route is limited like a read. Throws ApiFailure rate_limited. */
  write(request: FastifyRequest): Promise<void>;
  /** Counts a write for a wallet by a session that has connected it. Throws ApiFailure rate_limited. */
  walletWrite(request: FastifyRequest, wallet: string): Promise<void>;
  /** Counts a wallet that a session names without proof, per caller, so that nobody can use up another's writes. */
  walletNamed(request: FastifyRequest, wallet: string): Promise<void>;
  /**
   * Reads what we have of a posted hash, a few at a time of its place (place-turns.ts): all posts that a minute allows
   * can come at once on new connections, and what each reads would hold up those of others (S25). The hashes of a
   * caller take turns, so that many posts of one delay no other. Throws ApiFailure rate_limited after ten seconds.
   */
  beginInTurn<Answer>(request: FastifyRequest, hash: string, read: () => Promise<Answer>): Promise<Answer>;
  /**
   * Reads what answers a post, a few at a time of its place (place-turns.ts). New hashes, of which a minute allows few,
   * take turns with all others of their caller. Throws ApiFailure rate_limited after ten seconds.
   */
  answerInTurn<Answer>(request: FastifyRequest, isNew: boolean, read: () => Promise<Answer>): Promise<Answer>;
}

declare module 'fastify' {
  interface FastifyInstance {
    limits: Limits;
  }
}

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
/** Each posted hash is stored for months: a /48 may post as many new ones in a day as in so many minutes (S28). */
const MINUTES_A_DAY = 60;
/** How long a start still counts in the measured lag, in milliseconds: its last samples, of a second each. */
const START_COUNTS_MS = 3_000;
/** The parameters of a query that name what is read, or from where on. */
const OF_SOMETHING = ['wallet', 'before'];
/** If as many /48s of a /32 as this use up their budget, a person should look. Nothing is refused. */
const WIDES_IN_PROVIDER = 10;

/**
 * Limits per minute (A1, S18) of a caller: an address, or a session that has proven a wallet. Its accepted writes are
 * counted in SQL too, across instances; so are the new posted hashes of a place in a day (S28). Beyond its capacity the
 * process answers 503 instead of queueing.
 */
export const limitsPlugin = fastifyPlugin(async (app: FastifyInstance, { context }: { context: AppContext }) => {
  const { env } = context;
  const placeOf = placesByAddress();
  app.decorateRequest('place', {
    getter() {
      // Without an address once its caller has gone, who may have sent thousands: together they are one caller.
      const ip: string | undefined = this.ip;
      return placeOf(ip ?? '');
    },
  });
  // Watch only the delay: an event loop that is always busy but still answers promptly must not reject anybody.
  // A start blocks it for longer, which must not refuse the first visitors.
  let countsFrom = Number.POSITIVE_INFINITY;
  app.addHook('onListen', async () => {
    countsFrom = performance.now() + START_COUNTS_MS;
  });
  await app.register(underPressure, {
    maxEventLoopDelay: env.MAX_LAG_MS,
    pressureHandler: async () => {
      if (performance.now() >= countsFrom) throw new ApiFailure('overloaded');
    },
  });
  const sessions = createProvenCallers(context);
  const sessionOf = (request: FastifyRequest) => {
    request.provenCaller ??= sessions.find(app.sessions.tokenOf(request), groupOf(request));
    return request.provenCaller;
  };
  // No promise for a request without a cookie: it would be a good part of the cost of most reads.
  const callerOf = (request: FastifyRequest): string | Promise<string> => {
    const address = addressOf(request);
    if (app.sessions.tokenOf(request) === undefined) return address;
    return sessionOf(request).then((session) => (session === null ? address : `session ${session}`));
  };
  app.decorateRequest('provenCaller', null);
  await app.register(rateLimit, {
    max: (request) => (isRead(request) ? env.RATE_LIMIT_READS : env.RATE_LIMIT_WRITES),
    timeWindow: MINUTE_MS,
    keyGenerator: (request) => {
      const kind = isRead(request) ? 'read' : 'write';
      const caller = callerOf(request);
      return typeof caller === 'string' ? `${kind}:${caller}` : caller.then((session) => `${kind}:${session}`);
    },
    store: callerCounts(),
    // One caller's remaining budget must not be in an answer that a CDN gives to others.
    addHeadersOnExceeding: { 'x-ratelimit-limit': false, 'x-ratelimit-remaining': false, 'x-ratelimit-reset': false },
  });
  const limit: MakeLimit = (what, max, keyOf) => {
    const keyGenerator = async (request: FastifyRequest) => `${what}:${await keyOf(request)}`;
    return app.createRateLimit({ max, timeWindow: MINUTE_MS, keyGenerator });
  };
  const isProven = async (request: FastifyRequest) => (await sessionOf(request)) !== null;
  const newTurns = turnsBesideConnections(app);
  const counters = { callerOf, limit, isProven, newTurns, checkWide: wideLimits(context, limit, isProven) };
  const countOfRoute = routeLimits(context, { ...counters, everyRead: app.createRateLimit() });
  // After onRequest, where the limiter above runs last: a flood must not reach the database.
  const countFurther = async (request: FastifyRequest) => {
    if (ownLimitOf(request) !== null) return countOfRoute(request);
    await counters.checkWide(request, isRead(request) ? 'reads' : 'writes');
    // A write to an unknown route stores nothing, and this process has not counted it.
    if (isRead(request) || request.is404) return;
    await countTogether(context, { what: 'write', subject: await callerOf(request), max: env.RATE_LIMIT_WRITES });
  };
  app.addHook('preParsing', (request, _reply, _payload, done) => {
    const { rateLimit: limited } = request.routeOptions.config;
    // An IPv4 read has no wide network to count.
    if (limited === false || (limited === undefined && isRead(request) && wideOf(request) === null)) return done();
    countFurther(request).then(() => done(), done);
  });
  // What a limit refuses waits for no turn.
  giveTurns(app, callerOf, newTurns());
  app.decorateRequest('limitedWallet', '');
  app.decorate('limits', limitsOf(context, counters));
});

/** Counts a request with an own limit for its /48, and for its caller in all instances; a read also among all reads. */
function routeLimits(
  context: AppContext,
  { callerOf, limit, checkWide, isProven, everyRead }: Counters & { readonly everyRead: Limit },
): (request: FastifyRequest) => Promise<void> {
  const most = (request: FastifyRequest) => ownLimitOf(request) ?? 0;
  // HEAD costs as much as GET and counts as the same route; the limiter itself counts them separately.
  const routeOf = (request: FastifyRequest) =>
    `${isRead(request) ? 'GET' : request.method} ${request.routeOptions.url}`;
  const own = limit('route', most, async (request) => `${routeOf(request)} ${await callerOf(request)}`);
  const keyOf = (request: FastifyRequest) => `${routeOf(request)} ${wideOf(request)}`;
  const wide = limit('wide route', (request) => most(request) * CALLERS_IN_WIDE, keyOf);
  return async (request) => {
    if (isRead(request)) {
      await check(request, own);
      await check(request, everyRead);
      await checkWide(request, 'reads');
    }
    if (wideOf(request) !== null && !(await isProven(request))) await check(request, wide);
    if (request.routeOptions.config.stores ?? !isRead(request))
      await countTogether(context, { what: routeOf(request), subject: await callerOf(request), max: most(request) });
  };
}

/** A route's own limit of requests per minute and caller; null without one. */
function ownLimitOf(request: FastifyRequest): number | null {
  const { rateLimit: limited } = request.routeOptions.config;
  return typeof limited === 'object' && typeof limited.max === 'number' ? limited.max : null;
}

interface Counters {
  readonly callerOf: Limits['callerOf'];
  readonly limit: MakeLimit;
  readonly isProven: IsProven;
  readonly newTurns: () => ReturnType<typeof placeTurns>;
  readonly checkWide: (request: FastifyRequest, what: Counted) => Promise<void>;
}

type InTurn = <Answer>(
  turns: ReturnType<typeof placeTurns>,
  request: FastifyRequest,
  caller: { readonly of: string; readonly apart: string },
  read: () => Promise<Answer>,
) => Promise<Answer>;

/** The limits that routes count by: in this process, and in SQL for all instances. */
function limitsOf(context: AppContext, { callerOf, limit, isProven, newTurns, checkWide }: Counters): Limits {
  const { env } = context;
  const writes = { what: 'write', max: env.RATE_LIMIT_WRITES, own: limit('late', env.RATE_LIMIT_WRITES, callerOf) };
  const most = env.RATE_LIMIT_PURCHASES;
  const purchases = { what: 'purchase', max: most, own: limit('purchase', most, callerOf) };
  const lookUps = { what: 'look', max: most, own: limit('look', most, callerOf) };
  const wallets = limit('', env.RATE_LIMIT_WALLET, (request) => request.limitedWallet);
  const count = async (request: FastifyRequest, wide: Counted, { what, max, own }: typeof writes) => {
    await checkWide(request, wide);
    await check(request, own);
    await countTogether(context, { what, subject: await callerOf(request), max });
  };
  /**
   * By the day of a place, for all instances: a hash of it would say who was here, as /privacy denies, its lane not. An
   * address alone has no more in a day than this, unless it proves wallet after wallet. Proven sessions apart, so that
   * strangers use up nothing of what they have.
   */
  const countDay = async (request: FastifyRequest, what: string, perMinute: number, isRecorded = async () => false) => {
    const proven = await isProven(request);
    // What has cost its payer money is bounded by that.
    if ((!proven && wideOf(request) === null) || (await isRecorded())) return;
    const place = groupOf(request);
    const lane = await callerLane(context.db, place, place);
    const max = perMinute * CALLERS_IN_WIDE * MINUTES_A_DAY;
    await countTogether(
      context,
      { what: `${what} of a day${proven ? ', proven' : ''}`, subject: String(lane), max },
      DAY_MS,
    );
  };
  const countWallet = async (request: FastifyRequest, subject: string) => {
    request.limitedWallet = subject;
    await check(request, wallets);
    await countTogether(context, { what: 'wallet', subject, max: env.RATE_LIMIT_WALLET });
  };
  // Not those of reads: a payment must not wait for what others of its place read.
  const [begun, answered] = [newTurns(), newTurns()];
  const inTurn: InTurn = (turns, request, caller, read) =>
    new Promise((resolve, reject) =>
      turns({
        place: turnsPlaceOf(request, caller.of),
        caller: `${caller.of}${caller.apart}`,
        start: (end) => void read().finally(end).then(resolve, reject),
        refuse: () => reject(new ApiFailure('rate_limited')),
        // Others may share the answer.
        isWanted: () => true,
      }),
    );
  return {
    callerOf,
    placeOf: groupOf,
    beginInTurn: async (request, hash, read) =>
      inTurn(begun, request, { of: await callerOf(request), apart: ` ${hash}` }, read),
    answerInTurn: async (request, isNew, read) =>
      inTurn(answered, request, { of: await callerOf(request), apart: isNew ? ', new' : '' }, read),
    laneOf: async (request) => callerLane(context.db, await callerOf(request), groupOf(request)),
    write: (request) => count(request, 'writes', writes),
    newPurchase: async (request, isRecorded) => {
      await count(request, 'purchases', purchases);
      await countDay(request, 'purchases', most, isRecorded);
    },
    newWallet: (request) => countDay(request, 'wallets', env.RATE_LIMIT_WRITES),
    lookUp: (request) => count(request, 'look-ups', lookUps),
    walletWrite: (request, wallet) => countWallet(request, `wallet:${wallet}`),
    walletNamed: async (request, wallet) => countWallet(request, `named:${wallet}:${await callerOf(request)}`),
  };
}

/** Counts a use across all instances. Throws ApiFailure rate_limited. */
async function countTogether(context: AppContext, use: Omit<Use, 'windowMs'>, windowMs = MINUTE_MS): Promise<void> {
  if ((await countUse(context, { ...use, windowMs })) !== null) throw new ApiFailure('rate_limited');
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Whether every call of a route with its own limit stores something; by default writes do and reads do not. */
    stores?: boolean;
    /** Whether reads take turns by place; by default those whose address names something. */
    takesTurns?: boolean;
  }
  interface FastifyRequest {
    limitedWallet: string;
    readonly place: Place;
    /** Lets the next read of its place begin, once this one waits for something; null without a turn. */
    endTurn: (() => void) | null;
    /** The hash of the proven session that the request counts for, once looked up. */
    provenCaller: Promise<string | null> | null;
  }
}

type Limit = ReturnType<FastifyInstance['createRateLimit']>;
type MakeLimit = (
  what: string,
  max: number | ((request: FastifyRequest) => number),
  keyOf: (request: FastifyRequest) => string | Promise<string>,
) => Limit;
type IsProven = (request: FastifyRequest) => Promise<boolean>;
type Counted = 'reads' | 'writes' | 'purchases' | 'look-ups';

async function check(request: FastifyRequest, limit: Limit): Promise<void> {
  if (await isExceeded(request, limit)) throw new ApiFailure('rate_limited');
}

async function isExceeded(request: FastifyRequest, limit: Limit): Promise<boolean> {
  const outcome = await limit(request);
  return !outcome.isAllowed && outcome.isExceeded;
}

/** Limits a /48, unless a session is proven; a /32, which everybody with that provider shares, only raises an alarm. */
function wideLimits(
  { env, alarms, now }: AppContext,
  limit: MakeLimit,
  isProven: IsProven,
): (request: FastifyRequest, what: Counted) => Promise<void> {
  const { RATE_LIMIT_READS: reads, RATE_LIMIT_WRITES: writes, RATE_LIMIT_PURCHASES: purchases } = env;
  const most = { reads, writes, purchases, 'look-ups': purchases };
  const forEach = <Value>(make: (what: Counted, max: number) => Value): Record<Counted, Value> => ({
    reads: make('reads', most.reads * CALLERS_IN_WIDE),
    writes: make('writes', most.writes * CALLERS_IN_WIDE),
    purchases: make('purchases', most.purchases * CALLERS_IN_WIDE),
    'look-ups': make('look-ups', most['look-ups'] * CALLERS_IN_WIDE),
  });
  const wides = forEach((what, max) => limit(`wide ${what}`, max, (request) => wideOf(request) ?? ''));
  const providers = forEach((what, max) => ({
    max: max * WIDES_IN_PROVIDER,
    limit: limit(`provider ${what}`, max * WIDES_IN_PROVIDER, providerOf),
  }));
  let raisedAt = 0;
  return async (request, what) => {
    if (wideOf(request) === null) return;
    if (!(await isProven(request))) await check(request, wides[what]);
    const { max, limit: provider } = providers[what];
    // Once per minute, so that an open alarm does not cost each request a query.
    if (!(await isExceeded(request, provider)) || ageOf(raisedAt, now()) < MINUTE_MS) return;
    raisedAt = now();
    await alarms.raise('wide-network', 'ipv6', `${providerOf(request)}::/32 made more than ${max} ${what} in a minute`);
  };
}

/** Makes turns of places that leave the loop to the server's new connections: until a turn has accepted none. */
function turnsBesideConnections({ server }: FastifyInstance): () => ReturnType<typeof placeTurns> {
  let newest: object | null = null;
  server.on('connection', (connection) => {
    newest = connection;
    setImmediate(setImmediate, () => {
      if (newest === connection) newest = null;
    });
  });
  return () => placeTurns(() => newest !== null);
}

/** Lets the reads of a place begin a few at a time (place-turns.ts), whoever sends them. */
function giveTurns(app: FastifyInstance, callerOf: Limits['callerOf'], turns: ReturnType<typeof placeTurns>): void {
  app.decorateRequest('endTurn', null);
  app.addHook('preParsing', (request, reply, _payload, done) => {
    if (!takesTurns(request)) return done();
    const wait = (caller: string) => {
      turns({
        place: turnsPlaceOf(request, caller),
        caller,
        start: (end) => {
          request.endTurn = end;
          done();
        },
        refuse: () => {
          void reply.header('retry-after', '5');
          done(new ApiFailure('rate_limited'));
        },
        isWanted: () => !reply.raw.destroyed,
      });
    };
    const caller = callerOf(request);
    if (typeof caller === 'string') wait(caller);
    else caller.then(wait, done);
  });
  app.addHook('onSend', (request, _reply, _payload, done) => {
    request.endTurn?.();
    done();
  });
}

/** Strangers use up nothing of what the proven sessions of their place have. */
function turnsPlaceOf(request: FastifyRequest, caller: string): string {
  return caller === addressOf(request) ? groupOf(request) : `${groupOf(request)}, proven`;
}

/**
 * What is read of a wallet, a hash or the like: strangers decide how much that is. Other reads are kept for all, and
 * pages and unknown addresses have no limit: any number of them would come before what others of their place read.
 */
function takesTurns(request: FastifyRequest): boolean {
  const { url = '', config } = request.routeOptions;
  if (!isRead(request) || request.is404 || config.rateLimit === false) return false;
  // By the parsed query: `wallet` can be spelled with escapes.
  const isOfSomething = () => OF_SOMETHING.some((name) => Object.hasOwn(request.query as object, name));
  return config.takesTurns ?? (url.includes('/:') || isOfSomething());
}

function isRead({ method }: FastifyRequest): boolean {
  return method === 'GET' || method === 'HEAD';
}

interface Place {
  /** The caller's address. One IPv6 line has 2^64 addresses, so its /64 counts as one caller. */
  readonly address: string;
  /** An IPv6 caller's /48; null for IPv4, where strangers share networks. */
  readonly wide: string | null;
}

const PLACES_KEPT = 10_000;

/** By address, because each request needs its own several times, and examining one takes up to 10 µs. */
function placesByAddress(): (ip: string) => Place {
  const places = new Map<string, Place>();
  return (ip) => {
    let place = places.get(ip);
    if (place === undefined) {
      const network = networkOf(ip);
      place = { address: normalizeIP(ip), wide: network?.includes(':') === true ? network : null };
      if (places.size >= PLACES_KEPT) places.clear();
      places.set(ip, place);
    }
    return place;
  };
}

function wideOf(request: FastifyRequest): string | null {
  return request.place.wide;
}

function groupOf(request: FastifyRequest): string {
  return wideOf(request) ?? addressOf(request);
}

function providerOf(request: FastifyRequest): string {
  return (wideOf(request) ?? '').split(':').slice(0, 2).join(':');
}

function addressOf(request: FastifyRequest): string {
  return request.place.address;
}
