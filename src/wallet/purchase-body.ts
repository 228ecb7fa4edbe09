import type { PurchaseRequest } from '#src/contract/presale.ts';
import { formatUsd, usdValue } from '#src/lib/quote.ts';
import type { CheckedAmount } from './check-purchase.ts';
import type { PurchaseIntent } from './purchase-flow.ts';
import { priceOf, type Rates, synxFor } from './purchase-rules.ts';

export interface QuoteContext {
  readonly rates: Rates;
  readonly phase: number;
}

export interface SentPayment {
  readonly account: string;
  readonly hash: string;
  readonly status: 'pending' | 'debug';
}

/** The body of POST /api/presale/purchase (Spec 3 "Purchase payload"): everything but the hash is a claim (S13). */
export function purchaseBody(
  intent: PurchaseIntent,
  { token, amount }: CheckedAmount,
  { rates, phase }: QuoteContext,
  { account, hash, status }: SentPayment,
): PurchaseRequest {
  return {
    walletAddress: account,
    ethAmount: token.address === null ? intent.amount : '0',
    paymentAmount: intent.amount,
    paymentMethod: token.symbol,
    usdAmount: formatUsd(usdValue(amount, token.decimals, priceOf(token, rates.coinE8))),
    tokenAmount: synxFor(token, amount, rates).toString(),
    transactionHash: hash,
    status,
    phase,
    chainId: intent.chainId,
  };
}
