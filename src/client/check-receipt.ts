import type { Receipt, VerifyKeys } from '#src/contract/receipts.ts';
import { canonicalJson } from '#src/lib/canonical-json.ts';

export type ReceiptProblem = 'malformed' | 'unknown-key' | 'revoked-key' | 'bad-signature' | 'unable';
export type ReceiptCheck =
  | { readonly problem: ReceiptProblem; readonly receipt: Receipt | null }
  | { readonly problem: null; readonly receipt: Receipt };

/**
 * Checks a receipt's signature in this browser (docs/receipts.md): Ed25519 over the canonical JSON of its payload, by one of
 * the published keys. `unable` where the browser does not know the algorithm. Never throws.
 */
export async function checkReceipt(text: string, keys: VerifyKeys['keys']): Promise<ReceiptCheck> {
  const receipt = readReceipt(text);
  if (receipt === null) return { problem: 'malformed', receipt };
  const key = keys.find(({ id }) => id === receipt.keyId);
  if (key === undefined) return { problem: 'unknown-key', receipt };
  if (key.status === 'revoked') return { problem: 'revoked-key', receipt };
  let signed: Uint8Array<ArrayBuffer>;
  try {
    signed = new TextEncoder().encode(canonicalJson(receipt.payload));
  } catch {
    return { problem: 'malformed', receipt };
  }
  let imported: CryptoKey;
  try {
    imported = await crypto.subtle.importKey('raw', bytesOf(key.publicKey), 'Ed25519', false, ['verify']);
  } catch {
    return { problem: 'unable', receipt };
  }
  const good = await crypto.subtle.verify('Ed25519', imported, bytesOf(receipt.signature), signed).catch(() => false);
  return good ? { problem: null, receipt } : { problem: 'bad-signature', receipt };
}

/** A receipt as its file has it, or as the API answers it; null for anything else. */
function readReceipt(text: string): Receipt | null {
  try {
    const read = JSON.parse(text) as { receipt?: unknown };
    const receipt = (read.receipt ?? read) as Partial<Receipt>;
    const { payload, keyId, signature, algorithm } = receipt;
    const isOurs = payload?.type === 'synx-purchase-receipt' && algorithm === 'Ed25519';
    return isOurs && typeof keyId === 'string' && typeof signature === 'string' ? (receipt as Receipt) : null;
  } catch {
    return null;
  }
}

function bytesOf(base64url: string): Uint8Array<ArrayBuffer> {
  try {
    return Uint8Array.from(atob(base64url.replaceAll('-', '+').replaceAll('_', '/')), (one) => one.charCodeAt(0));
  } catch {
    return new Uint8Array();
  }
}
