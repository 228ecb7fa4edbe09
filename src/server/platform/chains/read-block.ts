import { readTransferLog } from '#src/chain/find-transfers.ts';
import { hashValue, hex, lower, MalformedAnswerError, quantity } from '#src/chain/rpc-reader.ts';
import { keepNewest } from '../util/caches.ts';
import { inTurnWithin } from '../util/turns.ts';
import { ChainUnavailableError, endOfReading } from './read-by-quorum.ts';
import type { BlockPart, NamedTransaction, Source } from './source.ts';

type Json = Record<string, unknown>;

/** How many transactions of one block we read at once: each may have half a megabyte. */
const TRANSACTIONS_AT_ONCE = 20;
/** How many may be too large even by themselves: no block has room for more, so it is the source that fails. */
const MOST_MISSING = 20;
/** How long that may take: of thousands, each answer may be slow, and the next look begins before this one ends. */
const ONE_BY_ONE_MS = 120_000;
/** How large single answers about one block may be together: of a faulty source, each could have megabytes. */
const MOST_BYTES = 96 * 1024 * 1024;
/** Of how many blocks their parts are kept, and how many bytes: crowded ones must not begin one another anew. */
const BLOCKS_IN_PARTS = 64;
const MOST_KEPT_BYTES = 64 * 1024 * 1024;

/** The part of a block, as the newest; the oldest ones go that are too many together. Gone when the reading ends. */
function partOf(source: Source, kind: keyof Source['kept']['parts'], blockHash: string): BlockPart {
  const parts = source.kept.parts[kind];
  const drop = () => void parts.delete(blockHash);
  endOfReading()?.addEventListener('abort', drop);
  const part = parts.get(blockHash) ?? {
    told: new Map<string, Json>(),
    missed: new Set<string>(),
    grow: sizeLimit(),
    drop,
  };
  keepNewest(parts, blockHash, part, BLOCKS_IN_PARTS);
  let bytes = [...parts.values()].reduce((sum, { grow }) => sum + grow.size(), 0);
  for (const [hash, { grow }] of parts) {
    if (bytes <= MOST_KEPT_BYTES || hash === blockHash) break;
    parts.delete(hash);
    bytes -= grow.size();
  }
  return part;
}

export interface WholeBlock {
  readonly number: bigint;
  readonly hash: string;
  readonly parentHash: string;
  readonly transactions: readonly Json[];
  /** Whether the source refuses some of its transactions even by themselves. */
  readonly isPartial: boolean;
}

/** What failed is remembered for more blocks than a pass has payments: crowded blocks must not push it out. */
const REMEMBERED = 4_096;

/**
 * A block with its transactions; null if the source lacks it. With `alone`, transactions that do not arrive in time, as
 * anybody can arrange for a few dollars, are read one by one. Throws the source's errors.
 */
export async function wholeBlock(source: Source, number: bigint, alone = true): Promise<WholeBlock | null> {
  const refused = source.kept.refusedBlocks;
  if (!alone || !refused.has(number)) {
    try {
      const block = await blockOf(source, number, true);
      return block === null ? null : { ...block, transactions: block.listed as readonly Json[], isPartial: false };
    } catch (error) {
      if (!alone || error instanceof ChainUnavailableError) throw error;
      keepNewest(refused, number, true, REMEMBERED);
    }
  }
  try {
    const block = await blockOf(source, number, false);
    if (block === null) return null;
    const transactions = await oneByOne(source, block.hash, block.listed.map(hashValue));
    return { ...block, transactions, isPartial: transactions.length < block.listed.length };
  } catch (error) {
    if (!(error instanceof ChainUnavailableError)) refused.delete(number);
    throw error;
  }
}

async function blockOf(source: Source, number: bigint, whole: boolean) {
  const params = [hex(number), whole];
  const block = (await source.request({ method: 'eth_getBlockByNumber', params })) as Json | null;
  if (block === null) return null;
  if (quantity(block['number']) !== number) throw new MalformedAnswerError('the answer is a different block');
  const { transactions } = block;
  if (!Array.isArray(transactions)) throw new MalformedAnswerError('a block without a body');
  return {
    number,
    hash: lower(block['hash']),
    parentHash: lower(block['parentHash']),
    listed: transactions as readonly unknown[],
  };
}

async function oneByOne(source: Source, blockHash: string, hashes: readonly string[]): Promise<readonly Json[]> {
  const { told, missed, grow, drop } = partOf(source, 'transactions', blockHash);
  const open = hashes.filter((hash) => !told.has(hash));
  // Another look that goes on at the same time meets the same moment.
  const missedBefore = new Set(missed);
  const until = performance.now() + ONE_BY_ONE_MS;
  let missing = 0;
  for (let start = 0; start < open.length; start += TRANSACTIONS_AT_ONCE) {
    if (performance.now() > until) throw new ChainUnavailableError('this source tells a block too slowly');
    const group = open.slice(start, start + TRANSACTIONS_AT_ONCE);
    const asked = group.map(async (hash) => {
      const transaction = (await source.request({ method: 'eth_getTransactionByHash', params: [hash] })) as Json | null;
      if (transaction !== null && lower(transaction['blockHash']) === blockHash) told.set(hash, grow(transaction));
    });
    for (const answer of await Promise.allSettled(asked))
      if (answer.status === 'rejected' && answer.reason instanceof ChainUnavailableError) throw answer.reason;
    missing += group.filter((hash) => !told.has(hash)).length;
    // A source that tells none refuses for another reason than their size.
    if (missing > MOST_MISSING || (missing > 0 && told.size === 0 && start + group.length === open.length))
      throw new MalformedAnswerError(`a block of which ${missing} transactions are not told`);
  }
  const refused = open.filter((hash) => !told.has(hash) && !missedBefore.has(hash));
  for (const hash of refused) missed.add(hash);
  if (refused.length > 0) throw new MalformedAnswerError(`a block of which ${refused.length} are refused at first`);
  // What is missed stays known: sources that each forget it once they have told a block may never tell it in one look.
  if (missed.size === 0) drop();
  return hashes.map((hash) => told.get(hash)).filter((transaction) => transaction !== undefined);
}

/** Passes answers about one block on until they are larger together than those of any block. */
function sizeLimit() {
  let size = 0;
  const grow = <Answer extends Json | null>(answer: Answer): Answer => {
    size += JSON.stringify(answer).length;
    if (size > MOST_BYTES) throw new MalformedAnswerError('more than any block has');
    return answer;
  };
  return Object.assign(grow, { size: () => size });
}

type Transfer = NamedTransaction['transfers'][number];

/** Logs of exactly one block, from any of the addresses and with these topics, or one of each list; null is any. */
export interface BlockLogFilter {
  readonly blockHash: string;
  readonly addresses: readonly string[];
  readonly topics: readonly (string | readonly string[] | null)[];
  readonly turn?: Turn;
}

/** How many receipts we read one by one at most if a source does not serve those of whole blocks. */
const MOST_RECEIPTS = 200;
/** How many of those at once: each may be megabytes. */
const RECEIPTS_AT_ONCE = 5;
/** How long a reading waits for others: a pass that waits for a minute makes its chain count as unreachable. */
const LONGEST_WAIT_MS = 20_000;
type Turn = 'scan' | keyof Source['kept']['receiptTurns'];

/**
 * Reads the receipts of one block after those of another. They may be 16 MB, and of several blocks together they would
 * not arrive within the time of one answer. The scan, which reads one crowded block at a time, waits for none; payments
 * and the comparison of coins do not wait for each other.
 */
function inTurnOfOthers<Result>({ kept }: Source, turn: Turn, read: () => Promise<Result>): Promise<Result> {
  if (turn === 'scan') return read();
  const late = () => new ChainUnavailableError('this source still tells the receipts of other blocks');
  return inTurnWithin(LONGEST_WAIT_MS, late, kept.receiptTurns[turn])(read);
}

/** A source is up but gives the logs of a block in no way we know. */
export class UntoldLogsError extends Error {
  override readonly name = 'UntoldLogsError';
}

/**
 * The logs of one block, of which providers refuse more than 10,000, as anybody can cause: then by address, from the
 * block's receipts, and one by one (those of `calls` in a crowded block). The next call skips the ways that failed.
 * Throws UntoldLogsError, or the source's error if it does not answer at all.
 */
export function blockLogs(
  source: Source,
  filter: BlockLogFilter,
  calls: readonly string[] = [],
): Promise<readonly Json[]> {
  return firstTold([logsByAddress, byBlockReceipts, bySingleReceipts], source, filter, calls);
}

/** Like blockLogs(), but from receipts alone. */
export function logsOfReceipts(
  source: Source,
  filter: BlockLogFilter,
  calls: readonly string[],
): Promise<readonly Json[]> {
  return firstTold([byBlockReceipts, bySingleReceipts], source, filter, calls);
}

type Way = (source: Source, filter: BlockLogFilter, calls: readonly string[]) => Promise<Told>;

async function firstTold(
  ways: readonly Way[],
  source: Source,
  filter: BlockLogFilter,
  calls: readonly string[],
): Promise<readonly Json[]> {
  const failed = source.kept.failedWays;
  const known: Json[] = [];
  let wanted = filter;
  let cause: unknown;
  const key = JSON.stringify([ways.length, filter]);
  const first = failed.get(key) ?? 0;
  if (first === ways.length) failed.delete(key);
  for (let way = first; way < ways.length; way += 1) {
    try {
      const { logs, refused } = (await ways[way]?.(source, wanted, calls)) ?? NOTHING;
      known.push(...logs);
      if (refused.length === 0) return known;
      wanted = { ...wanted, addresses: refused };
    } catch (error) {
      if (error instanceof ChainUnavailableError) throw error;
      cause = error;
    }
    keepNewest(failed, key, way + 1, REMEMBERED);
  }
  throw new UntoldLogsError('the logs of a block are refused', { cause });
}

/** Logs, and the addresses whose logs are missing. */
interface Told {
  readonly logs: readonly Json[];
  readonly refused: readonly string[];
}
const NOTHING: Told = { logs: [], refused: [] };

/** The logs of a block, if need be by address. Throws ChainUnavailableError, or the error that paused the source. */
export async function logsByAddress(source: Source, filter: BlockLogFilter): Promise<Told> {
  const { addresses } = filter;
  try {
    return { logs: await askForLogs(source, filter), refused: [] };
  } catch (error) {
    if (error instanceof ChainUnavailableError) throw error;
    if (addresses.length === 1) return { logs: [], refused: addresses };
    const answers = await Promise.all(
      addresses.map((address) => logsByAddress(source, { ...filter, addresses: [address] })),
    ).catch(() => Promise.reject(error));
    return { logs: answers.flatMap(({ logs }) => logs), refused: answers.flatMap(({ refused }) => refused) };
  }
}

async function byBlockReceipts(source: Source, filter: BlockLogFilter): Promise<Told> {
  return { logs: logsIn(await blockReceipts(source, filter), filter), refused: [] };
}

async function bySingleReceipts(source: Source, filter: BlockLogFilter, calls: readonly string[]): Promise<Told> {
  const { blockHash } = filter;
  const all = await hashesIn(source, blockHash);
  const isWhole = all.length <= MOST_RECEIPTS;
  const receipts = await inTurnOfOthers(source, filter.turn ?? 'payments', () =>
    singleReceipts(source, blockHash, isWhole ? all : calls, isWhole),
  );
  return { logs: logsIn(receipts, filter), refused: [] };
}

export async function askForLogs(source: Source, { blockHash, addresses, topics }: BlockLogFilter): Promise<Json[]> {
  const params = [{ blockHash, address: addresses, topics }];
  const logs = listIn(await source.request({ method: 'eth_getLogs', params }));
  if (logs.some((log) => lower(log['blockHash']) !== blockHash))
    throw new MalformedAnswerError('logs of another block');
  return logs;
}

/** All receipts of a block. Throws MalformedAnswerError if one is missing: an incomplete list would hide payments. */
export async function blockReceipts(
  source: Source,
  { blockHash, turn = 'payments' }: Pick<BlockLogFilter, 'blockHash' | 'turn'>,
): Promise<readonly Json[]> {
  // First, so that no megabytes are read, in whose turn others wait, for a block that cannot be checked.
  const hashes = await hashesIn(source, blockHash);
  const answer = await inTurnOfOthers(source, turn, () =>
    source.request({ method: 'eth_getBlockReceipts', params: [blockHash] }),
  );
  return complete(listIn(answer), blockHash, hashes, true);
}

async function hashesIn(source: Source, blockHash: string): Promise<readonly string[]> {
  const block = (await source.request({ method: 'eth_getBlockByHash', params: [blockHash, false] })) as Json | null;
  if (block === null) throw new MalformedAnswerError('a block without a body');
  return listIn(block['transactions']) as unknown as readonly string[];
}

/** Of a faulty source, more than that is not kept for the next look. */
const MOST_OF_BLOCK_BYTES = 32 * 1024 * 1024;

/**
 * The receipts of these transactions, or of all (`isWhole`); the next look goes on where a refusal ended this one.
 * Throws MalformedAnswerError if one is missing.
 */
export async function singleReceipts(
  source: Source,
  blockHash: string,
  hashes: readonly string[],
  isWhole = false,
): Promise<readonly Json[]> {
  if (hashes.length === 0 || hashes.length > MOST_RECEIPTS)
    throw new MalformedAnswerError(`a block with ${hashes.length} receipts to read`);
  const { told, grow, drop } = partOf(source, 'receipts', blockHash);
  const receipts: unknown[] = hashes.flatMap((hash) => told.get(lower(hash)) ?? []);
  const open = hashes.filter((hash) => !told.has(lower(hash)));
  for (let start = 0; start < open.length && !receipts.includes(null); start += RECEIPTS_AT_ONCE) {
    const asked = open.slice(start, start + RECEIPTS_AT_ONCE).map(async (hash) => {
      const receipt = (await source.request({ method: 'eth_getTransactionReceipt', params: [hash] })) as Json | null;
      receipts.push(grow(receipt));
      const isIts = receipt !== null && lower(receipt['blockHash']) === blockHash;
      if (isIts && lower(receipt['transactionHash']) === lower(hash)) told.set(lower(hash), receipt);
    });
    const failed = (await Promise.allSettled(asked)).find((answer) => answer.status === 'rejected');
    if (failed === undefined) continue;
    if (grow.size() > MOST_OF_BLOCK_BYTES) drop();
    throw failed.reason;
  }
  drop();
  return complete(receipts, blockHash, hashes, isWhole);
}

/**
 * Each receipt once. Throws MalformedAnswerError for one that is missing or, after a reorganisation, of another block.
 * Some nodes of Polygon have none for a block's last transaction, its own.
 */
function complete(
  answers: readonly unknown[],
  blockHash: string,
  hashes: readonly string[],
  isWhole: boolean,
): readonly Json[] {
  const receipts = (answers as readonly (Json | null)[]).filter((receipt) => receipt !== null);
  const told = new Map(receipts.map((receipt) => [lower(receipt['transactionHash']), receipt]));
  const needed = isWhole && hashes.length > 1 ? hashes.slice(0, -1) : hashes;
  if (needed.some((hash) => !told.has(lower(hash)))) throw new MalformedAnswerError('a block without all its receipts');
  if (receipts.some((receipt) => lower(receipt['blockHash']) !== blockHash))
    throw new MalformedAnswerError('a receipt of another block');
  // In the order of the block, not of the answers: sources are compared by what they tell.
  const inOrder = new Set([...hashes.map(lower), ...told.keys()]);
  return [...inOrder].map((hash) => told.get(hash)).filter((receipt) => receipt !== undefined);
}

function listIn(answer: unknown): Json[] {
  if (!Array.isArray(answer)) throw new MalformedAnswerError('not a list');
  return answer as Json[];
}

function logsIn(receipts: readonly Json[], filter: BlockLogFilter): readonly Json[] {
  return receipts.flatMap(({ logs }) => (logs as Json[]).filter((log) => isWanted(log, filter)));
}

function isWanted(log: Json, { blockHash, addresses, topics }: BlockLogFilter): boolean {
  const has = (log['topics'] as unknown[]).map(lower);
  return (
    lower(log['blockHash']) === blockHash &&
    addresses.some((address) => address.toLowerCase() === lower(log['address'])) &&
    topics.every(
      (topic, position) => topic === null || [topic].flat().some((one) => one.toLowerCase() === has[position]),
    )
  );
}

/** Throws MalformedAnswerError if a list of logs lacks this transaction's: it is truncated, and proves nothing. */
export function expectOwnLogs(transactions: ReadonlySet<string>, transactionHash: string): void {
  if (!transactions.has(transactionHash))
    throw new MalformedAnswerError('logs of a block without those of one of its transactions');
}

/** The transactions that logged these transfers, each once. */
export function transfersByHash(logs: readonly Json[]): readonly NamedTransaction[] {
  return oneEach(logs.map((log) => ({ hash: hashValue(log['transactionHash']), transfers: [transferOf(log)] })));
}

/** The transactions of a block that call one of the contracts. */
export function callsOf(transactions: readonly Json[], contracts: readonly string[]): readonly Json[] {
  const called = new Set(contracts.map((address) => address.toLowerCase()));
  return transactions.filter(({ to }) => to != null && called.has(lower(to)));
}

/** The tokens that a Transfer log moved; none if it is not one. */
export function transferOf(log: Json): Transfer {
  const address = lower(log['address']);
  const topics = (log['topics'] as unknown[]).map(lower);
  return { token: address, amount: readTransferLog({ address, topics, data: lower(log['data']) })?.amount ?? 0n };
}

/** Merges the transfers of each transaction. */
export function oneEach(named: readonly NamedTransaction[]): readonly NamedTransaction[] {
  const transactions = new Map<string, Transfer[]>();
  for (const { hash, transfers } of named) {
    const known = transactions.get(hash);
    if (known === undefined) transactions.set(hash, [...transfers]);
    else known.push(...transfers);
  }
  return [...transactions].map(([hash, transfers]) => ({ hash, transfers }));
}
