import type { Receipt, VerifyKeys } from '#src/contract/receipts.ts';
import { checkSignature, type SignatureProblem } from './check-signature.ts';

export type ReceiptCheck =
  | { readonly problem: SignatureProblem; readonly receipt: Receipt | null }
  | { readonly problem: null; readonly receipt: Receipt };

/** Checks the signature of a receipt given as text, in this browser. Never throws. */
export async function checkReceipt(text: string, keys: VerifyKeys['keys']): Promise<ReceiptCheck> {
  const receipt = readReceipt(text);
  if (receipt === null) return { problem: 'malformed', receipt };
  return { problem: await checkSignature(receipt, keys), receipt };
}

/** A receipt in the form of its file or of the API's answer; null for anything else. */
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
