import type { Address } from 'viem';
import { createSiweMessage } from 'viem/siwe';

export interface SiweFields {
  /** Host with port, as location.host. */
  readonly domain: string;
  /** EIP-55 address. */
  readonly address: string;
  readonly statement: string;
  /** location.origin. */
  readonly uri: string;
  readonly chainId: number;
  readonly nonce: string;
  readonly issuedAt: Date;
}

/** How long such a text is valid, the same as its nonce; in milliseconds. */
export const LIFETIME_MS = 600_000;

/** The text that proves a wallet (EIP-4361), valid for ten minutes. Throws viem's error for an invalid field. */
export function siweText({ address, statement, issuedAt, ...fields }: SiweFields): string {
  return createSiweMessage({
    ...fields,
    address: address as Address,
    statement: statement.replace(/\s+/g, ' ').trim(),
    version: '1',
    issuedAt,
    expirationTime: new Date(issuedAt.getTime() + LIFETIME_MS),
  });
}
