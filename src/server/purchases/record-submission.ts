import type { PurchaseRequest } from '#src/contract/presale.ts';
import type { Db } from '../database/tables.ts';

/**
 * Stores a posted hash before anything else is done with it, once per hash and wallet; posting again changes nothing.
 * Hash and wallet in lower case. `debug` only when the server itself runs in debug mode (T17).
 */
export async function recordSubmission(
  db: Db,
  request: PurchaseRequest,
  options: { readonly debug: boolean; readonly now: number },
): Promise<void> {
  const at = BigInt(options.now);
  const { walletAddress, transactionHash, chainId, termsVersion, ...claims } = request;
  await db
    .insertInto('submissions')
    .values({
      transaction_hash: transactionHash.toLowerCase(),
      wallet: walletAddress.toLowerCase(),
      chain_hint: chainId == null ? null : BigInt(chainId),
      chain_id: null,
      status: options.debug ? 'debug' : 'processing',
      reason: null,
      claims: JSON.stringify(claims),
      // PostgreSQL stores no NUL; a hash is not refused for what stands beside it.
      terms_version: termsVersion?.replaceAll('\0', '') ?? null,
      sender: null,
      nonce: null,
      created_at: at,
      updated_at: at,
      next_check_at: at,
    })
    .onConflict((conflict) => conflict.columns(['transaction_hash', 'wallet']).doNothing())
    .execute();
}
