import type { MinedTransaction } from '#src/chain/transaction-reading.ts';
import type { ChainId } from '#src/config/chains.ts';

/** A transaction of one of the sale's chains. */
export interface TransactionId {
  readonly chainId: ChainId;
  /** In lower case. */
  readonly hash: string;
}

/** A transaction as the quorum has read it, once; every decision about its payments relies on this reading. */
export interface PaymentTransaction extends TransactionId {
  readonly reading: MinedTransaction;
  /** Blocks from its own to the head, both included. */
  readonly confirmations: bigint;
}
