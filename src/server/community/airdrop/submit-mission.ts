import {
  ACCOUNTS,
  AIRDROP_TIMES,
  INSTANT_MISSIONS,
  type InstantMission,
  missionOf,
  type SocialAccount,
  type SubmittedMission,
  type VideoPlatform,
} from '#src/config/missions.ts';
import type { MissionRequest } from '#src/contract/airdrop.ts';
import { accountKey, SOCIAL_ACCOUNTS } from '#src/lib/airdrop/social-accounts.ts';
import type { VideoLink } from '#src/lib/airdrop/video-link.ts';
import type { Db } from '#src/server/platform/database/tables.ts';
import { ApiFailure } from '#src/server/platform/util/errors.ts';
import { accountHash } from './account-hash.ts';
import { appendPoints } from './append-points.ts';
import type { MissionEntryRow } from './confirm-mission-entry.ts';
import { pointsOf } from './mission-points.ts';
import { instantMissions, latestMissionEntries, xAccountOf } from './mission-state.ts';
import { takePlace } from './networks.ts';

/** The content of a submission; its fields depend on the mission. */
export interface MissionDraft {
  readonly wallet: string;
  readonly mission: SubmittedMission;
  readonly account: string | null;
  readonly hash: string | null;
  readonly video: { readonly link: VideoLink; readonly platform: VideoPlatform } | null;
}

/** A mission of POST /api/airdrop/mission, without those that have their own calls. */
export type PostedMission = Exclude<MissionRequest['missionType'], 'referral' | 'createVideo'>;

/** Checks everything about a mission that needs no person; returns the draft to store. Throws ApiFailure. */
export async function draftMission(
  db: Db,
  wallet: string,
  { mission, data }: { readonly mission: PostedMission; readonly data: MissionRequest['data'] },
  now: number,
): Promise<MissionDraft> {
  const submissions = await latestMissionEntries(db, wallet);
  refuseRepeated(submissions.get(mission), now);
  if (isInstantMission(mission)) await refuseCompleted(db, wallet, mission);
  const named = await accountFor(mission, { db, wallet, data, submissions });
  return { wallet, mission, account: null, hash: null, video: null, ...named };
}

interface Posted {
  readonly db: Db;
  readonly wallet: string;
  readonly data: MissionRequest['data'];
  readonly submissions: ReadonlyMap<SubmittedMission, MissionEntryRow>;
}

/** The account for a mission. Throws ApiFailure if something is missing, or the name is unusable. */
async function accountFor(
  mission: PostedMission,
  posted: Posted,
): Promise<Partial<Pick<MissionDraft, 'account' | 'hash'>>> {
  const { db, wallet, data, submissions } = posted;
  const { account: kind, form, needs } = missionOf(mission);
  if (needs === 'vote' && !(await hasVoted(db, wallet))) throw new ApiFailure('vote_needed');
  if (needs === 'xFollow' && submissions.get('xFollow')?.status !== 'confirmed')
    throw new ApiFailure('x_follow_needed');
  if (kind === undefined) return {};
  if (form === undefined) {
    const account = xAccountOf(submissions);
    if (account === null && needs === 'xName') throw new ApiFailure('x_account_needed');
    return { account };
  }
  const { read, refusal } = SOCIAL_ACCOUNTS[kind];
  const account = read(data?.[ACCOUNTS[kind].field] ?? '');
  if (account === null) throw new ApiFailure(refusal);
  return { account, hash: await hashOf(posted, kind, account) };
}

async function refuseCompleted(db: Db, wallet: string, mission: InstantMission): Promise<void> {
  if ((await instantMissions(db, wallet)).has(mission)) throw new ApiFailure('mission_completed');
}

/** Throws if a mission cannot be submitted (again): it is pending, confirmed, or was recently rejected. */
export function refuseRepeated(latest: MissionEntryRow | undefined, now: number): void {
  if (latest?.status === 'confirmed') throw new ApiFailure('mission_completed');
  if (latest?.status === 'pending') throw new ApiFailure('mission_pending');
  if (latest?.decided_at != null && now < Number(latest.decided_at) + AIRDROP_TIMES.resubmitMs)
    throw new ApiFailure('mission_cooldown');
}

/** Stores a submission for review. Throws ApiFailure mission_pending if another request was first. */
export async function storeMissionEntry(db: Db, draft: MissionDraft, now: number): Promise<MissionEntryRow> {
  const row = await insertMissionEntry(db, draft, BigInt(now));
  if (row === undefined) throw new ApiFailure('mission_pending');
  return row;
}

/** Pays a mission at once, or leaves it to a person if the network has no place left (S12). Throws ApiFailure. */
export async function completeInstantly(
  db: Db,
  draft: MissionDraft & { readonly mission: InstantMission },
  network: { readonly hash: string | null; readonly places: number },
  now: number,
): Promise<number | MissionEntryRow> {
  const { wallet, mission } = draft;
  const at = BigInt(now);
  const points = pointsOf(mission);
  return db.transaction().execute(async (tx) => {
    if (!(await takePlace(tx, network, wallet, at))) {
      const row = await insertMissionEntry(tx, draft, at);
      if (row === undefined) throw new ApiFailure('mission_pending');
      return row;
    }
    const source = `mission:${mission}`;
    const entry = await appendPoints(tx, { wallet, points, mission, reason: 'mission', source }, at);
    if (entry === null) throw new ApiFailure('mission_completed');
    return points;
  });
}

/** Distinguishes the two kinds of missions. */
export function isInstant(draft: MissionDraft): draft is MissionDraft & { readonly mission: InstantMission } {
  return isInstantMission(draft.mission);
}

function isInstantMission(mission: SubmittedMission): mission is InstantMission {
  return INSTANT_MISSIONS.some((instant) => instant === mission);
}

/** The hash of a name. Throws ApiFailure account_taken if it counts for another wallet, unless this one disputes it. */
async function hashOf({ db, wallet, data }: Posted, kind: SocialAccount, account: string): Promise<string> {
  const hash = await accountHash(db, kind, accountKey(account));
  if (data?.dispute !== true && (await isTaken(db, hash, wallet))) throw new ApiFailure('account_taken');
  return hash;
}

/** Whether a name or video has counted for another wallet. */
export async function isTaken(db: Db, hash: string, wallet: string): Promise<boolean> {
  const row = await db
    .selectFrom('used_accounts')
    .select('wallet')
    .where('account_hash', '=', hash)
    .where('wallet', '<>', wallet)
    .executeTakeFirst();
  return row !== undefined;
}

async function hasVoted(db: Db, wallet: string): Promise<boolean> {
  const row = await db.selectFrom('votes').select('wallet').where('wallet', '=', wallet).limit(1).executeTakeFirst();
  return row !== undefined;
}

function insertMissionEntry(
  db: Pick<Db, 'insertInto'>,
  { wallet, mission, account, hash, video }: MissionDraft,
  at: bigint,
): Promise<MissionEntryRow | undefined> {
  return db
    .insertInto('mission_submissions')
    .values({
      wallet,
      mission,
      account,
      account_hash: hash,
      link: video?.link.url ?? null,
      platform: video?.platform ?? null,
      status: 'pending',
      reason_code: null,
      note: null,
      created_at: at,
      decided_at: null,
      decided_by: null,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returningAll()
    .executeTakeFirst();
}
