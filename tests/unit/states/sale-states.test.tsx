import { beforeEach, describe, expect, it, test, vi } from 'vitest';
import type { PresalePricing } from '#src/contract/presale.ts';
import type { DictionaryKey } from '#src/i18n/dictionary.ts';
import { LiveCard } from '#src/islands/presale-card/LiveCard.tsx';
import { keepRequest, settleRequest } from '#src/purchase/payment-requests.ts';
import { $pendingPurchases, dropPending, keepPending } from '#src/purchase/pending-purchases.ts';
import { $purchase, IDLE } from '#src/purchase/purchase-state.ts';
import { $prices, $pricing } from '#src/stores/presale.ts';
import { pricing } from '../islands/support/pricing.ts';
import { onPage } from './support/on-page.tsx';
import {
  ENGLISH,
  expectClaims,
  expectEveryLanguage,
  fakeBrowser,
  KEYS,
  keepAnswers,
  keysOn,
  screenOf,
  screenWithLabels,
  type Words,
} from './support/screen.ts';

// The choice of network and token asks the window how wide it is, and says nothing of the sale.
vi.mock('#src/islands/presale-card/PaymentChoice.tsx', () => ({ PaymentChoice: () => null }));

/** What the card can claim of the sale; a claim that a state does not list is untrue there. */
const CLAIMS = {
  live: /PRE-SALE LIVE/,
  paused: /PRE-SALE PAUSED/,
  ended: /PRE-SALE ENDED/,
  'the price may rise': /price either rises|^\$0\.022$/,
  'no more rises': /No further increase scheduled/,
  'a window ends': /Time left/,
  'the price of the block': /final price is the one in effect/,
  'no live price': /Indicative price, not live yet/,
  'state unknown': /the state of the sale are unavailable/,
} as const;
type Claim = keyof typeof CLAIMS;

/** Labels of the one button; only the first can be pressed without a wallet. */
const BUTTONS = ['Connect Wallet', 'Sale Paused', 'Sold Out', 'Sale Closed'] as const;

interface State {
  /** What the API says; an Error where it is down. */
  readonly pricing: PresalePricing | Error;
  readonly is: readonly Claim[];
  /** The title, which is stated, and what the button says in place of buying. */
  readonly title: DictionaryKey;
  readonly button: (typeof BUTTONS)[number];
}

const SALE = { title: 'presale.title', button: 'Connect Wallet' } as const;

const STATES: Readonly<Record<string, State>> = {
  'open in its first window': {
    ...SALE,
    pricing: pricing(),
    is: ['live', 'the price may rise', 'a window ends', 'the price of the block'],
  },
  'open in its second phase, between two windows': {
    ...SALE,
    pricing: pricing({ phase: 2, currentPrice: '0.018', lastWindow: 'raised', windowNumber: 2 }),
    is: ['live', 'the price may rise', 'a window ends', 'the price of the block'],
  },
  'open in its last phase': {
    ...SALE,
    pricing: pricing({ phase: 3, nextPhasePrice: null, lastWindow: 'restarted' }),
    is: ['live', 'no more rises', 'a window ends', 'the price of the block'],
  },
  paused: {
    pricing: pricing({ saleStatus: 'paused' }),
    is: ['paused', 'the price may rise', 'a window ends', 'the price of the block'],
    title: 'presale.titlePaused',
    button: 'Sale Paused',
  },
  'sold out': {
    pricing: pricing({ saleStatus: 'sold-out', tokensRemaining: '0', nextPhasePrice: null }),
    is: ['ended', 'no more rises'],
    title: 'presale.titleEnded',
    button: 'Sold Out',
  },
  'closed before its last phase': {
    pricing: pricing({ saleStatus: 'closed' }),
    is: ['ended', 'no more rises'],
    title: 'presale.titleEnded',
    button: 'Sale Closed',
  },
  'unknown, the API is down': {
    ...SALE,
    pricing: new Error('the API is down'),
    // The stated title stays, and the next sentence says that nobody knows.
    is: ['live', 'state unknown', 'a window ends', 'no live price'],
  },
};

const PRICES = {
  ...{ ETH: '4000', BNB: '900', MATIC: '0.5' },
  updatedAt: { ETH: null, BNB: null, MATIC: null },
  live: { ETH: true, BNB: true, MATIC: true },
};

function card(state: State, words: Words, tag: string, read = screenOf): readonly string[] {
  const { pricing: answer } = state;
  const isDown = answer instanceof Error;
  $prices.set(isDown ? { loading: false, error: answer } : { loading: false, data: PRICES });
  $pricing.set(isDown ? { loading: false, error: answer } : { loading: false, data: answer });
  const paths = { stakingPath: '/staking', trackPath: '/track', recountPath: '/verify#recount' };
  return read(onPage(<LiveCard />, { texts: words, tag, ...paths, giveawayUrl: null }));
}

fakeBrowser();
keepAnswers([$pricing, $prices]);
beforeEach(() => {
  // The visitor has paid nothing; other files of this process may have.
  $purchase.set(IDLE);
  for (const hash of Object.keys($pendingPurchases.get())) dropPending(hash);
});

test.each([
  ['is folded while a payment is under way', 'named', false],
  ['is back once the only payment is in doubt', 'unseen', true],
] as const)('the form %s', (_, state, isShown) => {
  const claims = { walletAddress: `0x${'1'.repeat(40)}`, chainId: 1, status: 'pending' } as const;
  const hash = `0x${'2'.repeat(64)}`;
  const facts = {
    nonce: null,
    block: null,
    recorded: null,
    givenUp: [],
    recipient: null,
    askedAt: 1,
    answeredAt: 1,
    others: [],
    successor: null,
  };
  keepPending({ body: { ...claims, transactionHash: hash }, storedAt: 1 });
  keepRequest({ id: '1', claims, ...facts, state, hash });
  expect(card(STATES.paused as State, ENGLISH, 'en', screenWithLabels).includes('Sale Paused')).toBe(isShown);
  settleRequest('1');
});

describe.each(Object.entries(STATES))('the sale: %s', (_, state) => {
  it('makes the claims of this state and no others', () => {
    expectClaims(card(state, ENGLISH, 'en'), CLAIMS, state.is);
    expect(keysOn(card(state, KEYS, 'en'), 'presale.title')).toEqual([state.title]);
  });

  it('offers to buy only while tokens are sold', () => {
    const lines = card(state, ENGLISH, 'en');
    expect(lines.includes('Connect Wallet')).toBe(state.button === 'Connect Wallet');
    const labels = card(state, ENGLISH, 'en', screenWithLabels);
    expect(BUTTONS.filter((label) => labels.includes(label))).toEqual([state.button]);
  });

  it('says it in every language', () => {
    expectEveryLanguage((words, tag) => card(state, words, tag));
  });
});
