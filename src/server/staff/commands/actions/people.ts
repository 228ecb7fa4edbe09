import { z } from 'zod';
import { STAFF_ROLES, type StaffRole } from '#src/server/platform/database/staff-tables.ts';
import type { Tx } from '#src/server/platform/database/tables.ts';
import type { Env } from '#src/server/platform/env/env.ts';
import { invite, inviteManagerByHalves, newLink, STAFF_NAME } from '../../auth/accounts.ts';
import { HOST } from '../../auth/actor.ts';
import { StaffRefusal } from '../../auth/refusal.ts';
import { type CommandCall, type Commands, defineCommand, defineKind, type Proposals } from '../staff-command.ts';

const nameField = z.string().trim().toLowerCase().regex(STAFF_NAME, 'must be 2 to 40 letters, digits, dots or dashes');

/** The name of a person to be invited: not the one under which the host is in the audit log. */
const newNameField = nameField.refine((name) => name !== HOST.name, 'is the name of the server’s own commands');

const subject = ({ name }: { readonly name: string }) => `staff:${name}`;

/** Accounts of staff. */
export const peopleCommands: Commands = {
  invite: defineCommand({
    summary: 'Invite a reviewer; the first two managers only from the host, later ones by a proposal',
    role: 'manager',
    byHost: true,
    input: z.object({ name: newNameField, role: z.enum(STAFF_ROLES).default('reviewer') }),
    subject,
    run: async (call, invited) => {
      await checkInvitation(call, invited);
      return sendLink(call, invited);
    },
  }),

  recover: defineCommand({
    summary: 'Let somebody who cannot sign in set a new password and codes; only from the host',
    role: 'manager',
    byHost: true,
    input: z.object({ name: nameField }),
    subject,
    run: async (call, { name }) => {
      if (call.actor.kind !== 'host') throw new StaffRefusal('This is done on the server: npm run staff -- recover.');
      const account = await accountNamed(call.tx, name);
      if (account === undefined) throw new StaffRefusal('There is no such account.');
      return sendLink(call, { name, role: account.role });
    },
  }),

  suspend: defineCommand({
    summary: 'Sign somebody out everywhere and keep them out',
    role: 'manager',
    byHost: true,
    input: z.object({ name: nameField }),
    subject,
    run: async ({ tx, actor }, { name }) => {
      if (actor.name === name) throw new StaffRefusal('Nobody can suspend themselves.');
      const id = await setAccountState(tx, name, 'suspended');
      await tx.deleteFrom('staff_sessions').where('account_id', '=', id).execute();
      await tx.deleteFrom('staff_invitations').where('name', '=', name).execute();
      return `${name} is suspended.`;
    },
  }),

  resume: defineCommand({
    summary: 'Let a suspended reviewer sign in again; a manager only from the host, or by a proposal',
    role: 'manager',
    byHost: true,
    input: z.object({ name: nameField }),
    subject,
    run: async ({ tx, actor }, { name }) => {
      const account = await accountNamed(tx, name);
      if (account?.role === 'manager' && actor.kind !== 'host')
        throw new StaffRefusal('It takes two to let a manager sign in again: propose it (propose-reinstate-manager).');
      await setAccountState(tx, name, 'active');
      return `${name} can sign in again.`;
    },
  }),
};

export const peopleProposals: Proposals = {
  /** Invites a manager. Proposer and approver see one half each: a person with both could approve alone. */
  'invite-manager': defineKind({
    label: 'Invite a manager',
    input: z.object({ name: newNameField }),
    subject,
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
  }),

  /** Lets a suspended manager sign in again, by two people: whoever stole the credentials would be a second person. */
  'reinstate-manager': defineKind({
    label: 'Let a suspended manager sign in again',
    input: z.object({ name: nameField }),
    subject,
    prepare: async ({ tx }, { name }) => {
      const account = await accountNamed(tx, name);
      if (account?.role !== 'manager' || account.state !== 'suspended')
        throw new StaffRefusal('There is no suspended manager of that name.');
    },
    run: async ({ tx }, { name }) => {
      await setAccountState(tx, name, 'active');
      return `${name} can sign in again.`;
    },
  }),
};

function accountNamed(tx: Tx, name: string) {
  return tx.selectFrom('staff_accounts').select(['role', 'state']).where('name', '=', name).executeTakeFirst();
}

/** Changes the state of an account; returns its id. Throws StaffRefusal unless it was in the other state. */
async function setAccountState(tx: Tx, name: string, state: 'active' | 'suspended'): Promise<bigint> {
  const before = state === 'active' ? 'suspended' : 'active';
  const row = await tx
    .updateTable('staff_accounts')
    .set({ state })
    .where('name', '=', name)
    .where('state', '=', before)
    .returning('id')
    .executeTakeFirst();
  if (row === undefined) throw new StaffRefusal(`There is no ${before} account of that name.`);
  return row.id;
}

interface Invited {
  readonly name: string;
  readonly role: StaffRole;
}

async function sendLink({ tx, context, actor, now }: CommandCall, { name, role }: Invited): Promise<string> {
  const token = await invite(tx, { name, role, invitedBy: actor.name }, now);
  return `Send this to ${name}, who has three days: ${joinLink(context.env, token)}`;
}

async function refuseManager(tx: Tx, name: string): Promise<void> {
  const account = await accountNamed(tx, name);
  if (account?.role === 'manager')
    throw new StaffRefusal(
      `${name} is a manager. Lost credentials are made anew on the server: npm run staff -- recover.`,
    );
}

/** Managers whom the host invites; from then on it takes two of them to invite another one. */
const FIRST_MANAGERS = 2;

/**
 * Throws StaffRefusal if an invitation by a link alone would let one person be two managers. Suspended ones count, so
 * that nobody can suspend the others and have a second identity invited.
 */
async function checkInvitation({ tx, actor, now }: CommandCall, { name, role }: Invited): Promise<void> {
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
  const account = await accountNamed(tx, name);
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

/** Where an invited person creates their account. */
function joinLink({ PUBLIC_ORIGIN, PORT }: Pick<Env, 'PUBLIC_ORIGIN' | 'PORT'>, token: string): string {
  return `${PUBLIC_ORIGIN ?? `http://localhost:${PORT}`}/staff/join?token=${token}`;
}
