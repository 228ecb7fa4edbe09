import type { SubmittedMission, VideoPlatform } from '#src/config/missions.ts';
import type { ReasonCode } from '#src/contract/airdrop.ts';

/** What a verifier is asked: what the participant handed in, never more. */
export interface Claim {
  readonly mission: SubmittedMission;
  readonly account: string | null;
  readonly link: string | null;
  readonly platform: VideoPlatform | null;
}

export type VerifierVerdict =
  | { readonly decision: 'approve' }
  | { readonly decision: 'reject'; readonly reasonCode: ReasonCode; readonly note?: string }
  /** Leaves it to a person. */
  | { readonly decision: 'review' };

/**
 * Looks at claims of some missions; asked once, after the submission is stored. What it throws leaves it to a person.
 */
export interface Verifier {
  /** Stands as `verifier:<name>` where a member of staff would. */
  readonly name: string;
  readonly missions: readonly SubmittedMission[];
  verify(claim: Claim): Promise<VerifierVerdict>;
}

/** Automatic verifiers of this installation, in their order; without one for a mission a person looks at each claim. */
export const VERIFIERS: readonly Verifier[] = [];
