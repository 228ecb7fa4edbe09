import { CHAINS, type ChainId } from './chains.ts';

/** Address of a transaction or account on its chain's public explorer; null on local chains, which have no explorer. */
export function explorerUrl(chainId: ChainId, kind: 'tx' | 'address', value: string): string | null {
  if (import.meta.env.PUBLIC_REHEARSAL) return null;
  return `${CHAINS[chainId].explorer}/${kind}/${value}`;
}
