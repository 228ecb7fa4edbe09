import { type RoundInForce, readRoundInForce } from '#src/chain/read-feed.ts';
import { readTransaction } from '#src/chain/read-transaction.ts';
import { hex, lower, MalformedAnswerError, quantity, type RpcReader } from '#src/chain/rpc-reader.ts';
import type { TransactionReading } from '#src/chain/transaction-reading.ts';
import { CHAINS, type ChainId } from '#src/config/chains.ts';
import type { ChainEnv } from '../env/env.ts';
import { isForCaller, metered } from './call-meter.ts';
import { firstAnswers } from './first-answers.ts';
import { createPauses, openSource } from './open-source.ts';
import { readByQuorum, untilEnded } from './read-by-quorum.ts';
import { createSource, type NamedTransaction, observedSource, type Source, type SourceObserver } from './source.ts';

/** How long a source may take to hear of a new block, in seconds, and how many final blocks it may be behind. */
const APART_SECONDS = 12;
const FINAL_APART = 64n;
/** How many blocks a search for logs spans at first: sources have limits, of which some are far lower. */
export const MOST_LOG_BLOCKS = 2_000n;

export interface Head {
  /** See ChainSources.head(). */
  readonly number: bigint;
  readonly finalized: bigint;
}

export interface ScannedBlock {
  readonly number: bigint;
  readonly hash: string;
  readonly parentHash: string;
  /** Transactions that move coins or listed tokens to the presale address. */
  readonly transactions: readonly NamedTransaction[];
  /** Whether the source gives its logs in no way: then only calls of the block's transactions show token payments. */
  readonly isUntold: boolean;
}

/** The presale's balance of its coins or of one token after a block, in base units. */
export interface BalancePoint {
  readonly number: bigint;
  readonly balance: bigint;
  /** When everything up to the newest final block had been compared, in ms. */
  readonly checkedAt: number;
}

/** A block with a payment; `time` in seconds. */
export interface PricedBlock {
  readonly number: bigint;
  readonly hash: string;
  readonly time: bigint;
}

export type CheckOutcome = 'ok' | 'mismatch' | 'unread';

/** The answers of one chain's contracts: keys are a token's symbol, or `feed`. */
export type ContractChecks = ReadonlyMap<string, CheckOutcome>;

/** One chain according to all of its configured sources; source.ts says what is kept of their answers. */
export class ChainSources {
  readonly chainId: ChainId;
  readonly quorum: number;
  /** Neither waits for the other, nor is it kept from asking by what the other has met (S24). */
  private readonly readers: Readonly<Record<'own' | 'callers', readonly Source[]>>;
  /** Blocks that the scan requests at once; shrinks if the sources cannot answer that many. */
  scanSize = 20;
  /** Blocks that its sources last searched for logs at once; the next pass begins with twice as many. */
  logBlocks = MOST_LOG_BLOCKS;
  /** Hashes by number of the newest blocks that this instance has scanned, each the parent of the next. */
  readonly lineage = new Map<bigint, string>();
  /** The lowest block that was asked for in its turn (see checkOpenPayments()). */
  askedDownTo = 0n;
  /** Since when payments that are ready for credit have waited, by the monotonic clock; null while none does. */
  waitingSince: number | null = null;
  /** When this was last seen. */
  waitingSeenAt = 0;
  /** By what shows it and where: for how long this instance has asked in vain what arrived, and when last. */
  readonly unread = new Map<string, { readonly forMs: number; readonly askedAt: number }>();
  /** Up to where this instance has compared the presale's balance of each token, while it watches the chain. */
  readonly tokenPoints = new Map<string, BalancePoint>();
  /** By what it is of, where the comparison of a balance begins, and where if that block is pruned: firstPoint(). */
  readonly starts = new Map<string, { readonly number: bigint; later: BalancePoint | null }>();
  /** What its contracts last answered; empty until the watcher has asked them. */
  contracts: ContractChecks = new Map();
  /** Price rounds being read right now, by reader, feed and block. */
  private readonly rounds = new Map<string, Promise<RoundInForce | null>>();

  /** `observe` hears of every call when it ends. */
  constructor(env: ChainEnv, sources?: readonly RpcReader[], observe?: SourceObserver) {
    this.chainId = env.chainId;
    this.quorum = env.quorum;
    const pauses = createPauses(env.rpcUrls.length - env.quorum);
    const readers = (isForCallers: boolean) =>
      (sources ?? env.rpcUrls.map((url) => openSource(url, pauses, isForCallers))).map((source, index) =>
        createSource(
          untilEnded(metered(observe === undefined ? source : observedSource(source, env.chainId, index + 1, observe))),
        ),
      );
    this.readers = { own: readers(false), callers: readers(true) };
  }

  /** One reader of each source, for a caller's look or for the server's own work. */
  get sources(): readonly Source[] {
    return this.readers[isForCaller() ? 'callers' : 'own'];
  }

  /** Stores its contracts' answers, but keeps a pass if a source is only down for a minute. */
  noteContracts(answers: ContractChecks): void {
    const kept = (name: string) => this.contracts.get(name) ?? 'unread';
    this.contracts = new Map([...answers].map(([name, now]) => [name, now === 'unread' ? kept(name) : now]));
  }

  /** Reads the same thing from every source; see readByQuorum(). */
  readByQuorum<Answer>(read: (source: Source) => Promise<Answer>): Promise<Answer> {
    return readByQuorum(this.sources, this.quorum, read);
  }

  /** A transaction according to the quorum. Throws ChainUnavailableError, ChainDisputeError. */
  async transaction(transactionHash: string): Promise<TransactionReading> {
    return this.readByQuorum((source) => readTransaction(source, transactionHash));
  }

  /** Whether the quorum knows a transaction at all: in a block, in the mempool, or in a block that left the chain. */
  async knows(transactionHash: string): Promise<boolean> {
    const call = { method: 'eth_getTransactionByHash', params: [transactionHash] };
    return this.readByQuorum(async (source) => (await source.request(call)) !== null);
  }

  /** Head and finalized block according to the sources that answered; see agreedHeight(). */
  async head(): Promise<Head> {
    const isNear = (heights: bigint[], blocks: bigint) =>
      heights.every((one) => heights.every((other) => one - other <= blocks));
    const heads = await firstAnswers(this.sources, this.quorum, readHead, (told) => {
      const [numbers, finalized] = [told.map((head) => head.number), told.map((head) => head.finalized)];
      return isNear(numbers, blocksApart(this.chainId)) && isNear(finalized, FINAL_APART);
    });
    const agreed = (heights: bigint[]) => agreedHeight(heights, this.quorum);
    return { number: agreed(heads.map((head) => head.number)), finalized: agreed(heads.map((head) => head.finalized)) };
  }

  /** Canonical hash of a block by quorum; null if it does not exist (yet, or any longer). */
  async blockHash(number: bigint): Promise<string | null> {
    return this.readByQuorum(async (source) => {
      const block = await source.request({ method: 'eth_getBlockByNumber', params: [hex(number), false] });
      return block === null ? null : lower((block as { hash: unknown }).hash);
    });
  }

  /** Hash and time (seconds) of a block by quorum; null if it does not exist (yet, or any longer). */
  async block(number: bigint): Promise<{ readonly hash: string; readonly time: bigint } | null> {
    return this.readByQuorum(async (source) => {
      const block = (await source.request({ method: 'eth_getBlockByNumber', params: [hex(number), false] })) as {
        hash: unknown;
        timestamp: unknown;
      } | null;
      return block === null ? null : { hash: lower(block.hash), time: quantity(block.timestamp) };
    });
  }

  /** The feed round in force at a block (time in seconds), by quorum; payments of one block share a reading. */
  roundInForce(feed: string, { number, hash, time }: PricedBlock): Promise<RoundInForce | null> {
    const key = `${isForCaller()} ${feed} ${hash}`;
    const read = async (source: RpcReader) => {
      // A source that has not reached the block takes an earlier round for the last one.
      const reached = quantity(await source.request({ method: 'eth_blockNumber', params: [] }));
      if (reached < number) throw new MalformedAnswerError('a source that is behind');
      return readRoundInForce(source, feed, time);
    };
    const reading = this.rounds.get(key) ?? this.readByQuorum(read).finally(() => this.rounds.delete(key));
    this.rounds.set(key, reading);
    return reading;
  }

  /** How many transactions an account has sent up to a block, by quorum. */
  async transactionCount(account: string, at: bigint): Promise<bigint> {
    return this.readByQuorum(async (source) =>
      quantity(await source.request({ method: 'eth_getTransactionCount', params: [account, hex(at)] })),
    );
  }

  /** Code at an address, lower-case hex, by quorum ("0x" for a plain account). */
  async code(account: string): Promise<string> {
    return this.readByQuorum(async (source) =>
      lower(await source.request({ method: 'eth_getCode', params: [account, 'latest'] })),
    );
  }
}

async function readHead(source: RpcReader): Promise<Head> {
  const [number, finalized] = await Promise.all([
    source.request({ method: 'eth_blockNumber', params: [] }),
    source.request({ method: 'eth_getBlockByNumber', params: ['finalized', false] }),
  ]);
  const block = finalized as { number?: unknown } | null;
  return { number: quantity(number), finalized: block === null ? 0n : quantity(block.number) };
}

/** How many blocks the heads of sources are apart that follow the same chain. */
export function blocksApart(chainId: ChainId): bigint {
  return BigInt(Math.ceil(APART_SECONDS / CHAINS[chainId].blockSeconds));
}

/** The height of a chain, given its sources': neither held back nor pushed ahead by `quorum` − 1 of them. */
export function agreedHeight(heights: readonly bigint[], quorum: number): bigint {
  const sorted = heights.toSorted((a, b) => (a < b ? 1 : a > b ? -1 : 0));
  return sorted[Math.max(quorum - 1, heights.length - quorum)] ?? 0n;
}
