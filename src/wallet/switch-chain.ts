import { CHAINS, type ChainId } from '#src/config/chains.ts';
import { hasCode } from './error-code.ts';
import type { Provider } from './provider-types.ts';

/** The wallet did not know the chain and could not add it. */
export class AddChainError extends Error {
  override readonly name = 'AddChainError';
}

/**
 * Asks the wallet to switch to a chain, or to add it if unknown (4902), which it may say once the page asks no more
 * (`isOpen`). Returns which of the two succeeded; throws AddChainError, or the wallet's own error (4001: cancelled).
 * Does not use wagmi's switchChain, which turns every failed add into a refusal and can wait for ever.
 */
export async function switchChain(
  provider: Provider,
  chainId: ChainId,
  isOpen = () => true,
): Promise<'switched' | 'added'> {
  const hexId = `0x${chainId.toString(16)}`;
  const ask = () => provider.request({ method: 'wallet_switchEthereumChain', params: [{ chainId: hexId }] });
  try {
    await ask();
    return 'switched';
  } catch (error) {
    if (!hasCode(error, 4902) || !isOpen()) throw error;
  }
  const { networkName, nativeCurrency, rpc, explorer } = CHAINS[chainId];
  const chain = {
    chainId: hexId,
    chainName: networkName,
    nativeCurrency,
    rpcUrls: [rpc],
    blockExplorerUrls: [explorer],
  };
  try {
    await provider.request({ method: 'wallet_addEthereumChain', params: [chain] });
  } catch (error) {
    throw new AddChainError('the wallet did not add the chain', { cause: error });
  }
  if (Number(await provider.request({ method: 'eth_chainId' })) !== chainId && isOpen()) await ask();
  return 'added';
}
