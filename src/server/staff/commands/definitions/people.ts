import { z } from 'zod';
import { STAFF_ROLES, type StaffRole } from '#src/server/platform/database/staff-tables.ts';
import type { Tx } from '#src/server/platform/database/tables.ts';
import { invite } from '../../auth/accounts.ts';
import type { Actor } from '../../auth/actor.ts';
import { joinLink } from '../../auth/join-link.ts';
import { StaffRefusal } from '../../auth/refusal.ts';
import { setAccountState } from '../account-state.ts';
import { nameField, newNameField } from '../proposals/managers.ts';
import { defineCommand, type StaffCommand } from '../staff-command.ts';

/** Accounts of staff. */
export const peopleCommands: Readonly<Record<string, StaffCommand>> = {
  invite: defineCommand({
    summary: 'Invite a reviewer; the first two managers only from the host, later ones by a proposal',
    role: 'manager',
    byHost: true,
    input: z.object({ name: newNameField, role: z.enum(STAFF_ROLES).default('reviewer') }),
    run: async ({ tx, context, actor, now }, { name, role }) => {
      await checkInvitation(tx, actor, { name, role, now });
      const token = await invite(tx, name, role, actor.name, now);
      return {
        message: `Send this to ${name}, who has three days: ${joinLink(context.env, token)}`,
        subject: `staff:${name}`,
      };
    },
  }),

  recover: defineCommand({
    summary: 'Let somebody who cannot sign in set a new password and codes; only from the host',
    role: 'manager',
    byHost: true,
    input: z.object({ name: nameField }),
    run: async ({ tx, context, actor, now }, { name }) => {
      if (actor.kind !== 'host') throw new StaffRefusal('This is done on the server: npm run staff -- recover.');
      const account = await tx.selectFrom('staff_accounts').select('role').where('name', '=', name).executeTakeFirst();
      if (account === undefined) throw new StaffRefusal('There is no such account.');
      const token = await invite(tx, name, account.role, actor.name, now);
      return {
        message: `Send this to ${name}, who has three days: ${joinLink(context.env, token)}`,
        subject: `staff:${name}`,
      };
    },
  }),

  suspend: defineCommand({
    summary: 'Sign somebody out everywhere and keep them out',
    role: 'manager',
    byHost: true,
    input: z.object({ name: nameField }),
    run: async ({ tx, actor }, { name }) => {
      if (actor.name === name) throw new StaffRefusal('Nobody can suspend themselves.');
      const id = await setAccountState(tx, name, 'active', 'suspended');
      await tx.deleteFrom('staff_sessions').where('account_id', '=', id).execute();
      await tx.deleteFrom('staff_invitations').where('name', '=', name).execute();
      return { message: `${name} is suspended.`, subject: `staff:${name}` };
    },
  }),

  resume: defineCommand({
    summary: 'Let a suspended reviewer sign in again; a manager only from the host, or by a proposal',
    role: 'manager',
    byHost: true,
    input: z.object({ name: nameField }),
    run: async ({ tx, actor }, { name }) => {
      const account = await tx.selectFrom('staff_accounts').select('role').where('name', '=', name).executeTakeFirst();
      if (account?.role === 'manager' && actor.kind !== 'host')
        throw new StaffRefusal('It takes two to let a manager sign in again: propose it (propose-reinstate-manager).');
      await setAccountState(tx, name, 'suspended', 'active');
      return { message: `${name} can sign in again.`, subject: `staff:${name}` };
    },
  }),
};

/** Managers whom the host invites; from then on it takes two of them to invite another one. */
const FIRST_MANAGERS = 2;

/**
 * Throws StaffRefusal if an invitation by a link alone would let one person be two managers. The host, who is shown the
 * links of the first two, invites those alone; a manager invites reviewers. Nobody replaces an account this way, nor
 * the invitation of a manager. Suspended managers count, so that nobody can suspend the others and have a second
 * identity invited.
 */
async function checkInvitation(
  tx: Tx,
  actor: Actor,
  { name, role, now }: { readonly name: string; readonly role: StaffRole; readonly now: number },
): Promise<void> {
  // Invitations are checked one after the other.
  await tx.updateTable('staff_audit_head').set({ id: 1n }).where('id', '=', 1n).execute();
  const managers = await managerNames(tx, now);
  if (actor.kind === 'host') {
    const others = managers.filter((other) => other !== name);
    if (role !== 'manager' || others.length >= FIRST_MANAGERS)
      throw new StaffRefusal('The host invites only the first two managers; managers invite the others.');
  } else if (role === 'manager') {
    throw new StaffRefusal(
      managers.length >= FIRST_MANAGERS
        ? 'There are two managers: propose it (propose-invite-manager).'
        : 'The first two managers are invited on the server: npm run staff -- invite --name NAME --role manager.',
    );
  }
  const account = await tx.selectFrom('staff_accounts').select('role').where('name', '=', name).executeTakeFirst();
  if (account !== undefined)
    throw new StaffRefusal(
      `${name} is a ${account.role} already. Lost credentials are made anew on the server: npm run staff -- recover.`,
    );
  if (role === 'reviewer' && managers.includes(name)) throw new StaffRefusal(`${name} is invited as a manager.`);
}

/** The names of accounts and open invitations. */
async function managerNames(tx: Tx, now: number): Promise<readonly string[]> {
  const accounts = await tx.selectFrom('staff_accounts').select('name').where('role', '=', 'manager').execute();
  const invited = await tx
    .selectFrom('staff_invitations')
    .select('name')
    .where('role', '=', 'manager')
    .where('expires_at', '>', BigInt(now))
    .execute();
  return [...new Set([...accounts, ...invited].map((row) => row.name))];
}
