import { ProviderError } from './provider-error.ts';

let lastId = 0;

/** Posts to the developer's server; throws ProviderError with its message. */
export async function post<Answer>(path: string, body: unknown): Promise<Answer> {
  const response = await fetch(path, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  });
  const answer = (await response.json().catch(() => null)) as (Answer & { message?: unknown }) | null;
  if (!response.ok || answer === null)
    throw new ProviderError(-32603, String(answer?.message ?? `the local chain answered ${response.status}`));
  return answer;
}

/** Calls the local chain's node through the site's own server; throws ProviderError with the node's code. */
export async function nodeRpc(chainId: number, method: string, params: readonly unknown[]): Promise<unknown> {
  lastId += 1;
  const call = { jsonrpc: '2.0', id: lastId, method, params };
  const { result, error } = await post<{ result?: unknown; error?: { code?: unknown; message?: unknown } }>(
    `/rehearsal/rpc/${chainId}`,
    call,
  );
  if (error !== undefined) throw new ProviderError(Number(error.code ?? -32603), String(error.message ?? 'error'));
  return result;
}
