import type { SupplyLine } from '#src/contract/allocation.ts';
import type { Db } from '#src/server/platform/database/tables.ts';
import type { Env } from '#src/server/platform/env/env.ts';
import { isoTime } from '#src/server/platform/util/iso-time.ts';
import { type BatchRow, latestBatch } from '../sale/latest-batch.ts';
import { readSupplyTable, type SupplySettings } from './supply-table.ts';

type FactSettings = SupplySettings & Pick<Env, 'AUDIT_REPORT_HASH' | 'claimChain'>;

/** Everything that must be known before the contracts of a list are deployed. */
export interface DeployFacts {
  readonly batch: BatchRow;
  readonly supply: readonly SupplyLine[];
  readonly auditReport: string;
}

/** The facts of the settings that are missing, each in a sentence. */
export function missingSettings(env: FactSettings, { missing } = readSupplyTable(env)): readonly string[] {
  return [
    ...(env.claimChain !== null ? [] : ['CLAIM_CHAIN is not set: on which chain are the tokens?']),
    ...missing,
    ...(env.AUDIT_REPORT_HASH === undefined ? ['AUDIT_REPORT_HASH is not set: who has audited the contracts?'] : []),
  ];
}

/** Those of a batch, at `now` (ms). */
export function missingOfBatch(batch: BatchRow | undefined, env: FactSettings, now: number): readonly string[] {
  if (batch?.state !== 'final')
    return ['No list is final: there is no root, no total, and no time at which claiming opens.'];
  const opens = isoTime(batch.opens_at);
  return [
    ...(env.claimChain === null || Number(batch.chain_id) === env.claimChain
      ? []
      : [`The list was made for chain ${batch.chain_id}, and CLAIM_CHAIN is ${env.claimChain}.`]),
    ...(batch.opens_at > BigInt(now)
      ? []
      : [`Claiming by this list opens on ${opens}, which has passed: the contract refuses it.`]),
  ];
}

/** The facts, or what is missing. */
export async function deployFacts(
  db: Db,
  env: FactSettings,
  now: number,
): Promise<{ readonly facts: DeployFacts } | { readonly missing: readonly string[] }> {
  const batch = await latestBatch(db);
  const table = readSupplyTable(env);
  const missing = [...missingSettings(env, table), ...missingOfBatch(batch, env, now)];
  if (missing.length > 0 || batch === undefined || table.supply === null) return { missing };
  return { facts: { batch, supply: table.supply, auditReport: env.AUDIT_REPORT_HASH ?? '' } };
}
