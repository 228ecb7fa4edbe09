import { BRIDGE_PROJECT_ID } from '#src/config/public-env.ts';

interface Answer {
  readonly result?: unknown;
  readonly error?: { readonly code: number; readonly message: string };
}

let lastId = 0;

/** Reads from a chain's node, as wallets behind the bridge answer no reads. Throws the node's error, or TypeError. */
export async function readNode(chainId: number, method: string, params: readonly unknown[]): Promise<unknown> {
  const url = import.meta.env.PUBLIC_REHEARSAL
    ? `/rehearsal/rpc/${chainId}`
    : `https://rpc.walletconnect.org/v1/?chainId=eip155:${chainId}&projectId=${BRIDGE_PROJECT_ID}`;
  lastId += 1;
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: lastId, method, params }),
  });
  const { result, error } = (await response.json()) as Answer;
  if (error !== undefined) throw Object.assign(new Error(error.message), { code: error.code });
  return result;
}
