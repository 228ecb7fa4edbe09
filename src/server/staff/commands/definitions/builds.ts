import { z } from 'zod';
import { StaffRefusal } from '../../auth/refusal.ts';
import { commitField, textField } from '../fields.ts';
import { defineCommand, type StaffCommand } from '../staff-command.ts';
import { lockedBuilds, tellBuild } from '../tell-build.ts';

/** More at once are a slip, and every page requests the list. */
const MAX_WITHDRAWN = 20;

/**
 * Switches buying off in a bad build, wherever a copy of it is open or cached: at once, by one person, since nothing is
 * lost by it. Payments sent by such a build are credited like every payment. Two managers let it sell again.
 */
export const buildCommands: Readonly<Record<string, StaffCommand>> = {
  'withdraw-build': defineCommand({
    summary: 'Switch buying off in a faulty build of the site',
    role: 'manager',
    byHost: true,
    input: z.object({ commit: commitField, reason: textField(1_000, 1) }),
    run: async (call, { commit, reason }) => {
      const withdrawn = await lockedBuilds(call);
      if (withdrawn.includes(commit)) throw new StaffRefusal('This build is already withdrawn.');
      if (withdrawn.length >= MAX_WITHDRAWN)
        throw new StaffRefusal(`At most ${MAX_WITHDRAWN} builds are withdrawn at once.`);
      const message = await tellBuild(call, [...withdrawn, commit], 'build-withdrawn', commit, reason);
      return { message, subject: `build:${commit}` };
    },
  }),
};
