import { setImmediate } from 'node:timers/promises';
import { sql } from 'kysely';
import type { RecordKind } from '#src/contract/records.ts';
import { inTransaction, sendTogether } from '../database/statements.ts';
import type { Db, Tx } from '../database/tables.ts';
import { followingStatements, lockRecordChain, type RecordEntry } from './append-record.ts';
import { committedTo, type PointEntryRow, pointsDay, pointsEntries } from './record-points.ts';
import { rateEntry, type StakeTransfer, stakeEntry } from './record-stake.ts';

/** Rows per transaction, so that on the embedded database requests get in between. */
const SLICE = 2_000;

interface Slice {
  /** In the order of their times. */
  readonly entries: readonly (RecordEntry & { readonly at: bigint })[];
  /** The last row looked at; null once there are no more. */
  readonly last: bigint | null;
}

/**
 * Appends every stake, rate and entry of points that has no public record: those from before there were such records,
 * and those that a server of an earlier release has written since. Each kind in the order of its ledger.
 */
export async function recordMissed(db: Db | Tx): Promise<void> {
  await inSlices(db, 'stakes', missedStakes);
  await inSlices(db, 'points', missedPoints);
}

async function inSlices(db: Db | Tx, kind: RecordKind, look: (tx: Tx, after: bigint) => Promise<Slice>): Promise<void> {
  let last: bigint | null = 0n;
  while (last !== null) {
    const after: bigint = last;
    last = await inTransaction(db, async (tx) => {
      const head = await lockRecordChain(tx, kind);
      const slice = await look(tx, after);
      if (slice.entries.length > 0) await sendTogether(tx, ...followingStatements(tx, head, slice.entries));
      return slice.last;
    });
    await setImmediate();
  }
}

/** Stakes, and between them rates, in the order of their times. */
async function missedStakes(tx: Tx, after: bigint): Promise<Slice> {
  const lots = await stakesAfter(tx, after);
  const last = lots.at(-1);
  const isEnd = lots.length < SLICE || last === undefined;
  const transfers = new Map<bigint, StakeTransfer>();
  for (const { wallet, amount, index, transfer: transferId, at, missed } of lots) {
    if (missed === 0n) continue;
    const lot = { amount, index: BigInt(index) };
    transfers.set(transferId, { wallet, transferId, at, lots: [...(transfers.get(transferId)?.lots ?? []), lot] });
  }
  const rates = await tx
    .selectFrom('rate_history')
    .selectAll()
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('records')
            .select('number')
            .where('kind', '=', 'stakes')
            .where('source', '=', sql<string>`'rate-' || rate_history.id`),
        ),
      ),
    )
    .orderBy('id')
    .execute();
  const entries: Slice['entries'][number][] = [];
  const tellRates = (until: bigint | null) => {
    while (rates[0] !== undefined && (until === null || rates[0].created_at <= until)) {
      const [rate] = rates.splice(0, 1) as [(typeof rates)[number]];
      entries.push({ ...rateEntry(rate), at: rate.created_at });
    }
  };
  for (const transfer of transfers.values()) {
    tellRates(transfer.at);
    entries.push({ ...stakeEntry(transfer), at: transfer.at });
  }
  tellRates(isEnd ? null : last.at);
  return { entries, last: isEnd ? null : last.id };
}

interface StakeRow {
  readonly id: bigint;
  readonly wallet: string;
  readonly amount: bigint;
  readonly index: string;
  readonly transfer: bigint;
  readonly at: bigint;
  /** 1 without a record. */
  readonly missed: bigint;
}

/** The next slice of lots, with all of its last transfer. */
async function stakesAfter(tx: Tx, after: bigint): Promise<readonly StakeRow[]> {
  const columns = sql`id, wallet, amount, reward_index as "index", transfer_id as transfer, created_at as at,
    case when exists (select 1 from records where kind = 'stakes' and source = 'stake-' || stakes.transfer_id)
      then cast(0 as bigint) else 1 end as missed`;
  const { rows } = await sql<StakeRow>`select ${columns} from stakes where id > ${after} order by id
    limit ${BigInt(SLICE)}`.execute(tx);
  const last = rows.at(-1);
  if (last === undefined) return rows;
  const rest = await sql<StakeRow>`select ${columns} from stakes where wallet = ${last.wallet}
    and transfer_id = ${last.transfer} and id > ${last.id} order by id`.execute(tx);
  return [...rows, ...rest.rows];
}

async function missedPoints(tx: Tx, after: bigint): Promise<Slice> {
  const { rows } = await sql<PointEntryRow & { missed: bigint }>`
    select id, wallet, points, mission, reason, source, reverses, created_at,
      case when exists (select 1 from records where kind = 'points' and source = 'point-' || point_entries.id)
        then cast(0 as bigint) else 1 end as missed
    from point_entries where id > ${after} order by id limit ${BigInt(SLICE)}`.execute(tx);
  const missed = rows.filter((row) => row.missed === 1n);
  const last = rows.length < SLICE ? null : (rows.at(-1)?.id ?? null);
  if (missed.length === 0) return { entries: [], last };
  const records = pointsEntries(missed, await sendTogether(tx, ...committedTo(tx, missed)));
  const entries = records.map((entry, place) => ({ ...entry, at: pointsDay(missed[place]?.created_at ?? 0n) }));
  return { entries, last };
}
