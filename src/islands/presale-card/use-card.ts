import { useStore } from '@nanostores/react';
import { useCallback, useEffect, useState } from 'react';
import { CHAINS, type ChainId, DEFAULT_CHAIN_ID, isChainId } from '#src/config/chains.ts';
import { PURCHASE_DRAFT } from '#src/config/storage-keys.ts';
import { findToken, paymentOptions, type Token, type TokenSymbol } from '#src/config/tokens.ts';
import type { Offer, PresalePricing } from '#src/contract/presale.ts';
import { cleanAmountInput, readAmountInput } from '#src/lib/money/amount-input.ts';
import { parseDecimal } from '#src/lib/money/decimal.ts';
import type { Draft } from '#src/purchase/hand-off.ts';
import { cardQuote, cardRates } from '#src/purchase/offer/card-quote.ts';
import { effectiveMinimum } from '#src/purchase/offer/purchase-rules.ts';
import { $purchase, type CardState, type PurchaseIntent, type PurchaseState } from '#src/purchase/purchase-state.ts';
import { $balances, loadBalances } from '#src/stores/balances.ts';
import {
  $addressMismatch,
  $buildWithdrawn,
  $config,
  $prices,
  $pricing,
  $stats,
  refetchPresale,
} from '#src/stores/presale.ts';
import { $wallet, selectNetwork } from '#src/stores/wallet-state.ts';

/** How long the card waits before it reads again, while it lacks a live price to sell at or the wallet's balance. */
const RETRY_MS = 10_000;

/** The card's view, derived from the stores and the form; changes go through its three actions. */
export function useCard() {
  const wallet = useStore($wallet);
  const pricing = useStore($pricing);
  const { data: prices } = useStore($prices);
  const { data: config } = useStore($config);
  const { data: stats } = useStore($stats);
  const purchase = useStore($purchase);
  const balances = useStore($balances);
  const { draft, ...actions } = useDraft(wallet.selectedNetwork, purchase);
  const { chainId, symbol } = draft;
  const isReadable = wallet.isConnected && wallet.walletChainId === chainId;
  const readBalance = useCallback(() => loadBalances(chainId), [chainId]);
  useEffect(() => {
    if (isReadable && wallet.account !== null) void readBalance();
  }, [isReadable, wallet.account, readBalance]);

  const token = tokenOf(chainId, symbol);
  const rates = cardRates(chainId, pricing.data, prices, config);
  const amount = parseDecimal(draft.amount, token.decimals) ?? 0n;
  const quote = cardQuote(token, amount, rates, pricing.data);
  const found = balances[`${chainId}:${symbol}`];
  const balance = found ?? null;
  const insufficient = balance !== null && amount > balance;
  const addressAgrees = !useStore($addressMismatch);
  const withdrawn = useStore($buildWithdrawn);
  const button = buttonState({
    pricing: pricing.data,
    token,
    synxLive: rates.synxLive,
    coinLive: rates.coinLive,
    trusted: addressAgrees && !withdrawn,
    wallet: wallet.status,
    walletChainId: wallet.walletChainId,
    chainId,
    stage: purchase.stage,
    insufficient,
    isUnclear: draft.leftOut.length > 0,
    debugMode: config?.debugMode === true,
  });
  useRetry(button === 'waitingPrice' || button === 'waitingNetwork', refetchPresale);
  useRetry(isReadable && found === null, readBalance);

  return {
    wallet,
    pricing,
    config,
    stats,
    purchase,
    draft,
    token,
    coin: CHAINS[chainId].nativeCurrency.symbol,
    rates,
    amount,
    quote,
    balance,
    /** The wallet was asked for the balance and could not tell it. */
    isUnread: found === null,
    insufficient,
    addressAgrees,
    withdrawn,
    minimum: effectiveMinimum(token, rates),
    button,
    ...actions,
  };
}

export type CardModel = ReturnType<typeof useCard>;

/** The form, which this browser keeps, and the three actions that change it. */
function useDraft(network: ChainId, { stage, intent, result }: CardState) {
  const [draft, setDraft] = useState<Draft>(() => readDraft(network));
  useEffect(() => {
    if (location.hash.startsWith('#buy='))
      void import('#src/purchase/hand-off.ts').then((part) => part.takeHandOff(setDraft));
  }, []);
  useEffect(() => storeDraft(draft), [draft]);
  // The network may also change outside the card.
  useEffect(() => {
    setDraft((form) => (form.chainId === network ? form : freshDraft(network)));
  }, [network]);
  // A paid amount does not remain in the form, where a second press would pay it again, even if recording it fails; one
  // whose payment has failed is back.
  useEffect(() => {
    if (stage === 'recording' || result) setDraft((form) => draftAfter(form, stage, intent));
  }, [stage, intent, result]);
  return {
    draft,
    setChain: (next: ChainId) => {
      setDraft(freshDraft(next));
      selectNetwork(next);
    },
    setToken: (next: TokenSymbol) =>
      setDraft((form) => ({
        ...form,
        symbol: next,
        amount: cleanAmountInput(form.amount, tokenOf(form.chainId, next).decimals),
      })),
    /** Enters an amount that the card offers, or that was read elsewhere with parts that have no place in it. */
    fillIn: (amount: string, leftOut: readonly string[] = []) =>
      setDraft((form) => ({ ...entered({ ...form, amount: '' }, amount), leftOut })),
    enterText: (text: string) => setDraft((form) => entered(form, text)),
  };
}

/** The form once its amount was paid, or that payment has failed: with its coin, since an answer can come late. */
export function draftAfter(form: Draft, stage: CardState['stage'], intent: CardState['intent']): Draft {
  const back =
    stage === 'idle' && form.chainId === intent?.chainId ? (intent as Pick<Draft, keyof PurchaseIntent>) : null;
  return { ...form, amount: '', leftOut: [], ...back };
}

/** The form after the visitor typed: parts that were left out remain named while more is typed behind them. */
function entered(form: Draft, text: string): Draft {
  const { decimals, display } = tokenOf(form.chainId, form.symbol);
  const { amount, leftOut } = readAmountInput(text, decimals, display);
  const isBehind = text !== '' && text.startsWith(form.amount);
  return { ...form, amount, leftOut: [...new Set([...(isBehind ? form.leftOut : []), ...leftOut])] };
}

/** Reads again while the answer is lacking. No back-off: only a card that somebody looks at asks, and seldom. */
function useRetry(isLacking: boolean, read: () => Promise<unknown>): void {
  useEffect(() => {
    if (!isLacking) return;
    const timer = setInterval(() => document.hidden || void read(), RETRY_MS);
    return () => clearInterval(timer);
  }, [isLacking, read]);
}

function tokenOf(chainId: ChainId, symbol: string): Token {
  const token = findToken(chainId, symbol);
  if (token === undefined) throw new RangeError(`no token ${symbol} on chain ${chainId}`);
  return token;
}

export type ButtonState =
  | 'soldOut'
  | 'closed'
  | 'paused'
  | 'off'
  | 'connect'
  | 'connecting'
  | 'waiting'
  | 'recording'
  | 'waitingPrice'
  | 'waitingNetwork'
  | 'notOffered'
  | 'wrongNetwork'
  | 'unclear'
  | 'insufficient'
  | 'purchase';

export interface ButtonInput {
  readonly pricing: PresalePricing | undefined;
  readonly token: Token;
  readonly synxLive: boolean;
  readonly coinLive: boolean;
  /** False when the API names a payment address other than the one compiled in, or has withdrawn this build. */
  readonly trusted: boolean;
  readonly wallet: 'disconnected' | 'connecting' | 'connected';
  readonly walletChainId: number | null;
  readonly chainId: ChainId;
  readonly stage: PurchaseState['stage'];
  /** True when the amount exceeds the known balance. */
  readonly insufficient: boolean;
  /** True when a part of the typed text is not in the amount. */
  readonly isUnclear: boolean;
  readonly debugMode: boolean;
}

/** The purchase button's label and action; a running purchase takes precedence over everything else. */
export function buttonState(input: ButtonInput): ButtonState {
  const { pricing, token, stage, wallet } = input;
  if (stage === 'waiting' || stage === 'recording') return stage;
  if (!input.trusted) return 'off';
  if (pricing?.saleStatus === 'sold-out') return 'soldOut';
  if (pricing?.saleStatus === 'closed' || pricing?.saleStatus === 'paused') return pricing.saleStatus;
  if (wallet !== 'connected') return wallet === 'connecting' ? 'connecting' : 'connect';
  if (!input.synxLive || (token.pricing === 'feed' && !input.coinLive)) return 'waitingPrice';
  const offer = offerOf(input);
  // These two reasons resolve without the visitor: a price is read again, a network answers and advances again.
  if (offer?.reason === 'price-stale') return 'waitingPrice';
  if (offer?.reason === 'chain-unreachable') return 'waitingNetwork';
  if (offer?.offered !== true) return 'notOffered';
  if (!input.debugMode && input.walletChainId !== input.chainId) return 'wrongNetwork';
  if (input.isUnclear) return 'unclear';
  if (input.insufficient) return 'insufficient';
  return 'purchase';
}

function offerOf({ pricing, chainId, token }: ButtonInput): Offer | undefined {
  return pricing?.offers.find((entry) => entry.chainId === chainId && entry.paymentMethod === token.symbol);
}

const PRESSABLE: readonly ButtonState[] = ['connect', 'wrongNetwork', 'purchase'];

/** Tells whether the purchase button can be pressed in this state. */
export function isPressable(state: ButtonState): boolean {
  return PRESSABLE.includes(state);
}

/** The form's state before a reload (decision 23); `chainId` is the site's selected network if nothing is stored. */
export function readDraft(chainId: ChainId = DEFAULT_CHAIN_ID): Draft {
  const fresh = freshDraft(chainId);
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(PURCHASE_DRAFT) ?? 'null');
    if (typeof stored !== 'object' || stored === null) return fresh;
    const { chainId: chain, symbol, amount, leftOut } = stored as Record<string, unknown>;
    // A network selected elsewhere since then wins: the old token belongs to the old one.
    if (!isChainId(chain) || chain !== chainId || typeof amount !== 'string') return fresh;
    const token = paymentOptions(chain).find((option) => option.symbol === symbol);
    return token === undefined
      ? fresh
      : {
          ...fresh,
          symbol: token.symbol,
          amount: cleanAmountInput(amount, token.decimals),
          leftOut: Array.isArray(leftOut) ? leftOut.map(String) : [],
        };
  } catch {
    return fresh;
  }
}

/** An empty form for a chain, with the chain's native coin. */
export function freshDraft(chainId: ChainId): Draft {
  return { chainId, symbol: paymentOptions(chainId)[0]?.symbol ?? 'ETH', amount: '', leftOut: [] };
}

/** When the visitor asked for the stored form's purchase before a reload, ms since 1970; 0 if nobody did. */
export function purchaseAskedAt(): number {
  try {
    const { askedAt } = JSON.parse(sessionStorage.getItem(PURCHASE_DRAFT) ?? '{}') as { askedAt?: unknown };
    return typeof askedAt === 'number' ? askedAt : 0;
  } catch {
    return 0;
  }
}

/** Keeps the form for a reload; a browser without storage merely loses it. */
export function storeDraft(draft: Draft & { readonly askedAt?: number }): void {
  try {
    sessionStorage.setItem(PURCHASE_DRAFT, JSON.stringify(draft));
  } catch {
    // Private windows may refuse storage.
  }
}
