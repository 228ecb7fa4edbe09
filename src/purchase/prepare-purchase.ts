import { CHAINS, isChainId } from '#src/config/chains.ts';
import { OFFER_MAX_AGE_MS } from '#src/config/limits.ts';
import { PRESALE_ADDRESS } from '#src/config/public-env.ts';
import { findToken } from '#src/config/tokens.ts';
import type { CryptoPrices, PresalePricing, PurchaseRequest } from '#src/contract/presale.ts';
import { parseDecimal } from '#src/lib/money/decimal.ts';
import { currentConnection } from '#src/stores/current-connection.ts';
import { $buildWithdrawn, $config, $prices, $pricing, refetchPresale } from '#src/stores/presale.ts';
import { $wallet } from '#src/stores/wallet-state.ts';
import { isPhone } from '#src/wallet/is-phone.ts';
import type { WalletConnection } from '#src/wallet/provider-types.ts';
import { ProviderMissingError, resolveProvider } from '#src/wallet/resolve-provider.ts';
import { readSession, setManualDisconnect } from '#src/wallet/session-keys.ts';
import { purchaseBody } from './purchase-body.ts';
import { checkAmount } from './purchase-checks.ts';
import { PurchaseRefusal } from './purchase-refusal.ts';
import type { PurchaseIntent, QuoteContext } from './purchase-state.ts';

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

/**
 * Collects the inputs of a purchase from the stores; throws PurchaseRefusal if one is missing or no price is live
 * (decision 6).
 */
export async function preparePurchase(intent: PurchaseIntent): Promise<PurchasePlan> {
  const { account } = $wallet.get();
  if (account === null) throw new PurchaseRefusal({ key: 'noWalletConnected' });
  const connection = await openConnectionOrRefuse();
  if (!isChainId(intent.chainId)) throw new PurchaseRefusal({ key: 'unsupportedChain' });
  if (findToken(intent.chainId, intent.symbol)?.accepted !== true)
    throw new PurchaseRefusal({ key: 'unsupportedToken' });

  if (isOld($pricing.get().data?.serverTime) && !(await refetchPresale()))
    throw new PurchaseRefusal({ key: 'priceNotLive' });
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
  const claims = purchaseBody(intent, checkAmount(intent, quote.rates), quote, {
    account,
    status: 'debug',
    termsVersion: null,
  });
  return { kind: 'debug', body: { ...claims, transactionHash: madeUpHash() } };
}

/**
 * The wallet, waited for no longer than stated (R9.020-R9.023); the manual-disconnect flag is lifted for that time
 * (R4.012).
 */
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

/**
 * Prices to sell at: the sale is open, this option offered, and a coin's own price live; never a default (decision 6).
 */
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

/**
 * Older than an offer may be, by the server's clock in ISO 8601; a visitor's clock that is wrong only causes one more
 * read.
 */
function isOld(serverTime: string | undefined): boolean {
  return serverTime === undefined || !(Math.abs(Date.now() - Date.parse(serverTime)) <= OFFER_MAX_AGE_MS);
}

/** 66 characters that identify no transaction, for a debug purchase (R4.025, decision 15). */
function madeUpHash(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(32));
  return `0x${Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')}`;
}
