import { decodeFunctionResult, encodeFunctionData, erc20Abi } from 'viem';
import { namesAddress, TRANSFER_TOPIC } from '#src/chain/find-transfers.ts';
import { hashValue, hex, lower, MalformedAnswerError, quantity } from '#src/chain/rpc-reader.ts';
import { keepNewest } from '../util/caches.ts';
import type { PaymentTransaction } from './payment-transaction.ts';
import {
  blockLogs,
  blockReceipts,
  callsOf,
  expectOwnLogs,
  logsOfReceipts,
  singleReceipts,
  transferOf,
  transfersByHash,
  wholeBlock,
} from './read-block.ts';
import { ChainUnavailableError, outliving } from './read-by-quorum.ts';
import type { NamedTransaction, Source, TokenReading } from './source.ts';

type Json = Record<string, unknown>;

/** Beyond this many, we read all receipts of the block at once. */
const MANY = 20;
const REFUSED_FOR_MS = 60_000;
const REMEMBERED = 256;

export interface CoinMovement {
  /** How much an account's coins changed in a block, in wei. */
  readonly moved: bigint;
  /** How much of that the block's own transactions explain: values to and from it, and fees it paid. */
  readonly explained: bigint;
  readonly transactions: readonly string[];
  readonly hash: string;
  /** Its own transactions that paid the account. */
  readonly received: readonly NamedTransaction[];
}

/** How an account's coins changed over a block, next to what its transactions explain. Throws the source's errors. */
export async function coinMovement(source: Source, account: string, number: bigint): Promise<CoinMovement> {
  const [after, before, block] = await Promise.all([
    coinBalance(source, account, number),
    coinBalance(source, account, number - 1n),
    wholeBlock(source, number),
  ]);
  if (block === null) throw new MalformedAnswerError('a block without a body');
  const { hash, transactions: all } = block;
  const own = all.filter(({ from, to }) => lower(from) === account || (to != null && lower(to) === account));
  const receipts = await receiptsOf(source, hash, own);
  const effects = own.map((transaction) => {
    const receipt = receipts.get(lower(transaction['hash']));
    if (receipt === undefined) throw new MalformedAnswerError('a transaction without a receipt');
    const value = quantity(receipt['status']) === 1n ? quantity(transaction['value']) : 0n;
    const amount = transaction['to'] != null && lower(transaction['to']) === account ? value : 0n;
    const isOwn = lower(transaction['from']) === account;
    const spent = isOwn ? value + quantity(receipt['gasUsed']) * quantity(receipt['effectiveGasPrice']) : 0n;
    return { hash: lower(transaction['hash']), amount, isOwn, effect: amount - spent };
  });
  const received = effects.filter(({ amount, isOwn }) => amount > 0n && !isOwn);
  return {
    moved: after - before,
    explained: effects.reduce((sum, { effect }) => sum + effect, 0n),
    transactions: all.map((transaction) => lower(transaction['hash'])),
    hash,
    received: received.map((payment) => ({ hash: payment.hash, transfers: [{ token: null, amount: payment.amount }] })),
  };
}

/** The receipts of some transactions of a block; of all, if there are many, which anybody can arrange. */
async function receiptsOf(
  source: Source,
  blockHash: string,
  transactions: readonly Json[],
): Promise<ReadonlyMap<string, Json>> {
  if (transactions.length === 0) return new Map();
  const hashes = transactions.map(({ hash }) => lower(hash));
  const whole = hashes.length > MANY ? await wholeReceipts(source, blockHash) : null;
  const receipts = whole ?? (await singleReceipts(source, blockHash, hashes));
  return new Map(receipts.map((receipt) => [lower(receipt['transactionHash']), receipt]));
}

/** Null if the source refuses them, or did a moment ago. */
async function wholeReceipts(source: Source, blockHash: string): Promise<readonly Json[] | null> {
  const refused = source.kept.refusedReceipts;
  const since = performance.now() - (refused.get(blockHash) ?? Number.NEGATIVE_INFINITY);
  if (since < REFUSED_FOR_MS) return null;
  try {
    return await blockReceipts(source, { blockHash, turn: 'coins' });
  } catch (error) {
    if (error instanceof ChainUnavailableError) throw error;
    keepNewest(refused, blockHash, performance.now(), REMEMBERED);
    return null;
  }
}

/** An account's coins after a block, according to one source. */
export async function coinBalance(source: Source, account: string, block: bigint): Promise<bigint> {
  return quantity(await source.request({ method: 'eth_getBalance', params: [account, hex(block)] }));
}

interface TokenMovement {
  readonly hash: string;
  /** What its Transfer logs gave an account, minus what they took. */
  readonly explained: bigint;
  /** The transactions that paid the account, by their logs. */
  readonly received: readonly NamedTransaction[];
}

interface TokenLogs extends Pick<TokenMovement, 'explained'> {
  /** Those that gave the account something. */
  readonly received: readonly Json[];
}

/** See loggedMovement(), for a block by its number. Throws the source's errors. */
export async function tokenMovement(
  source: Source,
  { token, account }: { readonly token: string; readonly account: string },
  number: bigint,
  moved: bigint,
): Promise<TokenMovement> {
  const block = await wholeBlock(source, number);
  if (block === null) throw new MalformedAnswerError('a block without a body');
  const { hash, transactions } = block;
  // As the scan does: not all calls of the token, which alone can be more than are read one by one (S24).
  const own = transactions.filter(({ from, input }) => lower(from) === account || namesAddress(input, account));
  const calls = (own.length > 0 ? own : callsOf(transactions, [token])).map((each) => hashValue(each['hash']));
  const { explained, received } = await loggedMovement(source, { token, account, blockHash: hash, calls }, moved);
  return { hash, explained, received: transfersByHash(received) };
}

/**
 * A block's Transfer logs to and from an account. Where they contradict `moved`, as a lagging log index does, the
 * receipts decide. Throws the source's errors.
 */
export async function loggedMovement(
  source: Source,
  { token, account, blockHash, calls }: Record<'token' | 'account' | 'blockHash', string> & { calls: string[] },
  moved: bigint | Promise<bigint>,
): Promise<TokenLogs> {
  const word = `0x${account.slice(2).padStart(64, '0')}`;
  const filter = { blockHash, addresses: [token] };
  const [received, sent, wanted] = await Promise.all([
    blockLogs(source, { ...filter, topics: [TRANSFER_TOPIC, null, word] }, calls),
    blockLogs(source, { ...filter, topics: [TRANSFER_TOPIC, word] }, calls),
    moved,
  ]);
  const told = movement(received, sent);
  if (told.explained === wanted) return told;
  const all = await logsOfReceipts(source, { ...filter, topics: [TRANSFER_TOPIC] }, calls);
  const naming = (position: number) => all.filter((log) => (log['topics'] as unknown[]).map(lower)[position] === word);
  return movement(naming(2), naming(1));
}

function movement(received: readonly Json[], sent: readonly Json[]): TokenLogs {
  return { explained: sumOfTransfers(received) - sumOfTransfers(sent), received };
}

/** An account's balance of a token after a block, in base units, according to one source. */
export async function tokenBalance(source: Source, token: string, owner: string, number: bigint): Promise<bigint> {
  const data = encodeFunctionData({ abi: erc20Abi, functionName: 'balanceOf', args: [owner as `0x${string}`] });
  const result = await source.request({ method: 'eth_call', params: [{ to: token, data }, hex(number)] });
  return decodeFunctionResult({ abi: erc20Abi, functionName: 'balanceOf', data: result as `0x${string}` });
}

/** How far that balance changed in a block. */
export async function tokenMoved(source: Source, token: string, owner: string, number: bigint): Promise<bigint> {
  const balanceAt = (at: bigint) => tokenBalance(source, token, owner, at);
  const [after, before] = await Promise.all([balanceAt(number), balanceAt(number - 1n)]);
  return after - before;
}

/** The amounts of Transfer logs, added up. */
function sumOfTransfers(logs: readonly Json[]): bigint {
  return logs.reduce((total, log) => total + transferOf(log).amount, 0n);
}

/** How many readings we keep of each source. */
const KEPT = 8;

/**
 * How far the presale's token balance moved beyond the block's logs (S4): 0 for honest tokens, negative for one that
 * takes a fee. Payments of a block share a reading, for there may be hundreds; one with another delta is read anew.
 * Throws the source's errors, and MalformedAnswerError for logs that lack the payment's own.
 */
export async function tokenDelta(
  source: Source,
  token: string,
  presaleAddress: string,
  { hash, reading: { blockNumber, blockHash } }: Pick<PaymentTransaction, 'hash' | 'reading'>,
): Promise<bigint> {
  const readings = source.kept.tokenReadings;
  const account = presaleAddress.toLowerCase();
  const key = `${token} ${account} ${blockHash}`;
  const reading = readings.get(key) ?? outliving(() => readBlock(source, { token, account, blockHash }, blockNumber));
  keepNewest(readings, key, reading, KEPT);
  let isKept = false;
  try {
    const { delta, paying } = await reading;
    expectOwnLogs(paying, hash);
    isKept = delta === 0n;
    return delta;
  } finally {
    if (!isKept && readings.get(key) === reading) readings.delete(key);
  }
}

async function readBlock(
  source: Source,
  block: Record<'token' | 'account' | 'blockHash', string>,
  number: bigint,
): Promise<TokenReading> {
  const moved = tokenMoved(source, block.token, block.account, number);
  const [balance, { explained, received }] = await Promise.all([
    moved,
    loggedMovement(source, { ...block, calls: [] }, moved),
  ]);
  return {
    delta: balance - explained,
    paying: new Set(received.map((log) => lower(log['transactionHash']))),
  };
}
