import type { PurchaseRequest } from '#src/contract/presale.ts';
import { formatUnits } from '#src/lib/money/decimal.ts';
import { usdToDecimal, usdValue } from '#src/lib/money/quote.ts';
import type { CheckedAmount } from './check-purchase.ts';
import { priceOf, synxFor } from './purchase-rules.ts';
import type { PurchaseIntent, QuoteContext } from './purchase-state.ts';

export interface SentPayment {
  readonly account: string;
  readonly hash: string;
  readonly status: 'pending' | 'debug';
  /** Version of the terms that were accepted in this browser; null where none was asked for. */
  readonly termsVersion: string | null;
}

/** The body of POST /api/presale/purchase (R7.021): everything but the hash is a claim (S13). */
export function purchaseBody(
  intent: PurchaseIntent,
  { token, amount }: CheckedAmount,
  { rates, phase }: QuoteContext,
  { account, hash, status, termsVersion }: SentPayment,
): PurchaseRequest {
  // As it is paid, not as it was typed: a hundred zeros before it are more than the API takes.
  const paid = formatUnits(amount, token.decimals);
  return {
    walletAddress: account,
    ethAmount: token.address === null ? paid : '0',
    paymentAmount: paid,
    paymentMethod: token.symbol,
    usdAmount: usdToDecimal(usdValue(amount, token.decimals, priceOf(token, rates.coinE8))),
    tokenAmount: synxFor(token, amount, rates).toString(),
    transactionHash: hash,
    status,
    phase,
    chainId: intent.chainId,
    ...(termsVersion === null ? {} : { termsVersion }),
  };
}
