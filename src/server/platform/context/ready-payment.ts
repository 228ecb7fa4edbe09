export interface CoinPrice {
  /** 10^-8 USD per coin. */
  readonly priceE8: bigint;
  /** The feed round of the price; null for a stablecoin, which counts as one dollar. */
  readonly round: string | null;
}

/** A payment, and the block in which the caller has verified it. */
export interface VerifiedPayment {
  readonly id: bigint;
  readonly blockHash: string;
}

/** A verified payment with everything that its credit needs. */
export interface ReadyPayment extends VerifiedPayment {
  readonly confirmations: bigint;
  readonly coin: CoinPrice;
  /** Milliseconds. */
  readonly now: number;
}
