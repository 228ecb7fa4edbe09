import { describe, it } from 'vitest';
import { MISSIONS, type MissionFlag, REVIEWED_MISSIONS } from '#src/config/missions.ts';
import type { MissionsResponse, Participant, Submission } from '#src/contract/airdrop.ts';
import { MissionItem } from '#src/islands/airdrop-dashboard/MissionItem.tsx';
import { onPage } from './support/on-page.tsx';
import {
  ENGLISH,
  expectClaims,
  expectEveryLanguage,
  fakeBrowser,
  screenWithLabels,
  type Words,
} from './support/screen.ts';

/** What a mission's card can claim; a claim that a state does not list is untrue there. */
const CLAIMS = {
  completed: /Completed|Mission Completed!/,
  'under review': /Pending (?:Manual )?Review|Our team will review/,
  rejected: /^Rejected\./,
  'can be resubmitted': /^Resubmit$/,
  'not before a time': /You can resubmit from/,
  'not open': /^Not open:/,
  'needs another first': /First$/,
  'can be appealed': /^Appeal$/,
  appealed: /^You appealed\. Another member/,
  upheld: /The decision was upheld/,
  granted: /your appeal was granted/,
} as const;
type Claim = keyof typeof CLAIMS;

interface State {
  readonly id?: 'xFollow' | 'socialShare' | 'socialJoin' | 'retweet' | 'createVideo' | 'voting';
  readonly mission?: Partial<MissionsResponse['missions'][number]>;
  /** Null for a visitor without a wallet. */
  readonly participant?: Partial<Participant> | null;
  readonly submission?: Partial<Submission>;
  readonly canFollowX?: boolean;
  readonly is: readonly Claim[];
}

const REJECTED = { status: 'rejected', reasonCode: 'duplicate', canResubmitAt: null } as const;

const STATES: Readonly<Record<string, State>> = {
  open: { is: [] },
  'not configured': { mission: { available: false, reason: 'not-configured' }, is: ['not open'] },
  'without a vote that runs': {
    id: 'voting',
    mission: { available: false, reason: 'no-open-proposal' },
    is: ['not open'],
  },
  'after the list was drafted': { mission: { available: false, reason: 'handed-over' }, is: ['not open'] },
  'waiting for another mission': { id: 'retweet', is: ['needs another first'] },
  'waiting for one that is not open': { id: 'retweet', canFollowX: false, is: ['not open'] },
  'waiting for a name that cannot be given': {
    id: 'socialShare',
    participant: { xAccount: null },
    canFollowX: false,
    is: ['not open'],
  },
  'not open to a visitor without a wallet': {
    id: 'socialShare',
    participant: null,
    canFollowX: false,
    is: ['not open'],
  },
  'open to a visitor without a wallet': { id: 'socialShare', participant: null, is: [] },
  submitted: { submission: { status: 'pending' }, is: ['under review'] },
  'a video that is submitted': { id: 'createVideo', submission: { status: 'pending' }, is: ['under review'] },
  confirmed: { submission: { status: 'confirmed' }, is: ['completed'] },
  '[R4.063] a vote, by its flag': { id: 'voting', participant: { votingCompleted: true }, is: ['completed'] },
  '[R4.063] both channels joined, by their flags': {
    id: 'socialJoin',
    participant: { discordJoined: true, telegramJoined: true },
    is: ['completed'],
  },
  '[R4.063] the first of two channels joined': { id: 'socialJoin', participant: { discordJoined: true }, is: [] },
  '[R4.063] the second of two channels joined': { id: 'socialJoin', participant: { telegramJoined: true }, is: [] },
  'done, by the participant’s own figures': { participant: { xFollowVerified: true }, is: ['completed'] },
  rejected: { submission: REJECTED, is: ['rejected', 'can be resubmitted', 'can be appealed'] },
  'rejected a moment ago': {
    submission: { ...REJECTED, canResubmitAt: '2999-01-01T00:00:00Z' },
    is: ['rejected', 'can be resubmitted', 'not before a time', 'can be appealed'],
  },
  'rejected and appealed': {
    submission: { ...REJECTED, appeal: 'open' },
    is: ['rejected', 'can be resubmitted', 'appealed'],
  },
  'rejected, the appeal too': {
    submission: { ...REJECTED, appeal: 'upheld' },
    is: ['rejected', 'can be resubmitted', 'upheld'],
  },
};

const FLAGS = MISSIONS.flatMap(({ flags }) => flags.map((flag) => [flag, false]));
const NOBODY: Participant = {
  ...(Object.fromEntries(FLAGS) as Record<MissionFlag, boolean>),
  ...{ totalPoints: 0, dailyCheckInStreak: 0, xAccount: 'somebody', referralCode: null },
  ...{ checkedInToday: false, nextCheckInAt: '2026-01-01T00:00:00Z', referral: 'none', underReview: [] },
};
const SUBMISSION: Submission = {
  ...{ id: '1', status: 'pending', submittedAt: '2026-01-01T00:00:00Z', dueAt: '2026-01-02T00:00:00Z' },
  ...{ decidedAt: null, reasonCode: null, note: null, canResubmitAt: null, appeal: null, appealAnswer: null },
};

function card(
  { id = 'xFollow', mission, participant, submission, canFollowX = true }: State,
  words: Words,
  tag: string,
) {
  const none = Object.fromEntries(REVIEWED_MISSIONS.map((mission) => [mission, { submission: null }]));
  const own = submission === undefined ? none : { ...none, [id]: { submission: { ...SUBMISSION, ...submission } } };
  const offered = { id, number: 1, points: 200, difficulty: 'Easy', available: true, reason: null, targets: [] };
  return screenWithLabels(
    onPage(
      <MissionItem
        mission={{ ...offered, ...mission } as MissionsResponse['missions'][number]}
        bonus={{ points: 100, views: 1000 } as MissionsResponse['videoBonus']}
        account={`0x${'12'.repeat(20)}`}
        participant={participant === null ? undefined : { ...NOBODY, ...participant }}
        statuses={own}
        canFollowX={canFollowX}
        onOpen={() => undefined}
      />,
      { texts: words, tag, votingPath: '/voting' },
    ),
  );
}

fakeBrowser();

describe.each(Object.entries(STATES))('a mission: %s', (_, state) => {
  it('makes the claims of this state and no others', () => {
    expectClaims(card(state, ENGLISH, 'en'), CLAIMS, state.is);
  });

  it('says it in every language', () => {
    expectEveryLanguage((words, tag) => card(state, words, tag));
  });
});
