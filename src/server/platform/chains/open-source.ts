import { BaseError, http, ResponseBodyTooLargeError, RpcRequestError, TimeoutError } from 'viem';
import type { RpcReader } from '#src/chain/rpc-reader.ts';
import { inTurnWithin } from '../util/turns.ts';
import { ChainUnavailableError, endOfReading } from './read-by-quorum.ts';

const REQUEST_TIMEOUT_MS = 5_000;
const PAUSE_MS = 10_000;
const LARGEST_ANSWER_BYTES = 1024 * 1024;
/** For blocks with their transactions, logs and receipts: strangers decide how large they are. */
const LARGEST_LIST_BYTES = 16 * 1024 * 1024;
/**
 * Values, not bytes, block the process: 16 MB of empty objects parse a hundred times as long as logs. Nothing on a
 * chain is shorter than this on average: an empty access list entry has 18 bytes per value.
 */
const SHORTEST_VALUE_BYTES = 16;
const CROWDED_FROM_BYTES = 65_536;
/** Pieces cost as well, a kilobyte each: no source sends so many that are this short on average. */
const SHORTEST_PIECE_BYTES = 256;
const MOST_SHORT_PIECES = 10_000;

/** Anybody can create receipts of any size: one too large for a batch must not fail the others. */
const ASKED_ALONE = ['eth_getTransactionReceipt', 'eth_getBlockReceipts'];
/** How long a list of logs that came too large together with others waits until these are told. */
const LONGEST_WAIT_MS = 10_000;
/** Full blocks or lists of logs in one batch; nothing a visitor waits for may share an answer with them. */
const SCANNED_TOGETHER = 10;
/** A contract or a transaction can exceed the limit at every source, which is no reason to pause one. */
const OF_ANY_SIZE = ['eth_call', 'eth_getTransactionByHash'];

type Call = Parameters<RpcReader['request']>[0];

/** An answer too large to be read whole, with its share of what was read for each call. */
class UnreadAnswerError extends ResponseBodyTooLargeError {
  readonly bytesOfCall: number;

  constructor(maxSize: number, size: number, calls: number) {
    super({ maxSize, size });
    this.bytesOfCall = size / calls;
  }
}

/** An answer with more values than chain data of its size can have. */
class CrowdedAnswerError extends Error {
  override readonly name = 'CrowdedAnswerError';
  readonly bytesOfCall: number;

  constructor(size: number, calls: number) {
    super(`the answer has more values than any of ${size} bytes`);
    this.bytesOfCall = size / calls;
  }
}

/** How many bytes were read for a call that failed: a contract can revert with a text of any size. */
export function bytesOfFailure(error: unknown): number {
  if (!(error instanceof BaseError)) return 0;
  const cause = error.walk((one) => one instanceof RpcRequestError || (one instanceof Error && 'bytesOfCall' in one));
  if (cause instanceof RpcRequestError) return JSON.stringify([cause.details, cause.data]).length;
  return (cause as { readonly bytesOfCall?: number } | null)?.bytesOfCall ?? 0;
}

/** Several calls were refused, or not all answered, because they came together: many allow ten, some three or none. */
class BatchRefusedError extends Error {
  override readonly name = 'BatchRefusedError';
}
/** A refusal is shorter. */
const LONGEST_REFUSAL_BYTES = 4_096;

/** The pauses of one chain's sources, `most` of them at once: strangers can ask what takes all sources too long. */
export function createPauses(most: number) {
  const until = new Map<string, number>();
  const arrived = new Map<string, Arrived>();
  const isPaused = (url: string) => performance.now() < (until.get(url) ?? 0);
  return {
    isPaused,
    /** All bytes that a source has sent, whoever asked for them. */
    arrivedFrom: (url: string) => {
      const sent = arrived.get(url) ?? { bytes: 0 };
      arrived.set(url, sent);
      return sent;
    },
    begin: (url: string) => {
      if ([...until.keys()].filter(isPaused).length < most) until.set(url, performance.now() + PAUSE_MS);
    },
  };
}

/**
 * Opens one RPC address: batches all but receipts, never retries (callers decide), allows five seconds until the last
 * byte, and limits the bytes of each method. After an answer that took too long, had too many values, or was larger
 * than the chain's data can be, it refuses calls for a while if it may, so that one faulty source does not delay every
 * read of the others. Callers' looks may take seconds at any source, as a contract that checks a signature can: their
 * readers (`isForCallers`) share no answer with other work, and no source is paused for what a contract makes of them.
 */
export function openSource(url: string, pauses = createPauses(0), isForCallers = false): RpcReader {
  const arrived = pauses.arrivedFrom(url);
  const small = optionsOf(LARGEST_ANSWER_BYTES, arrived);
  const large = optionsOf(LARGEST_LIST_BYTES, arrived);
  // viem groups batches by address, whatever the transport: a fragment, which is never sent, keeps them apart.
  const batched = http(`${url}#small${isForCallers}`, { ...small, batch: { batchSize: 100, wait: 0 } })({});
  const alone = http(url, small)({});
  const scanning = http(`${url}#all${isForCallers}`, { ...large, batch: { batchSize: SCANNED_TOGETHER, wait: 0 } })({});
  const receipts = http(url, large)({});
  // One at a time: each may be 16 MB, and anybody may cause dozens.
  const largeInTurn = inTurnWithin(LONGEST_WAIT_MS, () => new Error('this source still tells other lists'));
  const ask = async ({ method, params }: Call) => {
    const call = { method, params: [...params] };
    if (ASKED_ALONE.includes(method)) return receipts.request(call);
    const list = isList(method, params);
    try {
      return await (list ? scanning : batched).request(call);
    } catch (error) {
      if (causedBy(error, BatchRefusedError)) return (list ? receipts : alone).request(call);
      // If lists get too large together, the scan requests fewer blocks at once.
      const isScanned = list && !isOfOneContract(method, params);
      if (isScanned || !causedBy(error, ResponseBodyTooLargeError)) throw error;
      return list ? largeInTurn(() => receipts.request(call)) : alone.request(call);
    }
  };
  return {
    request: async (call) => {
      if (pauses.isPaused(url)) throw new ChainUnavailableError('this source failed a moment ago');
      try {
        return await ask(call);
      } catch (error) {
        const hasFixedSize =
          !isList(call.method, call.params) && ![...ASKED_ALONE, ...OF_ANY_SIZE].includes(call.method);
        const isFaulty = !isForCallers && (causedBy(error, TimeoutError) || causedBy(error, CrowdedAnswerError));
        if (isFaulty || (hasFixedSize && causedBy(error, ResponseBodyTooLargeError))) pauses.begin(url);
        throw error;
      }
    },
  };
}

function isList(method: string, params: readonly unknown[]): boolean {
  return method === 'eth_getLogs' || (method === 'eth_getBlockByNumber' && params[1] === true);
}

/** Logs by which payments are compared: too many to arrive together must not fail them. */
function isOfOneContract(method: string, [filter]: readonly unknown[]): boolean {
  const { address } = (filter ?? {}) as { readonly address?: readonly string[] };
  return method === 'eth_getLogs' && address?.length === 1;
}

interface Arrived {
  bytes: number;
}

function optionsOf(largestBytes: number, arrived: Arrived) {
  return {
    retryCount: 0,
    timeout: REQUEST_TIMEOUT_MS,
    maxResponseBodySize: largestBytes,
    fetchFn: (input: string | URL | Request, init?: RequestInit) => fetchWhole([input, init], largestBytes, arrived),
  };
}

/**
 * Fetches an answer whole, counting its bytes: viem would wait for an endless body for ever. A large one that nobody
 * waits for is left; small ones end by themselves, and their connection is used again.
 */
async function fetchWhole(
  [input, init]: Parameters<typeof fetch>,
  largestBytes: number,
  arrived: Arrived,
): Promise<Response> {
  const before = arrived.bytes;
  const asked = String(init?.body);
  const isBatch = asked.startsWith('[');
  // The calls of a batch belong to several readings.
  const end = isBatch ? undefined : endOfReading();
  const calls = isBatch ? (JSON.parse(asked) as readonly unknown[]).length : 1;
  const tooLarge = () => new UnreadAnswerError(largestBytes, size, calls);
  // A redirect could lead to a service that only this machine can reach.
  const response = await fetch(input, { ...init, redirect: 'manual' });
  const pieces: Uint8Array[] = [];
  let size = 0;
  let values = 0;
  try {
    for await (const piece of response.body ?? []) {
      size += piece.byteLength;
      arrived.bytes += piece.byteLength;
      // Leaving the loop cancels the body, which closes the connection.
      if (size > largestBytes) throw tooLarge();
      if (size > CROWDED_FROM_BYTES) end?.throwIfAborted();
      values += valuesIn(piece);
      pieces.push(piece);
      if (pieces.length > MOST_SHORT_PIECES + size / SHORTEST_PIECE_BYTES) throw new CrowdedAnswerError(size, calls);
    }
  } catch (error) {
    // Megabytes that did not arrive in time, in this answer or in all together, are too many; that is not the source's
    // fault, so it need not be paused.
    if (init?.signal?.aborted !== true || arrived.bytes - before <= LARGEST_ANSWER_BYTES) throw error;
    throw tooLarge();
  }
  if (size > CROWDED_FROM_BYTES && values * SHORTEST_VALUE_BYTES > size) throw new CrowdedAnswerError(size, calls);
  const body = Buffer.concat(pieces);
  if (isBatch) {
    const isSmall = size < LONGEST_REFUSAL_BYTES;
    if (isSmall && (response.status === 413 || /batch/i.test(body.toString())))
      throw new BatchRefusedError('the source refuses several calls at once');
    if (size <= LARGEST_ANSWER_BYTES && isShifted(asked, body.toString()))
      throw new BatchRefusedError('the source does not answer each of several calls once');
  }
  const headers = { 'content-type': response.headers.get('content-type') ?? '' };
  return new Response(size === 0 ? null : body, { status: response.status, headers });
}

/**
 * Whether a batch lacks an answer: viem assigns answers by position, and would give one call's to another. Small
 * answers only; blocks and logs name their block.
 */
function isShifted(asked: string, answered: string): boolean {
  const calls = JSON.parse(asked) as readonly { readonly id: number }[];
  let answers: unknown;
  try {
    answers = JSON.parse(answered);
  } catch {
    return false;
  }
  // One error for all shifts nothing.
  if (!Array.isArray(answers)) return false;
  const ids = new Set(answers.map((answer) => String((answer as { id?: unknown } | null)?.id)));
  return answers.length !== calls.length || calls.some(({ id }) => !ids.has(String(id)));
}

/** Counts the values in a part of a JSON text: each begins after a bracket, a brace or a comma, even within strings. */
function valuesIn(piece: Uint8Array): number {
  let count = 0;
  // Not for-of, which is many times slower until it is compiled.
  for (let index = 0; index < piece.length; index += 1) {
    const byte = piece[index];
    if (byte === 0x2c || byte === 0x5b || byte === 0x7b) count += 1;
  }
  return count;
}

function causedBy(
  error: unknown,
  kind: typeof TimeoutError | typeof ResponseBodyTooLargeError | typeof CrowdedAnswerError | typeof BatchRefusedError,
): boolean {
  return error instanceof BaseError && error.walk((cause) => cause instanceof kind) !== null;
}
