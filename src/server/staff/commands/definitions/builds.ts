import { z } from 'zod';
import { commitSchema } from '#src/contract/shapes.ts';
import { setWithdrawnBuilds, withdrawnBuilds } from '../../../context/live-settings.ts';
import { lockRecordChain } from '../../../records/append-record.ts';
import { recordNews } from '../../../records/record-news.ts';
import { StaffRefusal } from '../../auth/refusal.ts';
import { textField } from '../fields.ts';
import { type CommandCall, defineCommand, type StaffCommand } from '../staff-command.ts';

/** More at once are a slip, and every page requests the list. */
const MAX_WITHDRAWN = 20;
const input = z.object({
  commit: z.string().trim().toLowerCase().pipe(commitSchema).describe('Commit of its source, as /verify shows it'),
  reason: textField(1_000, 1),
});

/**
 * Switches buying off in a bad build, wherever a copy of it is open or cached: at once, by one person, since nothing is
 * lost by it. Payments sent by such a build are credited like every payment.
 */
export const buildCommands: Readonly<Record<string, StaffCommand>> = {
  'withdraw-build': defineCommand({
    summary: 'Switch buying off in a faulty build of the site',
    role: 'manager',
    byHost: true,
    input,
    run: async (call, { commit, reason }) => {
      const withdrawn = await lockedList(call);
      if (withdrawn.includes(commit)) throw new StaffRefusal('This build is already withdrawn.');
      if (withdrawn.length >= MAX_WITHDRAWN)
        throw new StaffRefusal(`At most ${MAX_WITHDRAWN} builds are withdrawn at once.`);
      return tell(call, [...withdrawn, commit], 'build-withdrawn', commit, reason);
    },
  }),

  'reinstate-build': defineCommand({
    summary: 'Let a build that was withdrawn sell again',
    role: 'manager',
    input,
    run: async (call, { commit, reason }) => {
      const withdrawn = await lockedList(call);
      if (!withdrawn.includes(commit)) throw new StaffRefusal('This build is not withdrawn.');
      const others = withdrawn.filter((other) => other !== commit);
      return tell(call, others, 'build-reinstated', commit, reason);
    },
  }),
};

/** The list, locked by the head of the system log: two concurrent changes follow each other, and none is lost. */
async function lockedList({ tx }: CommandCall): Promise<readonly string[]> {
  await lockRecordChain(tx, 'news');
  return withdrawnBuilds(tx);
}

async function tell(
  { tx, actor, now }: CommandCall,
  commits: readonly string[],
  event: 'build-withdrawn' | 'build-reinstated',
  commit: string,
  reason: string,
) {
  await setWithdrawnBuilds(tx, commits, { reason, by: actor.name, now });
  await recordNews(tx, event, { commit }, BigInt(now), `${event}:${commit}:${now}`);
  const state = event === 'build-withdrawn' ? 'withdrawn: buying is off in it' : 'selling again';
  return { message: `The build of ${commit} is ${state}.`, subject: `build:${commit}` };
}
