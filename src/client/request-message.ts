import { RequestError } from './request.ts';

const STATUS_PREFIX = /^\s*\d{3}:\s*/;
const NOT_PROSE = /^\s*[{[<]|<\/?[a-z!]/i;
const MAX_LENGTH = 300;

/** The API's `message` in an error, without "400: " (decision 28); null if there is none, or only JSON or HTML. */
export function messageOf(error: unknown): string | null {
  const raw = error instanceof RequestError ? (error.serverMessage ?? error.message) : null;
  if (raw === null) return null;
  const text = raw.replace(STATUS_PREFIX, '').trim();
  return text === '' || NOT_PROSE.test(text) || text.length > MAX_LENGTH ? null : text;
}

/** A sentence of the API in a toast's form: the English text, and the key of the same sentence in the dictionary. */
export interface ToastText {
  readonly text?: string;
  readonly textKey?: string;
  /** The id of the failed request in the server's log. */
  readonly requestId?: string;
}

/** An error's sentence, in English and by its code; empty if there is nothing that a visitor may read. */
export function toastTextOf(error: unknown): ToastText {
  const text = messageOf(error);
  const { code, requestId } = error instanceof RequestError ? error : { code: null, requestId: null };
  return {
    ...(text !== null && { text }),
    ...(text !== null && code !== null && { textKey: `api.${code}` }),
    ...(requestId !== null && { requestId }),
  };
}
