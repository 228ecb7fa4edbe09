import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { CHAIN_IDS, type ChainId } from '#src/config/chains.ts';
import { presalePricingResponseSchema } from '#src/contract/presale.ts';
import { configResponseSchema, readyResponseSchema } from '#src/contract/system.ts';
import { type ChainPass, watchChain } from '#src/server/money/payments/watch/watch-chain.ts';
import { watchHealth } from '#src/server/money/payments/watch/watch-health.ts';
import { watchRecords } from '#src/server/platform/alerts/watch-records.ts';
import { ChainSources } from '#src/server/platform/chains/chain-sources.ts';
import { STALL_AFTER_MS } from '#src/server/platform/chains/head-watch.ts';
import { ChainUnavailableError } from '#src/server/platform/chains/read-by-quorum.ts';
import type { Source } from '#src/server/platform/chains/source.ts';
import { chainOf } from '#src/server/platform/context/app-context.ts';
import { createSweeper } from '#src/server/sweep-all.ts';
import { type ApiStack, openStack } from '#tests/support/api-stack.ts';
import { type Place, removed, sizedEngines, sqlitePlace } from '#tests/support/each-engine.ts';
import { freezeSource } from '#tests/support/freeze-source.ts';
import { openHttpApp } from '#tests/support/http-app.ts';
import { onceForAll } from '#tests/support/opened.ts';
import { newWallet, payToken, tokenAddress } from '#tests/support/pay.ts';
import { manualRounds } from '#tests/support/price-rounds.ts';
import { IS_FULL } from '#tests/support/sized.ts';
import { newStaffMember } from '#tests/support/staff-member.ts';
import { startTestChains } from '#tests/support/test-chains.ts';

/** The last step before a limit. */
const STEP_MS = 30_000;
const MINUTE_MS = 60_000;
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** Rounds of the local feeds are as old as the chain has been stopped. */
const FEEDS = { FEED_HEARTBEAT_56: '3600', FEED_HEARTBEAT_137: '3600' };

const chains = onceForAll(startTestChains);

const ETHEREUM = ['ETH', 'USD1', 'USDC', 'USDT'].map((symbol) => `1 ${symbol} chain-unreachable`);
const OTHERS = [56, 137] as const;

/** A running server, step by step: its watchers and the watch over their health. */
interface Instance {
  readonly stack: ApiStack;
  step(): Promise<void>;
}

/** Sets up each test's environment: a database, chains with new heads, and a time that only the test advances. */
function given(open: () => Promise<Place>) {
  let place: Place;
  const instances: Instance[] = [];
  /** The real time (ms), and the error of the server's clock. */
  const time = { now: 0, error: 0 };

  beforeEach(async () => {
    place = await open();
    const blocks = await Promise.all(CHAIN_IDS.map((chainId) => chains.client(chainId).getBlock()));
    time.now = Math.max(...blocks.map(({ timestamp }) => Number(timestamp) * 1000)) + 60_000;
    time.error = 0;
    await newHeads(CHAIN_IDS);
  });
  afterEach(async () => {
    vi.restoreAllMocks();
    await Promise.all(instances.splice(0).map(({ stack }) => stack.close()));
  });

  /** A block on each of these chains, mined now. */
  async function newHeads(chainIds: readonly ChainId[]): Promise<void> {
    time.now += 1_000;
    for (const chainId of chainIds) {
      await chains.client(chainId).setNextBlockTimestamp({ timestamp: BigInt(Math.floor(time.now / 1000)) });
      await chains.mine(chainId, 1);
    }
  }

  /** `sweeps` also closes days and deletes what has expired, in every step. */
  async function start(owner = 'one', sources = 1, sweeps = false): Promise<Instance> {
    const clock = {
      get now() {
        return time.now + time.error;
      },
      set now(_) {
        // Only the test advances it.
      },
    };
    const startedAt = time.now;
    const chainEnv = Object.fromEntries(
      await Promise.all(
        chains.all.map(async ({ chainId, rpcUrl, client }) => [
          chainId,
          {
            rpcUrls: Array<string>(sources).fill(rpcUrl),
            quorum: Math.min(2, sources),
            startBlock: await client.getBlockNumber(),
          },
        ]),
      ),
    );
    const stack = await openStack({
      chains,
      location: place.location,
      clock,
      env: FEEDS,
      chainEnv,
      heads: { stallAfterMs: STALL_AFTER_MS, monotonic: () => 5_000_000 + time.now - startedAt },
    });
    const health = watchHealth(stack.context, owner, `host-${owner}`);
    const { db, alarms: rung, now, clock: trusted } = stack.context;
    const records = watchRecords(db, rung, now, trusted.isConfirmed);
    const sweep = createSweeper(stack.context, (error) => {
      throw error;
    });
    const last = new Map<ChainId, ChainPass>();
    const instance = {
      stack,
      step: async () => {
        for (const chainId of CHAIN_IDS) {
          const before = last.get(chainId) ?? { feedReadAt: 0, checkedAt: 0 };
          // As in the loop: a failed pass is tried again.
          last.set(chainId, await watchChain(stack.context, chainId, owner, before).catch(() => before));
        }
        await health.pass();
        if (!sweeps) return;
        await records.pass();
        await sweep();
      },
    };
    instances.push(instance);
    return instance;
  }

  async function end(instance: Instance): Promise<void> {
    instances.splice(instances.indexOf(instance), 1);
    await instance.stack.close();
  }

  /** Time passes in steps of a minute at most; these chains get new heads, the others do not move. */
  async function pass(milliseconds: number, moving: readonly ChainId[], ...running: readonly Instance[]) {
    for (const until = time.now + milliseconds; time.now < until; ) {
      time.now += Math.min(MINUTE_MS, until - time.now) - 1_000;
      await newHeads(moving);
      for (const { step } of running) await step();
    }
  }

  /** The options that are not offered, chain by chain, with the reason. */
  async function refused({ stack }: Instance) {
    const { offers } = presalePricingResponseSchema.parse((await stack.app.inject('/api/presale/pricing')).json());
    return offers
      .flatMap(({ chainId, paymentMethod, reason }) =>
        reason === null ? [] : [`${chainId} ${paymentMethod} ${reason}`],
      )
      .sort();
  }

  async function ready({ stack }: Instance) {
    const { status, chains: all } = readyResponseSchema.parse((await stack.app.inject('/api/ready')).json());
    const config = configResponseSchema.parse((await stack.app.inject('/api/config')).json());
    const out = all.filter(({ reachable }) => !reachable).map(({ chainId }) => chainId);
    expect(config.chains.filter(({ reachable }) => !reachable).map(({ chainId }) => chainId)).toEqual(out);
    return [status, ...out];
  }

  /** All alarms, past and open, as "kind subject", with a cross if closed. */
  async function alarms({ stack }: Instance) {
    const rows = await stack.context.db.selectFrom('alarms').selectAll().orderBy('id').execute();
    return rows.map(({ kind, subject, resolved_at }) => `${kind} ${subject}${resolved_at === null ? '' : ' ×'}`);
  }

  return { place: () => place, start, end, pass, time, newHeads, refused, ready, alarms };
}

sizedEngines('a stopped chain', (open) => {
  const { place, start, pass, refused, ready, alarms } = given(open);

  test('whose sources all show the same head for 180 s sells nothing and raises one alarm, until its head moves', {
    tags: 'long',
  }, async () => {
    const server = await start();
    await pass(MINUTE_MS, CHAIN_IDS, server);
    expect([await refused(server), await ready(server)]).toEqual([[], ['ready']]);
    await pass(STALL_AFTER_MS - STEP_MS, OTHERS, server);
    expect([await refused(server), await ready(server)]).toEqual([[], ['ready']]);
    await pass(STEP_MS, OTHERS, server);
    expect(await refused(server)).toEqual(ETHEREUM);
    expect(await ready(server)).toEqual(['degraded', 1]);
    await pass(3 * MINUTE_MS, OTHERS, server);
    expect(await alarms(server)).toEqual(['chain-stalled 1']);
    await pass(3 * MINUTE_MS, OTHERS, server);
    expect(await refused(server)).toEqual(ETHEREUM);
    await pass(STEP_MS, CHAIN_IDS, server);
    expect([await refused(server), await ready(server)]).toEqual([[], ['ready']]);
    expect(await alarms(server)).toEqual(['chain-stalled 1 ×']);
  });

  test('an instance whose network is cut leaves the chains to another one, which closes the alarms it had opened', {
    tags: 'long',
  }, async (context) => {
    if (place().engine === 'sqlite') context.skip('the embedded database belongs to one process');
    const [cut, other] = [await start('cut'), await start('other')];
    await pass(MINUTE_MS, CHAIN_IDS, cut, other);
    const spies = CHAIN_IDS.map((chainId) =>
      vi.spyOn(chainOf(cut.stack.context, chainId), 'head').mockRejectedValue(new ChainUnavailableError('cut')),
    );
    await pass(5 * MINUTE_MS, CHAIN_IDS, cut, other);
    expect([await refused(cut), await refused(other), await alarms(other)]).toEqual([[], [], []]);
    // Now nobody reads the chains; then the instance without an alarm comes back, while the other has died.
    await pass(5 * MINUTE_MS, CHAIN_IDS, cut);
    expect((await alarms(cut)).sort()).toEqual(CHAIN_IDS.map((chainId) => `chain-unreachable ${chainId}`).sort());
    for (let look = 0; look < 2; look += 1) await pass(STEP_MS, CHAIN_IDS, other);
    expect((await alarms(other)).every((alarm) => alarm.endsWith('×'))).toBe(true);
    expect(await alarms(other)).toHaveLength(3);
    for (const spy of spies) spy.mockRestore();
  });

  test('is reported by another instance from the first one’s measurements', { tags: 'long' }, async (context) => {
    if (place().engine === 'sqlite') context.skip('the embedded database belongs to one process');
    const [one, two] = [await start('one'), await start('two')];
    await pass(MINUTE_MS, CHAIN_IDS, one, two);
    await pass(5 * MINUTE_MS, OTHERS, one, two);
    expect(await refused(two)).toEqual(ETHEREUM);
    expect(await alarms(two)).toEqual(['chain-stalled 1']);
    // The watching instance dies: the other one takes over the chain's state, with its alarm.
    await pass(MINUTE_MS, OTHERS, two);
    expect(await refused(two)).toEqual(ETHEREUM);
    await pass(STEP_MS, CHAIN_IDS, two);
    expect([await refused(two), await alarms(two)]).toEqual([[], ['chain-stalled 1 ×']]);
  });
});

describe('heads and clocks', () => {
  const { start, end, pass, time, newHeads, refused, ready, alarms } = given(removed(sqlitePlace));

  test('all of them at once count as stopped chains, not as a wrong clock', async () => {
    const server = await start();
    await pass(MINUTE_MS, CHAIN_IDS, server);
    await pass(6 * MINUTE_MS, [], server);
    expect((await refused(server)).every((offer) => offer.endsWith('chain-unreachable'))).toBe(true);
    expect((await alarms(server)).sort()).toEqual(CHAIN_IDS.map((chainId) => `chain-stalled ${chainId}`).sort());
  });

  test('a start on a chain whose head is old offers nothing on it until the head is seen to move', async () => {
    time.now += 4 * MINUTE_MS;
    await newHeads(OTHERS);
    const server = await start();
    await server.step();
    expect(await refused(server)).toEqual(ETHEREUM);
    await pass(STEP_MS, CHAIN_IDS, server);
    expect(await refused(server)).toEqual([]);
    await pass(2 * MINUTE_MS, CHAIN_IDS, server);
    expect(await alarms(server)).toEqual([]);
  });

  test('a start on a chain that has stood still for as long as the clock is behind offers nothing on it', async () => {
    time.now += 10 * MINUTE_MS;
    await newHeads(OTHERS);
    time.error = -10 * MINUTE_MS;
    const server = await start();
    await server.step();
    expect(await refused(server)).toEqual(ETHEREUM);
    await pass(STEP_MS, CHAIN_IDS, server);
    await server.step();
    expect(await refused(server)).toEqual([]);
  });

  test('a start at which all chains stand still, one of them for longer, offers nothing on that one once the others move', async () => {
    time.now += 90_000;
    await newHeads(OTHERS);
    time.now += 6 * MINUTE_MS;
    const server = await start();
    await server.step();
    await pass(STEP_MS, OTHERS, server);
    expect(await refused(server)).toEqual(ETHEREUM);
  });

  test('a process that slept while all chains came to stand still, one of them a minute or two before the others, offers nothing', async () => {
    const server = await start();
    await pass(MINUTE_MS, CHAIN_IDS, server);
    time.now += 30_000;
    await newHeads([1]);
    time.now += 100_000;
    await newHeads(OTHERS);
    time.now += 10 * MINUTE_MS;
    await server.step();
    expect(await refused(server)).toHaveLength(ETHEREUM.length + 3 * OTHERS.length);
  });

  test.each([
    ['ahead of', HOUR_MS],
    ['behind', -HOUR_MS],
  ])(
    'a server whose clock is an hour %s the chains sells from the start, and one alarm says so until it is set',
    { tags: 'long' },
    async (direction, error) => {
      time.error = error;
      const server = await start();
      await server.step();
      expect(await refused(server)).toEqual([]);
      await pass(5 * MINUTE_MS, CHAIN_IDS, server);
      expect([await refused(server), await ready(server)]).toEqual([[], ['ready']]);
      expect(await alarms(server)).toEqual(['clock host-one']);
      const alarm = await server.stack.context.db.selectFrom('alarms').select('detail').executeTakeFirst();
      expect(alarm?.detail).toBe(`the clock of host-one is 60 minutes ${direction} all chains`);
      time.error = 0;
      await pass(MINUTE_MS, CHAIN_IDS, server);
      expect([await refused(server), await alarms(server)]).toEqual([[], ['clock host-one ×']]);
    },
  );

  /** Every value of the database, as "table.column value", that is a time `days` from now, give or take fifty. */
  async function timesAround({ stack: { context } }: Instance, days: number): Promise<readonly string[]> {
    const around = (ms: number) => Math.abs(ms - time.now - days * DAY_MS) < 50 * DAY_MS;
    const isThen = (value: unknown) =>
      typeof value === 'bigint'
        ? around(Number(value)) || around(Number(value) * 1000)
        : [...String(value).matchAll(/\d{4}-\d\d-\d\d/g)].some(([day]) => around(Date.parse(day)));
    const tables = await sql<{ name: string }>`select name from sqlite_master where type = 'table'`.execute(context.db);
    const found: string[] = [];
    for (const { name } of tables.rows) {
      const { rows } = await sql<Record<string, unknown>>`select * from ${sql.table(name)}`.execute(context.db);
      for (const row of rows)
        for (const [column, value] of Object.entries(row)) if (isThen(value)) found.push(`${name}.${column} ${value}`);
    }
    return found;
  }

  /** Each error of the clock with each case; in a slice each once. */
  const OFF_BY = [400, -400];
  const offBy = <Case>(cases: readonly Case[]) =>
    IS_FULL
      ? OFF_BY.flatMap((days) => cases.map((each) => ({ days, each })))
      : OFF_BY.map((days, index) => ({ days, each: cases[index] as Case }));

  test.each(offBy([true, false]))(
    'nothing for good comes of a clock $days days off, which it is from the start: $each; what is paid is credited [S27]',
    async ({ days, each: fromStart }) => {
      if (fromStart) time.error = days * DAY_MS;
      const server = await start('one', 1, true);
      const { app, context } = server.stack;
      if (!fromStart) await pass(MINUTE_MS, CHAIN_IDS, server);
      // Dates that a later clock would have let pass: the end of a phase, of a session, of a posted hash.
      await context.db
        .updateTable('sale_state')
        .set({ phase_ends_at: BigInt(time.now + 3 * DAY_MS) })
        .execute();
      const connected = await app.inject({
        method: 'POST',
        url: '/api/wallet/connect',
        payload: { walletAddress: newWallet(), connectionMethod: 'metamask' },
      });
      const hash = `0x${'5e'.repeat(32)}`;
      await server.stack.post(newWallet(), hash);
      time.error = days * DAY_MS;
      const wallet = newWallet();
      await payToken(chains.client(137), wallet, tokenAddress(137, 'USDC'), 26_000_000n);
      await chains.mine(137, 6);
      await pass(5 * MINUTE_MS, CHAIN_IDS, server);
      expect((await server.stack.balance(wallet)).availableToStake).toBe('2000');
      const pricing = presalePricingResponseSchema.parse((await app.inject('/api/presale/pricing')).json());
      expect(Math.abs(Date.parse(pricing.serverTime) - time.now)).toBeLessThan(2 * MINUTE_MS);
      expect([pricing.phase, pricing.windowNumber]).toEqual([1, 1]);
      expect(await alarms(server)).toEqual(['clock host-one']);
      time.error = 0;
      await pass(2 * MINUTE_MS, CHAIN_IDS, server);
      expect(await alarms(server)).toEqual(['clock host-one ×']);
      expect(await timesAround(server, days)).toEqual([]);
      const kept = async (table: 'sessions' | 'submissions') =>
        (await context.db.selectFrom(table).select(context.db.fn.countAll().as('rows')).execute())[0];
      expect(connected.statusCode).toBe(200);
      expect([await kept('sessions'), await kept('submissions')]).toEqual([{ rows: 1n }, { rows: 1n }]);
      const submission = await context.db.selectFrom('submissions').select('status').executeTakeFirst();
      expect(submission?.status).toBe('processing');
    },
  );

  /** Everything that a clock dates for good, in words; but not the end of `day`, which may come meanwhile. */
  async function dated({ stack: { context, app } }: Instance, day: string): Promise<readonly string[]> {
    await app.inject('/api/presale/pricing');
    const heads = await context.db
      .selectFrom('record_heads')
      .select(['kind', 'number', 'at'])
      .orderBy('kind')
      .execute();
    const roots = await context.db.selectFrom('record_roots').select(['kind', 'day']).where('day', '<>', day).execute();
    const sale = await context.db.selectFrom('sale_state').select('window_number').executeTakeFirstOrThrow();
    const sessions = await context.db.selectFrom('sessions').select('created_at').execute();
    const read = await context.db.selectFrom('staff_audit').select(['action', 'at']).execute();
    const codes = await context.db
      .selectFrom('participants')
      .select(['wallet', 'created_at'])
      .where('referral_code', 'is not', null)
      .execute();
    const said = (rows: readonly object[]) => rows.map((row) => Object.values(row).join(' '));
    return [heads, roots, [sale], sessions, read, codes].flatMap(said);
  }

  test.each(offBy<readonly ChainId[]>([[], [137]]))(
    'a start with a clock $days days off dates nothing for good while only the chains $each tell the time, and makes up for it when two do [S27]',
    { tags: 'long' },
    async ({ days, each: readable }) => {
      const today = new Date(time.now).toISOString().slice(0, 10);
      const first = await start('one', 1, true);
      const connect = { walletAddress: newWallet(), connectionMethod: 'metamask' };
      const { app } = first.stack;
      const connected = await app.inject({ method: 'POST', url: '/api/wallet/connect', payload: connect });
      const ada = await newStaffMember({ ...first.stack, clock: time }, 'ada', 'manager');
      const buyer = newWallet();
      const hash = await payToken(chains.client(137), buyer, tokenAddress(137, 'USDC'), 26_000_000n);
      await chains.mine(137, 6);
      await pass(MINUTE_MS, CHAIN_IDS, first);
      expect((await first.stack.post(buyer, hash, { chainId: 137 })).status).toBe('credited');
      await first.stack.context.alarms.raise('contract-mismatch', '137/USDC', 'once');
      const before = await dated(first, today);
      await end(first);
      const { head } = ChainSources.prototype;
      const down = vi.spyOn(ChainSources.prototype, 'head').mockImplementation(async function (this: ChainSources) {
        if (!readable.includes(this.chainId)) throw new ChainUnavailableError('down');
        return head.call(this);
      });
      time.error = days * DAY_MS;
      const server = await start('two', 1, true);
      // What visitors and staff ask for meanwhile, one of them about a payment whose block has left its chain.
      await chains.reorg(137, 8);
      await server.stack.post(buyer, hash, { chainId: 137 });
      const [{ name = '', value = '' } = {}] = connected.cookies;
      const cookie = `${name}=${value}`;
      await server.stack.app.inject({ url: '/api/airdrop/referral-code', headers: { cookie } });
      const desk = { url: `/staff/wallet?wallet=${buyer}`, headers: { cookie: ada.cookie, host: 'localhost:4321' } };
      await server.stack.app.inject(desk);
      const wallet = newWallet();
      await payToken(chains.client(137), wallet, tokenAddress(137, 'USDC'), 26_000_000n);
      await chains.mine(137, 6);
      await pass(3 * MINUTE_MS, CHAIN_IDS, server);
      expect(await dated(server, today)).toEqual(before);
      const status = async () => (await server.stack.app.inject('/api/presale/pricing')).json().saleStatus;
      expect(await status()).toBe('paused');
      const again = await server.stack.app.inject({ method: 'POST', url: '/api/wallet/connect', payload: connect });
      expect([again.statusCode, again.json().code]).toEqual([503, 'chain_unavailable']);
      down.mockRestore();
      await pass(3 * MINUTE_MS, CHAIN_IDS, server);
      expect((await server.stack.balance(wallet)).availableToStake).toBe('2000');
      expect(await status()).toBe('open');
      expect(await timesAround(server, days)).toEqual([]);
      expect((await dated(server, today)).length).toBe(before.length);
    },
  );

  test('a clock that is set wrong and right again stops nothing, and does not make a stopped chain move', {
    tags: 'long',
  }, async () => {
    const server = await start();
    await pass(MINUTE_MS, CHAIN_IDS, server);
    for (const error of [HOUR_MS, -HOUR_MS, 0]) {
      time.error = error;
      await pass(STEP_MS, CHAIN_IDS, server);
      expect([error, await refused(server)]).toEqual([error, []]);
      await pass(2 * MINUTE_MS, CHAIN_IDS, server);
    }
    expect(await alarms(server)).toEqual(['clock host-one ×']);
    await pass(2 * MINUTE_MS, OTHERS, server);
    time.error = -HOUR_MS;
    await pass(MINUTE_MS, OTHERS, server);
    expect(await refused(server)).toEqual(ETHEREUM);
  });

  test('a source that runs ahead alone is no movement, two of three are, and so is a reorg', {
    tags: 'long',
  }, async () => {
    const server = await start('one', 3);
    const { sources } = chainOf(server.stack.context, 1);
    await pass(MINUTE_MS, CHAIN_IDS, server);
    const frozen = await Promise.all(sources.slice(0, 2).map(freezeSource));
    await pass(STALL_AFTER_MS, CHAIN_IDS, server);
    expect(await refused(server)).toEqual(ETHEREUM);
    frozen[0]?.thaw();
    await pass(STEP_MS, CHAIN_IDS, server);
    expect(await refused(server)).toEqual([]);
    frozen[1]?.thaw();
    await pass(2 * MINUTE_MS, OTHERS, server);
    await chains.reorg(1, 3);
    await pass(2 * MINUTE_MS, OTHERS, server);
    expect(await refused(server)).toEqual([]);
  });

  test('a source that makes up blocks ahead of all others, of which one is late, stops no chain (S6)', {
    tags: 'long',
  }, async () => {
    const server = await start('one', 3);
    const [liar, late] = chainOf(server.stack.context, 1).sources as [Source, Source];
    await pass(MINUTE_MS, CHAIN_IDS, server);
    const lie = liar.request.bind(liar);
    vi.spyOn(liar, 'request').mockImplementation(async (call) => {
      if (call.method === 'eth_blockNumber') return '0xffffff';
      const answer = await lie(call);
      return call.method === 'eth_getBlockByNumber' ? { ...(answer as object), hash: `0x${'1'.repeat(64)}` } : answer;
    });
    const ask = late.request.bind(late);
    vi.spyOn(late, 'request').mockImplementation(async (call) => {
      const head = BigInt((await ask({ method: 'eth_blockNumber', params: [] })) as string);
      if (call.method === 'eth_blockNumber') return `0x${(head - 1n).toString(16)}`;
      return call.method === 'eth_getBlockByNumber' && call.params[0] === `0x${head.toString(16)}` ? null : ask(call);
    });
    await pass(STALL_AFTER_MS, CHAIN_IDS, server);
    expect(await refused(server)).toEqual([]);
  });

  test('an unreadable chain raises one alarm after three minutes, until it can be read', { tags: 'long' }, async () => {
    const server = await start();
    await pass(MINUTE_MS, CHAIN_IDS, server);
    const down = vi
      .spyOn(chainOf(server.stack.context, 1), 'head')
      .mockRejectedValue(new ChainUnavailableError('down'));
    await pass(2 * MINUTE_MS, CHAIN_IDS, server);
    expect(await alarms(server)).toEqual([]);
    await pass(4 * MINUTE_MS, CHAIN_IDS, server);
    expect(await ready(server)).toEqual(['degraded', 1]);
    expect(await alarms(server)).toEqual(['chain-unreachable 1']);
    down.mockRestore();
    await pass(STEP_MS, CHAIN_IDS, server);
    expect([await refused(server), await alarms(server)]).toEqual([[], ['chain-unreachable 1 ×']]);
  });

  test('a price feed without a good price for three minutes raises one alarm; stablecoins continue', {
    tags: 'long',
  }, async () => {
    const server = await start();
    await pass(MINUTE_MS, CHAIN_IDS, server);
    const feed = await manualRounds(chains.client(1), 1);
    const at = (await chains.client(1).getBlock()).timestamp;
    await feed.push(2_000n * 10n ** 8n, at);
    await feed.push(4_000n * 10n ** 8n, at);
    await pass(5 * MINUTE_MS, CHAIN_IDS, server);
    const [rung, coin] = [await alarms(server), await refused(server)];
    await feed.end();
    expect([rung, coin]).toEqual([['price-feed-late 1'], ['1 ETH price-stale']]);
    await pass(STEP_MS, CHAIN_IDS, server);
    expect([await refused(server), await alarms(server)]).toEqual([[], ['price-feed-late 1 ×']]);
  });
});

test.each([
  ['a minute apart tell for how long', MINUTE_MS, CHAIN_IDS.map((chainId) => `chain-unreachable ${chainId}`)],
  ['longer apart do not tell whether', MINUTE_MS + 1, []],
] as const)('looks %s chains that never showed a block or a price have been unreadable', async (_, apart, rung) => {
  const { context, clock, close } = await openHttpApp();
  const health = watchHealth(context, 'one', 'host-one');
  await health.pass();
  for (let look = 0; look < 3; look += 1) {
    const open = await context.db.selectFrom('alarms').selectAll().execute();
    expect(open).toEqual([]);
    clock.now += apart;
    await health.pass();
  }
  const alarms = await context.db.selectFrom('alarms').select(['kind', 'subject']).orderBy('id').execute();
  expect(alarms.map(({ kind, subject }) => `${kind} ${subject}`)).toEqual(rung);
  await close();
});
