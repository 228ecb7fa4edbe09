import { z } from 'zod';
import { STAFF_ROLES, type StaffRole } from '../../database/staff-tables.ts';
import type { Tx } from '../../database/tables.ts';
import { invite } from '../accounts.ts';
import type { Actor } from '../actor.ts';
import { joinLink } from '../join-link.ts';
import { nameField } from '../proposals/invite-manager.ts';
import { StaffRefusal } from '../refusal.ts';
import { defineVerb, type Verb } from '../verb.ts';

/** Accounts of staff. */
export const peopleVerbs: Readonly<Record<string, Verb>> = {
  invite: defineVerb({
    summary: 'Invite somebody; the first manager from the host, the third and later ones by a proposal',
    role: 'manager',
    byHost: true,
    input: z.object({ name: nameField, role: z.enum(STAFF_ROLES).default('reviewer') }),
    run: async ({ tx, engine, actor, now }, { name, role }) => {
      await mayInvite(tx, actor, name, role);
      const token = await invite(tx, name, role, actor.name, now);
      return {
        message: `Send this to ${name}, who has three days: ${joinLink(engine.env, token)}`,
        subject: `staff:${name}`,
      };
    },
  }),

  recover: defineVerb({
    summary: 'Have somebody who cannot sign in make their password and codes anew; from the host alone',
    role: 'manager',
    byHost: true,
    input: z.object({ name: nameField }),
    run: async ({ tx, engine, actor, now }, { name }) => {
      if (actor.kind !== 'host') throw new StaffRefusal('This is done on the server: npm run staff -- recover.');
      const account = await tx.selectFrom('staff_accounts').select('role').where('name', '=', name).executeTakeFirst();
      if (account === undefined) throw new StaffRefusal('There is no such account.');
      const token = await invite(tx, name, account.role, actor.name, now);
      return {
        message: `Send this to ${name}, who has three days: ${joinLink(engine.env, token)}`,
        subject: `staff:${name}`,
      };
    },
  }),

  suspend: defineVerb({
    summary: 'Sign somebody out everywhere and keep them out',
    role: 'manager',
    byHost: true,
    input: z.object({ name: nameField }),
    run: async ({ tx, actor }, { name }) => {
      if (actor.name === name) throw new StaffRefusal('Nobody can suspend themselves.');
      const id = await setState(tx, name, 'active', 'suspended');
      await tx.deleteFrom('staff_sessions').where('account_id', '=', id).execute();
      await tx.deleteFrom('staff_invitations').where('name', '=', name).execute();
      return { message: `${name} is suspended.`, subject: `staff:${name}` };
    },
  }),

  resume: defineVerb({
    summary: 'Let somebody suspended in again',
    role: 'manager',
    byHost: true,
    input: z.object({ name: nameField }),
    run: async ({ tx }, { name }) => {
      await setState(tx, name, 'suspended', 'active');
      return { message: `${name} can sign in again.`, subject: `staff:${name}` };
    },
  }),
};

/**
 * Two managers are there before anything needs two: until then the host brings the first one, and that one the second.
 * Suspended ones count, so that nobody can suspend the others and invite a second self.
 */
async function mayInvite(tx: Tx, actor: Actor, name: string, role: StaffRole): Promise<void> {
  // Invitations are weighed one after the other.
  await tx.updateTable('staff_audit_head').set({ id: 1n }).where('id', '=', 1n).execute();
  const account = await tx.selectFrom('staff_accounts').select('role').where('name', '=', name).executeTakeFirst();
  const managers = new Set(
    [
      ...(await tx.selectFrom('staff_accounts').select('name').where('role', '=', 'manager').execute()),
      ...(await tx.selectFrom('staff_invitations').select('name').where('role', '=', 'manager').execute()),
    ].map((row) => row.name),
  );
  if (actor.kind === 'host') {
    const others = [...managers].filter((other) => other !== name);
    if (role !== 'manager' || others.length > 0 || account !== undefined)
      throw new StaffRefusal('The host invites the first manager alone; managers invite the others.');
    return;
  }
  if (account?.role === 'manager' && role === 'reviewer')
    throw new StaffRefusal(`${name} is a manager: suspend the account instead.`);
  if (role === 'manager' && (account?.role === 'manager' || managers.size >= 2))
    throw new StaffRefusal('There are two managers: propose it (propose-invite-manager).');
}

async function setState(
  tx: Tx,
  name: string,
  from: 'active' | 'suspended',
  state: 'active' | 'suspended',
): Promise<bigint> {
  const row = await tx
    .updateTable('staff_accounts')
    .set({ state })
    .where('name', '=', name)
    .where('state', '=', from)
    .returning('id')
    .executeTakeFirst();
  if (row === undefined) throw new StaffRefusal(`There is no ${from} account of that name.`);
  return row.id;
}
