import { describe, expect, it } from 'vitest';
import type { Holdings } from '#src/contract/dashboard.ts';
import { displayFor } from '#src/islands/dashboard/display.ts';
import { HoldingsPanel } from '#src/islands/dashboard/HoldingsPanel.tsx';
import { BalancePanel } from '#src/islands/staking-panels/BalancePanel.tsx';
import { ConfirmStake } from '#src/islands/staking-panels/ConfirmStake.tsx';
import { RewardsPanel } from '#src/islands/staking-panels/RewardsPanel.tsx';
import { $pricing } from '#src/stores/presale.ts';
import { pricing } from '../islands/support/pricing.ts';
import { onPage } from './support/on-page.tsx';
import {
  ENGLISH,
  expectClaims,
  expectEveryLanguage,
  fakeBrowser,
  keepAnswers,
  screenOf,
  type Words,
} from './support/screen.ts';

/**
 * What the panels can claim or offer. STAKE NOW of the staking page is always there as stated, and says "No Tokens
 * Available" where there are none (R2.102, R5.026), until nobody can stake any more.
 */
const CLAIMS = {
  'STAKE NOW': /^STAKE NOW/,
  'nothing can be staked any more': /Nothing can be staked now/,
  'buy more': /^Buy More$/,
  'ready to stake': /Ready to Stake/,
  'stake from the dashboard': /^Stake Now$/,
  'buy first': /Buy SYNX first/,
  'can be released': /^Withdraw$/,
  'can be harvested': /^Harvest$/,
  accumulating: /SYNX Accumulated/,
  'no stake yet': /Stake to earn particles/,
  'no wallet': /Connect quantum link/,
} as const;
type Claim = keyof typeof CLAIMS;

interface State {
  /** SYNX; null without a wallet. */
  readonly tokens: { readonly available: string; readonly staked: string; readonly rewards: string } | null;
  /** False where the address is only looked at. */
  readonly isOwn?: boolean;
  readonly isSaleOver?: true;
  /** The list of the handover is drafted. */
  readonly isClosed?: true;
  readonly is: readonly Claim[];
}

/** What is offered to the owner of a wallet while the sale is open. */
const SALE = ['STAKE NOW', 'buy more'] as const;

const STATES: Readonly<Record<string, State>> = {
  'no wallet': { tokens: null, is: ['STAKE NOW', 'no wallet'] },
  'nothing bought': {
    tokens: { available: '0', staked: '0', rewards: '0' },
    is: [...SALE, 'buy first', 'no stake yet'],
  },
  '[R4.045] bought, nothing staked': {
    tokens: { available: '100', staked: '0', rewards: '0' },
    is: [...SALE, 'ready to stake', 'stake from the dashboard', 'no stake yet'],
  },
  'staked in part': {
    tokens: { available: '40', staked: '60', rewards: '0.5' },
    is: [...SALE, 'ready to stake', 'stake from the dashboard', 'accumulating', 'can be released', 'can be harvested'],
  },
  '[R4.045] all staked, no rewards yet': {
    tokens: { available: '0', staked: '100', rewards: '0' },
    is: [...SALE, 'accumulating', 'can be released'],
  },
  '[R4.045] all staked': {
    tokens: { available: '0', staked: '100', rewards: '0.5' },
    is: [...SALE, 'accumulating', 'can be released', 'can be harvested'],
  },
  'another wallet that could stake': {
    tokens: { available: '100', staked: '0', rewards: '0' },
    isOwn: false,
    is: ['STAKE NOW', 'ready to stake', 'no stake yet'],
  },
  'nothing bought, and the sale is over': {
    tokens: { available: '0', staked: '0', rewards: '0' },
    isSaleOver: true,
    is: ['STAKE NOW', 'no stake yet'],
  },
  'bought, and the list is drafted': {
    tokens: { available: '0', staked: '60', rewards: '0.5' },
    ...{ isSaleOver: true, isClosed: true },
    is: ['nothing can be staked any more', 'accumulating', 'can be released', 'can be harvested'],
  },
};

function panels({ tokens, isOwn = true, ...state }: State, words: Words, tag: string): readonly string[] {
  const { isSaleOver = false, isClosed = false } = state;
  $pricing.set({ loading: false, data: pricing({ saleStatus: isSaleOver ? 'closed' : 'open' }) });
  const page = {
    ...{ texts: words, tag, presalePath: '/', claimPath: '/claim', paths: {} },
    facts: { supply: '1000', pools: ['8', '9'] },
    words: {
      ...{ handedOver: words['api.handed_over'], stake: words['presale.success.stake'] },
      buy: words['presale.success.more'],
    },
  };
  const balance = tokens === null ? undefined : { stakedBalance: tokens.staked, availableToStake: tokens.available };
  const ignore = () => undefined;
  const isConnected = tokens !== null;
  return [
    ...screenOf(
      onPage(
        <BalancePanel
          {...{ balance, isConnected, pending: false, isSaleOver, isClosed, isOpen: false, onEngage: ignore }}
        />,
        page,
      ),
    ),
    ...screenOf(
      onPage(
        <RewardsPanel {...{ isConnected, isOpen: false, staked: tokens?.staked, rewards: tokens?.rewards }} />,
        page,
      ),
    ),
    ...(tokens === null ? [] : screenOf(onPage(<Holding tokens={tokens} isOwn={isOwn} tag={tag} />, page))),
  ];
}

function Holding({
  tokens,
  isOwn,
  tag,
}: {
  readonly tokens: NonNullable<State['tokens']>;
  readonly isOwn: boolean;
  readonly tag: string;
}) {
  const { available: availableToStake, staked, rewards: estimatedRewards } = tokens;
  const holdings = {
    tokens: { purchased: '100', staked, availableToStake, estimatedRewards, locked: staked, claimable: '0' },
    usd: { paid: '1', averagePrice: null, atCurrentPrice: '1' },
    ...{ asOf: '2026-01-01T00:00:00Z', purchasesTotal: 1 },
  } as Holdings;
  return <HoldingsPanel display={displayFor(tag, false)} holdings={holdings} isOwn={isOwn} />;
}

fakeBrowser();
keepAnswers([$pricing]);

describe.each(Object.entries(STATES))('staking: %s', (_, state) => {
  it('makes the claims of this state and no others', () => {
    expectClaims(panels(state, ENGLISH, 'en'), CLAIMS, state.is);
  });

  it('says it in every language', () => {
    expectEveryLanguage((words, tag) => panels(state, words, tag));
  });
});

it('before a stake, its amount, lock and rate are said, that it cannot be withdrawn, and the date that has passed', () => {
  const ignore = () => undefined;
  const lines = screenOf(
    onPage(<ConfirmStake amount="100" rate="25" pending={false} onCancel={ignore} onConfirm={ignore} />),
  );
  const said = ['amount', 'lock', 'locked', 'irreversible', 'datePassed'].map(
    (key) => ENGLISH[`staking.confirm.${key}` as keyof typeof ENGLISH].split('{')[0] as string,
  );
  for (const text of [...said, 'Current APR: 25%']) expect(lines.join('\n')).toContain(text);
});
