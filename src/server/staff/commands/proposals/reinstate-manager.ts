import { z } from 'zod';
import { StaffRefusal } from '../../auth/refusal.ts';
import { setAccountState } from '../account-state.ts';
import { nameField } from './invite-manager.ts';
import { defineKind } from './kind.ts';

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
    return {};
  },
  run: async ({ tx }, { name }) => {
    await setAccountState(tx, name, 'suspended', 'active');
    return `${name} can sign in again.`;
  },
});
