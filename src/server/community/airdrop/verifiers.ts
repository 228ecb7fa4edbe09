import type { SubmittedMission, VideoPlatform } from '#src/config/missions.ts';
import type { ReasonCode } from '#src/contract/airdrop.ts';

/** What a verifier gets: the participant's submission and nothing else. */
export interface VerifiedEntry {
  readonly mission: SubmittedMission;
  readonly account: string | null;
  readonly link: string | null;
  readonly platform: VideoPlatform | null;
}

export type VerifierVerdict =
  | { readonly decision: 'approve' }
  | { readonly decision: 'reject'; readonly reasonCode: ReasonCode; readonly note?: string }
  /** Leaves the decision to a person. */
  | { readonly decision: 'review' };

/** Decides entries of some missions; called once, after the submission is stored. If it throws, a person decides. */
export interface Verifier {
  /** Appears as `verifier:<name>` in place of a staff member. */
  readonly name: string;
  readonly missions: readonly SubmittedMission[];
  verify(entry: VerifiedEntry): Promise<VerifierVerdict>;
}

/** This installation's automatic verifiers, in order. Missions without one are reviewed by a person. */
export const VERIFIERS: readonly Verifier[] = [];
