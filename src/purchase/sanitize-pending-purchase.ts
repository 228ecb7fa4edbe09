import { isChainId } from '#src/config/chains.ts';
import type { PurchaseRequest } from '#src/contract/presale.ts';

const HASH = /^0x[0-9a-fA-F]{64}$/;
const ADDRESS = /^0x[0-9a-fA-F]{40}$/;
const CLAIMS = [
  ...(['ethAmount', 'paymentAmount', 'paymentMethod', 'usdAmount', 'tokenAmount'] as const),
  ...(['status', 'phase', 'termsVersion'] as const),
];

/**
 * What the API takes of a stored payment, which another version of the site may have written: hash and wallet are
 * enough to find it. Null where these are none; nothing can be found by it.
 */
export function sanitizePendingPurchase(body: PurchaseRequest): PurchaseRequest | null {
  const { walletAddress, transactionHash, chainId } = body;
  if (!HASH.test(transactionHash) || !ADDRESS.test(walletAddress)) return null;
  const claims = CLAIMS.filter((name) => isClaim(body[name])).map((name) => [name, body[name]]);
  return { walletAddress, transactionHash, ...Object.fromEntries(claims), ...(isChainId(chainId) ? { chainId } : {}) };
}

function isClaim(value: unknown): boolean {
  return typeof value === 'number' || (typeof value === 'string' && value.length <= 100);
}
