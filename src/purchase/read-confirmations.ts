import { quantity } from '#src/chain/rpc-reader.ts';
import type { ChainId } from '#src/config/chains.ts';
import { REQUIRED_CONFIRMATIONS } from '#src/config/sale.ts';
import type { Provider } from '#src/wallet/provider-types.ts';

/**
 * Unknown: the wallet is on another chain or does not answer. Pending counts 0, also for a block that a reorg removed.
 */
export type Confirmations =
  | { readonly kind: 'unknown' }
  | { readonly kind: 'reverted' }
  | { readonly kind: 'counted'; readonly count: number };

const UNKNOWN: Confirmations = { kind: 'unknown' };
const PENDING: Confirmations = { kind: 'counted', count: 0 };

/**
 * Counts confirmations through the wallet: head − block + 1. At the required number it compares the receipt's block
 * hash with the block of that height: a cached receipt would survive a reorg (decision 4). Never throws.
 */
export async function readConfirmations(provider: Provider, chainId: ChainId, hash: string): Promise<Confirmations> {
  try {
    if (Number(await provider.request({ method: 'eth_chainId' })) !== chainId) return UNKNOWN;
    const receipt = (await provider.request({ method: 'eth_getTransactionReceipt', params: [hash] })) as {
      blockNumber?: unknown;
      blockHash?: unknown;
      status?: unknown;
    } | null;
    if (typeof receipt?.blockNumber !== 'string') return PENDING;
    if (receipt.status === '0x0') return { kind: 'reverted' };
    const head = quantity(await provider.request({ method: 'eth_blockNumber' }));
    const count = Number(head - quantity(receipt.blockNumber) + 1n);
    if (count < REQUIRED_CONFIRMATIONS) return { kind: 'counted', count: Math.max(count, 0) };
    const params = [receipt.blockNumber, false];
    const block = (await provider.request({ method: 'eth_getBlockByNumber', params })) as { hash?: unknown } | null;
    return block !== null && block.hash === receipt.blockHash ? { kind: 'counted', count } : PENDING;
  } catch {
    return UNKNOWN;
  }
}
