import { z } from 'zod';
import type { Tx } from '#src/server/platform/database/tables.ts';
import { inviteManagerByHalves, newLink, STAFF_NAME } from '../../auth/accounts.ts';
import { HOST } from '../../auth/actor.ts';
import { joinLink } from '../../auth/join-link.ts';
import { StaffRefusal } from '../../auth/refusal.ts';
import { setAccountState } from '../account-state.ts';
import { defineKind } from './kind.ts';

export const nameField = z
  .string()
  .trim()
  .toLowerCase()
  .regex(STAFF_NAME, 'must be 2 to 40 letters, digits, dots or dashes');

/** The name of a person to be invited: not the one under which the host is in the audit log. */
export const newNameField = nameField.refine((name) => name !== HOST.name, 'is the name of the server’s own commands');

/**
 * Invites a manager, or makes a reviewer one. The proposer is shown the link and the approver the PIN: a person with
 * both could join alone, be two people, and approve their own proposals.
 */
export const inviteManager = defineKind({
  label: 'Invite a manager',
  input: z.object({ name: newNameField }),
  subject: ({ name }) => `staff:${name}`,
  prepare: async ({ tx, context }, { name }) => {
    await refuseManager(tx, name);
    const { token, tokenHash } = newLink();
    const link = joinLink(context.env, token);
    return {
      tokenHash,
      message: `Once it is approved, send this link to ${name}; it is shown this once, and works only with the PIN that the other manager is shown: ${link}`,
    };
  },
  run: async ({ tx, actor, now, tokenHash }, { name }) => {
    await refuseManager(tx, name);
    if (tokenHash === null)
      throw new StaffRefusal(
        'This was proposed before links and PINs were split. Refuse it, and have it proposed again.',
      );
    const pin = await inviteManagerByHalves(tx, { name, tokenHash, approvedBy: actor.name }, now);
    return `Tell ${name} this PIN yourself, in person or by phone; it is shown this once, and is good for three days with the link that the other manager has: ${pin}`;
  },
});

async function refuseManager(tx: Tx, name: string): Promise<void> {
  const account = await tx.selectFrom('staff_accounts').select('role').where('name', '=', name).executeTakeFirst();
  if (account?.role === 'manager')
    throw new StaffRefusal(
      `${name} is a manager. Lost credentials are made anew on the server: npm run staff -- recover.`,
    );
}

/**
 * Lets a suspended manager sign in again. The credentials of a suspended account may be stolen: the person who has
 * them, and one other account, would be two people.
 */
export const reinstateManager = defineKind({
  label: 'Let a suspended manager sign in again',
  input: z.object({ name: nameField }),
  subject: ({ name }) => `staff:${name}`,
  prepare: async ({ tx }, { name }) => {
    const account = await tx
      .selectFrom('staff_accounts')
      .select(['role', 'state'])
      .where('name', '=', name)
      .executeTakeFirst();
    if (account?.role !== 'manager' || account.state !== 'suspended')
      throw new StaffRefusal('There is no suspended manager of that name.');
  },
  run: async ({ tx }, { name }) => {
    await setAccountState(tx, name, 'suspended', 'active');
    return `${name} can sign in again.`;
  },
});
