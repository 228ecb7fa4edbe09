import type { Tx } from '#src/server/platform/database/tables.ts';
import { type Actor, HOST } from './actor.ts';

/** Whose limits count: a reviewer's are those of the manager who invited them, and so could be the reviewer too. */
export async function personBehind(tx: Tx, actor: Actor): Promise<string> {
  if (actor.kind === 'host' || actor.role === 'manager') return actor.name;
  const { invited_by: inviter } = await tx
    .selectFrom('staff_accounts')
    .select('invited_by')
    .where('id', '=', actor.id)
    .executeTakeFirstOrThrow();
  return inviter === null || inviter === HOST.name ? actor.name : inviter;
}
