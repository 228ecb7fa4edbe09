import { afterAll, describe, it } from 'vitest';
import type { Proposal } from '#src/contract/voting.ts';
import { ProposalCard } from '#src/islands/voting/ProposalCard.tsx';
import { $vote, type VoteState } from '#src/stores/voting.ts';
import { onPage } from './support/on-page.tsx';
import {
  ENGLISH,
  expectClaims,
  expectEveryLanguage,
  fakeBrowser,
  screenWithLabels,
  type Words,
} from './support/screen.ts';

/** What a proposal's card can claim; a claim that a state does not list is untrue there. */
const CLAIMS = {
  announced: /^Announced$|has not opened yet|^Opens /,
  open: /^Open$|^Closes /,
  closed: /^Closed\b|Voting has ended/,
  'can be signed': /^Sign my vote$/,
  'can be changed': /^Sign the changed vote$|You can change it until/,
  signing: /Waiting for your wallet/,
  recording: /^Recording/,
  recorded: /has been recorded|You voted/,
  'not recorded': /was not recorded|Nothing was recorded/,
  'nobody knows': /do not know whether your vote was recorded/,
  'counted so far': /Votes so far/,
  result: /^Result$/,
} as const;
type Claim = keyof typeof CLAIMS;

interface State {
  readonly status: Proposal['status'];
  readonly step?: VoteState['step'];
  /** A vote of this wallet is recorded. */
  readonly hasVoted?: boolean;
  readonly is: readonly Claim[];
}

const OPEN = ['open', 'counted so far'] as const;

const STATES: Readonly<Record<string, State>> = {
  announced: { status: 'announced', is: ['announced'] },
  open: { status: 'open', is: [...OPEN, 'can be signed'] },
  'while the wallet signs': { status: 'open', step: 'signing', is: [...OPEN, 'signing'] },
  'while it is recorded': { status: 'open', step: 'recording', is: [...OPEN, 'recording'] },
  recorded: { status: 'open', step: 'recorded', hasVoted: true, is: [...OPEN, 'recorded', 'can be changed'] },
  'not signed': { status: 'open', step: 'rejected', is: [...OPEN, 'not recorded', 'can be signed'] },
  'refused by the API': { status: 'open', step: 'failed', is: [...OPEN, 'not recorded', 'can be signed'] },
  'sent, and the answer lost': { status: 'open', step: 'unanswered', is: [...OPEN, 'nobody knows', 'can be signed'] },
  closed: { status: 'closed', is: ['closed', 'result'] },
  'closed, with a vote': { status: 'closed', hasVoted: true, is: ['closed', 'result', 'recorded'] },
};

const ACCOUNT = `0x${'12'.repeat(20)}`;
const NO_VOTE: VoteState = { proposalId: null, account: null, step: 'idle', text: null, textKey: null };
const TIME = '2026-01-01T00:00:00Z';

function card({ status, step = 'idle', hasVoted = false }: State, words: Words, tag: string): readonly string[] {
  $vote.set({ ...NO_VOTE, proposalId: 'first', account: ACCOUNT, step });
  const proposal: Proposal = {
    ...{ id: 'first', status, opensAt: TIME, closesAt: TIME, locale: 'en', title: 'A title', summary: 'A summary' },
    ...{ choices: [{ id: 'yes', label: 'For', votes: 0 }], turnout: 0 },
  };
  const vote = { id: '1', walletAddress: ACCOUNT, proposalId: 'first', choice: 'yes', message: 'm', signature: '0x' };
  const own = { ...vote, signer: 'account', createdAt: TIME, closesAt: TIME, changeable: status === 'open' } as const;
  const part = <ProposalCard proposal={proposal} account={ACCOUNT} own={hasVoted ? own : undefined} />;
  return screenWithLabels(onPage(part, { texts: words, tag, locale: 'en', airdropPath: '/' }));
}

fakeBrowser();
afterAll(() => $vote.set(NO_VOTE));

describe.each(Object.entries(STATES))('a vote: %s', (_, state) => {
  it('makes the claims of this state and no others', () => {
    expectClaims(card(state, ENGLISH, 'en'), CLAIMS, state.is);
  });

  it('says it in every language', () => {
    expectEveryLanguage((words, tag) => card(state, words, tag));
  });
});
