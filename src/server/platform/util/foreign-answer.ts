import { setTimeout } from 'node:timers/promises';

/** Far more than any site of ours publishes. */
const LARGEST_BYTES = 16 * 1024 * 1024;
const FIRST_BYTES = 64 * 1024;
const TIMEOUT_MS = 30_000;
/** Seconds to wait for a site that refuses by its limits and names no time, the longest wait, and how often. */
const WAIT = { usual: 10, longest: 60, times: 7 } as const;

/** The whole answer of a foreign site, without redirects: one could lead to a service of this machine's network. */
export async function foreignAnswer(
  address: URL,
  { timeoutMs = TIMEOUT_MS, ...init }: Options = {},
): Promise<Response> {
  const answer = await fetch(address, { ...init, redirect: 'manual', signal: AbortSignal.timeout(timeoutMs) });
  const { status, statusText, headers } = answer;
  if (answer.body === null) return new Response(null, { status, statusText, headers });
  // One buffer: parts can be a single byte each, and an object per part would be hundreds of times as large.
  let bytes = new Uint8Array(FIRST_BYTES);
  let size = 0;
  // Leaving the loop ends the connection. Counts bytes after decompression.
  for await (const part of answer.body) {
    const start = size;
    size += part.length;
    if (size > LARGEST_BYTES) throw new Error(`${address.href} answers more than ${LARGEST_BYTES} bytes`);
    if (size > bytes.length) {
      const larger = new Uint8Array(Math.max(size, bytes.length * 2));
      larger.set(bytes.subarray(0, start));
      bytes = larger;
    }
    bytes.set(part, start);
  }
  return new Response(bytes.subarray(0, size), { status, statusText, headers });
}

interface Options {
  readonly headers?: Readonly<Record<string, string>>;
  readonly timeoutMs?: number;
}

/**
 * Such an answer if it is a success; otherwise throws an Error, which names the origin a redirect leads to. Waits while
 * the site's limits refuse it: the records of a sale have more pages than anybody may read in a minute.
 */
export async function foreignSuccess(address: URL): Promise<Response> {
  let answer = await foreignAnswer(address);
  for (let waits = 0; answer.status === 429 && waits < WAIT.times; waits += 1) {
    const [, seconds = WAIT.usual] = /^(\d{1,4})$/.exec(answer.headers.get('retry-after') ?? '') ?? [];
    await setTimeout(Math.min(Number(seconds), WAIT.longest) * 1_000);
    answer = await foreignAnswer(address);
  }
  if (answer.ok) return answer;
  const moved = answer.headers.get('location');
  const elsewhere =
    moved !== null && URL.canParse(moved, address) ? ` and names ${new URL(moved, address).origin}` : '';
  throw new Error(`${address.href} answers ${answer.status}${elsewhere}: is this a SYNX site?`);
}

/** What would make a browser show something else than the body of an answer, as a sentence; null if nothing. */
export function leadsElsewhere({ status, headers }: Response): string | null {
  if (status >= 300 && status < 400) return `is not served: it is a redirect, ${status}`;
  if (status === 401 || status === 407) return `is served with a question for a name and a password, ${status}`;
  if (headers.has('refresh')) return 'is served with a refresh header, which loads another page';
  // Whatever it says: browsers unescape its texts, so that no search of it for a style finds all.
  if (headers.has('link')) return 'is served with a link header, which can load a style';
  return null;
}
