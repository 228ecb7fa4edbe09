import { formatUnits } from '#src/lib/money/decimal.ts';
import { nodeRpc } from './node-rpc.ts';
import type { WatchedToken } from './wallet-state.ts';

const BALANCE_OF = '0x70a08231';

/** What an account has of a token, in whole tokens. Throws ProviderError. */
export async function heldOf({ chainId, address, decimals }: WatchedToken, account: string): Promise<string> {
  const data = `${BALANCE_OF}${account.slice(2).toLowerCase().padStart(64, '0')}`;
  const held = String(await nodeRpc(chainId, 'eth_call', [{ to: address, data }, 'latest']));
  // Without a contract there the answer is empty.
  return formatUnits(held === '0x' ? 0n : BigInt(held), decimals);
}
