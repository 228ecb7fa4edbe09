import { hex, lower, MalformedAnswerError, quantity, type RpcReader } from '#src/chain/rpc-reader.ts';

type Json = Record<string, unknown>;

export interface CoinMovement {
  /** The change of an account's coins in a block, in wei. */
  readonly moved: bigint;
  /** The sum of the block's own transactions to and from it (values, and fees it paid). */
  readonly explained: bigint;
  readonly transactions: readonly string[];
}

/**
 * The change of an account's coins over one block, by one source, compared with the transactions of that block. Throws
 * the source's errors, also when it no longer has the state.
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
  const effects = await Promise.all(
    own.map(async (transaction) => {
      const params = [lower(transaction['hash'])];
      const receipt = (await source.request({ method: 'eth_getTransactionReceipt', params })) as Json | null;
      if (receipt === null) throw new MalformedAnswerError('a transaction without a receipt');
      const value = quantity(receipt['status']) === 1n ? quantity(transaction['value']) : 0n;
      const received = transaction['to'] != null && lower(transaction['to']) === account ? value : 0n;
      if (lower(transaction['from']) !== account) return received;
      return received - value - quantity(receipt['gasUsed']) * quantity(receipt['effectiveGasPrice']);
    }),
  );
  return {
    moved: after - before,
    explained: effects.reduce((sum, effect) => sum + effect, 0n),
    transactions: all.map((transaction) => lower(transaction['hash'])),
  };
}

/** Coins of an account after a block, by one source. */
export async function coinBalance(source: RpcReader, account: string, block: bigint): Promise<bigint> {
  return quantity(await source.request({ method: 'eth_getBalance', params: [account, hex(block)] }));
}
