import { readBalance } from '#src/chain/read-balance.ts';
import { quantity, type RpcReader } from '#src/chain/rpc-reader.ts';
import { CHAINS, isChainId } from '#src/config/chains.ts';
import { coinOf, findToken, type Token } from '#src/config/tokens.ts';
import { formatUnits, parseDecimal } from '#src/lib/money/decimal.ts';
import { DeadlineError, withDeadline } from '#src/lib/time/with-deadline.ts';
import { isGasRefusal } from '#src/wallet/error-code.ts';
import { isPhone } from '#src/wallet/is-phone.ts';
import type { Provider } from '#src/wallet/provider-types.ts';
import { providerWait } from '#src/wallet/resolve-provider.ts';
import { PurchaseRefusal } from './purchase-refusal.ts';
import { gasLimit, gasReserve, type Rates, shortfall } from './purchase-rules.ts';
import type { PurchaseIntent } from './purchase-state.ts';

export interface CheckedAmount {
  readonly token: Token;
  /** Base units. */
  readonly amount: bigint;
}

/** The wallet answers, still grants the account, and is on the intent's chain (R5.003); throws PurchaseRefusal. */
export async function checkWallet(provider: Provider, account: string, intent: PurchaseIntent): Promise<void> {
  const accounts = await ask(provider, 'eth_accounts');
  if (!Array.isArray(accounts)) throw new PurchaseRefusal({ key: 'invalidWalletProvider' });
  const granted = accounts.map((entry) => String(entry).toLowerCase());
  if (!granted.includes(account.toLowerCase())) throw new PurchaseRefusal({ key: 'noAccountFound' });
  // Types are not there at run time, and nothing is paid on a chain without the presale.
  if (!isChainId(intent.chainId)) throw new PurchaseRefusal({ key: 'unsupportedChain' });
  if (Number(await ask(provider, 'eth_chainId')) !== intent.chainId)
    throw new PurchaseRefusal({ key: 'wrongNetwork', values: { chain: CHAINS[intent.chainId].name } });
}

/** Token and amount of the intent, above every minimum (R5.006-R5.012); throws PurchaseRefusal. */
export function checkAmount(intent: PurchaseIntent, rates: Rates): CheckedAmount {
  const token = findToken(intent.chainId, intent.symbol);
  if (token?.accepted !== true) throw new PurchaseRefusal({ key: 'unsupportedToken' });
  const amount = parseDecimal(intent.amount, token.decimals);
  if (amount === null || amount <= 0n) throw new PurchaseRefusal({ key: 'invalidAmount' });
  const missed = shortfall(token, amount, rates);
  if (missed !== null) throw new PurchaseRefusal({ key: 'invalidAmount', ...missed });
  return { token, amount };
}

export interface CheckedGas {
  /** Gas units to send with. */
  readonly limit: bigint;
  /**
   * The cost of this gas in the coin's base units at the wallet's current price; null if the wallet does not state one.
   */
  readonly cost: bigint | null;
  /** The wallet could not tell a balance that the payment needs. */
  readonly unread: boolean;
}

export interface PlannedTransfer {
  readonly from: string;
  readonly to: string;
  readonly value: bigint;
  readonly data?: string;
}

/**
 * Balance and gas of a payment: amount + 0.002 for a coin, token balance and 0.0005 coin for a token, or the estimate
 * if it is higher (R5.015, R5.016, decision 18). A wallet whose node hangs is waited for no longer than one that hangs
 * itself. Throws PurchaseRefusal.
 */
export async function checkFunds(
  wallet: Provider,
  checked: CheckedAmount,
  planned: PlannedTransfer,
): Promise<CheckedGas> {
  const provider = { request: (call: Parameters<Provider['request']>[0]) => inTime(wallet.request(call)) };
  const { token, amount } = checked;
  const coin = coinOf(token.chainId);
  // A wallet that cannot tell a balance can still pay: the chain refuses what it does not have.
  const balance = await readBalance(provider, token, planned.from).catch(() => null);
  if (balance !== null && balance < amount)
    throw new PurchaseRefusal({ key: 'insufficientBalance', values: { token: token.display } });
  const native = token.address === null ? balance : await readBalance(provider, coin, planned.from).catch(() => null);

  const stated = gasReserve(token, 0n);
  const spare = native === null ? null : token.address === null ? native - amount : native;
  if (spare !== null && spare < stated) throw lacksGas(coin, stated);
  const limit = gasLimit(token, await estimate(provider, planned, coin));
  const price = await provider
    .request({ method: 'eth_gasPrice' })
    .then(quantity)
    .catch(() => null);
  const cost = price === null ? null : limit * price;
  const needed = gasReserve(token, cost ?? 0n);
  if (spare !== null && spare < needed) throw lacksGas(coin, needed);
  return { limit, cost, unread: balance === null || native === null };
}

function lacksGas(coin: Token, needed: bigint): PurchaseRefusal {
  return new PurchaseRefusal({
    key: 'insufficientGas',
    values: { coin: coin.display, amount: formatUnits(needed, coin.decimals) },
  });
}

/** Gas units the node expects; null if it cannot tell, and then the stated limit counts. */
async function estimate(provider: RpcReader, planned: PlannedTransfer, coin: Token): Promise<bigint | null> {
  const value = `0x${planned.value.toString(16)}`;
  try {
    return quantity(await provider.request({ method: 'eth_estimateGas', params: [{ ...planned, value }] }));
  } catch (error) {
    if (isGasRefusal(error)) throw new PurchaseRefusal({ key: 'insufficientGasFees', values: { coin: coin.display } });
    return null;
  }
}

function inTime<T>(answered: Promise<T>): Promise<T> {
  return withDeadline(answered, providerWait({ mobile: isPhone() }));
}

async function ask(provider: Provider, method: string): Promise<unknown> {
  try {
    return await inTime(provider.request({ method }));
  } catch (error) {
    if (error instanceof DeadlineError) throw new PurchaseRefusal({ key: 'walletConnectionTimeout' });
    throw new PurchaseRefusal({ key: 'walletProviderUnavailable' });
  }
}
