import type { WalletDetail } from './provider-types.ts';

/** Loads the wallet bridge for a chain; throws in a build without a bridge, which contains none of its code. */
export async function loadBridge(chainId: number): Promise<WalletDetail> {
  if (!import.meta.env.PUBLIC_REOWN_PROJECT_ID) throw new Error('this build has no wallet bridge');
  const { startBridge } = await import('./bridge/start-bridge.ts');
  return startBridge(chainId);
}
