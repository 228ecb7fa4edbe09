import { hash } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import { sql } from 'kysely';
import { NANO_PER_SYNX, STAKING_POOL_SYNX } from '#src/config/sale.ts';
import type { AllocationBasis, RecordMarks } from '#src/contract/allocation.ts';
import type { RecordKind } from '#src/contract/records.ts';
import { AMOUNT_KINDS, lineOf } from '#src/lib/allocation/entry.ts';
import { type ListSummary, readList } from '#src/lib/allocation/list.ts';
import { countOf } from '#src/server/platform/database/statements.ts';
import type { Db, Tx } from '#src/server/platform/database/tables.ts';
import { appendRecord } from '#src/server/platform/records/append-record.ts';
import { isoTime } from '#src/server/platform/util/iso-time.ts';
import type { BatchRow } from '../sale/latest-batch.ts';
import { amountsOfRow, type EntryRow, entryIn } from './batch-view.ts';
import { contractsInTheWay } from './waiting-wallets.ts';

/** Entries that are read at a time. */
const PAGE = 1_000;

/** A step of the handover that cannot be taken now, with the sentence that says why. */
export class HandoverRefusal extends Error {
  override readonly name = 'HandoverRefusal';
}

/**
 * Makes the draft final. Throws HandoverRefusal while objections are possible or open, and for another root than its
 * own.
 */
export async function finaliseBatch(tx: Tx, root: string, now: number): Promise<BatchRow> {
  const batch = await openDraft(tx);
  const at = BigInt(now);
  const open = await countOf(
    tx.selectFrom('allocation_objections').where('batch', '=', batch.id).where('state', '=', 'open'),
  );
  if (batch.objections_until > at)
    throw new HandoverRefusal(`Wallets can object until ${isoTime(batch.objections_until)}.`);
  if (open > 0) throw new HandoverRefusal(`Objections are open: ${open}. Answer them first.`);
  if (batch.opens_at <= at)
    throw new HandoverRefusal(
      'The day on which claiming was to open has come. Withdraw the draft and make another one.',
    );
  if (root !== batch.root) throw new HandoverRefusal(WRONG_ROOT);
  const inTheWay = await contractsInTheWay(tx, batch);
  if (inTheWay !== null) throw new HandoverRefusal(inTheWay);
  const { batch: id, chainId, opensAt, listHash, wallets, totals } = await basisOf(tx, batch);
  const data = { batch: id, chainId, opensAt, root, listHash, wallets, totals };
  await noteAllocation(tx, { event: 'final', data, wallet: null, source: `final-${batch.id}` }, now);
  return tx
    .updateTable('allocation_batches')
    .set({ state: 'final', final_at: at })
    .where('id', '=', batch.id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

export const WRONG_ROOT =
  'This is not the root of the draft. Compute it on your own machine: npm run allocation -- verify URL. If it differs ' +
  'again, the list does not follow from the public records: withdraw the draft.';

/** The draft, locked for this transaction; not one that is still being made or withdrawn. */
export async function openDraft(tx: Tx): Promise<BatchRow> {
  const batch = await tx
    .updateTable('allocation_batches')
    .set({ state: 'draft' })
    .where('state', '=', 'draft')
    .where('root', '<>', '')
    .where('withdrawn_reason', 'is', null)
    .returningAll()
    .executeTakeFirst();
  if (batch === undefined) throw new HandoverRefusal('There is no draft.');
  return batch;
}

/** The last records that a list made now counts. */
export async function marksNow(tx: Tx): Promise<RecordMarks> {
  const heads = await tx.selectFrom('record_heads').selectAll().execute();
  const markOf = (kind: RecordKind) => {
    const head = heads.find((row) => row.kind === kind);
    if (head === undefined) throw new RangeError(`no chain of ${kind}`);
    return { number: Number(head.number), hash: head.hash };
  };
  return { purchases: markOf('purchases'), stakes: markOf('stakes'), points: markOf('points') };
}

/** The entries of a batch by address, about a thousand at a time: those on its list, or those set aside. */
export async function* entriesIn(db: Db | Tx, batch: bigint, which: 'listed' | 'set aside') {
  for (let after = ''; ; ) {
    const rows = await db
      .selectFrom('allocation_entries')
      .selectAll()
      .where('batch', '=', batch)
      .where(which === 'listed' ? sql<boolean>`class = 'listed'` : sql<boolean>`class <> 'listed'`)
      .where('address', '>', after)
      .orderBy('address')
      .limit(PAGE)
      .execute();
    if (rows.length > 0) yield rows;
    await setImmediate();
    const last = rows.at(-1);
    if (last === undefined || rows.length < PAGE) return;
    after = last.address;
  }
}

export interface BatchSummary {
  readonly list: ListSummary;
  /** The text of what is set aside, and its shares of the airdrop. */
  readonly setAside: string;
  readonly airdropAside: bigint;
}

/**
 * What a batch's list comes to, or would come to if `changed` were the entry of its wallet. Throws AllocationError if
 * there can be no such list.
 */
export async function summaryOf(db: Db | Tx, batch: bigint, changed?: EntryRow): Promise<BatchSummary> {
  const list = readList(await walletsIn(db, batch, changed));
  for await (const rows of withEntry(entriesIn(db, batch, 'listed'), changed, changed?.class === 'listed'))
    for (const row of rows) list.add(lineOf(row));
  let setAside = '';
  let airdropAside = 0n;
  const isAside = changed !== undefined && changed.class !== 'listed';
  for await (const rows of withEntry(entriesIn(db, batch, 'set aside'), changed, isAside))
    for (const row of rows) {
      setAside += setAsideLine(row);
      airdropAside += row.airdrop;
    }
  return { list: list.end(), setAside, airdropAside };
}

/** How many wallets are on a batch's list, or would be. Counting a million of them would keep everybody waiting. */
async function walletsIn(db: Db | Tx, batch: bigint, changed: EntryRow | undefined): Promise<number> {
  const { wallets } = await db
    .selectFrom('allocation_batches')
    .select('wallets')
    .where('id', '=', batch)
    .executeTakeFirstOrThrow();
  if (changed === undefined) return Number(wallets);
  const before = await entryIn(db, batch, changed.address);
  return Number(wallets) + Number(changed.class === 'listed') - Number(before?.class === 'listed');
}

/** Pages of entries by address, with another entry of one wallet in its place, or without that wallet. */
async function* withEntry(
  pages: AsyncIterable<readonly EntryRow[]>,
  entry: EntryRow | undefined,
  isIn: boolean,
): AsyncGenerator<readonly EntryRow[]> {
  let left = entry !== undefined && isIn ? [entry] : [];
  for await (const page of pages) {
    const others = page.filter(({ address }) => address !== entry?.address);
    const isHere = left.some(({ address }) => address < (others.at(-1)?.address ?? ''));
    yield isHere ? [...others, ...left].sort((a, b) => (a.address < b.address ? -1 : 1)) : others;
    if (isHere) left = [];
  }
  yield left;
}

/** A line of set-aside.txt: JSON of [address, class, reason, chain or null, bought, staked, rewards, airdrop]. */
function setAsideLine(row: EntryRow): string {
  const chain = row.chain_id === null ? null : Number(row.chain_id);
  const amounts = AMOUNT_KINDS.map((kind) => String(row[kind]));
  return `${JSON.stringify([row.address, row.class, row.reason ?? '', chain, ...amounts])}\n`;
}

/** Stores root, hash and sums of a batch, and what of the airdrop's pool is in nobody's share. */
export async function storeList(tx: Tx, id: bigint, { list, setAside, airdropAside }: BatchSummary): Promise<BatchRow> {
  return tx
    .updateTable('allocation_batches')
    .set((row) => ({
      ...{ root: list.root, list_hash: list.hash, wallets: BigInt(list.count), ...list.totals },
      unallocated: row('airdrop_pool', '-', list.totals.airdrop + airdropAside),
      set_aside_hash: `0x${hash('sha256', setAside)}`,
    }))
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Everything from which the list of a batch follows, besides the records that it counts. */
export async function basisOf(db: Db | Tx, batch: BatchRow): Promise<AllocationBasis> {
  const { rows } = await sql<{ class: 'waiting' | 'withheld'; reason: string; wallets: bigint; total: bigint }>`
    select class, coalesce(reason, '') as reason, count(*) as wallets,
      cast(sum(bought + staked + rewards + airdrop) as bigint) as total
    from allocation_entries where batch = ${batch.id} and class <> 'listed' group by 1, 2 order by 1, 2`.execute(db);
  return {
    batch: Number(batch.id),
    chainId: Number(batch.chain_id) as AllocationBasis['chainId'],
    snapshotAt: isoTime(batch.snapshot_at),
    opensAt: isoTime(batch.opens_at),
    generatedAt: batch.generated_at === null ? null : isoTime(batch.generated_at),
    airdropPool: String(batch.airdrop_pool),
    rewardsPool: String(STAKING_POOL_SYNX * NANO_PER_SYNX),
    records: JSON.parse(batch.records) as RecordMarks,
    root: batch.root,
    listHash: batch.list_hash,
    wallets: Number(batch.wallets),
    totals: amountsOfRow(batch),
    unallocated: String(batch.unallocated),
    setAside: rows.map((row) => ({ ...row, wallets: Number(row.wallets), total: String(row.total) })),
    setAsideHash: batch.set_aside_hash,
  };
}

/** How many records there are of batches: whatever changes in one appends one. */
export async function recordsOfBatches(db: Db | Tx): Promise<bigint> {
  const head = await db
    .selectFrom('record_heads')
    .select('number')
    .where('kind', '=', 'allocation')
    .executeTakeFirstOrThrow();
  return head.number;
}

/** Appends what has become of a batch to the public records. */
export async function noteAllocation(
  tx: Tx,
  {
    event,
    data,
    wallet,
    source,
  }: { readonly event: string; readonly data: object; readonly wallet: string | null; readonly source: string },
  now: number,
): Promise<void> {
  await appendRecord(tx, { kind: 'allocation', event, data, at: BigInt(now), subject: null, wallet, source });
}
