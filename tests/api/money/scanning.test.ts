import { beforeEach, describe, expect, test } from 'vitest';
import type { RpcReader } from '#src/chain/rpc-reader.ts';
import { QUEUES } from '#src/server/money/payments/verify/worth.ts';
import { scanChain } from '#src/server/money/payments/watch/scan-chain.ts';
import { syncCandidates } from '#src/server/money/payments/watch/sync-candidates.ts';
import { ChainSources, type Head } from '#src/server/platform/chains/chain-sources.ts';
import type { AppContext } from '#src/server/platform/context/app-context.ts';
import { emptyChain, openHttpApp } from '#tests/support/http-app.ts';
import { anewForEach } from '#tests/support/opened.ts';

const HEAD: Head = { number: 100n, finalized: 36n };
const MINUTE = 60_000;
const DAY = 86_400_000;
/** The stub chain's hash of a block is its number. */
const hashOf = (number: bigint | number) => `0x${number.toString(16).padStart(64, '0')}`;
const always = async () => true;

const http = anewForEach(openHttpApp);

/** The app's context with these sources of Ethereum, all of which have to agree. */
function withSources(...sources: readonly RpcReader[]): AppContext {
  const env = http.context.env.chains.find(({ chainId }) => chainId === 1);
  if (env === undefined) throw new Error('Ethereum is not configured');
  const chain = new ChainSources({ ...env, quorum: sources.length }, sources);
  return { ...http.context, chains: new Map([[1, chain]]) };
}

/** An empty chain whose full blocks another function may change. */
function chainOf(change: (number: number, block: object) => object): RpcReader {
  const empty = emptyChain(1);
  return {
    request: async (call) => {
      const answer = await empty.request(call);
      const isFull = call.method === 'eth_getBlockByNumber' && call.params[1] === true;
      return isFull ? change(Number(call.params[0]), answer as object) : answer;
    },
  };
}

async function cursor() {
  const row = await http.context.db.selectFrom('chain_cursors').selectAll().executeTakeFirst();
  return row === undefined ? null : [row.block_number, row.block_hash];
}

async function storeCursor(number: bigint, hash: string, finalized: bigint): Promise<void> {
  const row = { chain_id: 1n, block_number: number, block_hash: hash, head: number, finalized, updated_at: 0n };
  await http.context.db.insertInto('chain_cursors').values(row).execute();
}

describe('blocks', () => {
  test('that a source does not answer at once are requested in halves, and in more again once it does', async () => {
    const requests: number[][] = [];
    let together: number[] | undefined;
    const source = chainOf((_, block) => block);
    const weak: RpcReader = {
      request: async (call) => {
        if (call.method !== 'eth_getBlockByNumber' || call.params[1] !== true) return source.request(call);
        if (together === undefined) {
          together = [];
          requests.push(together);
          queueMicrotask(() => {
            together = undefined;
          });
        }
        together.push(Number(call.params[0]));
        if (requests.length <= 2) throw new Error('the answer is too large');
        return source.request(call);
      },
    };
    await storeCursor(10n, hashOf(10), 0n);
    await scanChain(withSources(weak), 1, HEAD, always);
    expect(requests.map((numbers) => [numbers[0], numbers.length])).toEqual([
      [11, 20],
      [11, 10],
      [11, 5],
      [16, 10],
      [26, 20],
      [46, 40],
      [86, 15],
    ]);
    expect(await cursor()).toEqual([100n, hashOf(100)]);
  });

  test('are read up to the first about which the sources disagree', async () => {
    const forked = chainOf((number, block) => (number < 12 ? block : { ...block, hash: hashOf(number + 1_000) }));
    await storeCursor(1n, hashOf(1), 0n);
    await scanChain(withSources(emptyChain(1), forked), 1, HEAD, always);
    expect(await cursor()).toEqual([11n, hashOf(11)]);
  });

  test('are read up to the first that does not follow the one before', async () => {
    const rewritten = chainOf((number, block) => (number === 12 ? { ...block, parentHash: hashOf(1_011) } : block));
    await storeCursor(1n, hashOf(1), 0n);
    let turns = 0;
    await scanChain(withSources(rewritten), 1, HEAD, async () => {
      turns += 1;
      return turns === 1;
    });
    expect(await cursor()).toEqual([11n, hashOf(11)]);
  });

  test.each([
    ['however far the chain has grown since', 90n, 1_000n, 26n],
    ['or before the head, if that is lower', 90n, 70n, 6n],
  ])('are read again from 64 before one that left the chain, %s', async (_, left, head, from) => {
    const numbers: number[] = [];
    const source = chainOf((number, block) => {
      numbers.push(number);
      return block;
    });
    await storeCursor(left, hashOf(9_999), 0n);
    await scanChain(withSources(source), 1, { number: head, finalized: 0n }, always);
    expect(Math.min(...numbers)).toBe(Number(from));
    expect(await cursor()).toEqual([head, hashOf(head)]);
  });
});

test('a chain that was never read is read from its own first block of the sale', async () => {
  const numbers: number[] = [];
  const source = chainOf((number, block) => {
    numbers.push(number);
    return block;
  });
  const context = withSources(source);
  const chains = context.env.chains.map((chain, position) => ({ ...chain, startBlock: 50n + BigInt(position) }));
  const first = chains.find(({ chainId }) => chainId === 1)?.startBlock;
  await scanChain({ ...context, env: { ...context.env, chains: chains.toReversed() } }, 1, HEAD, always);
  expect([Math.min(...numbers), await cursor()]).toEqual([Number(first), [100n, hashOf(100)]]);
});

describe('a transaction that a block of the chain names and no source shows', () => {
  const hash = hashOf(0xabc);
  const look = () => syncCandidates(http.context, 1, HEAD, always);
  const waiting = () =>
    http.context.db
      .selectFrom('sightings')
      .select(['tries', 'next_check_at'])
      .where('transaction_hash', '=', hash)
      .executeTakeFirst();
  const alarms = async () => {
    const rows = await http.context.db.selectFrom('alarms').select(['kind', 'subject', 'detail']).execute();
    return rows.map(({ kind, subject, detail }) => `${kind} ${subject}: ${detail}`);
  };
  beforeEach(async () => {
    const at = BigInt(http.clock.now);
    const seen = { block_number: 5n, block_hash: hashOf(5), first_seen_at: at, tries: 0n, next_check_at: at };
    const row = { chain_id: 1n, transaction_hash: hash, ...seen, queue: QUEUES[0] };
    await http.context.db.insertInto('sightings').values(row).execute();
  });

  test('is looked for again for a day, at least once a minute, with an alarm after ten minutes', {
    tags: 'long',
  }, async () => {
    const seenAt = http.clock.now;
    let alarmAt: number | undefined;
    for (let row = await waiting(); row !== undefined; row = await waiting()) {
      const wait = Number(row.next_check_at) - http.clock.now;
      expect(wait).toBeLessThanOrEqual(MINUTE);
      http.clock.now += wait;
      await look();
      if (alarmAt === undefined && (await alarms()).length > 0) alarmAt = http.clock.now;
    }
    const after = { alarm: (alarmAt ?? 0) - seenAt, end: http.clock.now - seenAt };
    expect(after.alarm).toBeGreaterThan(10 * MINUTE);
    expect(after.alarm).toBeLessThanOrEqual(11 * MINUTE);
    expect(after.end).toBeGreaterThan(DAY);
    expect(after.end).toBeLessThanOrEqual(DAY + 2 * MINUTE);
    expect(await alarms()).toEqual([
      `unreadable-transaction 1: ${hash}: named by a block, but without a receipt by quorum`,
    ]);
  });

  test.each([
    ['kept while the sources show no block there', null, { tries: 1n }],
    ['dropped once another block has the place of its own', { hash: hashOf(6) }, undefined],
  ])('is %s, however final (S6)', async (_, block, expected) => {
    const empty = emptyChain(1);
    const source: RpcReader = {
      request: async (call) =>
        call.method === 'eth_getBlockByNumber' && BigInt(call.params[0] as string) === 5n ? block : empty.request(call),
    };
    await syncCandidates(withSources(source), 1, HEAD, always);
    expect(await waiting()).toEqual(expected && expect.objectContaining(expected));
  });

  test.each([-3 * DAY, 3 * DAY])('is neither given up nor an alarm when the clock is set by %d ms', async (change) => {
    await look();
    http.clock.now += change;
    await look();
    expect([await waiting(), await alarms()]).toEqual([expect.objectContaining({ tries: 2n }), []]);
  });
});
