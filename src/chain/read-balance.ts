import { quantity, type RpcReader } from './rpc-reader.ts';

/** The selector of balanceOf(address), EIP-20. */
const BALANCE_OF = '0x70a08231';

/** A balance of a token, or of the chain's coin, in base units. Throws the source's errors, or MalformedAnswerError. */
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
