import type { RecordMarks } from '#src/contract/allocation.ts';
import { type AllocationEntry, AllocationError } from '#src/lib/allocation/entry.ts';
import { countOf } from '#src/server/platform/database/statements.ts';
import type { Db, Tx } from '#src/server/platform/database/tables.ts';
import { postTransfers } from '../ledger/accounts.ts';
import { type BatchRow, latestBatch } from '../sale/latest-batch.ts';
import {
  type BatchSummary,
  basisOf,
  HandoverRefusal,
  marksNow,
  noteAllocation,
  openDraft,
  recordsOfBatches,
  storeList,
  summaryOf,
} from './batch.ts';
import { amountsOfRow, type EntryRow, entryIn } from './batch-view.ts';
import { transferOf } from './hand-over.ts';
import { asideRow, storedAside } from './waiting-wallets.ts';

// A list of a million wallets takes half a minute, for which nobody can wait. So it is computed as it will be, and
// then a short transaction makes the change, if nothing else has changed the draft meanwhile.

/** A change of one entry of the draft, with the list that it leads to. */
export interface PlannedChange {
  /** How many records of batches there were: each change of a draft appends one. */
  readonly records: bigint;
  /** Null without a draft, or if it owes the wallet nothing. */
  readonly draft: {
    readonly before: EntryRow | undefined;
    readonly after: EntryRow;
    readonly summary: BatchSummary;
  } | null;
}

/** What everybody can read about a change. */
interface EntryChange {
  readonly wallet: string;
  readonly reason: string;
  readonly source: string;
}

/**
 * Computes the draft's list as it will be with the entry that `change` makes of the wallet's present one. Throws
 * HandoverRefusal if there can be no such list.
 */
export async function planChange(
  db: Db,
  wallet: string,
  change: (entry: EntryRow | undefined, batch: BatchRow) => Promise<EntryRow | undefined>,
): Promise<PlannedChange> {
  const records = await recordsOfBatches(db);
  const batch = await latestBatch(db);
  if (batch?.state !== 'draft') return { records, draft: null };
  const before = await entryIn(db, batch.id, wallet);
  const after = await change(before, batch);
  if (after === undefined) return { records, draft: null };
  const summary = await summaryOf(db, batch.id, after).catch((error: unknown) => {
    throw error instanceof AllocationError ? new HandoverRefusal(`There is no such list: ${error.message}.`) : error;
  });
  return { records, draft: { before, after, summary } };
}

/** Plans that the wallet gets `amount` of SYNX (1e-9) more. */
export function planAddition(db: Db, wallet: string, amount: bigint): Promise<PlannedChange> {
  return planChange(db, wallet, async (entry, { id, chain_id: claimChain }) => {
    const none = {
      bought: 0n,
      staked: 0n,
      rewards: 0n,
      airdrop: 0n,
      class: 'listed',
      reason: null,
      chain_id: null,
    } as const;
    const aside = entry === undefined ? await asideRow(db, wallet, Number(claimChain)) : null;
    const known = entry ?? { ...none, ...aside, batch: id, address: wallet };
    return { ...known, bought: known.bought + amount };
  });
}

/** The draft, locked for this transaction. Throws HandoverRefusal if it has changed since. */
export async function openPlanned(tx: Tx, { records }: PlannedChange): Promise<BatchRow> {
  const batch = await openDraft(tx);
  if ((await recordsOfBatches(tx)) !== records) throw new HandoverRefusal(STALE);
  return batch;
}

const STALE = 'The list has changed meanwhile. Try again.';

/** Adds what was planned, which the wallet has got since by a correction, with a public record. */
export async function addToEntry(tx: Tx, change: EntryChange, planned: PlannedChange, now: number): Promise<void> {
  const { id, records } = await openPlanned(tx, planned);
  const { draft } = planned;
  if (draft === null) throw new HandoverRefusal(STALE);
  const { before, after } = draft;
  await tx
    .insertInto('allocation_entries')
    .values(after)
    .onConflict((conflict) => conflict.columns(['batch', 'address']).doUpdateSet({ bought: after.bought }))
    .execute();
  const bought = after.bought - (before?.bought ?? 0n);
  const added = { address: after.address, bought, staked: 0n, rewards: 0n, airdrop: 0n };
  if (after.class === 'listed') await moveListed(tx, id, { kind: 'handover', entry: added }, now);
  const { purchases: counted } = JSON.parse(records) as RecordMarks;
  // What came after the close may be refunded meanwhile, which no list counts.
  const changes = await countOf(
    tx
      .selectFrom('records')
      .where('kind', '=', 'purchases')
      .where('number', '>', BigInt(counted.number))
      .where('source', 'not like', 'refund-%'),
  );
  if (changes !== 1)
    throw new HandoverRefusal(
      'Something was credited since the draft that it does not count. Withdraw it and make another.',
    );
  const marks = await marksNow(tx);
  await tx
    .updateTable('allocation_batches')
    .set({ records: JSON.stringify(marks) })
    .where('id', '=', id)
    .execute();
  await noteChange(tx, change, draft, now);
}

/** Has the wallet's entry leave the list or join it, as was planned and as wallets_set_aside says by now. */
export async function moveEntry(tx: Tx, change: EntryChange, { draft }: PlannedChange, now: number): Promise<void> {
  const { wallet } = change;
  if (draft === null) return;
  const { after } = draft;
  const { batch: id } = after;
  const {
    class: kind,
    reason,
    chain_id,
  } = (await storedAside(tx, wallet)) ?? { class: 'listed', reason: null, chain_id: null };
  if (kind !== after.class || reason !== after.reason || chain_id !== after.chain_id) throw new HandoverRefusal(STALE);
  await tx
    .updateTable('allocation_entries')
    .set({ class: kind, reason, chain_id })
    .where('batch', '=', id)
    .where('address', '=', wallet)
    .execute();
  if (draft.before?.class !== 'listed' && kind === 'listed')
    await moveListed(tx, id, { kind: 'handover', entry: after }, now);
  if (draft.before?.class === 'listed' && kind !== 'listed')
    await moveListed(tx, id, { kind: 'handover-undone', entry: after }, now);
  await noteChange(tx, change, draft, now);
}

/** Hands over what one entry says, or gives it back, as a part of the batch. */
async function moveListed(
  tx: Tx,
  id: bigint,
  { kind, entry }: { readonly kind: 'handover' | 'handover-undone'; readonly entry: AllocationEntry },
  now: number,
): Promise<void> {
  const entries = transferOf(entry, kind === 'handover' ? 1n : -1n);
  const [moved] = await postTransfers(tx, [{ kind, entries }], BigInt(now));
  if (moved !== undefined)
    await tx.updateTable('allocation_batches').set({ last_transfer: moved }).where('id', '=', id).execute();
}

/** Stores the list, and says in public which entry has changed and why. */
async function noteChange(
  tx: Tx,
  { wallet, reason, source }: EntryChange,
  { before, after, summary }: NonNullable<PlannedChange['draft']>,
  now: number,
): Promise<void> {
  const batch = await storeList(tx, after.batch, summary);
  const amounts = { before: before === undefined ? null : amountsOfRow(before), after: amountsOfRow(after) };
  const data = { ...(await basisOf(tx, batch)), wallet, ...amounts, reason };
  await noteAllocation(tx, { event: 'changed', data, wallet, source }, now);
}
