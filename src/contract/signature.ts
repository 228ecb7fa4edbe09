import { z } from 'zod';

/** Ed25519 over the UTF-8 bytes of the canonical JSON of `payload`; signature in base64url. */
export const signatureFields = {
  algorithm: z.literal('Ed25519'),
  keyId: z.string().regex(/^[0-9a-f]{16}$/),
  signature: z.string().regex(/^[\w-]{86}$/),
};
