import { type MissionId, missionOf } from '#src/config/missions.ts';
import type { MissionsResponse, Participant, Submission, SubmissionStatusResponse } from '#src/contract/airdrop.ts';

/** A wallet's submissions; undefined while they load or if they could not be read. */
export type Statuses = Readonly<Partial<Record<MissionId, SubmissionStatusResponse>>>;

/**
 * The state of a mission. `unavailable`: nobody can do it yet; `locked`: it depends on another one;
 * `pending`: a person reviews it; `waiting`: recently rejected, can be submitted again later.
 */
export type MissionState =
  | { readonly kind: 'open' }
  | { readonly kind: 'unavailable'; readonly reason: NonNullable<Mission['reason']> }
  | { readonly kind: 'locked'; readonly needs: 'xName' | 'xFollow' }
  | { readonly kind: 'pending'; readonly submission: Submission | null }
  | { readonly kind: 'rejected'; readonly submission: Submission }
  | { readonly kind: 'waiting'; readonly submission: Submission; readonly until: string }
  | { readonly kind: 'completed' };

/** Whether the participant's flags mark a mission as done; the check-in and invitations never are. */
export function isCompleted(mission: MissionId, participant: Participant): boolean {
  const { flags } = missionOf(mission);
  return flags.length > 0 && flags.every((flag) => participant[flag]);
}

interface Known {
  readonly statuses: Statuses;
  /** Milliseconds since 1970. */
  readonly now: number;
  /** False where X cannot be followed yet: then a mission that depends on it cannot be done either. */
  readonly canFollowX: boolean;
}

/** The state of a mission for a wallet, or for a visitor without one (`participant` undefined). */
export function missionState(
  mission: Pick<MissionsResponse['missions'][number], 'id' | 'available' | 'reason'>,
  participant: Participant | undefined,
  { statuses, now, canFollowX }: Known,
): MissionState {
  const { id } = mission;
  if (participant !== undefined && isCompleted(id, participant)) return { kind: 'completed' };
  const submission = statuses[id]?.submission;
  if (submission?.status === 'pending') return { kind: 'pending', submission };
  if (submission === undefined && participant?.underReview.includes(id)) return { kind: 'pending', submission: null };
  if (submission?.status === 'confirmed') return { kind: 'completed' };
  if (!mission.available) return { kind: 'unavailable', reason: mission.reason ?? 'not-configured' };
  const needs = missing(id, participant, statuses);
  if (needs !== null && !canFollowX) return { kind: 'unavailable', reason: 'not-configured' };
  if (needs !== null && participant !== undefined) return { kind: 'locked', needs };
  if (submission?.status === 'rejected') {
    const until = submission.canResubmitAt;
    if (until !== null && Date.parse(until) > now) return { kind: 'waiting', submission, until };
    return { kind: 'rejected', submission };
  }
  return { kind: 'open' };
}

type Mission = Parameters<typeof missionState>[0];

/** The missions that anybody can do now, and the others, each in their order. */
export function openFirst<M extends Mission>(missions: readonly M[], canFollowX: boolean): readonly [M[], M[]] {
  const isOpen = (mission: M) =>
    missionState(mission, undefined, { statuses: {}, now: 0, canFollowX }).kind !== 'unavailable';
  return [missions.filter(isOpen), missions.filter((mission) => !isOpen(mission))];
}

/** The part of another mission that one depends on and the participant, or a visitor without a wallet, lacks. */
function missing(id: MissionId, participant: Participant | undefined, statuses: Statuses): 'xName' | 'xFollow' | null {
  const { needs } = missionOf(id);
  if (needs === 'xName' && !(participant !== undefined && knowsXName(participant, statuses))) return needs;
  return needs === 'xFollow' && participant?.xFollowVerified !== true ? needs : null;
}

/** A submitted X follow or a stored name. */
function knowsXName(participant: Participant, { xFollow }: Statuses): boolean {
  const submission = xFollow?.submission ?? null;
  return participant.xAccount !== null || (submission !== null && submission.status !== 'rejected');
}
