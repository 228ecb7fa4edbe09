import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { pad, parseEther, ResponseBodyTooLargeError, toHex } from 'viem';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { TRANSFER_TOPIC } from '#src/chain/find-transfers.ts';
import { DEVELOPMENT_PRESALE_ADDRESS } from '#src/config/development-accounts.ts';
import { checkLedger } from '#src/server/money/ledger/check-ledger.ts';
import { ChainSources } from '#src/server/platform/chains/chain-sources.ts';
import { createPauses, openSource } from '#src/server/platform/chains/open-source.ts';
import { checkChainId } from '#src/server/platform/chains/startup-checks.ts';
import type { ChainEnv } from '#src/server/platform/env/env.ts';
import { type ApiStack, openStack } from '#tests/support/api-stack.ts';
import { type OwnPlace, type Place, sizedEngines, sqlitePlace } from '#tests/support/each-engine.ts';
import {
  fund,
  fundedWallet,
  newWallet,
  payCoin,
  payToken,
  submit,
  submitTogether,
  tokenAddress,
  transferData,
} from '#tests/support/pay.ts';
import { payTokenUnnamed } from '#tests/support/pay-many.ts';
import { ENDLESS_FAULTS, RPC_FAULTS, type RpcFault } from '#tests/support/rpc-chaos/rpc-faults.ts';
import { type ChaosProxy, startChaosProxy } from '#tests/support/rpc-chaos.ts';
import { IS_FULL } from '#tests/support/sized.ts';
import { startTestChains, type TestChains } from '#tests/support/test-chains.ts';

let chains: TestChains;
let proxies: ChaosProxy[];
beforeAll(async () => {
  chains = await startTestChains();
  const [one, other] = chains.all.map(({ rpcUrl }) => rpcUrl) as [string, string];
  proxies = await Promise.all([one, one, one].map((url) => startChaosProxy(url, other)));
  // A lagging source needs blocks to lag behind.
  for (const { chainId } of chains.all) await chains.mine(chainId, 30);
});
afterAll(async () => {
  await Promise.all(proxies.map((proxy) => proxy.stop()));
  await chains.stop();
});

sizedEngines('two of three sources', (open) => {
  let place: Place;
  let stack: ApiStack;
  beforeAll(async () => {
    place = await open();
    const rpcUrls = proxies.map(({ url }) => url);
    stack = await openStack({ chains, location: place.location, chainEnv: { 1: { rpcUrls, quorum: 2 } } });
    await stack.pass();
  });
  afterAll(async () => {
    const broken = await checkLedger(stack.context.db);
    await stack.close();
    expect(broken).toEqual([]);
  });
  beforeEach(() => set(null, null, null));

  const set = (...faults: (RpcFault | null)[]) => {
    proxies.forEach((proxy, position) => {
      proxy.fault = faults[position] ?? null;
    });
  };
  const available = async (wallet: string) => (await stack.balance(wallet)).availableToStake;
  /** One ether and 130 USDC by two new wallets, six confirmations deep; nobody posts them. */
  const payments = async () => {
    const [coins, tokens] = [newWallet(), newWallet()];
    const hashes = [
      await payCoin(chains.client(1), coins, parseEther('1')),
      await payToken(chains.client(1), tokens, tokenAddress(1, 'USDC'), 130_000_000n),
    ] as const;
    await chains.mine(1, 6);
    return { coins, tokens, hashes };
  };
  const look = () => stack.pass([1]).catch(() => undefined);

  const quick = RPC_FAULTS.filter((fault) => !ENDLESS_FAULTS.includes(fault));
  /** Every fault of the first source and of the last one; in a slice of either in turn. */
  const single = quick.flatMap((fault, index) =>
    [0, 2].filter((at) => IS_FULL || at === 2 * (index % 2)).map((at) => ({ fault, at })),
  );
  test.each(single)(
    'one of them $fault (source $at): an unposted payment is credited at the right amount',
    { tags: 'long' },
    async ({ fault, at }) => {
      set(...[0, 1, 2].map((source) => (source === at ? fault : null)));
      const { coins, tokens } = await payments();
      await look();
      await look();
      expect([await available(coins), await available(tokens)]).toEqual(['347190', '10000']);
    },
  );

  test.each([
    ['down', 'broken', null, 'both'],
    ['lagging', 'html', null, 'both'],
    ['forged-value', 'other-chain', null, 'coins'],
    ['forged-log', 'down', null, 'tokens'],
    ['down', 'rate-limited', 'forged-value', 'both'],
    ['reset', 'down', 'forged-log', 'both'],
    ['down', 'down', 'down', 'both'],
  ] as (RpcFault | null)[][])(
    '%s, %s, %s: of %s nothing is credited until they recover',
    { tags: 'long' },
    async (...row) => {
      const faults = row.slice(0, 3);
      const attacked = String(row[3]);
      set(...faults);
      const { coins, tokens, hashes } = await payments();
      await look();
      const wallets = [coins, tokens].filter((_, position) => attacked !== ['tokens', 'coins'][position]);
      for (const wallet of wallets) {
        const hash = wallet === coins ? hashes[0] : hashes[1];
        expect(['processing', 'confirming']).toContain((await stack.post(wallet, hash, { chainId: 1 })).status);
      }
      await look();
      for (const wallet of wallets) expect(await available(wallet)).toBe('0');
      set(null, null, null);
      await look();
      await look();
      expect([await available(coins), await available(tokens)]).toEqual(['347190', '10000']);
    },
  );
});

sizedEngines('one source only', (open) => {
  test('that truncates its list of logs keeps no payment waiting: the receipts of the block credit it', {
    tags: 'long',
  }, async () => {
    const place = await open();
    const [proxy] = proxies as [ChaosProxy];
    proxy.fault = null;
    const rpcUrls = [proxy.url];
    const stack = await openStack({ chains, location: place.location, chainEnv: { 1: { rpcUrls, quorum: 1 } } });
    await stack.pass();
    const wallet = newWallet();
    const hash = await payToken(chains.client(1), wallet, tokenAddress(1, 'USDC'), 130_000_000n);
    await stack.pass([1]);
    await chains.mine(1, 6);
    proxy.fault = 'silent-on-payments';
    await stack.pass([1]);
    expect(await stack.post(wallet, hash)).toMatchObject({ status: 'credited', tokensAllocated: '10000' });
    proxy.fault = null;
    await stack.close();
  });
});

describe('a source that never ends its answers', () => {
  const wallet = newWallet();
  const places = new Map<RpcFault, { place: OwnPlace; silent: ChaosProxy; stack: ApiStack; env: ChainEnv }>();
  // Nobody mines while the tests run side by side: a pass reads as many blocks as fit into its share of the time.
  beforeAll(async () => {
    const [, ...others] = proxies;
    await Promise.all(
      ENDLESS_FAULTS.map(async (fault) => {
        const place = await sqlitePlace();
        const silent = await startChaosProxy(chains.all[0]?.rpcUrl ?? '', chains.all[1]?.rpcUrl ?? '');
        const rpcUrls = [silent, ...others].map(({ url }) => url);
        const stack = await openStack({ chains, location: place.location, chainEnv: { 1: { rpcUrls, quorum: 2 } } });
        await stack.pass();
        const env = stack.context.env.chains.find(({ chainId }) => chainId === 1) as ChainEnv;
        places.set(fault, { place, silent, stack, env });
      }),
    );
    await payCoin(chains.client(1), wallet, parseEther('1'));
    await chains.mine(1, 6);
  });
  afterAll(async () => {
    for (const { place, silent, stack } of places.values()) {
      await stack.close();
      await place.drop();
      await silent.stop();
    }
  });

  test.concurrent.each(ENDLESS_FAULTS)(
    'but is %s costs one wait, not one per read, and no start (S22)',
    async (fault) => {
      const { silent, stack, env } = places.get(fault) as NonNullable<ReturnType<typeof places.get>>;
      silent.fault = fault;
      const started = performance.now();
      await Promise.all([checkChainId(new ChainSources(env)), stack.pass([1])]);
      // A source has five seconds; the start has one read of it, the pass more than ten.
      expect(performance.now() - started).toBeLessThan(20_000);
      // Credited while the fault lasts.
      expect(await stack.balance(wallet)).toMatchObject({ availableToStake: '347190' });
    },
  );
});

test('a source with an answer of 62 MB is cut off at one, and then not asked for a while (S26)', async () => {
  const piece = '0'.repeat(1_000_000);
  let [calls, told] = [0, 0];
  const server = createServer((_, response) => {
    calls += 1;
    response.writeHead(200, { 'content-type': 'application/json' });
    // One after the other, so that a slow machine has no 62 MB to make before the first byte.
    const tell = (left: number) => {
      if (left === 0) return void response.end('"}');
      response.write(piece, (error) => {
        if (error != null) return;
        told += 1;
        tell(left - 1);
      });
    };
    response.write('{"jsonrpc":"2.0","id":1,"result":"0x');
    tell(62);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const source = openSource(`http://127.0.0.1:${(server.address() as AddressInfo).port}`, createPauses(1));
  const head = { method: 'eth_blockNumber', params: [] };
  await expect(source.request(head)).rejects.toThrow(ResponseBodyTooLargeError);
  await expect(source.request(head)).rejects.toThrow('this source failed a moment ago');
  // Together with others, and alone.
  expect(calls).toBe(2);
  // The rest of what was told lies in the buffers of two connections.
  expect(told).toBeLessThan(62);
  server.closeAllConnections();
  server.close();
  await once(server, 'close');
});

/** A server on all three sources, of which none has a fault yet. */
async function openOnProxies(): Promise<{ place: OwnPlace; stack: ApiStack }> {
  const place = await sqlitePlace();
  const rpcUrls = proxies.map(({ url }) => url);
  for (const proxy of proxies) Object.assign(proxy, { fault: null, change: null });
  const stack = await openStack({ chains, location: place.location, chainEnv: { 1: { rpcUrls, quorum: 2 } } });
  await stack.pass();
  return { place, stack };
}

describe('one of three sources that invents payments in every block', { tags: 'long' }, () => {
  let place: OwnPlace;
  let stack: ApiStack;
  let invented = 0;
  const lie: ChaosProxy['change'] = ({ method, params: [filter] }, answer) => {
    if (method !== 'eth_getLogs') return;
    const { blockHash } = filter as { blockHash: string };
    const lies = Array.from({ length: 400 }, (_, index) => ({
      ...{ address: tokenAddress(1, 'USDC'), blockHash, data: toHex(130_000_000n, { size: 32 }) },
      transactionHash: toHex(invented + index, { size: 32 }),
      topics: [TRANSFER_TOPIC, pad('0x11', { size: 32 }), pad(DEVELOPMENT_PRESALE_ADDRESS, { size: 32 })],
    }));
    invented += lies.length;
    answer.result = [...lies, ...(answer.result as object[])];
  };
  const pay = () => {
    const wallet = newWallet();
    return payToken(chains.client(1), wallet, tokenAddress(1, 'USDC'), 130_000_000n).then((hash) => ({ wallet, hash }));
  };
  const waiting = () => stack.context.db.selectFrom('sightings').select(['transaction_hash', 'queue']).execute();
  beforeAll(async () => {
    ({ place, stack } = await openOnProxies());
  });
  afterAll(async () => {
    for (const proxy of proxies) proxy.change = null;
    await stack.close();
    await place.drop();
  });

  test('does not delay a real one (S6)', async () => {
    const [liar] = proxies as [ChaosProxy];
    liar.change = lie;
    await chains.mine(1, 20);
    await stack.pass([1]);
    const { wallet } = await pay();
    await chains.mine(1, 6);
    await stack.pass([1]);
    await stack.pass([1]);
    liar.change = null;
    expect(invented).toBeGreaterThan(8_000);
    expect(await stack.balance(wallet)).toMatchObject({ availableToStake: '10000' });
  });

  test('fills no table: few of them wait, and one alarm counts the rest (S6)', async () => {
    expect((await waiting()).length).toBeLessThanOrEqual(200);
    const alarms = await stack.context.db
      .selectFrom('alarms')
      .select(['subject', 'times'])
      .where('kind', '=', 'lone-source')
      .execute();
    expect(alarms.map(({ subject }) => subject)).toEqual(['1/1']);
    expect(Number(alarms[0]?.times)).toBeGreaterThan(7_800);
  });

  test('hides none that only another source names, nor puts back one that waits already (S6)', async () => {
    const [liar, silent] = proxies as [ChaosProxy, ChaosProxy];
    liar.change = lie;
    silent.change = ({ method }, answer) => {
      if (method === 'eth_getLogs') answer.result = [];
    };
    const unread = toHex(invented, { size: 32 });
    const seen = { block_number: 1n, block_hash: unread, first_seen_at: 1n, tries: 5n, queue: 0n };
    await stack.context.db
      .insertInto('sightings')
      .values({ chain_id: 1n, transaction_hash: unread, ...seen, next_check_at: BigInt(stack.clock.now + 60_000) })
      .execute();
    const wallet = newWallet();
    const hash = await payTokenUnnamed(chains.client(1), wallet, tokenAddress(1, 'USDC'), 130_000_000n);
    await chains.mine(1, 6);
    await stack.pass([1]);
    const row = stack.context.db.selectFrom('sightings').selectAll().where('transaction_hash', '=', unread);
    expect(await row.executeTakeFirst()).toMatchObject({ block_number: 1n, tries: 5n, queue: 0n });
    liar.change = null;
    silent.change = null;
    await stack.pass([1]);
    await stack.pass([1]);
    expect(await stack.balance(wallet)).toMatchObject({ availableToStake: '10000' });
    expect((await waiting()).map((row) => row.transaction_hash)).not.toContain(hash);
  });

  test('or names what is no hash, a megabyte long, has nothing of it stored (S6)', async () => {
    const [liar] = proxies as [ChaosProxy];
    await stack.context.db.deleteFrom('sightings').execute();
    liar.change = ({ method }, answer) => {
      if (method === 'eth_getLogs')
        for (const log of answer.result as { transactionHash: string }[]) log.transactionHash = 'a'.repeat(1_000_000);
    };
    const { wallet } = await pay();
    await chains.mine(1, 6);
    await stack.pass([1]);
    expect(await waiting()).toHaveLength(0);
    liar.change = null;
    await stack.pass([1]);
    expect(await stack.balance(wallet)).toMatchObject({ availableToStake: '10000' });
  });

  test('or tells a block by thousands of slow answers, the scan goes on without it, and asks it no more (S24)', async () => {
    const liar = proxies[2] as ChaosProxy;
    await chains.mine(1, 1);
    await stack.pass([1]);
    const cursor = stack.context.db.selectFrom('chain_cursors').select('block_number').where('chain_id', '=', 1n);
    const before = await cursor.executeTakeFirstOrThrow();
    let [newest, asked] = ['', 0];
    liar.delayMs = 200;
    liar.change = ({ method, params }, answer) => {
      const block = answer.result as { hash: string; transactions: unknown[] };
      if (method === 'eth_getTransactionByHash') {
        asked += 1;
        answer.result = { blockHash: newest, to: null };
      }
      if (method !== 'eth_getBlockByNumber' || params[0] === 'finalized') return;
      if (params[1] === true) answer.result = 'too large';
      newest = block.hash;
      block.transactions = Array(10_000).fill(toHex(1, { size: 32 }));
    };
    await chains.mine(1, 1);
    await stack.pass([1]);
    liar.delayMs = 0;
    const then = asked;
    expect(then).toBeGreaterThan(0);
    await stack.pass([1]);
    liar.change = null;
    // Those that were on their way, and what a reading asks before it learns of its end.
    expect(asked - then).toBeLessThanOrEqual(40);
    expect((await cursor.executeTakeFirstOrThrow()).block_number).toBe(before.block_number + 1n);
  });
});

describe('one of three that tells what it likes while another one is behind', () => {
  let place: OwnPlace;
  let stack: ApiStack;
  beforeAll(async () => {
    ({ place, stack } = await openOnProxies());
  });
  afterEach(() => {
    for (const proxy of proxies) proxy.change = null;
  });
  afterAll(async () => {
    await stack.close();
    await place.drop();
  });

  const behind = () => proxies[1] as ChaosProxy;
  const liar = () => proxies[2] as ChaosProxy;
  /** The second source has no block after this one yet, nor what is only in the mempool. */
  const endAt = (height: bigint) => {
    behind().change = ({ method, params }, answer) => {
      const told = answer.result as { readonly number?: string; readonly blockNumber?: string } | null;
      const number = told?.blockNumber ?? told?.number;
      if (method === 'eth_blockNumber') answer.result = toHex(height);
      if (method === 'eth_getTransactionCount' && params[1] === 'latest') answer.result = '0x0';
      if (typeof number === 'string' && BigInt(number) > height) answer.result = null;
    };
  };
  /** The third one tells the scan everything, and then has neither this transaction nor its block. */
  const hide = (hash: string, number: bigint, head = '0xffffff') => {
    liar().change = ({ method, params }, answer) => {
      if (method === 'eth_blockNumber') answer.result = head;
      const isBlock = method === 'eth_getBlockByNumber' && params[0] === toHex(number) && params[1] === false;
      if (isBlock || params[0] === hash) answer.result = null;
    };
  };
  const pay = async () => {
    const wallet = newWallet();
    const hash = await payToken(chains.client(1), wallet, tokenAddress(1, 'USDC'), 130_000_000n);
    const { blockNumber: number } = await chains.client(1).getTransactionReceipt({ hash });
    return { wallet, hash, number };
  };
  const available = async (wallet: string) => (await stack.balance(wallet)).availableToStake;

  test('loses no payment that nobody posted (S6)', async () => {
    const { wallet, hash, number } = await pay();
    endAt(number - 1n);
    hide(hash, number);
    await stack.pass([1]).catch(() => undefined);
    behind().change = null;
    liar().change = null;
    await chains.mine(1, 6);
    await stack.pass([1]);
    await stack.pass([1]);
    expect(await available(wallet)).toBe('10000');
  });

  test('takes no credit back (S6)', async () => {
    const { wallet, hash, number } = await pay();
    await chains.mine(1, 6);
    await stack.pass([1]);
    expect(await available(wallet)).toBe('10000');
    endAt(number - 1n);
    hide(hash, number);
    await stack.pass([1]).catch(() => undefined);
    expect(await available(wallet)).toBe('10000');
  });

  test('has the scan read no block again (S6)', { tags: 'long' }, async () => {
    await chains.mine(1, 70);
    await stack.pass([1]);
    const number = await chains.client(1).getBlockNumber();
    endAt(number - 1n);
    hide('', number);
    let read = 0;
    (proxies[0] as ChaosProxy).change = ({ method, params }) => {
      if (method === 'eth_getBlockByNumber' && params[1] === true) read += 1;
    };
    await stack.pass([1]);
    expect(read).toBe(0);
  });

  test('has no payment told as cancelled that is in a block (S6)', { tags: 'long' }, async () => {
    const client = chains.client(1);
    const wallet = await fundedWallet(client);
    await client.setAutomine(false);
    const hash = await submit(client, { from: wallet, to: DEVELOPMENT_PRESALE_ADDRESS, value: parseEther('1') });
    await stack.pass([1]);
    expect((await stack.post(wallet, hash)).status).toBe('processing');
    const before = await client.getBlockNumber();
    await client.mine({ blocks: 1 });
    await client.setAutomine(true);
    endAt(before);
    hide(hash, before + 1n, toHex(before));
    await stack.pass([1]).catch(() => undefined);
    expect((await stack.post(wallet, hash)).status).toBe('processing');
    behind().change = null;
    liar().change = null;
    await chains.mine(1, 6);
    await stack.pass([1]);
    expect(await available(wallet)).toBe('347190');
  });
});

describe('one of three that refuses', () => {
  let place: OwnPlace;
  let stack: ApiStack;
  beforeAll(async () => {
    ({ place, stack } = await openOnProxies());
  });
  afterEach(async () => {
    for (const proxy of proxies) proxy.change = null;
    await stack.pass([1]);
  });
  afterAll(async () => {
    await stack.close();
    await place.drop();
  });

  type Change = NonNullable<ChaosProxy['change']>;
  const forBlocks =
    (tell: (block: { number: string; parentHash: string }) => object | null): Change =>
    ({ method, params }, answer) => {
      const isByNumber = method === 'eth_getBlockByNumber' && String(params[0]).startsWith('0x');
      if (isByNumber && answer.result !== null) answer.result = tell(answer.result as never);
    };
  const standStill = (at: bigint) => {
    const blocks = forBlocks((block) => (BigInt(block.number) > at ? null : block));
    return ((call, answer) => {
      if (call.method === 'eth_blockNumber') answer.result = toHex(at);
      blocks(call, answer);
    }) satisfies Change;
  };
  const withParent = (parentHash: string) => () => forBlocks((block) => ({ ...block, parentHash }));
  const logs = (most: number) => (method: string, result: unknown) =>
    method === 'eth_getLogs' && (result as object[]).length > most;
  const bodies = (_: string, result: unknown) => {
    const all = (result as { transactions?: readonly unknown[] } | null)?.transactions ?? [];
    return all.length > 25 && typeof all[0] === 'object';
  };

  test.each([
    ['all lists of logs, and one that stands still', logs(-1), standStill],
    ['over 20 logs, and one that tells another parent of each block', logs(20), withParent(toHex(1, { size: 32 }))],
    ['full blocks of over 25 transactions, and one that tells no parents', bodies, withParent('0x')],
  ])('%s, stop no scan: an unposted payment is credited (S24)', async (_, isRefused, third) => {
    const client = chains.client(1);
    const [limited, , other] = proxies as [ChaosProxy, ChaosProxy, ChaosProxy];
    limited.change = ({ method }, answer) => {
      if (!isRefused(method, answer.result)) return;
      delete answer.result;
      Object.assign(answer, { error: { code: -32005, message: 'limit exceeded' } });
    };
    other.change = third(await client.getBlockNumber());
    const [wallet, crowd, token] = [newWallet(), newWallet(), tokenAddress(1, 'USDC')];
    await fund(client, wallet, [[token, 130_000_000n]]);
    await fund(client, crowd, [[token, 30n]]);
    const dust = Array.from({ length: 30 }, () => ({ from: crowd, to: token, data: transferData(1n), gas: 100_000n }));
    await submitTogether(client, [...dust, { from: wallet, to: token, data: transferData(130_000_000n) }]);
    await chains.mine(1, 6);
    let credited = '0';
    for (let pass = 1; pass <= 8 && credited === '0'; pass += 1) {
      await stack.pass([1]);
      await chains.mine(1, 2);
      credited = (await stack.balance(wallet)).availableToStake;
    }
    expect(credited).toBe('10000');
  });
});

test('a list of a million empty objects is refused before it blocks the server, and its source is paused (S26)', async () => {
  const [crowded] = proxies as [ChaosProxy];
  crowded.fault = null;
  const before = crowded.calls;
  crowded.change = (_, answer) => {
    answer.result = Array(1_000_000).fill({});
  };
  const source = openSource(crowded.url, createPauses(1));
  const logs = { method: 'eth_getLogs', params: [{}] };
  await expect(source.request(logs)).rejects.toThrow('more values');
  await expect(source.request(logs)).rejects.toThrow('this source failed a moment ago');
  expect(crowded.calls - before).toBe(1);
  crowded.change = null;
});
