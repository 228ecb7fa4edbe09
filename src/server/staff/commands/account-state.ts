import type { Tx } from '#src/server/platform/database/tables.ts';
import { StaffRefusal } from '../auth/refusal.ts';

type AccountState = 'active' | 'suspended';

/** Changes the state of an account; returns its id. Throws StaffRefusal unless it was in the other state. */
export async function setAccountState(tx: Tx, name: string, from: AccountState, state: AccountState): Promise<bigint> {
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
