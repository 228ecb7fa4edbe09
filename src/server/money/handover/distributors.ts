import type { Selectable } from 'kysely';
import type { AllocationView } from '#src/contract/allocation.ts';
import type { AllocationTables } from '#src/server/platform/database/allocation-tables.ts';
import type { Db, Tx } from '#src/server/platform/database/tables.ts';
import { isoTime } from '#src/server/platform/util/iso-time.ts';

export type DistributorRow = Selectable<AllocationTables['distributors']>;

export const DISTRIBUTOR_STAGES = ['given', 'different', 'named', 'funded', 'open'] as const;
export type DistributorStage = (typeof DISTRIBUTOR_STAGES)[number];

/** The contract of a batch, whatever is known of it. */
export function distributorOf(db: Db | Tx, batch: bigint): Promise<DistributorRow | undefined> {
  return db.selectFrom('distributors').selectAll().where('batch', '=', batch).executeTakeFirst();
}

/** How far it is. Whether claiming is open follows from the chain's time, by which the contract itself opens. */
export function stageOf(row: DistributorRow, opens: bigint): DistributorStage {
  if (row.named_at === null) return row.differences === null ? 'given' : 'different';
  if (row.funded_at === null) return 'named';
  return row.chain_time !== null && row.chain_time * 1_000n >= opens ? 'open' : 'funded';
}

/** The contract of a batch as visitors are told of it; null before every comparison. */
export async function namedDistributor(db: Db | Tx, batch: bigint): Promise<AllocationView['distributor']> {
  const row = await distributorOf(db, batch);
  if (row === undefined || row.named_at === null || row.token === null) return null;
  const time = (at: bigint | null) => (at === null ? null : isoTime(at));
  return {
    token: row.token,
    claims: row.claims,
    deployedAt: time(row.deployed_at),
    fundedAt: time(row.funded_at),
    fundedTx: row.funded_tx,
  };
}

/** The token of an earlier list on the chain: there is only one. */
export async function earlierToken(
  db: Db | Tx,
  { chain_id, batch }: Pick<DistributorRow, 'chain_id' | 'batch'>,
): Promise<string | null> {
  const earlier = await db
    .selectFrom('distributors')
    .select('token')
    .where('chain_id', '=', chain_id)
    .where('batch', '<', batch)
    .where('named_at', 'is not', null)
    .executeTakeFirst();
  return earlier?.token ?? null;
}

/** In what it differs from its list. */
export function storedDifferences({ differences }: Pick<DistributorRow, 'differences'>): readonly string[] {
  return differences === null ? [] : (JSON.parse(differences) as string[]);
}
