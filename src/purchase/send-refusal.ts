import { isGasRefusal, isRejection } from '#src/wallet/error-code.ts';
import type { Notice } from '#src/wallet/notice.ts';

/** The toast for an error of eth_sendTransaction (R8.027, R8.033, R8.034): cancelled, too little for gas, or failed. */
export function sendRefusal(error: unknown, coin: string): Notice {
  if (isRejection(error)) return { key: 'transactionCancelled' };
  if (isGasRefusal(error)) return { key: 'insufficientGasFees', values: { coin }, variant: 'destructive' };
  return { key: 'transactionFailed', variant: 'destructive' };
}
