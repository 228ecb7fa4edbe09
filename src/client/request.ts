import { abortAfter } from '#src/lib/time/abort-after.ts';
import { noteServerTime } from './server-time.ts';

/** An answer that is not OK. `message` is "status: body"; screens show messageOf(error) instead (decision 28). */
export class RequestError extends Error {
  override readonly name = 'RequestError';
  readonly status: number;
  /** The API's stable error code, null if the body is not the API's. */
  readonly code: string | null;
  readonly serverMessage: string | null;
  /** The request's id in the server's log, for support; only with errors of the server. */
  readonly requestId: string | null;

  constructor(status: number, statusText: string, body: string) {
    super(`${status}: ${body || statusText}`);
    this.status = status;
    const parsed = parseErrorBody(body);
    this.code = parsed.code;
    this.serverMessage = parsed.message;
    this.requestId = parsed.requestId;
  }
}

/** A hanging connection must not hold up later calls; the outbox tries again. */
const TIMEOUT_MS = 20_000;

/** Calls the API with JSON and cookies; returns the parsed body, throws RequestError. */
export async function request<T>(method: string, url: string, body?: unknown): Promise<T> {
  const response = await fetch(url, {
    method,
    credentials: 'include',
    headers: body === undefined ? {} : { 'Content-Type': 'application/json' },
    // JSON.stringify(undefined) is undefined, so that no body is sent.
    body: JSON.stringify(body),
    signal: abortAfter(TIMEOUT_MS),
  });
  if (!response.ok) throw new RequestError(response.status, response.statusText, await response.text());
  const answer = (await response.json()) as T;
  // Take the time only from what looks like the API: a network's sign-in page has its own clock.
  noteServerTime(response);
  return answer;
}

function parseErrorBody(body: string) {
  let parsed: Record<string, unknown> | null = null;
  try {
    parsed = JSON.parse(body);
  } catch {
    // The body does not come from the API.
  }
  const textOf = (name: string) => {
    const value = parsed?.[name];
    return typeof value === 'string' ? value : null;
  };
  return { code: textOf('code'), message: textOf('message'), requestId: textOf('requestId') };
}
