import { time } from '../../screen/cells.ts';
import { type Columns, tableOf } from '../../screen/list.ts';
import type { Card, Form, ScreenDefinition } from '../../screen/screen.ts';

export const peopleScreen: ScreenDefinition = {
  label: 'People',
  role: 'manager',
  load: async ({ context: { db }, actor, now }) => {
    const accounts = await db.selectFrom('staff_accounts').selectAll().orderBy('name').execute();
    const invitations = await db
      .selectFrom('staff_invitations')
      .selectAll()
      .where('expires_at', '>', BigInt(now))
      .orderBy('name')
      .execute();
    const people = {
      Name: 'name',
      Role: 'role',
      State: ({ state, locked_until: locked }) =>
        state === 'active' && locked > BigInt(now) ? `locked until ${time(locked)}` : state,
      Since: 'created_at',
      '': (row) => (row.name === actor.name ? 'you' : { text: '', forms: [stateForm(row)] }),
    } satisfies Columns<(typeof accounts)[number]>;
    const open = {
      Name: 'name',
      Role: 'role',
      By: 'invited_by',
      Until: 'expires_at',
      Needs: (row) => (row.pin_hash === null ? 'link' : `link and PIN (${row.pin_failed} wrong so far)`),
    } satisfies Columns<(typeof invitations)[number]>;
    return {
      title: 'People',
      blocks: [tableOf('Accounts', people, accounts), tableOf('Open invitations', open, invitations), INVITE],
    };
  },
};

/** What may be done to somebody else's account. */
function stateForm({ name, role, state }: { name: string; role: string; state: string }): Form {
  const values = { name };
  if (state === 'active') return { command: 'suspend', button: 'Suspend', values };
  return role === 'manager'
    ? { command: 'propose-reinstate-manager', button: 'Propose to reinstate', values }
    : { command: 'resume', button: 'Reinstate', values };
}

const INVITE: Card = {
  kind: 'card',
  title: 'Invite',
  facts: [
    ['The first two managers', 'are invited on the server'],
    ['Another manager', { text: 'takes two managers: propose it', to: '/staff/proposals' }],
  ],
  forms: [{ command: 'invite', button: 'Invite a reviewer', values: { role: 'reviewer' } }],
};
