import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { $walletPayments, TransactionsDrawer } from '#src/islands/payments/TransactionsDrawer.tsx';
import { LivePanels } from '#src/islands/staking-panels/LivePanels.tsx';
import { LiveVoting } from '#src/islands/voting/LiveVoting.tsx';
import { $stakingBalance, $stakingStats } from '#src/stores/staking.ts';
import { $castVotes, $proposals } from '#src/stores/voting.ts';
import { $wallet } from '#src/stores/wallet-state.ts';
import { onPage } from './support/on-page.tsx';
import { ENGLISH, expectEveryLanguage, fakeBrowser, keepAnswers, screenOf, type Words } from './support/screen.ts';

const QUERIES = [$walletPayments, $stakingBalance, $stakingStats, $proposals, $castVotes] as const;

/** Pages with a connected wallet while the API is down, in the words given. */
const PAGES = {
  'my transactions': (texts: Words, tag: string) =>
    onPage(<TransactionsDrawer onClose={() => undefined} />, { texts, tag }),
  staking: (texts: Words, tag: string) =>
    onPage(<LivePanels />, { texts, tag, words: {}, pool: { total: '1', perYear: '1' }, claimPath: '/claim' }),
  voting: (texts: Words, tag: string) => onPage(<LiveVoting />, { texts, tag, locale: 'en' }),
} as const;

/** What each page says then. */
const SAID: Readonly<Record<keyof typeof PAGES, RegExp>> = {
  'my transactions': /^Your transactions are unavailable at the moment/,
  staking: /^These figures are unavailable at the moment/,
  voting: /^The proposals are unavailable at the moment/,
};

/** What nobody knows while the API is down: that there is nothing, or how much there is. */
const UNKNOWN = [
  /No transactions yet/,
  /No proposals have been opened/,
  /Buy SYNX first/,
  /Ready to Stake/,
  /Stake to earn/,
  /SYNX Accumulated/,
  /Nothing is staked/,
  /^0$/,
];

fakeBrowser();
keepAnswers(QUERIES);
const before = $wallet.get();
beforeAll(() => {
  $wallet.set({ ...before, status: 'connected', isConnected: true, account: `0x${'12'.repeat(20)}` });
  for (const $query of QUERIES) $query.set({ loading: false, error: new Error('the API is down') });
});
afterAll(() => $wallet.set(before));

describe.each(Object.keys(PAGES) as (keyof typeof PAGES)[])('the API is down: %s', (name) => {
  it('says so, and nothing that nobody knows', () => {
    const lines = screenOf(PAGES[name](ENGLISH, 'en'));
    expect(lines.some((line) => SAID[name].test(line))).toBe(true);
    for (const pattern of UNKNOWN) expect(lines.filter((line) => pattern.test(line)).join()).toBe('');
  });

  it('says it in every language', () => {
    expectEveryLanguage((words, tag) => screenOf(PAGES[name](words, tag)));
  });
});
