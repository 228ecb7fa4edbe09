import type { StaffRole } from '#src/server/platform/database/staff-tables.ts';

/** A signed-in account; or the host, who runs commands on the server's machine: it invites, reads, decides nothing. */
export type Actor =
  | { readonly kind: 'account'; readonly id: bigint; readonly name: string; readonly role: StaffRole }
  | { readonly kind: 'host'; readonly name: 'host' };

export const HOST = { kind: 'host', name: 'host' } as const satisfies Actor;

/** Whether an actor may do an action that needs a role: a manager may do everything that a reviewer may. */
export function mayAct(actor: Actor, role: StaffRole, byHost: boolean): boolean {
  if (actor.kind === 'host') return byHost;
  return actor.role === 'manager' || role === 'reviewer';
}
