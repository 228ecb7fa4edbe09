import { pad } from 'viem';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { TRANSFER_TOPIC } from '#src/chain/find-transfers.ts';
import type { RpcReader } from '#src/chain/rpc-reader.ts';
import { ChainUnavailableError, readFromAll } from '#src/server/platform/chains/read-by-quorum.ts';
import { scanBlock } from '#src/server/platform/chains/scan-block.ts';
import { createSource, type Source } from '#src/server/platform/chains/source.ts';

const PRESALE = pad('0x11', { size: 20 });
const TOKEN = pad('0x22', { size: 20 });
const HASH = pad('0xaa', { size: 32 });
const PAYMENT = pad('0xbb', { size: 32 });
const LOG = {
  address: TOKEN,
  topics: [TRANSFER_TOPIC, pad('0x44', { size: 32 }), pad(PRESALE, { size: 32 })],
  data: pad('0x4c4b40', { size: 32 }),
  blockHash: HASH,
  transactionHash: PAYMENT,
};
/** A contract pays, so that the call itself does not name the payment. */
const BLOCK = {
  number: '0x5',
  hash: HASH,
  parentHash: pad('0xcc', { size: 32 }),
  transactions: [
    { hash: PAYMENT, to: pad('0x33', { size: 20 }), from: pad('0x44', { size: 20 }), input: '0xde', value: '0x0' },
  ],
};

test('a source that refused logs for a moment is asked for those of the block again (S24)', async () => {
  let isDown = true;
  const source = createSource({
    request: async ({ method, params }) => {
      if (method === 'eth_getBlockByNumber') return BLOCK;
      if (isDown) throw new Error('429 too many requests');
      if (method === 'eth_getBlockByHash') return { ...BLOCK, transactions: [PAYMENT] };
      if (method !== 'eth_getLogs') return null;
      const [{ topics }] = params as [{ topics: readonly unknown[] }];
      return topics[2] === LOG.topics[2] ? [LOG] : [];
    },
  });
  const look = () => scanBlock(source, 5n, { presaleAddress: PRESALE, tokens: [TOKEN], alone: true });
  await expect(look()).rejects.toThrow();
  isDown = false;
  const block = await look();
  expect(block).toMatchObject({ isUntold: false, transactions: [{ hash: PAYMENT }] });
});

describe('where one token of a block has more logs than a source tells', () => {
  const FLOODED = pad('0x23', { size: 20 });
  const OTHERS = Array.from({ length: 300 }, (_, index) => pad(`0x${(index + 1).toString(16)}`, { size: 32 }));
  const [CALL] = BLOCK.transactions;
  const receiptOf = (hash: string, blockHash = HASH) => ({
    ...{ transactionHash: hash, blockHash },
    logs: hash === PAYMENT ? [{ ...LOG, blockHash }] : [],
  });
  /** Its other transactions are too many for single receipts; `blockReceipts` are those of the whole block. */
  const sourceOf = (others: readonly string[], flooded: string, blockReceipts: () => unknown) =>
    createSource({
      request: async ({ method, params }) => {
        const hashes = [PAYMENT, ...others];
        if (method === 'eth_getBlockByNumber')
          return { ...BLOCK, transactions: hashes.map((hash) => ({ ...CALL, hash })) };
        if (method === 'eth_getBlockByHash') return { ...BLOCK, transactions: hashes };
        if (method === 'eth_getBlockReceipts') return blockReceipts();
        if (method === 'eth_getTransactionReceipt') return receiptOf(String(params[0]));
        const [{ address, topics }] = params as [{ address: readonly string[]; topics: readonly unknown[] }];
        if (topics[2] !== LOG.topics[2]) return [];
        if (address.includes(flooded)) throw new Error('query returned more than 10000 results');
        return address.includes(TOKEN) ? [LOG] : [];
      },
    });
  const look = (source: Source) =>
    scanBlock(source, 5n, { presaleAddress: PRESALE, tokens: [TOKEN, FLOODED], alone: true });

  test('and no receipts, a contract’s payment in another token is named in every look (S24)', async () => {
    const source = sourceOf(OTHERS, FLOODED, () => null);
    for (const _ of [1, 2, 3])
      expect(await look(source)).toMatchObject({ isUntold: true, transactions: [{ hash: PAYMENT }] });
  });

  test('and no receipts of the whole block, one in which no call names us is told by its calls of tokens (S24)', async () => {
    const source = sourceOf(OTHERS, TOKEN, () => null);
    const request: RpcReader['request'] = async (call) =>
      call.method === 'eth_getBlockByNumber'
        ? {
            ...BLOCK,
            transactions: OTHERS.map((hash, n) => ({ ...CALL, hash, to: n < 3 ? TOKEN : PAYMENT.slice(0, 42) })),
          }
        : source.request(call);
    expect(await look(createSource({ request }))).toMatchObject({ isUntold: false, transactions: [] });
  });

  test.each([
    ['none', []],
    ['only the first of them', [receiptOf(OTHERS[0] ?? '')]],
    ['those of another block', [...OTHERS.slice(0, 2), PAYMENT].map((hash) => receiptOf(hash, BLOCK.parentHash))],
  ])('and answers %s for the receipts of the block, its payment is named by single ones (S24)', async (_, receipts) => {
    const source = sourceOf(OTHERS.slice(0, 2), TOKEN, () => receipts);
    expect(await look(source)).toMatchObject({ isUntold: false, transactions: [{ hash: PAYMENT }] });
  });

  test.each([
    ['last one, which some nodes do not have for Polygon’s own,', OTHERS[1], { isUntold: false }],
    ['second one', OTHERS[0], { isUntold: true }],
  ])(
    'and single receipts alone, of which the %s is missing, its block is told without the last alone (S24)',
    async (_, missing, seen) => {
      const source = sourceOf(OTHERS.slice(0, 2), TOKEN, () => null);
      const request: RpcReader['request'] = (call) =>
        call.params[0] === missing ? Promise.resolve(null) : source.request(call);
      expect(await look(createSource({ request }))).toMatchObject(seen);
    },
  );
});

test('a source that is paused after logs that took too long is asked for receipts in its next look (S24)', async () => {
  let isPaused = false;
  const source = createSource({
    request: async ({ method }) => {
      if (isPaused) throw new ChainUnavailableError('this source failed a moment ago');
      if (method === 'eth_getBlockByNumber') return BLOCK;
      if (method === 'eth_getBlockByHash') return { ...BLOCK, transactions: [PAYMENT] };
      if (method === 'eth_getBlockReceipts') return [{ transactionHash: PAYMENT, blockHash: HASH, logs: [LOG] }];
      isPaused = true;
      throw new Error('the request took too long');
    },
  });
  const tokens = [TOKEN, pad('0x23', { size: 20 })];
  const look = () => scanBlock(source, 5n, { presaleAddress: PRESALE, tokens, alone: true });
  await expect(look()).rejects.toThrow('a moment ago');
  isPaused = false;
  expect(await look()).toMatchObject({ isUntold: false, transactions: [{ hash: PAYMENT }] });
});

test('logs of another block in the place of its own do not make a block one without payments (S24)', async () => {
  const source = createSource({
    request: async ({ method }) => {
      if (method === 'eth_getBlockByNumber') return BLOCK;
      if (method === 'eth_getLogs') return [{ ...LOG, blockHash: BLOCK.parentHash, transactionHash: HASH }];
      if (method === 'eth_getBlockByHash') return { ...BLOCK, transactions: [PAYMENT] };
      return [{ transactionHash: PAYMENT, blockHash: HASH, logs: [LOG] }];
    },
  });
  const scan = (alone: boolean) => scanBlock(source, 5n, { presaleAddress: PRESALE, tokens: [TOKEN], alone });
  await expect(scan(false)).rejects.toThrow('another block');
  expect(await scan(true)).toMatchObject({ isUntold: false, transactions: [{ hash: PAYMENT }] });
});

test('blocks that take a source too long are told one transaction at a time, also by turns (S24)', async () => {
  let [late, isPaused] = [0, false];
  const source = createSource({
    request: async ({ method, params: [number, isWhole] }) => {
      if (isPaused) throw new ChainUnavailableError('this source failed a moment ago');
      if (method === 'eth_getTransactionByHash') return { ...BLOCK.transactions[0], blockHash: HASH };
      if (method !== 'eth_getBlockByNumber') return [];
      if (isWhole === false) return { ...BLOCK, number, transactions: [PAYMENT] };
      late += 1;
      isPaused = true;
      throw new Error('the request took too long');
    },
  });
  const look = (number: bigint) => {
    isPaused = false;
    return scanBlock(source, number, { presaleAddress: PRESALE, tokens: [TOKEN], alone: true });
  };
  for (const number of [5n, 6n]) await expect(look(number)).rejects.toThrow('a moment ago');
  for (const number of [5n, 6n, 5n, 6n]) expect(await look(number)).toMatchObject({ number, isUntold: false });
  expect(late).toBe(2);
});

describe('a block whose logs and receipts a source tells in no way', () => {
  /** How long a source is paused. */
  const PAUSE_MS = 10_000;
  let clock = 0;
  afterEach(() => void vi.restoreAllMocks());
  const late = () => {
    throw new Error('the request took too long');
  };
  const refuse = () => {
    throw new Error('response size exceeded');
  };
  interface Ways {
    readonly logs: () => never;
    readonly receipts: () => never;
    readonly nobody: () => never | [];
    /** Those of other blocks. */
    readonly others: () => never | [];
  }
  /** Looks at the block every 15 seconds, when the source is awake again: the numbers of those that are told. */
  async function toldLooks({ logs, receipts, nobody, others }: Ways, looks: number): Promise<readonly number[]> {
    vi.spyOn(performance, 'now').mockImplementation(() => clock);
    let pausedUntil = 0;
    const answer = ({ method, params }: Parameters<RpcReader['request']>[0]) => {
      if (method === 'eth_getBlockByNumber') return params[0] === BLOCK.number ? BLOCK : { hash: BLOCK.parentHash };
      if (method === 'eth_getBlockByHash') return { ...BLOCK, transactions: [PAYMENT] };
      if (method !== 'eth_getLogs') return receipts();
      const [{ blockHash, topics }] = params as [{ blockHash: string; topics: readonly unknown[] }];
      if (blockHash !== HASH) return others();
      return topics[2] === LOG.topics[2] ? logs() : nobody();
    };
    const request: RpcReader['request'] = async (call) => {
      if (clock < pausedUntil) throw new ChainUnavailableError('this source failed a moment ago');
      try {
        return answer(call);
      } catch (error) {
        if ((error as Error).message.includes('too long')) pausedUntil = clock + PAUSE_MS;
        throw error;
      }
    };
    const [source, told]: [Source, number[]] = [createSource({ request }), []];
    for (let look = 1; look <= looks; look += 1) {
      clock += 15_000;
      const tokens = [TOKEN, pad('0x23', { size: 20 })];
      const block = await scanBlock(source, 5n, { presaleAddress: PRESALE, tokens, alone: true }).catch(() => null);
      if (block?.isUntold) told.push(look);
    }
    return told;
  }

  test.each([
    ['take too long', late, late],
    ['take too long and are refused', late, refuse],
    ['are refused and take too long', refuse, late],
  ])('that %s stops no scan, and its answer counts in the next looks as well (S24)', async (_, logs, receipts) => {
    const told = await toldLooks({ logs, receipts, nobody: () => [], others: () => [] }, 10);
    const [first = 0] = told;
    expect(first).toBeGreaterThan(0);
    expect(first).toBeLessThanOrEqual(4);
    // So that two sources, of which one began later, answer in the same look.
    expect(told.slice(0, 5)).toEqual([0, 1, 2, 3, 4].map((more) => first + more));
  });

  test.each([
    ['take too long', late],
    ['are refused', refuse],
  ])('and those of nobody %s there as well is compared with another block after a minute (S24)', async (_, nobody) => {
    const [first = 0] = await toldLooks({ logs: late, receipts: late, nobody, others: () => [] }, 10);
    // Earlier, the source might only lag behind the block.
    expect(first).toBeGreaterThanOrEqual(5);
  });

  test('is asked about again after others have told it: no names of it are kept (S26)', async () => {
    let asked = 0;
    const request: RpcReader['request'] = async ({ method, params }) => {
      asked += 1;
      if (method === 'eth_getBlockByNumber') return BLOCK;
      const [{ topics } = { topics: [] }] = params as [{ topics: readonly unknown[] }?];
      return method === 'eth_getLogs' && topics[2] !== LOG.topics[2] ? [] : refuse();
    };
    const look = (source: Source) => scanBlock(source, 5n, { presaleAddress: PRESALE, tokens: [TOKEN], alone: true });
    const source = createSource({ request });
    const read = (isDecided: boolean) =>
      readFromAll(
        [source],
        look,
        ([told]) => told as ReturnType<typeof look>,
        () => isDecided,
      );
    for (const isDecided of [false, true]) {
      expect(await read(isDecided)).toMatchObject({ isUntold: true });
      const before = asked;
      expect(await read(false)).toMatchObject({ isUntold: true });
      expect(asked - before > 1).toBe(isDecided);
    }
  });

  test('and no others either is not passed over (S24)', async () => {
    expect(await toldLooks({ logs: refuse, receipts: refuse, nobody: refuse, others: refuse }, 10)).toEqual([]);
  });
});

describe('a block that is told one transaction at a time', () => {
  const HASHES = Array.from({ length: 400 }, (_, index) => pad(`0x${(index + 1).toString(16)}`, { size: 32 }));
  /** Answers but the whole block, and tells `answer` for a transaction. */
  const sourceOf = (answer: (hash: string) => object) =>
    createSource({
      request: async ({ method, params: [hash, isWhole] }) => {
        if (method === 'eth_getTransactionByHash') return answer(String(hash));
        if (method !== 'eth_getBlockByNumber') return [];
        if (isWhole === true) throw new Error('response size exceeded');
        return { ...BLOCK, transactions: HASHES };
      },
    });
  const look = (source: Source) =>
    scanBlock(source, 5n, { presaleAddress: PRESALE, tokens: [TOKEN], alone: true }).catch((error) => error);

  test('goes on where a pause of the source ended the look before (S24)', async () => {
    let asked = 0;
    const source = sourceOf((hash) => {
      asked += 1;
      if (asked % 120 === 0) throw new ChainUnavailableError('this source failed a moment ago');
      return { ...BLOCK.transactions[0], hash, blockHash: HASH };
    });
    const looks = [await look(source), await look(source), await look(source), await look(source)];
    expect(looks.at(-1)).toMatchObject({ isUntold: false });
    expect(asked).toBeLessThanOrEqual(HASHES.length + 3);
  });

  test('is told from the start again after others have told it: nothing of it is kept (S26)', async () => {
    let asked = 0;
    const source = sourceOf((hash) => {
      asked += 1;
      if (asked === 120) throw new ChainUnavailableError('this source failed a moment ago');
      return { ...BLOCK.transactions[0], hash, blockHash: HASH };
    });
    await readFromAll([source], look, ([told]) => told as Promise<unknown>);
    expect(asked).toBe(120);
    expect(await look(source)).toMatchObject({ isUntold: false });
    expect(asked).toBe(120 + HASHES.length);
  });

  test('is left once it has more bytes than a block can have (S26)', async () => {
    let asked = 0;
    const input = `0x${'00'.repeat(500_000)}`;
    const source = sourceOf((hash) => {
      asked += 1;
      return { hash, blockHash: HASH, input, to: null };
    });
    for (const _ of [1, 2]) expect(await look(source)).toBeInstanceOf(Error);
    expect(asked).toBeLessThan(200);
  });
});

test('two looks at one moment, by a limit of the rate, are not a refusal that was repeated (S24)', async () => {
  const OTHER = pad('0xee', { size: 32 });
  const [first] = BLOCK.transactions;
  const paying = { ...first, to: PRESALE, value: '0x5', blockHash: HASH };
  const all = [paying, { ...paying, hash: OTHER, to: TOKEN }];
  let isLimited = true;
  const source = createSource({
    request: async ({ method, params }) => {
      if (method === 'eth_getBlockByNumber') {
        if (params[1] === false) return { ...BLOCK, transactions: all.map(({ hash }) => hash) };
        if (isLimited) throw new Error('rate limit');
        return { ...BLOCK, transactions: all };
      }
      if (method !== 'eth_getTransactionByHash') return [];
      if (isLimited && params[0] === PAYMENT) throw new Error('rate limit');
      return all.find(({ hash }) => hash === params[0]) ?? null;
    },
  });
  const look = () => scanBlock(source, 5n, { presaleAddress: PRESALE, tokens: [TOKEN], alone: true });
  const looks = await Promise.allSettled([look(), look()]);
  expect(looks.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  isLimited = false;
  expect(await look()).toMatchObject({ isUntold: false, transactions: [{ hash: PAYMENT }] });
});

const PAYS = `a9059cbb${[PRESALE, '0x4c4b40'].map((word) => pad(word as `0x${string}`, { size: 32 }).slice(2)).join('')}`;
test.each([
  ['a call of the token', TOKEN, `0x${PAYS}`],
  ['the same with an app’s mark behind it', TOKEN, `0x${PAYS}beef`],
  ['a batch', pad('0x33', { size: 20 }), `0x34fcd5be${PAYS}`],
] as const)('%s that would pay is named while the index of logs is behind (S24)', async (_, to, input) => {
  const call = { hash: PAYMENT, to, from: pad('0x44', { size: 20 }), value: '0x0' };
  const block = { ...BLOCK, transactions: [{ ...call, input }] };
  const source = createSource({
    request: async ({ method }) => (method === 'eth_getBlockByNumber' ? block : method === 'eth_getLogs' ? [] : null),
  });
  const scanned = await scanBlock(source, 5n, { presaleAddress: PRESALE, tokens: [TOKEN], alone: false });
  expect(scanned?.transactions).toEqual([{ hash: PAYMENT, transfers: [] }]);
});
