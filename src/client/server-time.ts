/** The server's clock at an answer, ms since 1970, and the page's own time then, which no clock setting moves. */
let known: { readonly at: number; readonly readAt: number } | null = null;

/** Takes the server's time from an answer's Date header; never goes back, as the header lacks fractions of a second. */
export function noteServerTime({ headers }: Response): void {
  const at = Date.parse(headers.get('Date') ?? '');
  if (at > (serverTime() ?? Number.NEGATIVE_INFINITY)) known = { at, readAt: performance.now() };
}

/** Milliseconds since 1970 by the server's clock; null before its first answer to this page. */
export function serverTime(): number | null {
  return known === null ? null : known.at + performance.now() - known.readAt;
}
