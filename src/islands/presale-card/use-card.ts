import { useStore } from '@nanostores/react';
import { useCallback, useEffect, useState } from 'react';
import { CHAINS, type ChainId } from '#src/config/chains.ts';
import { findToken, type Token, type TokenSymbol } from '#src/config/tokens.ts';
import { cleanAmountInput, readAmountInput } from '#src/lib/money/amount-input.ts';
import { parseDecimal } from '#src/lib/money/decimal.ts';
import { effectiveMinimum } from '#src/purchase/purchase-rules.ts';
import type { CardState } from '#src/purchase/purchase-state.ts';
import { $purchase } from '#src/purchase/purchase-store.ts';
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
import { buttonState } from './button-state.ts';
import { cardQuote } from './card-quote.ts';
import { type Draft, freshDraft, readDraft, storeDraft } from './draft.ts';
import { cardRates } from './rates.ts';

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
  const { draft, ...actions } = useDraft(wallet.selectedNetwork, purchase.stage);
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
function useDraft(network: ChainId, stage: CardState['stage']) {
  const [draft, setDraft] = useState<Draft>(() => readDraft(network));
  useEffect(() => {
    if (location.hash.startsWith('#buy=')) void import('./take-hand-off.ts').then((part) => part.takeHandOff(setDraft));
  }, []);
  useEffect(() => storeDraft(draft), [draft]);
  // The network may also change outside the card.
  useEffect(() => {
    setDraft((form) => (form.chainId === network ? form : freshDraft(network)));
  }, [network]);
  // A paid amount does not remain in the form, where a second press would pay it again, even if recording it fails.
  useEffect(() => {
    if (stage === 'recording' || stage === 'success') setDraft((form) => ({ ...form, amount: '', leftOut: [] }));
  }, [stage]);
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
    /** Enters an amount that the card offers. */
    fillIn: (amount: string) => setDraft((form) => entered({ ...form, amount: '', leftOut: [] }, amount)),
    enterText: (text: string) => setDraft((form) => entered(form, text)),
  };
}

/** The form after the visitor typed: parts that were left out remain named while more is typed behind them. */
function entered(form: Draft, text: string): Draft {
  const { decimals, display } = tokenOf(form.chainId, form.symbol);
  const { amount, leftOut } = readAmountInput(text, decimals, display);
  const isBehind = text !== '' && text.startsWith(form.amount);
  return { ...form, amount, leftOut: [...new Set([...(isBehind ? form.leftOut : []), ...leftOut])] };
}

/** Reads again, repeatedly, while the answer is lacking. */
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
