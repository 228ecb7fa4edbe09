import type { PurchaseRequest } from '#src/contract/presale.ts';
import { formatUnits } from '#src/lib/money/decimal.ts';
import { usdToDecimal, usdValue } from '#src/lib/money/quote.ts';
import type { CheckedAmount } from './purchase-checks.ts';
import { priceOf, synxFor } from './purchase-rules.ts';
import type { PurchaseIntent, QuoteContext } from './purchase-state.ts';

export interface SentPayment {
  readonly account: string;
  readonly status: 'pending' | 'debug';
  /** Version of the terms accepted in this browser; null if none was requested. */
  readonly termsVersion: string | null;
}

/** The body of POST /api/presale/purchase (R7.021) without its hash: everything in it is a claim (S13). */
export function purchaseBody(
  intent: PurchaseIntent,
  { token, amount }: CheckedAmount,
  { rates, phase }: QuoteContext,
  { account, status, termsVersion }: SentPayment,
): Omit<PurchaseRequest, 'transactionHash'> {
  // As paid, not as typed: the API does not accept a hundred leading zeros.
  const paid = formatUnits(amount, token.decimals);
  return {
    walletAddress: account,
    ethAmount: token.address === null ? paid : '0',
    paymentAmount: paid,
    paymentMethod: token.symbol,
    usdAmount: usdToDecimal(usdValue(amount, token.decimals, priceOf(token, rates.coinE8))),
    tokenAmount: synxFor(token, amount, rates).toString(),
    status,
    phase,
    chainId: intent.chainId,
    ...(termsVersion === null ? {} : { termsVersion }),
  };
}
