import type { MissionsResponse, Participant } from '#src/contract/airdrop.ts';
import type { Texts } from '#src/i18n/namespace.ts';
import type { TextOf } from '#src/lib/text/text-of.ts';

export interface AirdropProps {
  readonly texts: Texts<'airdrop' | 'wallet' | 'error'>;
  readonly tag: string;
  readonly votingPath: string;
  /** Texts of other parts of the site, and that vesting has no announced start; null where it has one. */
  readonly words: Readonly<Record<'rank' | 'share' | 'estimate', string>> & { readonly vesting: string | null };
}

/** The dashboard's texts as a function. */
export type AirdropText = TextOf<keyof AirdropProps['texts']>;

/** The props of every part of the dashboard. */
export interface AirdropPartProps {
  readonly t: AirdropText;
  readonly tag: string;
}

/** What the large parts of the dashboard share. */
export interface AirdropPanelProps extends AirdropPartProps, Pick<AirdropProps, 'texts' | 'votingPath'> {
  readonly account: string | null;
  readonly participant: Participant | undefined;
  readonly missions: MissionsResponse | undefined;
}
