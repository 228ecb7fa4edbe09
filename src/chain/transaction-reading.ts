/** One source's view of a transaction, in a form that can be compared with another's. All hex is lower case. */
export interface MinedTransaction {
  readonly state: 'mined';
  readonly from: string;
  readonly to: string | null;
  readonly nonce: bigint;
  readonly value: bigint;
  readonly input: string;
  readonly succeeded: boolean;
  readonly blockNumber: bigint;
  readonly blockHash: string;
  /** Seconds. */
  readonly blockTime: bigint;
  readonly logs: readonly TransactionLog[];
}

export interface TransactionLog {
  readonly address: string;
  readonly topics: readonly string[];
  readonly data: string;
}

export interface PendingTransaction {
  readonly state: 'pending';
  readonly from: string;
  readonly to: string | null;
  readonly nonce: bigint;
  readonly value: bigint;
  readonly input: string;
}

/** Unknown to the source, or known only in a block that is no longer canonical there. */
export interface MissingTransaction {
  readonly state: 'missing';
}

export type TransactionReading = MinedTransaction | PendingTransaction | MissingTransaction;
