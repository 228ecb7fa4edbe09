import { quantity, type RpcReader } from './rpc-reader.ts';

/** The selector of balanceOf(address), EIP-20. */
const BALANCE_OF = '0x70a08231';

/**
 * An account's balance of a token, or of the chain's coin if the token has no address, in base units. Throws the
 * source's errors, and MalformedAnswerError for nonsense.
 */
export async function readBalance(
  source: RpcReader,
  { address }: { readonly address: string | null },
  account: string,
): Promise<bigint> {
  if (address === null)
    return quantity(await source.request({ method: 'eth_getBalance', params: [account, 'latest'] }));
  const data = `${BALANCE_OF}${account.slice(2).toLowerCase().padStart(64, '0')}`;
  return quantity(await source.request({ method: 'eth_call', params: [{ to: address, data }, 'latest'] }));
}
