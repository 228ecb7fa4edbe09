import type { RpcReader } from '#src/chain/rpc-reader.ts';
import type { ChainId } from '#src/config/chains.ts';
import { inTurn } from '../util/turns.ts';

type Json = Record<string, unknown>;

/** One source of a chain, and what this process keeps of its answers as long as it has it open. */
export interface Source extends RpcReader {
  readonly kept: Kept;
}

/** A transaction as its block names it. */
export interface NamedTransaction {
  readonly hash: string;
  /** Transfers in base units; `token` is null for coins. Empty if only the receipt can show them (a Safe's). */
  readonly transfers: readonly { readonly token: string | null; readonly amount: bigint }[];
}

/** What a source has told of a block one by one. */
export interface BlockPart {
  readonly told: Map<string, Json>;
  /** What a look that ended has asked for in vain: a limit of the rate refuses once, what is too large always. */
  readonly missed: Set<string>;
  /** Passes an answer on, unless they are larger together than those of any block. */
  readonly grow: (<Answer extends Json | null>(answer: Answer) => Answer) & { size(): number };
  drop(): void;
}

/** What a source tells of a token in a block. */
export interface TokenReading {
  /** How far the presale's balance moved beyond the block's logs. */
  readonly delta: bigint;
  /** The transactions whose logs paid the presale. */
  readonly paying: ReadonlySet<string>;
}

/** The transactions of a block that pay the presale by their logs, or by their calls where no logs are told. */
export interface Paid {
  readonly paid: readonly NamedTransaction[];
  readonly isUntold: boolean;
}

type Kept = ReturnType<typeof createKept>;

/** A source of which nothing is kept yet. The modules that read blocks bound each list, and say how long it counts. */
export function createSource(reader: RpcReader): Source {
  return { request: (call) => reader.request(call), kept: createKept() };
}

function createKept() {
  return {
    /** How many readings go on (read-by-quorum.ts). */
    readings: { open: 0 },
    /** By block hash, what it has told one by one: a pause, or a limit of its rate, must not begin it anew. */
    parts: { transactions: new Map<string, BlockPart>(), receipts: new Map<string, BlockPart>() },
    /** The blocks that it refused to tell as a whole: after a timeout, the next call does not ask again. */
    refusedBlocks: new Map<bigint, true>(),
    /** The receipts of one block after those of another (read-block.ts). */
    receiptTurns: { coins: inTurn(Number.POSITIVE_INFINITY), payments: inTurn(Number.POSITIVE_INFINITY) },
    /** By filter, how many ways to its logs failed: after a timeout, the next call takes the next way. */
    failedWays: new Map<string, number>(),
    /** By block hash, when it last refused its receipts or was too slow: they are not asked for again for a while. */
    refusedReceipts: new Map<string, number>(),
    /** By token, account and block hash, what it tells of the token there. */
    tokenReadings: new Map<string, Promise<TokenReading>>(),
    /** By block hash, since when it has told its logs in no way. */
    untoldSince: new Map<string, number>(),
    /** By block hash, what its calls show of a block whose logs are not told. */
    untoldBlocks: new Map<string, { readonly answer: Paid; readonly at: number }>(),
  };
}

/** One call to a source that has ended. */
export interface SourceCall {
  readonly chainId: ChainId;
  /** Its position in RPC_URL_*, from 1. */
  readonly position: number;
  readonly method: string;
  readonly seconds: number;
  readonly failed: boolean;
}

export type SourceObserver = (call: SourceCall) => void;

/** A source that reports its calls when they end. */
export function observedSource(
  source: RpcReader,
  chainId: ChainId,
  position: number,
  observe: SourceObserver,
): RpcReader {
  return {
    request: async (call) => {
      const begun = performance.now();
      let failed = true;
      try {
        const answer = await source.request(call);
        failed = false;
        return answer;
      } finally {
        observe({ chainId, position, method: call.method, seconds: (performance.now() - begun) / 1000, failed });
      }
    },
  };
}
