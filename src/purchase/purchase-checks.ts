import { readBalance } from '#src/chain/read-balance.ts';
import { quantity, type RpcReader } from '#src/chain/rpc-reader.ts';
import { CHAINS, isChainId } from '#src/config/chains.ts';
import { OFFER_MAX_AGE_MS } from '#src/config/limits.ts';
import { PRESALE_ADDRESS } from '#src/config/public-env.ts';
import { coinOf, findToken, type Token } from '#src/config/tokens.ts';
import type { CryptoPrices, PresalePricing, PurchaseRequest } from '#src/contract/presale.ts';
import { formatUnits, parseDecimal } from '#src/lib/money/decimal.ts';
import { usdToDecimal, usdValue } from '#src/lib/money/quote.ts';
import { DeadlineError, withDeadline } from '#src/lib/time/with-deadline.ts';
import { currentConnection } from '#src/stores/current-connection.ts';
import { $buildWithdrawn, $config, $prices, $pricing, refetchPresale } from '#src/stores/presale.ts';
import { $wallet } from '#src/stores/wallet-state.ts';
import { isGasRefusal, isRevert, links } from '#src/wallet/error-code.ts';
import { isPhone } from '#src/wallet/is-phone.ts';
import type { Notice } from '#src/wallet/notice.ts';
import type { Provider, WalletConnection } from '#src/wallet/provider-types.ts';
import { ProviderMissingError, providerWait, resolveProvider } from '#src/wallet/resolve-provider.ts';
import { readSession, setManualDisconnect } from '#src/wallet/session-keys.ts';
import { gasLimit, gasReserve, gasShown, priceOf, type Rates, shortfall, synxFor } from './offer/purchase-rules.ts';
import { requestTime } from './payment-requests.ts';
import type { PurchaseIntent, QuoteContext } from './purchase-state.ts';

const FUNDS = /insufficient|enough (?:funds|balance)|exceeds .*balance/i;

/** A purchase that must not continue; nothing was sent. The toast `notice` says why. */
export class PurchaseRefusal extends Error {
  override readonly name = 'PurchaseRefusal';
  readonly notice: Notice;

  constructor(notice: Notice) {
    super(notice.key);
    this.notice = { variant: 'destructive', ...notice };
  }
}

export type PurchasePlan =
  | { readonly kind: 'debug'; readonly body: PurchaseRequest }
  | {
      readonly kind: 'real';
      readonly account: `0x${string}`;
      readonly recipient: `0x${string}`;
      readonly connection: WalletConnection;
      readonly quote: QuoteContext;
      /** When the prices were read, ISO 8601 by the server's clock. */
      readonly pricesAt: string;
    };

/** A purchase's inputs from the stores; throws PurchaseRefusal without one or without a live price (decision 6). */
export async function preparePurchase(intent: PurchaseIntent): Promise<PurchasePlan> {
  const { account } = $wallet.get();
  if (account === null) throw new PurchaseRefusal({ key: 'noWalletConnected' });
  const connection = await openConnectionOrRefuse();
  if (!isChainId(intent.chainId)) throw new PurchaseRefusal({ key: 'unsupportedChain' });
  if (findToken(intent.chainId, intent.symbol)?.accepted !== true)
    throw new PurchaseRefusal({ key: 'unsupportedToken' });

  // A purchase that goes on after a reload may come before the first answers.
  const isKnown = $config.get().data !== undefined && !isOld($pricing.get().data?.serverTime);
  if (!isKnown && !(await refetchPresale())) throw new PurchaseRefusal({ key: 'priceNotLive' });
  const { data: config } = $config.get();
  const { data: pricing } = $pricing.get();
  const { data: prices } = $prices.get();
  if (config === undefined || pricing === undefined) throw new PurchaseRefusal({ key: 'priceNotLive' });
  if (PRESALE_ADDRESS === null || PRESALE_ADDRESS.toLowerCase() !== config.presaleAddress.toLowerCase())
    throw new PurchaseRefusal({ key: 'addressMismatch' });
  if ($buildWithdrawn.get()) throw new PurchaseRefusal({ key: 'buildWithdrawn' });
  const quote = { rates: liveRates(intent, pricing, prices), phase: pricing.phase };
  const pricesAt = pricing.serverTime;
  if (!config.debugMode) return { kind: 'real', account, recipient: PRESALE_ADDRESS, connection, quote, pricesAt };
  const declared = purchaseBody(intent, checkAmount(intent, quote.rates), quote, {
    account,
    status: 'debug',
    termsVersion: null,
  });
  return { kind: 'debug', body: { ...declared, transactionHash: madeUpHash() } };
}

/** Finds the wallet within its waiting time, with the manual-disconnect flag lifted meanwhile. */
async function openConnectionOrRefuse(): Promise<WalletConnection> {
  const { manual } = readSession();
  const bridge = $wallet.get().method === 'walletconnect';
  if (manual) setManualDisconnect(false);
  try {
    return await resolveProvider(() => currentConnection() ?? undefined, { mobile: isPhone(), bridge, purchase: true });
  } catch (error) {
    if (!(error instanceof ProviderMissingError)) throw error;
    const { textKey, values } = error;
    throw new PurchaseRefusal({ key: 'walletProviderUnavailable', textKey, values });
  } finally {
    if (manual) setManualDisconnect(true);
  }
}

/** The prices to sell at: sale open, option offered, the coin's price live; never a default (decision 6). */
function liveRates(intent: PurchaseIntent, pricing: PresalePricing, prices: CryptoPrices | undefined) {
  const { priceKey } = CHAINS[intent.chainId];
  const offer = pricing.offers.find((each) => each.chainId === intent.chainId && each.paymentMethod === intent.symbol);
  if (offer?.reason === 'switched-off' || offer?.reason === 'token-mismatch')
    throw new PurchaseRefusal({ key: 'unsupportedToken' });
  const synxE8 = parseDecimal(pricing.currentPrice, 8) ?? 0n;
  const coin = prices?.[priceKey] ?? null;
  const isByFeed = findToken(intent.chainId, intent.symbol)?.pricing === 'feed';
  const isLive = !isByFeed || (coin !== null && prices?.live[priceKey] === true);
  if (pricing.saleStatus !== 'open' || offer?.offered !== true || synxE8 <= 0n || !isLive)
    throw new PurchaseRefusal({ key: 'priceNotLive' });
  return { coinE8: (coin === null ? null : parseDecimal(coin, 8)) ?? 0n, synxE8 };
}

/** Whether prices are too old for an offer, by the server's clock; a visitor's wrong one costs just one more read. */
function isOld(readAt: string | undefined): boolean {
  // A visitor's clock can be set back to when they were read, and a computer that sleeps can stop the page's own time.
  return [Date.now(), requestTime()].some((now) => !(Math.abs(now - Date.parse(String(readAt))) <= OFFER_MAX_AGE_MS));
}

/** 66 characters that identify no transaction, for a debug purchase (decision 15). */
function madeUpHash(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(32));
  return `0x${Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')}`;
}

export interface SentPayment {
  readonly account: string;
  readonly status: 'pending' | 'debug';
  /** Version of the terms accepted in this browser; null if it was not asked. */
  readonly termsVersion: string | null;
}

/** The body of POST /api/presale/purchase without its hash: everything in it is declared (S13). */
export function purchaseBody(
  intent: PurchaseIntent,
  { token, amount }: CheckedAmount,
  { rates, phase }: QuoteContext,
  { account, status, termsVersion }: SentPayment,
): Omit<PurchaseRequest, 'transactionHash'> {
  // As paid, not as typed: the API rejects a hundred leading zeros.
  const paid = formatUnits(amount, token.decimals);
  return {
    walletAddress: account,
    ethAmount: token.address === null ? paid : '0',
    paymentAmount: paid,
    paymentMethod: token.symbol,
    usdAmount: usdToDecimal(usdValue(amount, token.decimals, priceOf(token, rates.coinE8))),
    tokenAmount: synxFor(token, amount, rates).toString(),
    status,
    phase,
    chainId: intent.chainId,
    ...(termsVersion === null ? {} : { termsVersion }),
  };
}

export interface CheckedAmount {
  readonly token: Token;
  /** Base units. */
  readonly amount: bigint;
}

/** Checks that the wallet answers, still grants the account, and is on the intent's chain; throws PurchaseRefusal. */
export async function checkWallet(provider: Provider, account: string, intent: PurchaseIntent): Promise<void> {
  const accounts = await ask(provider, 'eth_accounts');
  if (!Array.isArray(accounts)) throw new PurchaseRefusal({ key: 'invalidWalletProvider' });
  const granted = accounts.map((entry) => String(entry).toLowerCase());
  if (!granted.includes(account.toLowerCase())) throw new PurchaseRefusal({ key: 'noAccountFound' });
  // Types do not exist at run time, and nobody must pay on a chain without the presale.
  if (!isChainId(intent.chainId)) throw new PurchaseRefusal({ key: 'unsupportedChain' });
  if (Number(await ask(provider, 'eth_chainId')) !== intent.chainId)
    throw new PurchaseRefusal({ key: 'wrongNetwork', values: { chain: CHAINS[intent.chainId].name } });
}

/** Checks token and amount of the intent against every minimum (decision 17); throws PurchaseRefusal. */
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
  /** About the fee in the coin's base units, with the gas that wallets use, at their price; null if they state none. */
  readonly shownFee: bigint | null;
  /** Whether the wallet failed to tell a balance that the payment needs. */
  readonly unread: boolean;
}

export interface PlannedTransfer {
  readonly from: string;
  readonly to: string;
  readonly value: bigint;
  readonly data?: string;
}

/**
 * Checks balance and gas: amount + 0.002 for a coin, token balance and 0.0005 coin for a token, or the estimate if it
 * is higher (decision 18). Every request has a deadline, because the node behind a wallet can hang as
 * well as the wallet itself. Throws PurchaseRefusal.
 */
export async function checkFunds(
  wallet: Provider,
  checked: CheckedAmount,
  planned: PlannedTransfer,
): Promise<CheckedGas> {
  const provider = { request: (call: Parameters<Provider['request']>[0]) => inTime(wallet.request(call)) };
  const { token, amount } = checked;
  const coin = coinOf(token.chainId);
  // A wallet that cannot tell a balance can still pay: the chain refuses to spend what is not there.
  const balance = await readBalance(provider, token, planned.from).catch(() => null);
  if (balance !== null && balance < amount)
    throw new PurchaseRefusal({ key: 'insufficientBalance', values: { token: token.display } });
  const native = token.address === null ? balance : await readBalance(provider, coin, planned.from).catch(() => null);

  const stated = gasReserve(token, 0n);
  const spare = native === null ? null : token.address === null ? native - amount : native;
  if (spare !== null && spare < stated) throw lacksGas(coin, stated);
  const estimated = await estimate(provider, planned);
  const known = typeof estimated === 'bigint' ? estimated : null;
  const limit = gasLimit(token, known);
  const price = await provider
    .request({ method: 'eth_gasPrice' })
    .then(quantity)
    .catch(() => null);
  const needed = gasReserve(token, limit * (price ?? 0n));
  if (spare !== null && spare < needed) throw lacksGas(coin, needed);
  if (estimated === 'refused') {
    // The node's words decide the title, but of a balance that was read, and is enough, they say nothing.
    const textKey = spare === null ? {} : { textKey: 'pay.ends.notAsked' as const };
    throw new PurchaseRefusal({ key: 'insufficientGasFees', values: { coin: coin.display }, ...textKey });
  }
  const shownFee = price === null ? null : gasShown(token, known) * price;
  return { limit, shownFee, unread: balance === null || native === null };
}

function lacksGas(coin: Token, needed: bigint): PurchaseRefusal {
  return new PurchaseRefusal({
    key: 'insufficientGas',
    values: { coin: coin.display, amount: formatUnits(needed, coin.decimals) },
  });
}

/** Gas units that the node expects, or its refusal; null if it cannot tell, and then the stated limit counts. */
async function estimate(provider: RpcReader, planned: PlannedTransfer): Promise<bigint | 'refused' | null> {
  const value = `0x${planned.value.toString(16)}`;
  try {
    return quantity(await provider.request({ method: 'eth_estimateGas', params: [{ ...planned, value }] }));
  } catch (error) {
    return speaksOfFunds(error) ? 'refused' : null;
  }
}

/** A refusal in words, since an estimate has its code for a revert, a time-out or a busy node, too. */
function speaksOfFunds(error: unknown): boolean {
  const isOne = isGasRefusal(error) && !isRevert(error);
  return isOne && links(error).some(({ message, details }) => FUNDS.test(`${message}\n${details}`));
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
