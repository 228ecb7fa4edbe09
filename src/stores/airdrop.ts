import { atom, computed } from 'nanostores';
import { query } from '#src/client/query.ts';
import { RequestError, request } from '#src/client/request.ts';
import { toastTextOf } from '#src/client/request-message.ts';
import { AIRDROP_PAGE_TIMES, MISSIONS, type MissionId } from '#src/config/missions.ts';
import type {
  AirdropLeaderboard,
  AppealRequest,
  AppealResponse,
  CaptchaStatus,
  CheckInResponse,
  MissionRequest,
  MissionResponse,
  MissionsResponse,
  OutcomeResponse,
  Participant,
  PointsHistory,
  ReferralCodeResponse,
  SubmissionStatusResponse,
  VideoSubmissionRequest,
  YoutubeStatusResponse,
} from '#src/contract/airdrop.ts';
import type { ToastKey } from '#src/i18n/dictionary.ts';
import { signatureNotice } from '#src/wallet/wallet-notices.ts';
import { proveAccount } from './prove-account.ts';
import { createFreshQuery, createPolledQuery, refreshQueries } from './queries.ts';
import { reopenSession } from './register-wallet.ts';
import { showToast } from './toasts.ts';
import { $account, $wallet } from './wallet-state.ts';
import { type ProofNeed, writeAs } from './write-as.ts';

const { freshMs, boardMs, answerMs } = AIRDROP_PAGE_TIMES;

export const $missions = createFreshQuery<MissionsResponse>(['/api/airdrop/missions'], freshMs);
export const $participant = createFreshQuery<Participant>(['/api/airdrop/participant', $account], freshMs);
/** Requested only while the X follow has not been verified. */
const $unverified = computed([$account, $participant], (account, { data }) =>
  data !== undefined && !data.xFollowVerified ? account : null,
);

/** What a status call states of one mission. */
export interface MissionStatus extends SubmissionStatusResponse {
  readonly youtubeUsername?: string | null;
}

const REVIEWED = MISSIONS.filter((mission) => mission.kind === 'reviewed');
const STATUS_CALLS = [...new Set(REVIEWED.map(({ status }) => status))];
/** The state of each reviewed mission; undefined while it loads or if it could not be read. */
export const $statuses = computed(
  STATUS_CALLS.map((call) =>
    createFreshQuery<MissionStatus | YoutubeStatusResponse>(
      [`/api/airdrop/${call}/status`, call === 'x-verification' ? $unverified : $account],
      freshMs,
    ),
  ),
  (...answers): Readonly<Partial<Record<MissionId, MissionStatus>>> =>
    Object.fromEntries(
      REVIEWED.map((mission) => {
        const answer = answers[STATUS_CALLS.indexOf(mission.status)]?.data;
        if (answer === undefined) return [mission.id, undefined];
        return [mission.id, 'part' in mission ? (answer as YoutubeStatusResponse).status[mission.part] : answer];
      }),
    ),
);
export const $board = createPolledQuery<AirdropLeaderboard>(['/api/airdrop/leaderboard'], boardMs, boardMs - answerMs);
const $ownPlace = computed($account, (account) => account && `leaderboard?wallet=${account}`);
export const $ownEntry = createPolledQuery<AirdropLeaderboard>(
  ['/api/airdrop', $ownPlace],
  boardMs,
  boardMs - answerMs,
);
const $codeOwner = computed($account, (account) => account && 'referral-code');
export const $referralCode = createFreshQuery<ReferralCodeResponse>(['/api/airdrop', $codeOwner], freshMs);

/** The latest entries of the wallet's points, newest first. */
export const $pointEntries = createFreshQuery<PointsHistory>(['/api/airdrop/history', $account], freshMs);

/** The mission in progress, by its id. */
export const $busyMission = atom<string | null>(null);

/** A name that was refused because another wallet has used it, with the submission that named it. */
export const $takenName = atom<({ readonly wallet: string } & Pick<MissionRequest, 'missionType' | 'data'>) | null>(
  null,
);

/** The human check that waits for an answer; null while none does. */
export interface WaitingCheck {
  readonly wallet: string;
  /** Continues with the parked action. */
  readonly pass: (token: string) => void;
  /** Drops it. */
  readonly dismiss: () => void;
}
export const $humanCheck = atom<WaitingCheck | null>(null);

/** The visitor closed the human check: the action is dropped silently. */
class CheckDismissed extends Error {
  override readonly name = 'CheckDismissed';
}

const NEEDS_CHECK = new Set(['captcha_required', 'captcha_invalid']);

/** Submits a mission of POST /api/airdrop/mission; every outcome is a toast. Returns whether the server accepted it. */
export function submitMission(
  missionType: MissionRequest['missionType'],
  data: MissionRequest['data'],
): Promise<boolean> {
  return act({ mission: missionType, failure: 'airdrop.missionFailed' }, async (wallet, captchaToken) => {
    $takenName.set(null);
    const answer = await request<MissionResponse>('POST', '/api/airdrop/mission', {
      ...{ walletAddress: wallet, missionType, data, captchaToken, skipCaptcha: captchaToken === undefined },
    }).catch((error: unknown) => {
      if (error instanceof RequestError && error.code === 'account_taken')
        $takenName.set({ wallet, missionType, data });
      throw error;
    });
    if (answer.status === 'pending') showToast({ key: 'airdrop.missionPending' });
    else showToast({ key: 'airdrop.missionDone', variant: 'success', values: { points: answer.points } });
    return true;
  });
}

/** The daily check-in. */
export function checkIn(): Promise<boolean> {
  return act({ mission: 'checkIn', failure: 'airdrop.checkInFailed' }, async (wallet, captchaToken) => {
    const answer = await request<CheckInResponse>('POST', '/api/airdrop/checkin', {
      ...{ walletAddress: wallet, captchaToken, skipCaptcha: captchaToken === undefined },
    });
    if (answer.success) showToast({ key: 'airdrop.checkInDone', variant: 'success', values: { days: answer.streak } });
    else showToast({ key: 'airdrop.checkInFailed', variant: 'destructive', ...refusalOf(answer) });
    return answer.success;
  });
}

/** Applies another wallet's referral code; it needs no human check. */
export function applyReferral(code: string): Promise<boolean> {
  return act({ mission: 'referral', failure: 'airdrop.referralFailed', check: false }, async (wallet) => {
    const answer = await request<OutcomeResponse>('POST', '/api/referral/apply', {
      ...{ referralCode: code.trim().toUpperCase(), userWallet: wallet },
    });
    if (answer.success) showToast({ key: 'airdrop.referralDone', variant: 'success' });
    else showToast({ key: 'airdrop.referralFailed', variant: 'destructive', ...refusalOf(answer) });
    return answer.success;
  });
}

/** Submits a video for review. */
export function submitVideo(video: Pick<VideoSubmissionRequest, 'videoLink' | 'platform'>): Promise<boolean> {
  return act({ mission: 'createVideo', failure: 'airdrop.videoFailed', check: false }, async (wallet) => {
    const answer = await request<OutcomeResponse>('POST', '/api/airdrop/video-submission', {
      ...{ walletAddress: wallet, videoLink: video.videoLink.trim(), platform: video.platform },
    });
    if (answer.success) showToast({ key: 'airdrop.videoDone', variant: 'success' });
    else showToast({ key: 'airdrop.videoFailed', variant: 'destructive', ...refusalOf(answer) });
    return answer.success;
  });
}

/** The subject of an objection: a rejected submission, or an entry that took points. */
export type AppealSubject = Pick<AppealRequest, 'submissionId' | 'entryId'>;

/** Objects to a decision. */
export function appeal(about: AppealSubject, text: string): Promise<boolean> {
  return act({ mission: 'appeal', failure: 'airdrop.missionFailed', check: false }, async (wallet) => {
    const body: AppealRequest = { walletAddress: wallet, ...about, text };
    await request<AppealResponse>('POST', '/api/airdrop/appeal', body);
    showToast({ key: 'airdrop.appealDone', variant: 'success' });
    return true;
  });
}

/** Proves the wallet, to show data that only its owner may see: the referral code and submitted names. */
export function showOwn(): Promise<boolean> {
  return act({ mission: 'own', failure: 'airdrop.missionFailed', check: false, need: 'none' }, async (wallet) => {
    await proveAccount(wallet, 'code');
    return true;
  });
}

/** The server's data about the wallet, as text to save; null if it could not be read. */
export async function requestExport(): Promise<string | null> {
  let text: string | null = null;
  await act({ mission: 'export', failure: 'airdrop.missionFailed', check: false, need: 'always' }, async (wallet) => {
    text = JSON.stringify(await request('POST', '/api/privacy/export', { walletAddress: wallet }), null, 2);
    return true;
  });
  return text;
}

/** Has the server delete its data about the wallet except for points and payments. */
export function requestDeletion(): Promise<boolean> {
  return act({ mission: 'delete', failure: 'airdrop.missionFailed', check: false, need: 'always' }, async (wallet) => {
    await request('POST', '/api/privacy/delete', { walletAddress: wallet });
    showToast({ key: 'airdrop.deleted', variant: 'success' });
    return true;
  });
}

/** Whether the wallet is in the votes list; a list that cannot be read counts as not. */
export async function hasVoted(wallet: string): Promise<boolean> {
  try {
    const votes = await query<readonly { walletAddress: string }[]>(`/api/voting/votes?wallet=${wallet}`);
    return votes.some(({ walletAddress }) => walletAddress.toLowerCase() === wallet.toLowerCase());
  } catch {
    return false;
  }
}

/** The challenge of the human check, after reopening a lost session; throws RequestError. */
export async function loadCaptcha(wallet: string): Promise<CaptchaStatus> {
  const read = () => query<CaptchaStatus>(`/api/airdrop/captcha-status?wallet=${wallet}`);
  const status = await read();
  if (!status.requiresCaptcha || status.challenge !== undefined || status.lockedUntil !== undefined) return status;
  await reopenSession();
  return read();
}

/** What the page shows of an action while it runs and if it fails, and what it needs of the visitor. */
interface Act {
  readonly mission: string;
  readonly failure: ToastKey;
  /** False for an action without the human check. */
  readonly check?: boolean;
  readonly need?: ProofNeed;
}

async function act(
  { mission, failure, check = true, need = 'by-setting' }: Act,
  send: (wallet: string, token?: string) => Promise<boolean>,
): Promise<boolean> {
  const { account } = $wallet.get();
  if (account === null) {
    showToast({ key: 'airdrop.connect', variant: 'destructive' });
    return false;
  }
  if ($busyMission.get() !== null) return false;
  $busyMission.set(mission);
  try {
    const proven = (token?: string) => writeAs(account, () => send(account, token), { need });
    const taken = await (check ? asHuman(account, proven) : proven());
    refreshQueries(['/api/airdrop', '/api/voting']);
    return taken;
  } catch (error) {
    if (!(error instanceof CheckDismissed)) tellFailure(failure, error);
    return false;
  } finally {
    $busyMission.set(null);
  }
}

/** Runs a call that may need the human check first; an answer that requires it opens the check, once. */
async function asHuman<T>(wallet: string, send: (token?: string) => Promise<T>): Promise<T> {
  const required = await query<CaptchaStatus>(`/api/airdrop/captcha-status?wallet=${wallet}`).then(
    (status) => status.requiresCaptcha,
    () => true,
  );
  const token = required ? await waitForHuman(wallet) : undefined;
  try {
    return await send(token);
  } catch (error) {
    if (!(error instanceof RequestError) || error.code === null || !NEEDS_CHECK.has(error.code)) throw error;
    return send(await waitForHuman(wallet));
  }
}

/** Parks the action until the check is passed; rejects with CheckDismissed. */
function waitForHuman(wallet: string): Promise<string> {
  return new Promise<string>((resolve, reject) => {
    $humanCheck.set({ wallet, pass: resolve, dismiss: () => reject(new CheckDismissed()) });
  }).finally(() => $humanCheck.set(null));
}

function tellFailure(key: ToastKey, error: unknown): void {
  const offline = key === 'airdrop.referralFailed' && !(error instanceof RequestError);
  const failed = {
    key: offline ? 'airdrop.referralOffline' : key,
    variant: 'destructive',
    ...toastTextOf(error),
  } as const;
  showToast(signatureNotice(error, key) ?? failed);
}

function refusalOf({ code, message }: OutcomeResponse) {
  return code === undefined ? { text: message } : { text: message, textKey: `api.${code}` };
}
