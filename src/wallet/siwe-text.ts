import type { Address } from 'viem';
import { createSiweMessage } from 'viem/siwe';
import { SIGN_IN_MS } from '#src/config/limits.ts';

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

/** The text that proves a wallet (EIP-4361), valid as long as its nonce. Throws viem's error for an invalid field. */
export function siweText({ address, statement, issuedAt, ...fields }: SiweFields): string {
  return createSiweMessage({
    ...fields,
    address: address as Address,
    statement: statement.replace(/\s+/g, ' ').trim(),
    version: '1',
    issuedAt,
    expirationTime: new Date(issuedAt.getTime() + SIGN_IN_MS),
  });
}
