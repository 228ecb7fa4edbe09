import { hex, lower, MalformedAnswerError, quantity, type RpcReader } from '#src/chain/rpc-reader.ts';
import { blockReceipts, singleReceipts } from './block-logs.ts';
import type { NamedTransaction } from './chain-sources.ts';
import { wholeBlock } from './whole-block.ts';

type Json = Record<string, unknown>;

/** Beyond this many, we read all receipts of the block at once. */
const MANY = 20;

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

/**
 * How an account's coins changed over one block, according to one source, next to what the block's transactions
 * explain. Throws the source's errors, also if it has pruned the state.
 */
export async function coinMovement(source: RpcReader, account: string, number: bigint): Promise<CoinMovement> {
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
