import type { PurchaseResponse } from '#src/contract/presale.ts';
import type { ToastKey } from '#src/i18n/dictionary.ts';

/** A toast's content, as dictionary keys: `toast.<key>.title` and `.text`. Code never composes texts (decision 29). */
export interface Notice {
  readonly key: ToastKey;
  readonly values?: Readonly<Record<string, string | number>>;
  /** A full dictionary key used in place of `toast.<key>.text`; with `text`, the same sentence in other languages. */
  readonly textKey?: string;
  /** A sentence of the API, in English. */
  readonly text?: string;
  /** The failed request's id in the server's log; the toast names it for support. */
  readonly requestId?: string;
  readonly variant?: 'default' | 'destructive' | 'success';
  /** The payment that the toast links to. */
  readonly payment?: { readonly hash: string; readonly chainId: number | null };
}

/** Not a failure: the wallet waits for the answer to an earlier request. */
export const ANSWER_WALLET: Notice = { key: 'answerWallet' };

/** Adds what the API says about a payment to a notice, in the API's words and by its status. */
export function withStatus(notice: Notice, { message, status }: Pick<PurchaseResponse, 'message' | 'status'>): Notice {
  return { ...notice, text: message, textKey: `api.status.${status}` };
}
