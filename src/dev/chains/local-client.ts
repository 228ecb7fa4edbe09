import { createTestClient, http, publicActions, walletActions } from 'viem';
import { CHAINS, type ChainId } from '#src/config/chains.ts';

/** A client of one local chain with test, public and wallet actions; the chain itself holds the unlocked accounts. */
export function localClient(chainId: ChainId, rpcUrl: string) {
  const { name, nativeCurrency } = CHAINS[chainId];
  const chain = { id: chainId, name, nativeCurrency, rpcUrls: { default: { http: [rpcUrl] } } };
  return createTestClient({
    mode: 'anvil',
    chain,
    // Never retry: sending a transaction twice would be worse than an error.
    transport: http(rpcUrl, { batch: { batchSize: 200 }, retryCount: 0, timeout: 30_000 }),
    pollingInterval: 50,
    cacheTime: 0,
  })
    .extend(publicActions)
    .extend(walletActions);
}

export type LocalClient = ReturnType<typeof localClient>;

/** Calls a method of the chain program for which the client has no action. */
export async function call<Answer = void>(
  client: Pick<LocalClient, 'request'>,
  method: string,
  params: readonly unknown[],
): Promise<Answer> {
  return (await client.request({ method, params } as never)) as Answer;
}
