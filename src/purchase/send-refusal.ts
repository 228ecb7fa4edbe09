import { isAlreadyOpen, isGasRefusal, isRejection } from '#src/wallet/error-code.ts';
import { ANSWER_WALLET, type Notice } from '#src/wallet/notice.ts';

/**
 * The toast for an error of eth_sendTransaction (R8.027, R8.033, R8.034). Its title goes by the error; its text does
 * not, because wallets report errors for payments that they have sent: what became of it is looked for.
 */
export function sendRefusal(error: unknown, coin: string): Notice {
  if (isRejection(error)) return { key: 'transactionCancelled', textKey: 'pay.ends.checking' };
  if (isAlreadyOpen(error)) return ANSWER_WALLET;
  const key = isGasRefusal(error) ? 'insufficientGasFees' : 'transactionFailed';
  return { key, values: { coin }, textKey: 'pay.ends.unknown', variant: 'destructive' };
}
