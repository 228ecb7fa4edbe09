import { request } from '#src/client/request.ts';
import { DEFAULT_CHAIN_ID, isChainId } from '#src/config/chains.ts';
import { SIGN_IN_MS } from '#src/config/limits.ts';
import type { WalletNonceResponse, WalletProveResponse } from '#src/contract/wallet.ts';
import { personalSign } from './personal-sign.ts';
import type { Provider } from './provider-types.ts';
import { siweText } from './siwe-text.ts';

export interface ProofRequest {
  readonly provider: Provider;
  /** EIP-55 address. */
  readonly account: string;
  readonly chainId: number | null;
  /** One line in the visitor's language, for the wallet to show. */
  readonly statement: string;
}

/** Has the wallet sign one free message for the API (decision 24); throws the wallet's error or RequestError. */
export async function proveWallet({ provider, account, chainId, statement }: ProofRequest): Promise<void> {
  const { nonce, expiresAt } = await request<WalletNonceResponse>('GET', '/api/wallet/nonce');
  const message = siweText({
    domain: location.host,
    address: account,
    statement,
    uri: location.origin,
    chainId: isChainId(chainId) ? chainId : DEFAULT_CHAIN_ID,
    nonce,
    // By the server's clock, since the server judges it: the visitor's may be minutes off.
    issuedAt: new Date(Date.parse(expiresAt) - SIGN_IN_MS),
  });
  const signature = await personalSign(provider, account, message);
  await request<WalletProveResponse>('POST', '/api/wallet/prove', { message, signature });
}
