import type { Tx } from '#src/server/platform/database/tables.ts';
import { type Actor, HOST } from './actor.ts';

/**
 * The name under which one person's limits are counted. A reviewer counts with the manager who invited them: that
 * manager was shown the link, and could be the reviewer too.
 */
export async function personBehind(tx: Tx, actor: Actor): Promise<string> {
  if (actor.kind === 'host' || actor.role === 'manager') return actor.name;
  const { invited_by: inviter } = await tx
    .selectFrom('staff_accounts')
    .select('invited_by')
    .where('id', '=', actor.id)
    .executeTakeFirstOrThrow();
  return inviter === null || inviter === HOST.name ? actor.name : inviter;
}
