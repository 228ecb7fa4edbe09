import { hash } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import { sql } from 'kysely';
import { NANO_PER_SYNX, STAKING_POOL_SYNX } from '#src/config/sale.ts';
import type { AllocationBasis, RecordMarks } from '#src/contract/allocation.ts';
import type { RecordKind } from '#src/contract/records.ts';
import { type AllocationEntry, AllocationError, AMOUNT_KINDS, lineOf } from '#src/lib/allocation/entry.ts';
import { type ListSummary, readList } from '#src/lib/allocation/list.ts';
import { countOf, rowsOf } from '#src/server/platform/database/statements.ts';
import type { Db, Tx } from '#src/server/platform/database/tables.ts';
import { appendRecord, lockRecordChain } from '#src/server/platform/records/append-record.ts';
import { setFrozen } from '#src/server/platform/records/freeze.ts';
import { isoTime } from '#src/server/platform/util/iso-time.ts';
import { allocatedOwner, postAllocations } from '../ledger/accounts.ts';
import { ledgerHash } from '../ledger/ledger-hash.ts';
import { lockRewards, lockSale } from '../sale/sale-state.ts';
import { amountsOfRow, type BatchRow } from './batch-view.ts';
import { handOver, undoHandover } from './hand-over.ts';
import { readTerms } from './read-books.ts';
import { contractsInTheWay, setWaitingAside } from './waiting-wallets.ts';

/** Entries that are read at a time. */
const PAGE = 1_000;
const COUNTED = ['stakes', 'purchases', 'points'] as const satisfies readonly RecordKind[];

/** A step of the handover that cannot be taken now, with the sentence that says why. */
export class HandoverRefusal extends Error {
  override readonly name = 'HandoverRefusal';
}

export interface DraftTerms {
  readonly chainId: number;
  /** When claiming opens, in milliseconds. */
  readonly opens: number;
  /** How long wallets can object, in milliseconds. */
  readonly objectionMs: number;
}

/**
 * Freezes stakes and points, hands the books over at `now` (ms) and stores the list as a draft, which becomes a public
 * record: all of it in the given transaction. Throws HandoverRefusal if there is nothing to list, or no time left.
 */
export async function draftBatch(tx: Tx, { chainId, opens, objectionMs }: DraftTerms, now: number): Promise<BatchRow> {
  if (opens <= now + objectionMs)
    throw new HandoverRefusal('Claiming would open before the time for objections is over: name a later day.');
  await lockSale(tx);
  await lockRewards(tx);
  await setWaitingAside(tx, chainId, now);
  const marks = await freezeRecords(tx);
  const terms = await readTerms(tx, opens, now);
  const ledger = await ledgerMark(tx);
  const id =
    ((await tx.selectFrom('allocation_batches').select('id').orderBy('id', 'desc').executeTakeFirst())?.id ?? 0n) + 1n;
  const seconds = (value: bigint | null) => (value === null ? null : value * 1_000n);
  await tx
    .insertInto('allocation_batches')
    .values({
      ...{
        id,
        state: 'draft',
        chain_id: BigInt(chainId),
        opens_at: BigInt(opens),
        ledger,
        records: JSON.stringify(marks),
      },
      ...{
        snapshot_at: terms.snapshot * 1_000n,
        generated_at: seconds(terms.generated),
        airdrop_pool: terms.airdropPool,
      },
      ...{ first_transfer: 0n, last_transfer: 0n, root: '', list_hash: '', set_aside_hash: '', wallets: 0n },
      ...{ bought: 0n, staked: 0n, rewards: 0n, airdrop: 0n, unallocated: 0n },
      ...{ drafted_at: BigInt(now), objections_until: BigInt(now + objectionMs) },
      ...{ final_at: null, withdrawn_at: null, withdrawn_reason: null },
    })
    .execute();
  const { first, last } = await handOverListed(tx, id, opens, now);
  await tx
    .updateTable('allocation_batches')
    .set({ first_transfer: first, last_transfer: last })
    .where('id', '=', id)
    .execute();
  const batch = await computeList(tx, id);
  const data = { ...(await basisOf(tx, batch)), objectionsUntil: isoTime(batch.objections_until) };
  await note(tx, { event: 'draft', data, wallet: null, source: `draft-${id}` }, now);
  return batch;
}

/** Adds SYNX (1e-9) that the wallet has got since, by a correction, to its entry of the draft, with a public record. */
export async function addToEntry(
  tx: Tx,
  {
    wallet,
    amount,
    reason,
    source,
  }: { readonly wallet: string; readonly amount: bigint; readonly reason: string; readonly source: string },
  now: number,
): Promise<BatchRow> {
  const { id } = await openDraft(tx);
  const known = await tx
    .selectFrom('allocation_entries')
    .selectAll()
    .where('batch', '=', id)
    .where('address', '=', wallet)
    .executeTakeFirst();
  const before = known ?? { bought: 0n, staked: 0n, rewards: 0n, airdrop: 0n, class: 'listed' as const };
  const after = { ...before, bought: before.bought + amount };
  await tx
    .insertInto('allocation_entries')
    .values({ reason: null, chain_id: null, ...after, batch: id, address: wallet })
    .onConflict((conflict) => conflict.columns(['batch', 'address']).doUpdateSet({ bought: after.bought }))
    .execute();
  if (after.class === 'listed') {
    const [moved] = await postAllocations(
      tx,
      'handover',
      [
        [
          { kind: 'available', owner: wallet, amount: -amount },
          { kind: 'allocated', owner: allocatedOwner('bought', wallet), amount },
        ],
      ],
      BigInt(now),
    );
    if (moved !== undefined)
      await tx.updateTable('allocation_batches').set({ last_transfer: moved }).where('id', '=', id).execute();
  }
  const marks = await marksNow(tx);
  await tx
    .updateTable('allocation_batches')
    .set({ records: JSON.stringify(marks) })
    .where('id', '=', id)
    .execute();
  const batch = await computeList(tx, id);
  const data = {
    ...(await basisOf(tx, batch)),
    ...{ wallet, before: known === undefined ? null : amountsOfRow(known), after: amountsOfRow(after), reason },
  };
  await note(tx, { event: 'changed', data, wallet, source }, now);
  return batch;
}

/** Gives back everything that the draft handed over, to the base unit, and says so in public. */
export async function withdrawBatch(tx: Tx, reason: string, now: number): Promise<BatchRow> {
  await lockSale(tx);
  await lockRewards(tx);
  const { id, first_transfer: first, last_transfer: last } = await openDraft(tx);
  await undoHandover(tx, { first, last }, now);
  await setFrozen(tx, false);
  const at = BigInt(now);
  await tx
    .updateTable('allocation_objections')
    .set({ state: 'declined', answer: reason, decided_at: at })
    .where('batch', '=', id)
    .where('state', '=', 'open')
    .execute();
  await note(
    tx,
    { event: 'withdrawn', data: { batch: Number(id), reason }, wallet: null, source: `withdrawn-${id}` },
    now,
  );
  return tx
    .updateTable('allocation_batches')
    .set({ state: 'withdrawn', withdrawn_at: at, withdrawn_reason: reason })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
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
  await note(tx, { event: 'final', data, wallet: null, source: `final-${batch.id}` }, now);
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

/** The draft, locked for this transaction. */
async function openDraft(tx: Tx): Promise<BatchRow> {
  const batch = await tx
    .updateTable('allocation_batches')
    .set({ state: 'draft' })
    .where('state', '=', 'draft')
    .returningAll()
    .executeTakeFirst();
  if (batch === undefined) throw new HandoverRefusal('There is no draft.');
  return batch;
}

/** Has stakes and points stop, and waits for what is being written; the last records that the list counts. */
async function freezeRecords(tx: Tx): Promise<RecordMarks> {
  for (const kind of COUNTED) await lockRecordChain(tx, kind);
  await setFrozen(tx, true);
  return marksNow(tx);
}

async function marksNow(tx: Tx): Promise<RecordMarks> {
  const heads = await tx.selectFrom('record_heads').selectAll().execute();
  const markOf = (kind: RecordKind) => {
    const head = heads.find((row) => row.kind === kind);
    if (head === undefined) throw new RangeError(`no chain of ${kind}`);
    return { number: Number(head.number), hash: head.hash };
  };
  return { purchases: markOf('purchases'), stakes: markOf('stakes'), points: markOf('points') };
}

async function ledgerMark(tx: Tx): Promise<string> {
  const last = await tx.selectFrom('ledger_entries').select('id').orderBy('id', 'desc').limit(1).executeTakeFirst();
  const { entries, hash: digest } = await ledgerHash(tx, { upTo: last?.id ?? 0n });
  return `${entries}:${digest}`;
}

/** Hands over what is to be listed, and stores every entry with its class. */
async function handOverListed(tx: Tx, batch: bigint, opens: number, now: number) {
  const aside = new Map(
    (await tx.selectFrom('wallets_set_aside').selectAll().execute()).map((row) => [row.wallet, row]),
  );
  const columns = {
    address: 'text',
    bought: 'bigint',
    staked: 'bigint',
    rewards: 'bigint',
    airdrop: 'bigint',
    class: 'text',
    reason: 'text',
    chain: 'bigint',
  } as const;
  return handOver(tx, opens, now, async (entries) => {
    const rows = entries.map((entry) => {
      const held = aside.get(entry.address);
      return { ...entry, class: held?.class ?? 'listed', reason: held?.reason ?? null, chain: held?.chain_id ?? null };
    });
    await sql`insert into allocation_entries
      (batch, address, bought, staked, rewards, airdrop, class, reason, chain_id)
      select cast(${batch} as bigint), address, bought, staked, rewards, airdrop, class, reason, chain
      from ${rowsOf(tx, columns, rows)} order by place`.execute(tx);
    return entries.filter(({ address }) => !aside.has(address));
  }).catch((error: unknown) => {
    throw error instanceof RangeError
      ? new HandoverRefusal(`The books cannot be handed over: ${error.message}.`)
      : error;
  });
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

/** What a batch's list comes to, and the text of what is set aside. */
export async function summaryOf(db: Db | Tx, batch: bigint): Promise<{ list: ListSummary; setAside: string }> {
  const list = readList(
    await countOf(db.selectFrom('allocation_entries').where('batch', '=', batch).where('class', '=', 'listed')),
  );
  for await (const rows of entriesIn(db, batch, 'listed')) for (const row of rows) list.add(lineOf(row));
  let setAside = '';
  for await (const rows of entriesIn(db, batch, 'set aside')) for (const row of rows) setAside += setAsideLine(row);
  return { list: list.end(), setAside };
}

/** A line of set-aside.txt: JSON of [address, class, reason, chain or null, bought, staked, rewards, airdrop]. */
function setAsideLine(
  row: AllocationEntry & { readonly class: string; readonly reason: string | null; readonly chain_id: bigint | null },
): string {
  const chain = row.chain_id === null ? null : Number(row.chain_id);
  const amounts = AMOUNT_KINDS.map((kind) => String(row[kind]));
  return `${JSON.stringify([row.address, row.class, row.reason ?? '', chain, ...amounts])}\n`;
}

/** Computes root, hash and sums of a batch from its entries, and stores them. */
async function computeList(tx: Tx, id: bigint): Promise<BatchRow> {
  const { list, setAside } = await summaryOf(tx, id).catch((error: unknown) => {
    throw error instanceof AllocationError ? new HandoverRefusal(`There is no such list: ${error.message}.`) : error;
  });
  const { airdrop } = await tx
    .selectFrom('allocation_entries')
    .select(({ fn, cast }) => cast<bigint>(fn.coalesce(fn.sum('airdrop'), sql`0`), 'bigint').as('airdrop'))
    .where('batch', '=', id)
    .executeTakeFirstOrThrow();
  return tx
    .updateTable('allocation_batches')
    .set((row) => ({
      ...{ root: list.root, list_hash: list.hash, wallets: BigInt(list.count), ...list.totals },
      ...{ unallocated: row('airdrop_pool', '-', airdrop), set_aside_hash: `0x${hash('sha256', setAside)}` },
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

async function note(
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
