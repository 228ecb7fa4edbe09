import type { PurchaseResponse } from '#src/contract/presale.ts';
import { type Notice, withStatus } from '#src/wallet/notice.ts';
import { statusFacts } from './payment-statuses.ts';

/** The toast about a payment that is not credited: where it is, or why it brought nothing, in the API's words. */
export function statusNotice(result: PurchaseResponse): Notice {
  const { toast } = statusFacts(result.status);
  return withStatus(toast === undefined ? { key: 'tokensProcessing' } : { key: toast, variant: 'destructive' }, result);
}
