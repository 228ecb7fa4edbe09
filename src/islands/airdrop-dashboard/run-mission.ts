import { AIRDROP_PAGE_TIMES, type SubmittedMission } from '#src/config/missions.ts';
import type { MissionRequest } from '#src/contract/airdrop.ts';
import { hasVoted, submitMission } from '#src/stores/airdrop.ts';

export interface MissionRun {
  readonly mission: SubmittedMission;
  readonly account: string;
  /** Addresses that the mission opens, in order. */
  readonly targets: readonly string[];
  /** The name that the mission asked for. */
  readonly data: MissionRequest['data'];
  readonly votingPath: string;
}

/** A window that the browser blocked, and how to continue once the visitor has opened it. */
export interface Blocked {
  readonly url: string;
  readonly resume: () => Promise<void>;
}

/** Carries out a mission; resolves with the window that the browser blocked (decision 40), or null. */
export async function runMission(run: MissionRun): Promise<Blocked | null> {
  const { mission, account, targets, data, votingPath } = run;
  const submit = async () => {
    await submitMission(mission, data);
  };
  if (mission === 'voting') {
    if (await hasVoted(account)) await submit();
    else location.assign(votingPath);
    return null;
  }
  const [first = '', second] = targets;
  const { submitMs, channelMs, joinMs } = AIRDROP_PAGE_TIMES;
  if (mission !== 'socialJoin' || second === undefined) {
    const afterwards = async () => {
      await pause(submitMs);
      await submit();
    };
    if (!openWindow(first)) return { url: first, resume: afterwards };
    await afterwards();
    return null;
  }
  const afterChannel = async () => {
    await pause(joinMs - channelMs);
    await submit();
  };
  if (!openWindow(first)) return { url: first, resume: afterChannel };
  await pause(channelMs);
  if (!openWindow(second)) return { url: second, resume: afterChannel };
  await afterChannel();
  return null;
}

/** Opens an address in a new window without access to this one; returns whether the browser allowed it. */
export function openWindow(url: string): boolean {
  const opened = window.open(url, '_blank');
  if (opened === null) return false;
  opened.opener = null;
  return true;
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
