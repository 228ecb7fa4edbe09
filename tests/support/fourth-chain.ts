import { vi } from 'vitest';

/** A fourth chain, whose coin is ETH like Ethereum's. */
export const FOURTH = 8453;

/**
 * Loads the tables again with a fourth chain in them. Modules that are imported from now on, by import(), see four
 * chains; vi.resetModules() ends it.
 */
export async function addFourthChain(): Promise<void> {
  vi.resetModules();
  const { CHAIN_IDS, CHAINS } = await import('#src/config/chains.ts');
  const { FEEDS } = await import('#src/config/feeds.ts');
  const { TOKENS } = await import('#src/config/tokens.ts');
  const row = { chainId: FOURTH, name: 'Base', networkName: 'Base', priceKey: 'ETH_BASE', defaultPrice: '4000' };
  Object.assign(CHAINS, { [FOURTH]: { ...CHAINS[1], ...row } });
  Object.assign(FEEDS, { [FOURTH]: { ...FEEDS[1], address: `0x${'84'.repeat(20)}` } });
  (CHAIN_IDS as unknown as number[]).push(FOURTH);
  (TOKENS as unknown as object[]).push({ ...TOKENS[0], chainId: FOURTH });
}
