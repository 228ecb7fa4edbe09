import { decodeFunctionResult, encodeFunctionData, erc20Abi } from 'viem';
import { readTransferLog, TRANSFER_TOPIC } from '#src/chain/find-transfers.ts';
import { hashValue, hex, lower, MalformedAnswerError, quantity, type RpcReader } from '#src/chain/rpc-reader.ts';
import { blockLogs, blockReceipts, expectOwnLogs, logsOfReceipts, singleReceipts } from './block-logs.ts';
import type { NamedTransaction } from './chain-sources.ts';
import type { PaymentTransaction } from './payment-transaction.ts';
import { callsOf, transfersByHash } from './scan-block.ts';

type Json = Record<string, unknown>;

/** Beyond this many, we read all receipts of the block at once. */
const MANY = 20;

export interface CoinMovement {
  /** How much an account's coins changed in a block, in wei. */
  readonly moved: bigint;
  /** How much of that the block's own transactions explain: values to and from it, and fees it paid. */
  readonly explained: bigint;
  readonly transactions: readonly string[];
}

/**
 * How an account's coins changed over one block, according to one source, next to what the block's transactions
 * explain. Throws the source's errors, also if it has pruned the state.
 */
export async function coinMovement(source: RpcReader, account: string, number: bigint): Promise<CoinMovement> {
  const [after, before, answer] = await Promise.all([
    coinBalance(source, account, number),
    coinBalance(source, account, number - 1n),
    source.request({ method: 'eth_getBlockByNumber', params: [hex(number), true] }),
  ]);
  if (answer === null) throw new MalformedAnswerError('a block without a body');
  const all = (answer as Json)['transactions'] as Json[];
  const own = all.filter(({ from, to }) => lower(from) === account || (to != null && lower(to) === account));
  const receipts = await receiptsOf(source, lower((answer as Json)['hash']), own);
  const effects = own.map((transaction) => {
    const receipt = receipts.get(lower(transaction['hash']));
    if (receipt === undefined) throw new MalformedAnswerError('a transaction without a receipt');
    const value = quantity(receipt['status']) === 1n ? quantity(transaction['value']) : 0n;
    const received = transaction['to'] != null && lower(transaction['to']) === account ? value : 0n;
    if (lower(transaction['from']) !== account) return received;
    return received - value - quantity(receipt['gasUsed']) * quantity(receipt['effectiveGasPrice']);
  });
  return {
    moved: after - before,
    explained: effects.reduce((sum, effect) => sum + effect, 0n),
    transactions: all.map((transaction) => lower(transaction['hash'])),
  };
}

/**
 * The receipts of these transactions of one block. If there are many, which anybody can arrange, reads those of the
 * whole block.
 */
async function receiptsOf(
  source: RpcReader,
  blockHash: string,
  transactions: readonly Json[],
): Promise<ReadonlyMap<string, Json>> {
  if (transactions.length === 0) return new Map();
  const single = () =>
    singleReceipts(
      source,
      transactions.map(({ hash }) => lower(hash)),
    );
  const receipts = await (transactions.length > MANY ? blockReceipts(source, blockHash).catch(single) : single());
  return new Map(receipts.map((receipt) => [lower(receipt['transactionHash']), receipt]));
}

/** An account's coins after a block, according to one source. */
export async function coinBalance(source: RpcReader, account: string, block: bigint): Promise<bigint> {
  return quantity(await source.request({ method: 'eth_getBalance', params: [account, hex(block)] }));
}

interface TokenMovement {
  readonly hash: string;
  /** What its Transfer logs gave an account, minus what they took. */
  readonly explained: bigint;
  /** The transactions that paid the account, by their logs. */
  readonly received: readonly NamedTransaction[];
}

/**
 * The Transfer logs of a block to and from an account, according to one source; `moved` is the change of the balance.
 * If the logs contradict it, as they do when the source's log index lags behind its blocks, the receipts decide. Throws
 * the source's errors.
 */
export async function tokenMovement(
  source: RpcReader,
  { token, account }: { readonly token: string; readonly account: string },
  number: bigint,
  moved: bigint,
): Promise<TokenMovement> {
  const block = (await source.request({ method: 'eth_getBlockByNumber', params: [hex(number), true] })) as Json | null;
  if (block === null) throw new MalformedAnswerError('a block without a body');
  if (quantity(block['number']) !== number) throw new MalformedAnswerError('the answer is a different block');
  const hash = lower(block['hash']);
  const calls = callsOf(block['transactions'] as Json[], [token]).map((transaction) => hashValue(transaction['hash']));
  const word = `0x${account.slice(2).padStart(64, '0')}`;
  const filter = { blockHash: hash, addresses: [token] };
  const [received, sent] = await Promise.all([
    blockLogs(source, { ...filter, topics: [TRANSFER_TOPIC, null, word] }, calls),
    blockLogs(source, { ...filter, topics: [TRANSFER_TOPIC, word] }, calls),
  ]);
  const told = movement(hash, received, sent);
  if (told.explained === moved) return told;
  const all = await logsOfReceipts(source, { ...filter, topics: [TRANSFER_TOPIC] }, calls);
  const naming = (position: number) => all.filter((log) => (log['topics'] as unknown[])[position] === word);
  return movement(hash, naming(2), naming(1));
}

function movement(hash: string, received: readonly Json[], sent: readonly Json[]): TokenMovement {
  return {
    hash,
    explained: sumOfTransfers(received) - sumOfTransfers(sent),
    received: transfersByHash(received, hash),
  };
}

/** An account's balance of a token after a block, in base units, according to one source. */
export async function tokenBalance(source: RpcReader, token: string, owner: string, number: bigint): Promise<bigint> {
  const data = encodeFunctionData({ abi: erc20Abi, functionName: 'balanceOf', args: [owner as `0x${string}`] });
  const result = await source.request({ method: 'eth_call', params: [{ to: token, data }, hex(number)] });
  return decodeFunctionResult({ abi: erc20Abi, functionName: 'balanceOf', data: result as `0x${string}` });
}

/** The amounts of Transfer logs, added up. */
export function sumOfTransfers(logs: readonly Json[]): bigint {
  return logs.reduce((total, log) => {
    const moved = readTransferLog({
      address: lower(log['address']),
      topics: (log['topics'] as unknown[]).map(lower),
      data: lower(log['data']),
    });
    return total + (moved?.amount ?? 0n);
  }, 0n);
}

/**
 * How far the presale's token balance moved beyond that block's Transfer logs (S4): 0 for honest tokens, negative for
 * one that takes a fee or logs without moving. Needs the state of the block and of the one before. Throws the source's
 * errors if it has pruned them, and MalformedAnswerError for logs that lack those of the payment itself.
 */
export async function tokenDelta(
  source: RpcReader,
  token: string,
  presaleAddress: string,
  { hash, reading: { blockNumber, blockHash } }: Pick<PaymentTransaction, 'hash' | 'reading'>,
): Promise<bigint> {
  const presale = presaleAddress.toLowerCase();
  const word = `0x${presale.slice(2).padStart(64, '0')}`;
  const [after, before, received, sent] = await Promise.all([
    tokenBalance(source, token, presale, blockNumber),
    tokenBalance(source, token, presale, blockNumber - 1n),
    blockLogs(source, { blockHash, addresses: [token], topics: [TRANSFER_TOPIC, null, word] }),
    blockLogs(source, { blockHash, addresses: [token], topics: [TRANSFER_TOPIC, word] }),
  ]);
  expectOwnLogs(received as readonly { transactionHash: unknown }[], hash);
  return after - before - (sumOfTransfers(received) - sumOfTransfers(sent));
}
