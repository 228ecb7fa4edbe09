import { sql } from 'kysely';
import { encodeFunctionData, erc20Abi } from 'viem';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { DEVELOPMENT_PRESALE_ADDRESS } from '#src/config/development-accounts.ts';
import { call } from '#src/dev/chains/local-client.ts';
import { type ApiStack, openStack } from '#tests/support/api-stack.ts';
import { type OwnPlace, sqlitePlace } from '#tests/support/each-engine.ts';
import {
  fund,
  fundedWallet,
  newWallet,
  payCoin,
  payToken,
  send,
  submitTogether,
  tokenAddress,
  transferData,
} from '#tests/support/pay.ts';
import { payTokenUnnamed } from '#tests/support/pay-many.ts';
import { placeContract } from '#tests/support/place-contract.ts';
import { type ChaosProxy, startChaosProxy } from '#tests/support/rpc-chaos.ts';
import { createSafe } from '#tests/support/safe.ts';
import { startTestChains, type TestChains } from '#tests/support/test-chains.ts';

const CHAIN = 137;
const USDC = tokenAddress(CHAIN, 'USDC');
const USDT = tokenAddress(CHAIN, 'USDT');
/** 130 dollars: 10,000 SYNX at 0.013. */
const AMOUNT = 130_000_000n;
const COINS = 1_000n * 10n ** 18n;

/** 17 MB of calldata, as a source tells it. */
const HUGE = `0x${'00'.repeat(8_500_000)}`;

/** Enough for a payment, however slow the machine is: one or two on a quick one. */
const MOST_PASSES = 8;

const BALANCE_OF = '0x70a08231';

interface Listed {
  readonly transactions: { readonly hash: string; input: string }[];
}

let chains: TestChains;
let place: OwnPlace;
let source: ChaosProxy;
let stack: ApiStack;
beforeAll(async () => {
  [chains, place] = await Promise.all([startTestChains(), sqlitePlace()]);
  const upstream = chains.all.find(({ chainId }) => chainId === CHAIN)?.rpcUrl ?? '';
  source = await startChaosProxy(upstream, upstream);
  stack = await openStack({ chains, location: place.location, chainEnv: { [CHAIN]: { rpcUrls: [source.url] } } });
  await stack.pass();
});
beforeEach(() => {
  source.delayMs = 0;
  source.change = null;
});
afterAll(async () => {
  await stack?.close();
  await source?.stop();
  await chains?.stop();
  await place?.drop();
});

async function richWallet(wallet = newWallet()): Promise<string> {
  await chains.client(CHAIN).setBalance({ address: wallet as `0x${string}`, value: 2n * COINS });
  return wallet;
}

test.each([
  [
    'a token, verified in more than half a second',
    600,
    (wallet: string) => payToken(chains.client(CHAIN), wallet, USDC, AMOUNT),
  ],
  [
    'a coin, whose price takes a search through an hour of rounds',
    60,
    (wallet: string) => payCoin(chains.client(CHAIN), wallet, COINS),
  ],
])('%s, is credited by the first pass that can', { tags: 'long' }, async (_, delayMs, pay) => {
  const client = chains.client(CHAIN);
  const wallet = newWallet();
  const hash = await pay(wallet);
  await chains.confirm(CHAIN, hash, 6);
  await call(client, 'evm_increaseTime', [3_600]);
  await chains.mine(CHAIN, 1);
  source.delayMs = delayMs;
  await stack.pass([CHAIN]);
  const { availableToStake } = await stack.balance(wallet);
  expect(Number(availableToStake)).toBeGreaterThan(0);
});

test('receipts too large for one answer together do not hide an honest payment among them', {
  tags: 'long',
}, async () => {
  const hashes: string[] = [];
  for (let paid = 0; paid < 4; paid += 1) hashes.push(await payToken(chains.client(CHAIN), newWallet(), USDC, AMOUNT));
  const large = new Set(hashes.slice(0, 3));
  // About 7 MB each; together more than the 16 MB that one answer may have.
  const log = { address: `0x${'ab'.repeat(20)}`, topics: [], data: `0x${'00'.repeat(320)}` };
  const logs = new Array(9_000).fill(log);
  source.change = ({ method, params }, answer) => {
    if (method !== 'eth_getTransactionReceipt' || !large.has(String(params[0]))) return;
    const receipt = answer.result as { logs: unknown[] } | null;
    if (receipt !== null) receipt.logs = [...receipt.logs, ...logs];
  };
  await stack.pass([CHAIN]);
  const stored = await stack.context.db
    .selectFrom('payments')
    .select('transaction_hash')
    .where('transaction_hash', 'in', hashes)
    .execute();
  expect(stored.map((row) => row.transaction_hash).sort()).toEqual([...hashes].sort());
});

test.each([
  ['per token and by the receipts of the block', [USDC], true],
  ['per token and by single receipts, where receipts of blocks are not answered', [USDC], false],
  ['by receipts where that is true of every token', [USDC, USDT], true],
  ['by single receipts where it is true of every token and there are none of blocks', [USDC, USDT], false],
])(
  'a block with more logs than the source answers is read %s: its payment and later ones are credited (S24)',
  async (_, flooded, hasBlockReceipts) => {
    const client = chains.client(CHAIN);
    const wallet = newWallet();
    source.change = ({ method }, answer) => {
      const isTooMany = method === 'eth_getLogs' && Array.isArray(answer.result) && answer.result.length > 20;
      if (!isTooMany && (hasBlockReceipts || method !== 'eth_getBlockReceipts')) return;
      delete answer.result;
      Object.assign(answer, { error: { code: -32005, message: 'query returned more than 20 results' } });
    };
    const crowd = newWallet();
    const batch = await placeContract(client, 'BatchPayer');
    await fund(
      client,
      crowd,
      flooded.map((token) => [token, 25n]),
    );
    await fund(client, wallet, [[USDC, AMOUNT]]);
    const calls = (functionName: 'approve' | 'transfer', to: string, amount: bigint) =>
      encodeFunctionData({ abi: erc20Abi, functionName, args: [to as `0x${string}`, amount] });
    for (const token of flooded)
      await send(client, { from: crowd, to: token, data: calls('approve', batch.address, 25n) });
    const flood = (token: string) => batch.data('payTimes', token, DEVELOPMENT_PRESALE_ADDRESS, 1n, 25n);
    const hashes = await submitTogether(
      client,
      [
        ...flooded.map((token) => ({ from: crowd, to: batch.address, data: flood(token), gas: 3_000_000n })),
        { from: wallet, to: USDC, data: calls('transfer', DEVELOPMENT_PRESALE_ADDRESS, AMOUNT) },
      ],
      1,
    );
    const hash = hashes.at(-1) ?? '';
    await chains.confirm(CHAIN, hash, 6);
    const later = newWallet();
    await payToken(client, later, USDC, AMOUNT);
    await chains.mine(CHAIN, 6);
    const credited = async () => {
      await stack.pass([CHAIN]);
      return Promise.all([wallet, later].map(async (each) => (await stack.balance(each)).availableToStake));
    };
    await expect.poll(credited, { timeout: 20_000 }).toEqual(['10000', '10000']);
  },
);

describe('a token payment in a block for which the source answers an empty list of logs', () => {
  const forgetLogs = ({ method }: { readonly method: string }, answer: { result?: unknown }) => {
    if (method === 'eth_getLogs') answer.result = [];
  };
  const known = async (hash: string) => {
    const found = await Promise.all(
      (['sightings', 'payments'] as const).map((table) =>
        stack.context.db.selectFrom(table).select('transaction_hash').where('transaction_hash', '=', hash).execute(),
      ),
    );
    return found.flat().length > 0;
  };
  /** Everything up to now is final, read, and compared with the balances. */
  const compare = async () => {
    await chains.mine(CHAIN, 66);
    stack.tick(30_000);
    await stack.pass([CHAIN]);
  };
  beforeAll(async () => {
    // Past the blocks that a test mines, so that their time alone makes no comparison due.
    stack.tick(3_600_000);
    // The chain program has lost the states of where the comparison of tokens began.
    await stack.askFor(660_000, () => stack.pass([CHAIN]));
    await compare();
    await compare();
  });

  test.each([
    ['by those logs, once the source has them', null],
    ['by the receipts of the block, which the source has all the time', forgetLogs],
  ])('is found by the balance and %s, and credited (S24)', async (_, later) => {
    source.change = forgetLogs;
    const wallet = newWallet();
    const hash = await payTokenUnnamed(chains.client(CHAIN), wallet, USDC, AMOUNT);
    await chains.mine(CHAIN, 66);
    await stack.pass([CHAIN]);
    // The watcher has read its block, and moved on.
    expect(await known(hash)).toBe(false);
    source.change = later;
    stack.tick(30_000);
    await stack.pass([CHAIN]);
    expect(await known(hash)).toBe(true);
    source.change = null;
    await stack.pass([CHAIN]);
    expect((await stack.balance(wallet)).availableToStake).toBe('10000');
    const alarms = await stack.context.db.selectFrom('alarms').select('kind').execute();
    expect(alarms.map(({ kind }) => kind)).not.toContain('unexplained-balance');
  });

  test.each([
    ['in a token', (wallet: string) => payToken(chains.client(CHAIN), wallet, USDC, AMOUNT)],
    ['in coins', (wallet: string) => payCoin(chains.client(CHAIN), wallet, COINS)],
  ])('%s from before the first block of the sale stays outside of it', { tags: 'long' }, async (_, pay) => {
    await pay(newWallet());
    const other = await sqlitePlace();
    const later = await openStack({ chains, location: other.location });
    for (const blocks of [1, 30, 66, 1]) {
      await chains.mine(CHAIN, blocks);
      later.tick(30_000);
      await later.pass([CHAIN]);
    }
    expect(await later.context.db.selectFrom('payments').selectAll().execute()).toEqual([]);
    expect(await later.context.db.selectFrom('sightings').selectAll().execute()).toEqual([]);
    await later.close();
    await other.drop();
  });
});

test.each([
  [
    'with an error in prose',
    (answer: { result?: unknown }) => {
      delete answer.result;
      Object.assign(answer, { error: 'Sorry! The response is too large' });
    },
  ],
  [
    'with nothing',
    (answer: { result?: unknown }) => {
      answer.result = null;
    },
  ],
])(
  'a block with more logs, and more calls, than a source answers, which it says %s, stops no scan, and its payment is credited by its balance (S24)',
  { tags: 'long' },
  async (_, refuse) => {
    const client = chains.client(CHAIN);
    const [wallet, crowd] = [newWallet(), Array.from({ length: 220 }, newWallet)];
    await fund(client, wallet, [[USDC, AMOUNT]]);
    await Promise.all(crowd.map((each) => client.setBalance({ address: each as `0x${string}`, value: COINS })));
    const transfer = (from: string, amount: bigint) => ({ from, to: USDC, data: transferData(amount), gas: 100_000n });
    const hashes = await submitTogether(client, [...crowd.map((each) => transfer(each, 0n)), transfer(wallet, AMOUNT)]);
    let without = 0n;
    source.change = ({ method, params }, answer) => {
      const isTooMany = method === 'eth_getLogs' && (answer.result as object[]).length > 20;
      if (isTooMany || method === 'eth_getBlockReceipts') refuse(answer);
      if (method === 'eth_call' && params[1] === `0x${without.toString(16)}`) answer.result = `0x${'0'.repeat(64)}`;
    };
    const later = newWallet();
    await payToken(client, later, USDC, AMOUNT);
    await chains.mine(CHAIN, 6);
    const credited = async (of: string) => {
      await stack.pass([CHAIN]);
      return (await stack.balance(of)).availableToStake;
    };
    await expect.poll(() => credited(later), { timeout: 20_000 }).toBe('10000');
    const named = await stack.context.db
      .selectFrom('payments')
      .select(['amount', 'block_number'])
      .where('transaction_hash', '=', hashes.at(-1) ?? '')
      .executeTakeFirstOrThrow();
    expect(named.amount).toBe(String(AMOUNT));
    const alarm = stack.context.db.selectFrom('alarms').select('detail').where('kind', '=', 'unreadable-transaction');
    expect((await alarm.executeTakeFirst())?.detail).toContain('too few sources tell its logs');
    // Its logs are still told in no way; its balance is, and shows whether the payment is in it.
    without = named.block_number ?? 0n;
    stack.tick(30_000);
    expect(await credited(wallet)).toBe('0');
    without = 0n;
    await expect.poll(() => credited(wallet), { timeout: 20_000 }).toBe('10000');
    await stack.context.db.deleteFrom('alarms').execute();
  },
);

test.each([
  ['which the source refuses, is read one by one', false],
  ['one of which nobody could send, is read without that one', true],
])(
  'a block of too many bytes of transactions, %s: its payment and later ones are credited (S24)',
  { tags: 'long' },
  async (_, isHuge) => {
    const client = chains.client(CHAIN);
    const wallet = newWallet();
    const [crowd, hash] = await submitTogether(client, [
      { from: await richWallet(), to: newWallet(), data: '0x00', gas: 100_000n },
      { from: await richWallet(wallet), to: DEVELOPMENT_PRESALE_ADDRESS, value: COINS },
    ]);
    source.change = ({ method, params }, answer) => {
      const block = method === 'eth_getBlockByNumber' && params[1] === true ? (answer.result as Listed | null) : null;
      const full = block?.transactions.find((transaction) => transaction.hash === crowd);
      if (isHuge && full !== undefined) full.input = HUGE;
      if (isHuge && method === 'eth_getTransactionByHash' && params[0] === crowd) answer.result = { input: HUGE };
      if (isHuge || full === undefined) return;
      delete answer.result;
      Object.assign(answer, { error: { code: -32603, message: 'response size exceeded' } });
    };
    await chains.confirm(CHAIN, hash ?? '', 6);
    const later = newWallet();
    await payToken(client, later, USDC, AMOUNT);
    await chains.mine(CHAIN, 6);
    // Not by time: a slow machine does less in a pass, or none of it in time, and takes more of them.
    let credited = [false];
    for (let pass = 1; pass <= MOST_PASSES && credited.includes(false); pass += 1) {
      await stack.pass([CHAIN]).catch(() => undefined);
      const balances = await Promise.all([wallet, later].map((each) => stack.balance(each)));
      credited = balances.map(({ availableToStake }) => Number(availableToStake) > 0);
    }
    expect(credited).toEqual([true, true]);
    const alarms = await stack.context.db.selectFrom('alarms').select('kind').execute();
    expect(alarms.map(({ kind }) => kind)).toEqual(isHuge ? ['unreadable-transaction'] : []);
    await stack.context.db.deleteFrom('alarms').execute();
  },
);

test('a Safe’s payment in a block whose logs the source refuses is proven by the receipts, and credited (S24)', async () => {
  const client = chains.client(CHAIN);
  const safe = await createSafe(client);
  await richWallet(safe.address);
  await stack.pass([CHAIN]);
  source.change = ({ method, params }, answer) => {
    if (method !== 'eth_getLogs' || (params[0] as { address: string[] }).address.includes(USDC)) return;
    delete answer.result;
    Object.assign(answer, { error: { code: -32005, message: 'limit exceeded' } });
  };
  const hash = await safe.execute({ to: DEVELOPMENT_PRESALE_ADDRESS, value: COINS });
  await chains.confirm(CHAIN, hash, 6);
  await stack.pass([CHAIN]);
  await stack.pass([CHAIN]);
  expect(Number((await stack.balance(safe.address)).availableToStake)).toBeGreaterThan(0);
});

test('payments of many blocks that become ready at once read each block once (S24)', { tags: 'long' }, async () => {
  const client = chains.client(CHAIN);
  const blocks = Array.from({ length: 12 }, () => Array.from({ length: 4 }, newWallet));
  for (const wallet of blocks.flat()) await fund(client, wallet, [[USDC, AMOUNT]]);
  await stack.pass([CHAIN]);
  // No balance is told until all of them wait.
  source.change = ({ method, params }, answer) => {
    if (method !== 'eth_call' || !(params[0] as { data: string }).data.startsWith(BALANCE_OF)) return;
    Object.assign(answer, { result: undefined, error: { code: -32000, message: 'missing trie node' } });
  };
  for (const wallets of blocks) {
    const payments = wallets.map((from) => ({ from, to: USDC, data: transferData(AMOUNT), gas: 100_000n }));
    await submitTogether(client, payments);
  }
  await chains.mine(CHAIN, 6);
  await stack.pass([CHAIN]);
  let asked = 0;
  source.change = ({ method, params }) => {
    // The logs of one token, to the presale and from it.
    if (method === 'eth_getLogs' && (params[0] as { address: string[] }).address.length === 1) asked += 0.5;
  };
  const credited = async () => {
    await stack.pass([CHAIN]);
    const balances = await Promise.all(blocks.flat().map((each) => stack.balance(each)));
    return balances.filter(({ availableToStake }) => availableToStake === '10000').length;
  };
  await expect.poll(credited, { timeout: 20_000 }).toBe(48);
  expect(asked).toBe(blocks.length);
});

describe('a source that allows few calls, while each of 40 blocks that are not final has dust (S24)', () => {
  const client = () => chains.client(CHAIN);
  const crowd = newWallet();
  const dust = { from: crowd, to: USDC, data: transferData(1n), gas: 100_000n };
  const refuse = (answer: object) => {
    Object.assign(answer, { result: undefined, error: { code: -32005, message: 'rate limit exceeded' } });
  };
  let own: OwnPlace;
  let limited: ApiStack;
  const open = () =>
    openStack({ chains, location: own.location, chainEnv: { [CHAIN]: { rpcUrls: [source.url], startBlock } } });
  let startBlock = 0n;
  /** Calls of one pass. */
  const pass = async () => {
    const before = source.calls;
    await limited.pass([CHAIN]).catch(() => undefined);
    return source.calls - before;
  };
  const unfinal = async () => {
    const { rows } = await sql<{ blocks: number }>`
      select count(distinct block_number) as blocks from payments where final = 0 and block_number is not null`.execute(
      limited.context.db,
    );
    return Number(rows[0]?.blocks);
  };

  beforeAll(async () => {
    own = await sqlitePlace();
    await fund(client(), crowd, [[USDC, 1_000n]]);
    startBlock = (await client().getBlockNumber()) + 1n;
    limited = await open();
    await pass();
    for (let block = 0; block < 40; block += 1) await submitTogether(client(), [dust]);
    for (let look = 0; look < 3; look += 1) await pass();
    expect(await unfinal()).toBeGreaterThanOrEqual(40);
  });
  afterAll(async () => {
    await limited?.close();
    await own?.drop();
  });

  test('a payment is credited after six blocks, and a pass asks for no more than 40 things', async () => {
    const wallet = await fundedWallet(client(), [[USDC, AMOUNT]]);
    await submitTogether(client(), [dust, { ...dust, from: wallet, data: transferData(AMOUNT) }]);
    let left = 0;
    source.change = (_, answer) => {
      left -= 1;
      if (left < 0) refuse(answer);
    };
    for (let block = 0; block < 6; block += 1) {
      left = 40;
      await pass();
      await submitTogether(client(), [dust]);
    }
    left = 40;
    expect(await pass()).toBeLessThanOrEqual(40);
    expect((await limited.balance(wallet)).availableToStake).toBe('10000');
  });

  test('blocks whose hashes it refuses have no payment read again', async () => {
    let read = 0;
    source.change = ({ method, params }, answer) => {
      if (method === 'eth_getTransactionReceipt') read += 1;
      if (method === 'eth_getBlockByNumber' && String(params[0]).startsWith('0x')) refuse(answer);
    };
    await pass();
    expect(read).toBe(0);
  });

  test('payments that it does not tell once they are ready open an alarm after three minutes, until it does', async () => {
    const wallet = await fundedWallet(client(), [[USDC, AMOUNT]]);
    const payment = await payToken(client(), wallet, USDC, AMOUNT);
    await limited.post(wallet, payment, { chainId: CHAIN });
    source.change = ({ method }, answer) => {
      if (method === 'eth_getTransactionReceipt') refuse(answer);
    };
    const alarms = () =>
      limited.context.db
        .selectFrom('alarms')
        .select(['kind', 'subject'])
        .where('kind', '=', 'chain-unreachable')
        .where('resolved_at', 'is', null)
        .execute();
    await chains.mine(CHAIN, 66);
    const told: number[] = [];
    for (const seconds of [0, 120, 30, 60]) {
      limited.tick(seconds * 1000);
      await pass();
      told.push((await alarms()).length);
    }
    expect(told).toEqual([0, 0, 0, 1]);
    expect(await alarms()).toEqual([{ kind: 'chain-unreachable', subject: `${CHAIN}/payments` }]);
    source.change = null;
    await pass();
    expect((await limited.balance(wallet)).availableToStake).toBe('10000');
    expect(await alarms()).toEqual([]);
  });

  test('a server that has just started asks for ten of them in a pass, and each becomes final', async () => {
    for (let block = 0; block < 30; block += 1) await submitTogether(client(), [dust]);
    for (let look = 0; look < 3; look += 1) await pass();
    const before = await unfinal();
    expect(before).toBeGreaterThanOrEqual(30);
    await limited.close();
    limited = await open();
    await pass();
    let hashes = 0;
    source.change = ({ method, params }) => {
      if (method === 'eth_getBlockByNumber' && params[1] === false) hashes += 1;
    };
    await pass();
    expect(hashes).toBeLessThanOrEqual(20);
    await chains.mine(CHAIN, 70);
    for (let look = 0; look < 4; look += 1) await pass();
    expect(await unfinal()).toBe(0);
  });

  test('and takes a credit back in its next pass when a block has left the chain', async () => {
    const wallet = await fundedWallet(client(), [[USDC, AMOUNT]]);
    await payToken(client(), wallet, USDC, AMOUNT);
    for (let block = 0; block < 30; block += 1) await submitTogether(client(), [dust]);
    for (let look = 0; look < 3; look += 1) await pass();
    expect((await limited.balance(wallet)).availableToStake).toBe('10000');
    await limited.close();
    limited = await open();
    await pass();
    await chains.reorg(CHAIN, 31);
    await pass();
    expect((await limited.balance(wallet)).availableToStake).toBe('0');
  });

  test('takes back a credit of dust, however much other dust is ready that it does not tell', async () => {
    const [wallet, ...others] = Array.from({ length: 5 }, newWallet);
    const small = 1_000_000n;
    for (const payer of [wallet, ...others]) await fund(client(), payer ?? '', [[USDC, small]]);
    const pay = (from = '') => payToken(client(), from, USDC, small);
    const untold = new Set<string>();
    for (const payer of others) untold.add(await pay(payer));
    await pass();
    source.change = ({ method, params }, answer) => {
      if (method === 'eth_getTransactionReceipt' && untold.has(String(params[0]))) refuse(answer);
    };
    await pay(wallet);
    await chains.mine(CHAIN, 6);
    for (let look = 0; look < 3; look += 1) await pass();
    expect((await limited.balance(wallet ?? '')).availableToStake).not.toBe('0');
    await chains.reorg(CHAIN, 7);
    for (let look = 0; look < 3; look += 1) await pass();
    expect((await limited.balance(wallet ?? '')).availableToStake).toBe('0');
  });
});
