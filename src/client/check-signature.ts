import type { VerifyKeys } from '#src/contract/receipts.ts';
import { canonicalJson } from '#src/lib/hash/canonical-json.ts';

export type SignatureProblem = 'malformed' | 'unknown-key' | 'revoked-key' | 'bad-signature' | 'unable';

export interface SignedPayload {
  readonly payload: object;
  readonly keyId: string;
  readonly signature: string;
}

/** Checks an Ed25519 signature by a published key over canonical JSON; null if valid, `unable` if unsupported. */
export async function checkSignature(
  { payload, keyId, signature }: SignedPayload,
  keys: VerifyKeys['keys'],
): Promise<SignatureProblem | null> {
  const key = keys.find(({ id }) => id === keyId);
  if (key === undefined) return 'unknown-key';
  if (key.status === 'revoked') return 'revoked-key';
  let signed: Uint8Array<ArrayBuffer>;
  try {
    signed = new TextEncoder().encode(canonicalJson(payload));
  } catch {
    return 'malformed';
  }
  return checkBytes(signed, signature, key.publicKey);
}

/** Checks a signature over bytes by the key with these 32 raw bytes, in the same way; both in base64url. */
export async function checkBytes(
  signed: Uint8Array<ArrayBuffer>,
  signature: string,
  publicKey: string,
): Promise<'bad-signature' | 'unable' | null> {
  let imported: CryptoKey;
  try {
    imported = await crypto.subtle.importKey('raw', bytesOf(publicKey), 'Ed25519', false, ['verify']);
  } catch {
    return 'unable';
  }
  const good = await crypto.subtle.verify('Ed25519', imported, bytesOf(signature), signed).catch(() => false);
  return good ? null : 'bad-signature';
}

function bytesOf(base64url: string): Uint8Array<ArrayBuffer> {
  try {
    return Uint8Array.from(atob(base64url.replaceAll('-', '+').replaceAll('_', '/')), (one) => one.charCodeAt(0));
  } catch {
    return new Uint8Array();
  }
}
