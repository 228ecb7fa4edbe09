import type { Insertable } from 'kysely';
import type { AllocationTables } from '#src/server/platform/database/allocation-tables.ts';
import type { Db } from '#src/server/platform/database/tables.ts';

export const LIST_ROOT = `0x${'12'.repeat(32)}`;
export const LIST_HASH = `0x${'34'.repeat(32)}`;

/** Stores a final list of 1,000 base units, or another one, for chain 56; claiming opens at `opens` (ms). */
export async function storeFinalList(
  db: Db,
  opens: bigint,
  other: Partial<Insertable<AllocationTables['allocation_batches']>> = {},
): Promise<void> {
  await db
    .insertInto('allocation_batches')
    .values({
      ...{ id: 1n, state: 'final', chain_id: 56n, opens_at: opens, snapshot_at: 0n, generated_at: null },
      ...{
        airdrop_pool: 0n,
        first_transfer: 1n,
        last_transfer: 2n,
        root: LIST_ROOT,
        list_hash: LIST_HASH,
        wallets: 2n,
      },
      ...{ bought: 700n, staked: 200n, rewards: 30n, airdrop: 70n, unallocated: 0n, set_aside_hash: LIST_HASH },
      ...{ records: '{}', ledger: '', drafted_at: 0n, objections_until: 0n, final_at: 1n, withdrawn_at: null },
      ...{ withdrawn_reason: null, ...other },
    })
    .execute();
}

/** States a contract for that list, as two managers would. */
export async function giveDistributor(
  db: Db,
  claims: string,
  [token_transaction, claims_transaction]: readonly [string, string] = [LIST_ROOT, LIST_HASH],
): Promise<void> {
  await db
    .insertInto('distributors')
    .values({ batch: 1n, chain_id: 56n, claims, token_transaction, claims_transaction, given_at: 1n })
    .execute();
}
