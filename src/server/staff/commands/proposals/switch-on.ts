import { z } from 'zod';
import { switchedOffTokens } from '#src/server/platform/context/live-settings.ts';
import { StaffRefusal } from '../../auth/refusal.ts';
import { commitField, textField } from '../fields.ts';
import { lockedBuilds, tellBuild } from '../tell-build.ts';
import { defineKind } from './kind.ts';

/** Sells in a payment option again that was switched off (decision 49). */
export const switchOnToken = defineKind({
  label: 'Offer a payment option again',
  input: z.object({ token: textField(40, 1).describe('As chain:token, for example 1:USDT') }),
  subject: ({ token }) => `setting:${token}`,
  prepare: async ({ tx }, { token }) => {
    if (!(await switchedOffTokens({ db: tx })).includes(token)) throw new StaffRefusal(`${token} is not switched off.`);
  },
  run: async ({ tx, actor, now, proposalId }, { token }) => {
    const left = (await switchedOffTokens({ db: tx })).filter((other) => other !== token);
    const reason = `Proposal ${proposalId}`;
    await tx
      .insertInto('live_settings')
      .values({
        key: 'switched-off-tokens',
        value: left.join(','),
        reason,
        set_by: actor.name,
        created_at: BigInt(now),
      })
      .execute();
    return `${token} is offered again.`;
  },
});

/** Lets a build that was withdrawn sell again (decision 49). */
export const reinstateBuild = defineKind({
  label: 'Let a withdrawn build sell again',
  input: z.object({ commit: commitField }),
  subject: ({ commit }) => `build:${commit}`,
  prepare: async (call, { commit }) => {
    if (!(await lockedBuilds(call)).includes(commit)) throw new StaffRefusal('This build is not withdrawn.');
  },
  run: async (call, { commit }) => {
    const withdrawn = await lockedBuilds(call);
    if (!withdrawn.includes(commit)) throw new StaffRefusal('This build is not withdrawn.');
    const others = withdrawn.filter((other) => other !== commit);
    return tellBuild(call, others, 'build-reinstated', commit, `Proposal ${call.proposalId}`);
  },
});
