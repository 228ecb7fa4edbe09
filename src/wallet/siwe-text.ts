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

/** How long such a text holds, as long as the nonce in it, in milliseconds. */
export const LIFETIME_MS = 600_000;

/** The text that proves a wallet (EIP-4361), valid for ten minutes; the statement is flattened to one line. */
export function siweText({ domain, address, statement, uri, chainId, nonce, issuedAt }: SiweFields): string {
  return [
    `${domain} wants you to sign in with your Ethereum account:`,
    address,
    '',
    statement.replace(/\s+/g, ' ').trim(),
    '',
    `URI: ${uri}`,
    'Version: 1',
    `Chain ID: ${chainId}`,
    `Nonce: ${nonce}`,
    `Issued At: ${issuedAt.toISOString()}`,
    `Expiration Time: ${new Date(issuedAt.getTime() + LIFETIME_MS).toISOString()}`,
  ].join('\n');
}
