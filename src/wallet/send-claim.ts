import { hashValue, hex, quantity, type RpcReader } from '#src/chain/rpc-reader.ts';
import { chainNumber } from '#src/config/chains.ts';
import type { Distributor } from '#src/config/distributor.ts';
import { type ClaimCall, claimCalldata } from '#src/lib/allocation/claim-call.ts';
import { isRevert } from './error-code.ts';
import { watchedToken } from './guard-provider.ts';
import type { Provider } from './provider-types.ts';

/**
 * Gas of a claim by docs/contracts.md, and a fifth more as its limit: a node's estimate can be absurd, and is not
 * asked for. The first claim of an account pays for its place in the contract.
 */
const GAS = { first: 126_000n, later: 93_000n } as const;

/** A claim as the wallet is asked for it. */
export interface ClaimTransaction {
  readonly from: string;
  readonly to: string;
  readonly value: '0x0';
  readonly data: string;
  readonly gas: string;
  readonly chainId: string;
}

export function claimTransaction(distributor: Distributor, call: ClaimCall, isFirst: boolean): ClaimTransaction {
  return {
    from: call.entry.address,
    to: distributor.claims,
    value: '0x0',
    data: claimCalldata(call),
    gas: hex(((isFirst ? GAS.first : GAS.later) * 12n) / 10n),
    chainId: hex(distributor.chainId),
  };
}

/** What the network asks for a claim, in base units of its coin: likely, and at most. */
export async function claimFee(source: RpcReader, isFirst: boolean): Promise<{ likely: bigint; most: bigint }> {
  const price = quantity(await source.request({ method: 'eth_gasPrice', params: [] }));
  const likely = price * (isFirst ? GAS.first : GAS.later);
  return { likely, most: (likely * 12n) / 10n };
}

/** What the contract would do with a claim now; `unread` if the source does not say. */
export async function tryClaim(
  source: RpcReader,
  { from, to, data, gas }: ClaimTransaction,
): Promise<'pays' | 'refuses' | 'unread'> {
  try {
    await source.request({ method: 'eth_call', params: [{ from, to, data, gas }, 'latest'] });
    return 'pays';
  } catch (error) {
    return isRevert(error) ? 'refuses' : 'unread';
  }
}

/** Whether the wallet shows the account and the chain of a claim. */
export async function isAtClaim(provider: Provider, transaction: ClaimTransaction): Promise<boolean> {
  const [accounts, chain] = await Promise.all([
    provider.request({ method: 'eth_accounts' }),
    provider.request({ method: 'eth_chainId' }),
  ]);
  const account = Array.isArray(accounts) ? String(accounts[0]).toLowerCase() : '';
  return account === transaction.from && chainNumber(chain) === Number(transaction.chainId);
}

/** Asks the wallet to send a claim, and nothing before; the hash that it names. */
export async function sendClaim(provider: Provider, transaction: ClaimTransaction): Promise<string> {
  return hashValue(await provider.request({ method: 'eth_sendTransaction', params: [transaction] }));
}

/** Asks the wallet to list the token. */
export function listToken(provider: Provider, distributor: Distributor): Promise<unknown> {
  return provider.request({ method: 'wallet_watchAsset', params: watchedToken(distributor) });
}
