import { setWithdrawnBuilds, withdrawnBuilds } from '#src/server/platform/context/live-settings.ts';
import { lockRecordChain } from '#src/server/platform/records/append-record.ts';
import { recordNews } from '#src/server/platform/records/record-news.ts';
import type { CommandCall } from './staff-command.ts';

/** The withdrawn builds, locked by the head of the system log: concurrent changes follow each other. */
export async function lockedBuilds({ tx }: Pick<CommandCall, 'tx'>): Promise<readonly string[]> {
  await lockRecordChain(tx, 'news');
  return withdrawnBuilds(tx);
}

/** Sets the list and tells the system log of the build that joined or left it; returns that in a sentence. */
export async function tellBuild(
  { tx, actor, now }: Pick<CommandCall, 'tx' | 'actor' | 'now'>,
  commits: readonly string[],
  event: 'build-withdrawn' | 'build-reinstated',
  commit: string,
  reason: string,
): Promise<string> {
  await setWithdrawnBuilds(tx, commits, { reason, by: actor.name, now });
  await recordNews(tx, { event, data: { commit }, source: `${event}:${commit}:${now}` }, BigInt(now));
  const state = event === 'build-withdrawn' ? 'withdrawn: buying is off in it' : 'selling again';
  return `The build of ${commit} is ${state}.`;
}
