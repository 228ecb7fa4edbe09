import type { PageOf } from '#src/components/ui/page.tsx';
import type { MissionsResponse, Participant } from '#src/contract/airdrop.ts';
import type { Texts } from '#src/i18n/namespace.ts';

export interface AirdropProps {
  readonly texts: Texts<'airdrop' | 'wallet' | 'error'>;
  readonly tag: string;
  readonly loading: string;
  readonly votingPath: string;
  /** Texts of other parts of the site, and that vesting has no announced start; null where it has one. */
  readonly words: Readonly<Record<'rank' | 'share' | 'estimate', string>> & { readonly vesting: string | null };
}

/** The dashboard's texts as a function. */
export type AirdropText = PageOf<AirdropProps>['t'];

/** What the large parts of the dashboard share. */
export interface AirdropPanelProps {
  readonly account: string | null;
  readonly participant: Participant | undefined;
  readonly missions: MissionsResponse | undefined;
}
