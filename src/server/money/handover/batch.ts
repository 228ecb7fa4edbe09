import { hash } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import { sql } from 'kysely';
import { NANO_PER_SYNX, STAKING_POOL_SYNX } from '#src/config/sale.ts';
import type { AllocationBasis, RecordMarks } from '#src/contract/allocation.ts';
import type { RecordKind } from '#src/contract/records.ts';
import { type AllocationEntry, AllocationError, AMOUNT_KINDS, lineOf } from '#src/lib/allocation/entry.ts';
import { type ListSummary, readList } from '#src/lib/allocation/list.ts';
import { countOf } from '#src/server/platform/database/statements.ts';
import type { Db, Tx } from '#src/server/platform/database/tables.ts';
import { appendRecord } from '#src/server/platform/records/append-record.ts';
import { isoTime } from '#src/server/platform/util/iso-time.ts';
import { postAllocations } from '../ledger/accounts.ts';
import { type AmountColumns, amountsOfRow, type BatchRow } from './batch-view.ts';
import { transferOf } from './hand-over.ts';
import { contractsInTheWay } from './waiting-wallets.ts';

/** Entries that are read at a time. */
const PAGE = 1_000;

/** A step of the handover that cannot be taken now, with the sentence that says why. */
export class HandoverRefusal extends Error {
  override readonly name = 'HandoverRefusal';
}

/** A change of a wallet's entry, with what everybody can read about it. */
interface EntryChange {
  readonly wallet: string;
  readonly reason: string;
  readonly source: string;
}

/** Adds SYNX (1e-9) that the wallet has got since, by a correction, to its entry of the draft, with a public record. */
export async function addToEntry(
  tx: Tx,
  { amount, ...change }: EntryChange & { readonly amount: bigint },
  now: number,
): Promise<void> {
  const { wallet } = change;
  const { id, records } = await openDraft(tx);
  const known = await entryIn(tx, id, wallet);
  const before = known ?? { bought: 0n, staked: 0n, rewards: 0n, airdrop: 0n, class: 'listed' as const };
  const after = { ...before, bought: before.bought + amount };
  await tx
    .insertInto('allocation_entries')
    .values({ reason: null, chain_id: null, ...after, batch: id, address: wallet })
    .onConflict((conflict) => conflict.columns(['batch', 'address']).doUpdateSet({ bought: after.bought }))
    .execute();
  const added = { address: wallet, bought: amount, staked: 0n, rewards: 0n, airdrop: 0n };
  if (after.class === 'listed') await moveListed(tx, id, { kind: 'handover', entry: added }, now);
  const marks = await marksNow(tx);
  if (marks.purchases.number !== (JSON.parse(records) as RecordMarks).purchases.number + 1)
    throw new HandoverRefusal(
      'Something was credited since the draft that it does not count. Withdraw it and make another.',
    );
  await tx
    .updateTable('allocation_batches')
    .set({ records: JSON.stringify(marks) })
    .where('id', '=', id)
    .execute();
  await noteChange(tx, id, { ...change, before: known, after }, now);
}

/** Has the wallet's entry of the draft, if it has one, leave the list or join it, as wallets_set_aside says by now. */
export async function moveEntry(tx: Tx, change: EntryChange, now: number): Promise<void> {
  const { wallet } = change;
  const { id } = await openDraft(tx);
  const entry = await entryIn(tx, id, wallet);
  if (entry === undefined) return;
  const aside = await tx.selectFrom('wallets_set_aside').selectAll().where('wallet', '=', wallet).executeTakeFirst();
  const { class: kind, reason, chain_id } = aside ?? { class: 'listed' as const, reason: null, chain_id: null };
  await tx
    .updateTable('allocation_entries')
    .set({ class: kind, reason, chain_id })
    .where('batch', '=', id)
    .where('address', '=', wallet)
    .execute();
  if (entry.class !== 'listed' && kind === 'listed') await moveListed(tx, id, { kind: 'handover', entry }, now);
  if (entry.class === 'listed' && kind !== 'listed') await moveListed(tx, id, { kind: 'handover-undone', entry }, now);
  await noteChange(tx, id, { ...change, before: entry, after: entry }, now);
}

async function entryIn(tx: Tx, batch: bigint, wallet: string) {
  return tx
    .selectFrom('allocation_entries')
    .selectAll()
    .where('batch', '=', batch)
    .where('address', '=', wallet)
    .executeTakeFirst();
}

/** Hands over what one entry says, or gives it back, as a part of the batch. */
async function moveListed(
  tx: Tx,
  id: bigint,
  { kind, entry }: { readonly kind: 'handover' | 'handover-undone'; readonly entry: AllocationEntry },
  now: number,
): Promise<void> {
  const entries = transferOf(entry, kind === 'handover' ? 1n : -1n);
  const [moved] = await postAllocations(tx, kind, [entries], BigInt(now));
  if (moved !== undefined)
    await tx.updateTable('allocation_batches').set({ last_transfer: moved }).where('id', '=', id).execute();
}

/** Computes the list once more, and says in public which entry has changed and why. */
async function noteChange(
  tx: Tx,
  id: bigint,
  {
    wallet,
    reason,
    source,
    before,
    after,
  }: EntryChange & { readonly before: AmountColumns | undefined; readonly after: AmountColumns },
  now: number,
): Promise<void> {
  const summary = await summaryOf(tx, id).catch((error: unknown) => {
    throw error instanceof AllocationError ? new HandoverRefusal(`There is no such list: ${error.message}.`) : error;
  });
  const batch = await storeList(tx, id, summary);
  const amounts = { before: before === undefined ? null : amountsOfRow(before), after: amountsOfRow(after) };
  const data = { ...(await basisOf(tx, batch)), wallet, ...amounts, reason };
  await noteAllocation(tx, { event: 'changed', data, wallet, source }, now);
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
      .where('class', which === 'listed' ? '=' : '<>', 'listed')
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

interface BatchSummary {
  readonly list: ListSummary;
  /** The text of what is set aside, and its shares of the airdrop. */
  readonly setAside: string;
  readonly airdropAside: bigint;
}

/** What a batch's list comes to. Throws AllocationError if there can be no such list. */
export async function summaryOf(db: Db | Tx, batch: bigint): Promise<BatchSummary> {
  const list = readList(
    await countOf(db.selectFrom('allocation_entries').where('batch', '=', batch).where('class', '=', 'listed')),
  );
  for await (const rows of entriesIn(db, batch, 'listed')) for (const row of rows) list.add(lineOf(row));
  let setAside = '';
  let airdropAside = 0n;
  for await (const rows of entriesIn(db, batch, 'set aside'))
    for (const row of rows) {
      setAside += setAsideLine(row);
      airdropAside += row.airdrop;
    }
  return { list: list.end(), setAside, airdropAside };
}

/** A line of set-aside.txt: JSON of [address, class, reason, chain or null, bought, staked, rewards, airdrop]. */
function setAsideLine(
  row: AllocationEntry & { readonly class: string; readonly reason: string | null; readonly chain_id: bigint | null },
): string {
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
