import { z } from 'zod';
import { invite, STAFF_NAME } from '../accounts.ts';
import { joinLink } from '../join-link.ts';
import { defineKind } from './kind.ts';

export const nameField = z
  .string()
  .trim()
  .toLowerCase()
  .regex(STAFF_NAME, 'must be 2 to 40 letters, digits, dots or dashes');

/** Invites a manager once there are two: else one could make a second account and be both people. */
export const inviteManager = defineKind({
  label: 'Invite a manager, or have one make their account anew',
  input: z.object({ name: nameField }),
  subject: ({ name }) => `staff:${name}`,
  run: async ({ tx, engine, actor, now }, { name }) => {
    const token = await invite(tx, name, 'manager', actor.name, now);
    return `Send this to ${name}, who has three days: ${joinLink(engine.env, token)}`;
  },
});
