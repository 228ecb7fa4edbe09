import { sql } from 'kysely';
import { AIRDROP_TIMES, type SubmittedMission } from '#src/config/missions.ts';
import type { SubmissionStatus } from '#src/contract/airdrop.ts';
import { chunked } from '#src/server/platform/database/statements.ts';
import type { Db } from '#src/server/platform/database/tables.ts';
import type { MissionEntryRow } from './confirm-mission-entry.ts';
import { holderOf, type NameHolder, proofCode } from './disputed-names.ts';

export interface MissionEntryFilter {
  readonly status?: SubmissionStatus;
  readonly mission?: SubmittedMission;
  /** In lower case. */
  readonly wallet?: string;
  /** Only submissions with a higher id; the queue goes from oldest to newest. */
  readonly after?: bigint;
  /** At most 200; 50 by default. */
  readonly limit?: number;
}

export interface QueuedMissionEntry extends MissionEntryRow {
  /** When the 24 hours end, in milliseconds. */
  readonly dueAt: number;
  /** Other submissions, of any wallet and state, with the same X or YouTube name or video. */
  readonly sameAccount: number;
  /** Other wallets seen from this wallet's networks in the last 30 days. */
  readonly sameNetwork: number;
  /** The other wallet for which the name has counted, and the code that only the account's owner can show. */
  readonly dispute: (NameHolder & { readonly code: string }) | null;
}

/** The review queue, oldest first, with signs that make a submission suspicious. */
export async function listMissionEntries(
  db: Db,
  filter: MissionEntryFilter = {},
): Promise<readonly QueuedMissionEntry[]> {
  let query = db.selectFrom('mission_submissions').selectAll();
  if (filter.status !== undefined) query = query.where('status', '=', filter.status);
  if (filter.mission !== undefined) query = query.where('mission', '=', filter.mission);
  if (filter.wallet !== undefined) query = query.where('wallet', '=', filter.wallet);
  if (filter.after !== undefined) query = query.where('id', '>', filter.after);
  const rows = await query
    .orderBy('id')
    .limit(Math.min(200, Math.max(1, filter.limit ?? 50)))
    .execute();
  const accounts = await countAccounts(db, rows);
  const networks = await countNetworks(db, [...new Set(rows.map(({ wallet }) => wallet))]);
  const disputes = new Map<bigint, NameHolder & { readonly code: string }>();
  for (const row of rows) {
    const holder = await holderOf(db, row);
    if (holder !== null) disputes.set(row.id, { ...holder, code: await proofCode(db, row) });
  }
  return rows.map((row) => ({
    ...row,
    dispute: disputes.get(row.id) ?? null,
    dueAt: Number(row.created_at) + AIRDROP_TIMES.reviewMs,
    sameAccount: row.account_hash === null ? 0 : (accounts.get(`${row.mission} ${row.account_hash}`) ?? 1) - 1,
    sameNetwork: networks.get(row.wallet) ?? 0,
  }));
}

async function countAccounts(db: Db, rows: readonly MissionEntryRow[]): Promise<ReadonlyMap<string, number>> {
  const hashes = [...new Set(rows.flatMap(({ account_hash: hash }) => (hash === null ? [] : [hash])))];
  const counts = await chunked(hashes, (slice) =>
    db
      .selectFrom('mission_submissions')
      .select((select) => ['mission', 'account_hash', select.fn.countAll<bigint>().as('count')])
      .where('account_hash', 'in', slice)
      .groupBy(['mission', 'account_hash'])
      .execute(),
  );
  return new Map(counts.map((row) => [`${row.mission} ${row.account_hash}`, Number(row.count)]));
}

async function countNetworks(db: Db, wallets: readonly string[]): Promise<ReadonlyMap<string, number>> {
  const counts = await chunked(wallets, (slice) =>
    db
      .selectFrom('network_wallets as own')
      .innerJoin('network_wallets as other', 'other.network', 'own.network')
      .select(['own.wallet', sql<bigint>`count(distinct other.wallet)`.as('count')])
      .where('own.wallet', 'in', slice)
      .where('other.wallet', '<>', '')
      .groupBy('own.wallet')
      .execute(),
  );
  return new Map(counts.map(({ wallet, count }) => [wallet, Number(count) - 1]));
}
