import { isChainId } from '#src/config/chains.ts';
import type { PurchaseRequest } from '#src/contract/presale.ts';
import { ADDRESS_PATTERN } from '#src/lib/text/address-pattern.ts';
import { HASH_PATTERN } from '#src/lib/text/hash-pattern.ts';

const CLAIMS = [
  ...(['ethAmount', 'paymentAmount', 'paymentMethod', 'usdAmount', 'tokenAmount'] as const),
  ...(['status', 'phase', 'termsVersion'] as const),
];

/**
 * The API's accepted part of a stored payment, which another version of the site may have written: hash and wallet are
 * enough to find it. Null if either is invalid, because such a payment cannot be found.
 */
export function sanitizePendingPurchase(body: PurchaseRequest): PurchaseRequest | null {
  const { walletAddress, transactionHash, chainId } = body;
  if (!HASH_PATTERN.test(transactionHash) || !ADDRESS_PATTERN.test(walletAddress)) return null;
  const claims = CLAIMS.filter((name) => isClaim(body[name])).map((name) => [name, body[name]]);
  return { walletAddress, transactionHash, ...Object.fromEntries(claims), ...(isChainId(chainId) ? { chainId } : {}) };
}

function isClaim(value: unknown): boolean {
  return typeof value === 'number' || (typeof value === 'string' && value.length <= 100);
}
