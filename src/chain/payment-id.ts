import { type ChainId, isChainId } from '#src/config/chains.ts';

export interface PaymentPlace {
  readonly chainId: ChainId;
  /** Lower case. */
  readonly transactionHash: string;
  /** Position among the logs of its transaction receipt, −1 for the coin. */
  readonly transferIndex: bigint;
}

/** A payment's name: chain, transaction and position, which survive a rebuild from the chains. */
export function paymentId(row: {
  readonly chain_id: bigint | number;
  readonly transaction_hash: string;
  readonly transfer_index: bigint | number;
}): string {
  return `${row.chain_id}-${row.transaction_hash}-${row.transfer_index < 0 ? 'coin' : row.transfer_index}`;
}

/** Parses the name of a payment; null for anything else. */
export function readPaymentId(id: string): PaymentPlace | null {
  const [, chain, hash, place] = /^(\d{1,10})-(0x[0-9a-f]{64})-(coin|\d{1,6})$/.exec(id) ?? [];
  const chainId = Number(chain);
  if (!isChainId(chainId) || hash === undefined || place === undefined) return null;
  return { chainId, transactionHash: hash, transferIndex: place === 'coin' ? -1n : BigInt(place) };
}
