import type { PageOf } from '#src/components/ui/page.tsx';
import type { CastVotes, Proposal } from '#src/contract/voting.ts';
import type { Texts } from '#src/i18n/namespace.ts';

export interface VotingProps {
  readonly texts: Texts<'voting' | 'wallet' | 'site' | 'error' | 'api'>;
  readonly locale: string;
  readonly tag: string;
  readonly airdropPath: string;
}

/** The page's texts as a function. */
export type VotingText = PageOf<VotingProps>['t'];

/** What the parts of a proposal share. */
export interface ProposalProps {
  readonly proposal: Proposal;
  /** This wallet's vote. */
  readonly own: CastVotes['votes'][number] | undefined;
}
