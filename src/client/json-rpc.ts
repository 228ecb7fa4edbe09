import type { RpcReader } from '#src/chain/rpc-reader.ts';
import { abortAfter } from '#src/lib/time/abort-after.ts';

const TIMEOUT_MS = 15_000;

/** A public node over HTTP, called without cookies and without a referrer. Throws Error for every kind of failure. */
export function jsonRpc(url: string, signal: AbortSignal): RpcReader {
  let id = 0;
  return {
    request: async ({ method, params }) => {
      id += 1;
      const answer = await fetch(url, {
        method: 'POST',
        credentials: 'omit',
        referrerPolicy: 'no-referrer',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({ jsonrpc: '2.0', id, method, params }),
        signal: abortAfter(TIMEOUT_MS, signal),
      });
      if (!answer.ok) throw new Error(`${method}: ${answer.status}`);
      const body = (await answer.json()) as { result?: unknown; error?: { message?: string } };
      if (body.error !== undefined || body.result === undefined) throw new Error(body.error?.message ?? 'no result');
      return body.result;
    },
  };
}
