import { randomBytes } from 'node:crypto';
import { Secret, TOTP } from 'otpauth';
import type { AlarmKind } from '#src/server/platform/alerts/alarm-kinds.ts';
import type { AppContext } from '#src/server/platform/context/app-context.ts';
import { findInvitation, join } from '#src/server/staff/auth/accounts.ts';
import { type Actor, HOST } from '#src/server/staff/auth/actor.ts';
import { StaffRefusal } from '#src/server/staff/auth/refusal.ts';
import { execute } from '#src/server/staff/commands/execute.ts';
import { findCommand } from '#src/server/staff/commands/staff-commands.ts';

/** The two managers of a rehearsal: the first proposes, the second decides. */
const MANAGERS = ['rehearsal-one', 'rehearsal-two'] as const;
export const REASON = 'Pressed by a visitor of the rehearsal.';

/**
 * Has one manager propose and another approve, by the commands of the desk; the message of the approval. Throws
 * StaffRefusal, and then takes the proposal back.
 */
export async function decideByTwo(
  context: AppContext,
  kind: string,
  fields: Readonly<Record<string, string>> = {},
  root = '',
): Promise<string> {
  const [one, two] = [await managerOf(context, MANAGERS[0]), await managerOf(context, MANAGERS[1])];
  const { message } = await execute(context, one, findCommand(`propose-${kind}`), { reason: REASON, ...fields });
  const [, id = ''] = /^Proposal (\d+) /.exec(message) ?? [];
  try {
    return (await execute(context, two, findCommand('approve-proposal'), { id, root })).message;
  } catch (error) {
    // What was approved and then failed is no longer open.
    await execute(context, one, findCommand('withdraw-proposal'), { id }).catch(() => undefined);
    throw error;
  }
}

/** Has a manager close the open alarm of a kind, as whoever has looked at it does. */
export async function resolveAlarm(context: AppContext, kind: AlarmKind): Promise<void> {
  const alarm = await context.db
    .selectFrom('alarms')
    .select('id')
    .where('kind', '=', kind)
    .where('resolved_at', 'is', null)
    .executeTakeFirst();
  if (alarm === undefined) return;
  const fields = { id: String(alarm.id), note: REASON };
  await execute(context, await managerOf(context, MANAGERS[0]), findCommand('resolve-alarm'), fields);
}

/** An account of the desk; the first time the host invites its person, who joins. */
async function managerOf(context: AppContext, name: string): Promise<Actor> {
  const { db } = context;
  const known = await db
    .selectFrom('staff_accounts')
    .select(['id', 'role'])
    .where('name', '=', name)
    .where('state', '=', 'active')
    .executeTakeFirst();
  if (known !== undefined) return { kind: 'account', name, ...known };
  const { message } = await execute(context, HOST, findCommand('invite'), { name, role: 'manager' });
  const [, token = ''] = /token=([\w-]+)/.exec(message) ?? [];
  const secret = (await findInvitation(db, token, context.now()))?.totpSecret;
  if (secret == null) throw new StaffRefusal(`The invitation of ${name} is not valid.`);
  const timestamp = context.now();
  const code = new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp });
  const password = randomBytes(24).toString('base64url');
  const id = await join(db, { token, pin: '', password, code }, timestamp);
  return { kind: 'account', id, name, role: 'manager' };
}
