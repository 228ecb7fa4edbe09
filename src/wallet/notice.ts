import type { PurchaseResponse } from '#src/contract/presale.ts';
import type { ToastKey } from '#src/i18n/dictionary.ts';

/** A toast's content, as dictionary keys: `toast.<key>.title` and `.text`. Code never composes texts (decision 29). */
export interface Notice {
  readonly key: ToastKey;
  readonly values?: Readonly<Record<string, string | number>>;
  /** A full dictionary key used in place of `toast.<key>.text`; with `text`, the same sentence in other languages. */
  readonly textKey?: string;
  /** A sentence of the API, which is English. */
  readonly text?: string;
  /** The id of a failed request in the server's log, which the toast names for support. */
  readonly requestId?: string;
  readonly variant?: 'default' | 'destructive' | 'success';
  /** The payment it is about, which the toast then links to. */
  readonly payment?: { readonly hash: string; readonly chainId: number | null };
}

/** No failure: the wallet waits for an answer to an earlier request. */
export const ANSWER_WALLET: Notice = { key: 'answerWallet' };

/** Adds the API's statement about a payment to a notice, in its words and by its status. */
export function withStatus(notice: Notice, { message, status }: Pick<PurchaseResponse, 'message' | 'status'>): Notice {
  return { ...notice, text: message, textKey: `api.status.${status}` };
}
