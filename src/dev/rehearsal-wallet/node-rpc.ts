import { ProviderError } from './provider-error.ts';

let lastId = 0;

/** Asks the local chain's node through the site's own server; throws ProviderError with the node's code. */
export async function nodeRpc(chainId: number, method: string, params: readonly unknown[]): Promise<unknown> {
  lastId += 1;
  const response = await fetch(`/rehearsal/rpc/${chainId}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: lastId, method, params }),
  });
  const answer = (await response.json().catch(() => null)) as {
    result?: unknown;
    error?: { code?: unknown; message?: unknown };
    message?: unknown;
  } | null;
  if (answer?.error !== undefined)
    throw new ProviderError(Number(answer.error.code ?? -32603), String(answer.error.message ?? 'error'));
  if (!response.ok || answer === null || !('result' in answer))
    throw new ProviderError(-32603, String(answer?.message ?? `the local chain answered ${response.status}`));
  return answer.result;
}
