import { setImmediate } from 'node:timers/promises';
import { sql } from 'kysely';
import type { RecordKind } from '#src/contract/records.ts';
import { inTransaction, rowsOf, sendTogether } from '../database/statements.ts';
import type { Db, Tx } from '../database/tables.ts';
import { followingStatements, lockRecordChain, type RecordEntry } from './append-record.ts';
import { committedTo, type PointEntryRow, pointsDay, pointsEntries } from './record-points.ts';
import { rateEntry, type StakeTransfer, stakeEntry } from './record-stake.ts';

/** Rows per transaction, so that on the embedded database requests get in between. */
const SLICE = 2_000;

type DatedEntry = RecordEntry & { readonly at: bigint };

/** The last row that was looked at, and how many rates. */
interface Cursor {
  readonly row: bigint;
  readonly rates: number;
}

interface Slice {
  readonly entries: readonly DatedEntry[];
  /** Null at the end. */
  readonly next: Cursor | null;
}

type Look = (tx: Tx, cursor: Cursor) => Promise<Slice>;

const KINDS: readonly (readonly [RecordKind, Look])[] = [
  ['stakes', sliceOfStakes],
  ['points', sliceOfPoints],
];

/** Appends what a server of an earlier release wrote without a public record, in order, a slice per transaction. */
export async function recordMissed(db: Db): Promise<void> {
  for (const [kind, look] of KINDS) await inSlices(db, kind, look, withoutRecord);
}

/** The same for chains that have no record yet, in the given transaction. */
export async function recordAll(tx: Tx): Promise<void> {
  for (const [kind, look] of KINDS) await inSlices(tx, kind, look, async (_, _kind, entries) => entries);
}

async function inSlices(
  db: Db | Tx,
  kind: RecordKind,
  look: Look,
  choose: (tx: Tx, kind: RecordKind, entries: readonly DatedEntry[]) => Promise<readonly DatedEntry[]>,
): Promise<void> {
  let cursor: Cursor | null = { row: 0n, rates: 0 };
  while (cursor !== null) {
    const from: Cursor = cursor;
    cursor = await inTransaction(db, async (tx) => {
      const head = await lockRecordChain(tx, kind);
      const { entries, next } = await look(tx, from);
      const chosen = await choose(tx, kind, entries);
      if (chosen.length > 0) await sendTogether(tx, ...followingStatements(tx, head, chosen));
      return next;
    });
    await setImmediate();
  }
}

async function withoutRecord(tx: Tx, kind: RecordKind, entries: readonly DatedEntry[]): Promise<readonly DatedEntry[]> {
  const given = entries.map(({ source: event }) => ({ event }));
  const { rows } = await sql<{ source: string }>`
    select source from records where kind = ${kind}
      and source in (select event from ${rowsOf(tx, { event: 'text' }, given)})`.execute(tx);
  const recorded = new Set(rows.map(({ source }) => source));
  return entries.filter(({ source }) => !recorded.has(source));
}

/** Stakes, and between them the rates that came into force meanwhile. */
async function sliceOfStakes(tx: Tx, { row, rates: told }: Cursor): Promise<Slice> {
  const lots = await stakesAfter(tx, row);
  const last = lots.length < SLICE ? undefined : lots.at(-1);
  const transfers = new Map<bigint, StakeTransfer>();
  for (const { wallet, amount, index, transfer: transferId, at } of lots) {
    const before = transfers.get(transferId)?.lots ?? [];
    transfers.set(transferId, { wallet, transferId, at, lots: [...before, { amount, index: BigInt(index) }] });
  }
  const rates = await tx.selectFrom('rate_history').selectAll().orderBy('id').execute();
  let next = told;
  const entries: DatedEntry[] = [];
  const tellRates = (until: bigint | null) => {
    for (let rate = rates[next]; rate !== undefined; rate = rates[next]) {
      if (until !== null && rate.created_at > until) return;
      entries.push({ ...rateEntry(rate), at: rate.created_at });
      next += 1;
    }
  };
  for (const transfer of transfers.values()) {
    tellRates(transfer.at);
    entries.push({ ...stakeEntry(transfer), at: transfer.at });
  }
  if (last === undefined) tellRates(null);
  return { entries, next: last === undefined ? null : { row: last.id, rates: next } };
}

interface StakeRow {
  readonly id: bigint;
  readonly wallet: string;
  readonly amount: bigint;
  readonly index: string;
  readonly transfer: bigint;
  readonly at: bigint;
}

/** The next lots, with all of the last transfer among them. */
async function stakesAfter(tx: Tx, after: bigint): Promise<readonly StakeRow[]> {
  const columns = sql`id, wallet, amount, reward_index as "index", transfer_id as transfer, created_at as at`;
  const { rows } = await sql<StakeRow>`select ${columns} from stakes where id > ${after} order by id
    limit ${BigInt(SLICE)}`.execute(tx);
  const last = rows.at(-1);
  if (last === undefined) return rows;
  const rest = await sql<StakeRow>`select ${columns} from stakes where wallet = ${last.wallet}
    and transfer_id = ${last.transfer} and id > ${last.id} order by id`.execute(tx);
  return [...rows, ...rest.rows];
}

async function sliceOfPoints(tx: Tx, { row, rates }: Cursor): Promise<Slice> {
  const { rows } = await sql<PointEntryRow>`
    select id, wallet, points, mission, reason, source, reverses, created_at from point_entries where id > ${row}
    order by id limit ${BigInt(SLICE)}`.execute(tx);
  const last = rows.at(-1);
  if (last === undefined) return { entries: [], next: null };
  const records = await pointsEntries(tx, rows, (await tx.executeQuery(committedTo(tx, rows))).rows);
  const entries = records.map((entry, place) => ({ ...entry, at: pointsDay(rows[place]?.created_at ?? 0n) }));
  return { entries, next: rows.length < SLICE ? null : { row: last.id, rates } };
}
