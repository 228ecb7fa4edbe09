import { afterAll, afterEach, beforeAll, expect, onTestFinished } from 'vitest';
import type { LocalClient } from '#src/dev/chains/local-client.ts';
import { type ApiStack, openStack, type StackOptions } from './api-stack.ts';
import { removed, sqlitePlace } from './each-engine.ts';
import { tokenAddress } from './pay.ts';
import type { RpcCall } from './rpc-chaos/forge-answer.ts';
import { type ChaosProxy, startChaosProxy } from './rpc-chaos.ts';
import { createSafe, type TestSafe } from './safe.ts';
import { startTestChains, type TestChains } from './test-chains.ts';

export const CHAIN = 137;
export const USDC = tokenAddress(CHAIN, 'USDC');
/** 130 dollars. */
export const AMOUNT = 130_000_000n;
export const COINS = 1_000n * 10n ** 18n;
export const MINUTE_MS = 60_000;
/** More blocks than a chain needs to make one final. */
export const FINAL = 66;
/** The calls that show whether it is a Safe that paid. */
export const PROOF = ['eth_getStorageAt', 'eth_getCode'];

/** However slow the machine is. */
const PATIENT = { timeout: 200_000 };

/** A server that reads the chain through such sources; it ends with its test. */
export interface Server extends Omit<ApiStack, 'pass'> {
  readonly location: string;
  /** So many passes, each after that time. */
  pass(times?: number, afterMs?: number): Promise<void>;
  /** The same, which may fail. */
  look(times?: number, afterMs?: number): Promise<void>;
  payments(): Promise<{ readonly status: string; readonly reason: string | null }[]>;
  alarms(): Promise<object[]>;
  /** Looks until so many payments are decided (a busy machine needs more looks), and expects that each is credited. */
  expectCredited(count?: number): Promise<void>;
  /** Looks, a minute after each other, until the poster of a hash is told why it is no payment. */
  expectTold(wallet: string, hash: string, reason: string): Promise<void>;
}

type Options = Pick<StackOptions, 'env' | 'elapsed'> & {
  /** The server on whose database and clock this one goes on. */
  readonly earlier?: Server;
};

/** Three sources of a chain for the tests of a file, each of which finds them without a fault. */
export function threeSources(kept: Parameters<typeof startTestChains>[0] = {}) {
  const proxies: ChaosProxy[] = [];
  let chains: TestChains;
  const emptyPlace = removed(sqlitePlace);
  const client = (): LocalClient => chains.client(CHAIN);
  const calm = () => {
    for (const proxy of proxies) Object.assign(proxy, { fault: null, delayMs: 0, change: null });
  };
  /** Has each source refuse by a limit of its rate: `create` makes the rule of one. */
  const refuseBy = (create: () => (call: RpcCall) => boolean) => {
    for (const proxy of proxies) {
      const isRefused = create();
      proxy.change = (call, answer) => {
        const error = { code: -32005, message: 'rate limit exceeded' };
        if (isRefused(call)) Object.assign(answer, { result: undefined, error });
      };
    }
  };
  beforeAll(async () => {
    chains = await startTestChains(kept);
    const upstream = chains.all.find(({ chainId }) => chainId === CHAIN)?.rpcUrl ?? '';
    proxies.push(...(await Promise.all([1, 2, 3].map(() => startChaosProxy(upstream, upstream)))));
  });
  afterEach(calm);
  afterAll(async () => {
    await Promise.all(proxies.map((proxy) => proxy.stop()));
    await chains?.stop();
  });
  return {
    proxies,
    client,
    calm,
    mine: (blocks: number) => chains.mine(CHAIN, blocks),
    /** A server on the first `count` of them, two of which have to agree, from the next block on. */
    open: async (count: number, { earlier, ...more }: Options = {}): Promise<Server> => {
      await client().mine({ blocks: 1 });
      const rpcUrls = proxies.slice(0, count).map(({ url }) => url);
      const startBlock = earlier?.startBlocks[CHAIN] ?? (await client().getBlockNumber()) + 1n;
      const chainEnv = { [CHAIN]: { rpcUrls, quorum: Math.min(2, count), startBlock } };
      const { location } = earlier ?? (await emptyPlace());
      const clock = earlier?.clock ?? { now: Date.now() };
      const stack = await openStack({ chains, location, chainEnv, clock, ...more });
      onTestFinished(() => stack.close());
      return { ...stack, location, ...watched(stack) };
    },
    goDown: () => {
      for (const proxy of proxies) proxy.fault = 'down';
    },
    refuseIf: (isRefused: (call: RpcCall) => boolean) => refuseBy(() => isRefused),
    refuse: (...methods: string[]) => refuseBy(() => (call) => methods.includes(call.method)),
    /** Has each source refuse the first call of each kind; returns the number of refusals so far. */
    refuseOnce: (...kinds: ((call: RpcCall) => boolean)[]) => {
      let refusals = 0;
      refuseBy(() => {
        const left = new Set(kinds);
        return (call) => {
          const kind = [...left].find((isOne) => isOne(call));
          if (kind === undefined) return false;
          refusals += 1;
          return left.delete(kind);
        };
      });
      return () => refusals;
    },
    /** Has each source answer no more than so many calls of a pass. */
    limit: ({ clock }: Server, calls: number) =>
      refuseBy(() => {
        let [pass, left] = [0, 0];
        return () => {
          if (clock.now !== pass) [pass, left] = [clock.now, calls];
          left -= 1;
          return left < 0;
        };
      }),
    /** A Safe with coins. */
    safe: async (): Promise<TestSafe> => {
      const safe = await createSafe(client());
      await client().setBalance({ address: safe.address as `0x${string}`, value: 20n * COINS });
      return safe;
    },
  };
}

function watched(stack: ApiStack) {
  const { db } = stack.context;
  const pass = async (times = 1, afterMs = 0) => {
    for (let count = 0; count < times; count += 1) {
      stack.tick(afterMs);
      await stack.pass([CHAIN]);
    }
  };
  const look = async (times = 1, afterMs = 0) => {
    for (let count = 0; count < times; count += 1) await pass(1, afterMs).catch(() => undefined);
  };
  const payments = () => db.selectFrom('payments').select(['status', 'reason']).execute();
  return {
    pass,
    look,
    payments,
    alarms: () => db.selectFrom('alarms').select(['kind', 'subject', 'detail']).execute(),
    expectCredited: async (count = 1) => {
      const decided = async () => {
        await look();
        return (await payments()).filter(({ status }) => ['credited', 'needs-review'].includes(status)).length;
      };
      await expect.poll(decided, PATIENT).toBe(count);
      expect(await payments()).toEqual(Array(count).fill({ status: 'credited', reason: null }));
    },
    expectTold: async (wallet: string, hash: string, reason: string) => {
      const told = async () => {
        await look(1, MINUTE_MS);
        return (await stack.post(wallet, hash, { chainId: CHAIN })).reason;
      };
      await expect.poll(told, PATIENT).not.toBe(null);
      expect(await told()).toBe(reason);
    },
  };
}
