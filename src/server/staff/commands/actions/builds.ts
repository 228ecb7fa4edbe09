import { z } from 'zod';
import { setLive, WITHDRAWN_BUILDS, withdrawnBuilds } from '#src/server/platform/context/live-settings.ts';
import { lockRecordChain } from '#src/server/platform/records/append-record.ts';
import { recordNews } from '#src/server/platform/records/news.ts';
import { StaffRefusal } from '../../auth/refusal.ts';
import { commitField, textField } from '../fields.ts';
import { type CommandCall, type Commands, defineCommand, defineKind, type Proposals } from '../staff-command.ts';

/** More at once are a slip, and every page requests the list. */
const MAX_WITHDRAWN = 20;

const subject = ({ commit }: { readonly commit: string }) => `build:${commit}`;

/** One person switches buying off in a bad build, which loses nothing; two managers let it sell again. */
export const buildCommands: Commands = {
  'withdraw-build': defineCommand({
    summary: 'Switch buying off in a faulty build of the site',
    role: 'manager',
    byHost: true,
    input: z.object({ commit: commitField, reason: textField(1_000, 1) }),
    subject,
    run: async (call, { commit, reason }) => {
      const withdrawn = await lockedBuilds(call);
      if (withdrawn.includes(commit)) throw new StaffRefusal('This build is already withdrawn.');
      if (withdrawn.length >= MAX_WITHDRAWN)
        throw new StaffRefusal(`At most ${MAX_WITHDRAWN} builds are withdrawn at once.`);
      await setBuilds(call, [...withdrawn, commit], { event: 'build-withdrawn', commit, reason });
      return `The build of ${commit} is withdrawn: buying is off in it.`;
    },
  }),
};

export const buildProposals: Proposals = {
  /** Lets a build that was withdrawn sell again (decision 49). */
  'reinstate-build': defineKind({
    label: 'Let a withdrawn build sell again',
    input: z.object({ commit: commitField }),
    subject,
    prepare: async (call, { commit }) => {
      if (!(await lockedBuilds(call)).includes(commit)) throw new StaffRefusal('This build is not withdrawn.');
    },
    run: async (call, { commit }) => {
      const withdrawn = await lockedBuilds(call);
      if (!withdrawn.includes(commit)) throw new StaffRefusal('This build is not withdrawn.');
      const others = withdrawn.filter((other) => other !== commit);
      const reason = `Proposal ${call.proposalId}`;
      await setBuilds(call, others, { event: 'build-reinstated', commit, reason });
      return `The build of ${commit} is selling again.`;
    },
  }),
};

/** The withdrawn builds, locked by the head of the system log: concurrent changes follow each other. */
async function lockedBuilds({ tx }: CommandCall): Promise<readonly string[]> {
  await lockRecordChain(tx, 'news');
  return withdrawnBuilds(tx);
}

/** Sets the list and tells the system log of the build that joined or left it. */
async function setBuilds(
  { tx, actor, now }: CommandCall,
  commits: readonly string[],
  change: { readonly event: 'build-withdrawn' | 'build-reinstated'; readonly commit: string; readonly reason: string },
): Promise<void> {
  const { event, commit, reason } = change;
  await setLive(tx, WITHDRAWN_BUILDS, commits.join(','), { reason, by: actor.name, now });
  await recordNews(tx, { event, data: { commit }, source: `${event}:${commit}:${now}` }, BigInt(now));
}
