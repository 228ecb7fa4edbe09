import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { RecordKind } from '#src/contract/records.ts';
import type { AllocationTerms } from '#src/lib/allocation/amounts.ts';
import { AllocationError } from '#src/lib/allocation/entry.ts';
import { CLOCK_OFF_MS } from '#src/server/platform/chains/trusted-clock.ts';
import type { AppContext } from '#src/server/platform/context/app-context.ts';
import { deleteInChunks } from '#src/server/platform/database/delete-in-chunks.ts';
import { holdLease, releaseLease } from '#src/server/platform/database/leases.ts';
import { rowsOf } from '#src/server/platform/database/statements.ts';
import type { Db, Tx } from '#src/server/platform/database/tables.ts';
import { lockRecordChain } from '#src/server/platform/records/append-record.ts';
import { setFrozen } from '#src/server/platform/records/freeze.ts';
import { isoTime } from '#src/server/platform/util/iso-time.ts';
import { ledgerHash } from '../ledger/ledger-hash.ts';
import type { BatchRow } from '../sale/latest-batch.ts';
import { lockRewards, lockSale } from '../sale/sale-state.ts';
import { basisOf, HandoverRefusal, marksNow, noteAllocation, openDraft, storeList, summaryOf } from './batch.ts';
import { movingBatch } from './batch-view.ts';
import { giveBackPage, handOverPage, startHandover } from './hand-over.ts';
import { setWaitingAside } from './waiting-wallets.ts';

// The books move 250 wallets at a time, each time in a transaction of its own, so that everybody else gets a
// turn in between. The first transaction stops what could change the list, the last one makes the batch visible.
// Whatever happens in between, all that was moved is given back.

const COUNTED = ['stakes', 'purchases', 'points'] as const satisfies readonly RecordKind[];
const LEASE = 'handover';
/**
 * After this time without a sign of life, another process undoes what this one began: longer than the clocks of two
 * servers may differ, one of which is ahead of the chains and the other behind them.
 */
const LEASE_MS = 2 * CLOCK_OFF_MS + 60_000;
const RENEWED_EVERY_MS = 10_000;

export interface DraftTerms {
  readonly chainId: number;
  /** When claiming opens, in milliseconds. */
  readonly opens: number;
  /** How long wallets can object, in milliseconds. */
  readonly objectionMs: number;
}

/** A draft or a withdrawal whose first transaction has been made. */
export interface Begun {
  readonly id: bigint;
  /** Who holds the lease. */
  readonly owner: string;
  readonly now: number;
  /** When that was by performance.now(). */
  readonly since: number;
}

export interface BegunDraft extends Begun {
  readonly terms: AllocationTerms;
  /** The last entry of the ledger before it. */
  readonly entry: bigint;
}

/**
 * The first transaction of a draft at `now` (ms): freezes purchases, stakes and points, and notes what the list counts.
 * finishDraft() is to be called once it is committed. Throws HandoverRefusal if there is no time left.
 */
export async function beginDraft(
  tx: Tx,
  { chainId, opens, objectionMs }: DraftTerms,
  now: number,
): Promise<BegunDraft> {
  if (opens <= now + objectionMs)
    throw new HandoverRefusal('Claiming would open before the time for objections is over: name a later day.');
  const lease = await takeLease(tx, now);
  await lockSale(tx);
  await lockRewards(tx);
  await setWaitingAside(tx, chainId, now);
  for (const kind of COUNTED) await lockRecordChain(tx, kind);
  await setFrozen(tx, COUNTED, true);
  await dateFrom(tx, now);
  const entry = await tx.selectFrom('ledger_entries').select('id').orderBy('id', 'desc').limit(1).executeTakeFirst();
  const { terms, first, last } = await startHandover(tx, opens, now).catch(refused);
  const seconds = (value: bigint | null) => (value === null ? null : value * 1_000n);
  const { id } = await tx
    .insertInto('allocation_batches')
    .values({
      ...{ id: sql<bigint>`(select coalesce(max(id), 0) + 1 from allocation_batches)`, state: 'draft' },
      ...{ chain_id: BigInt(chainId), opens_at: BigInt(opens), records: JSON.stringify(await marksNow(tx)) },
      ...{ snapshot_at: terms.snapshot * 1_000n, generated_at: seconds(terms.generated) },
      ...{ airdrop_pool: terms.airdropPool, first_transfer: first, last_transfer: last, ledger: '' },
      ...{ root: '', list_hash: '', set_aside_hash: '', wallets: 0n },
      ...{ bought: 0n, staked: 0n, rewards: 0n, airdrop: 0n, unallocated: 0n },
      ...{ drafted_at: BigInt(now), objections_until: BigInt(now + objectionMs) },
      ...{ final_at: null, withdrawn_at: null, withdrawn_reason: null },
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return { id, ...lease, terms, entry: entry?.id ?? 0n };
}

/**
 * Dates what follows the records that a list counts no earlier than its draft, though another clock is behind or points
 * have the beginning of their day: who recomputes it could not tell them from records that were left out.
 */
async function dateFrom(tx: Tx, now: number): Promise<void> {
  const heads = tx.selectFrom('record_heads').select('at').where('kind', '=', 'allocation');
  const { at } = await heads.executeTakeFirstOrThrow();
  const drafted = at > BigInt(now) ? at : BigInt(now);
  const counted = tx.updateTable('record_heads').set({ at: drafted }).where('kind', 'in', COUNTED);
  await counted.where('at', '<', drafted).execute();
}

/** The rest of a draft. Throws HandoverRefusal if there can be no such list; then nothing of it is left. */
export function finishDraft(db: Db, begun: BegunDraft): Promise<BatchRow> {
  return holding(db, begun, async () => {
    try {
      return await makeDraft(db, begun);
    } catch (error) {
      // Where even this fails, undoUnfinished() does it.
      if (await giveUp(db, begun.id).catch(() => false)) await giveBack(db, begun).catch(() => undefined);
      return refused(error);
    }
  });
}

async function makeDraft(db: Db, begun: BegunDraft): Promise<BatchRow> {
  const { id, now, entry } = begun;
  for (let after: string | null = ''; after !== null; ) {
    const from: string = after;
    after = await db.transaction().execute((tx) => moveEntries(tx, begun, from));
  }
  const summary = await summaryOf(db, id);
  const { entries, hash } = await ledgerHash(db, { upTo: entry });
  return db.transaction().execute(async (tx) => {
    await keepLease(tx, begun);
    await tx
      .updateTable('allocation_batches')
      .set({ ledger: `${entries}:${hash}` })
      .where('id', '=', id)
      .execute();
    const batch = await storeList(tx, id, summary);
    await setFrozen(tx, ['purchases'], false);
    const data = { ...(await basisOf(tx, batch)), objectionsUntil: isoTime(batch.objections_until) };
    await noteAllocation(tx, { event: 'draft', data, wallet: null, source: `draft-${id}` }, now);
    return batch;
  });
}

/** The first transaction of a withdrawal, to be followed by finishWithdrawal(). */
export async function beginWithdrawal(tx: Tx, reason: string, now: number): Promise<Begun> {
  const lease = await takeLease(tx, now);
  await lockSale(tx);
  await lockRewards(tx);
  await setFrozen(tx, ['purchases'], true);
  const { id } = await openDraft(tx);
  await tx.updateTable('allocation_batches').set({ withdrawn_reason: reason }).where('id', '=', id).execute();
  return { id, ...lease };
}

/** Gives back everything that the draft handed over, to the base unit, and says so in public. */
export function finishWithdrawal(db: Db, begun: Begun): Promise<void> {
  return holding(db, begun, () => giveBack(db, begun));
}

/** Gives back what a process has moved that was killed, or lost the database, in the middle of it. */
export async function undoUnfinished(context: Pick<AppContext, 'db' | 'now' | 'clock'>): Promise<void> {
  const { db, clock } = context;
  const batch = await movingBatch(db);
  if (batch === undefined || !clock.isConfirmed()) return;
  const now = context.now();
  const begun = { id: batch.id, owner: randomUUID(), now, since: performance.now() };
  if (!(await holdLease(db, { name: LEASE, owner: begun.owner }, now, LEASE_MS))) return;
  await holding(db, begun, async () => {
    await giveUp(db, begun.id);
    await giveBack(db, begun);
  });
}

/** Hands over 250 wallets past `after`, and stores their entries with their classes; where to go on. */
async function moveEntries(tx: Tx, begun: BegunDraft, after: string): Promise<string | null> {
  await keepLease(tx, begun);
  const { id, terms, now } = begun;
  const { next, last, moved } = await handOverPage(tx, { terms, after, at: BigInt(now) }, async (entries) => {
    const aside = await tx
      .selectFrom('wallets_set_aside')
      .selectAll()
      .where('wallet', '>', after)
      .where('wallet', '<=', entries.at(-1)?.address ?? '')
      .execute();
    const held = new Map(aside.map((row) => [row.wallet, row]));
    const rows = entries.map((entry) => {
      const { class: kind = 'listed', reason = null, chain_id: chain = null } = held.get(entry.address) ?? {};
      return { ...entry, class: kind, reason, chain };
    });
    await sql`insert into allocation_entries
      (batch, address, bought, staked, rewards, airdrop, class, reason, chain_id)
      select cast(${id} as bigint), address, bought, staked, rewards, airdrop, class, reason, chain
      from ${rowsOf(tx, ENTRY, rows)} order by place`.execute(tx);
    return entries.filter(({ address }) => !held.has(address));
  });
  await tx
    .updateTable('allocation_batches')
    .set((row) => ({
      wallets: row('wallets', '+', BigInt(moved)),
      ...(last === undefined ? {} : { last_transfer: last }),
    }))
    .where('id', '=', id)
    .execute();
  return next;
}

const ENTRY = {
  address: 'text',
  bought: 'bigint',
  staked: 'bigint',
  rewards: 'bigint',
  airdrop: 'bigint',
  class: 'text',
  reason: 'text',
  chain: 'bigint',
} as const;

/** Marks a batch that has never become a draft as one to be given back; whether it is one. */
async function giveUp(db: Db, id: bigint): Promise<boolean> {
  const given = await db
    .updateTable('allocation_batches')
    .set({ withdrawn_reason: '' })
    .where('id', '=', id)
    .where('state', '=', 'draft')
    .where('root', '=', '')
    .returning('id')
    .executeTakeFirst();
  return given !== undefined;
}

async function giveBack(db: Db, begun: Begun): Promise<void> {
  for (let isDone = false; !isDone; ) isDone = await db.transaction().execute((tx) => moveBack(tx, begun));
  const { id, now } = begun;
  const { root } = await db
    .selectFrom('allocation_batches')
    .select('root')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  const entries = db.selectFrom('allocation_entries').where('batch', '=', id);
  while (root === '' && (await entries.select('batch').limit(1).executeTakeFirst()) !== undefined)
    await deleteInChunks(db, 'allocation_entries', ['batch', 'address'], sql`batch = ${id}`);
  await db.transaction().execute(async (tx) => {
    await keepLease(tx, begun);
    await setFrozen(tx, COUNTED, false);
    if (root === '') await tx.deleteFrom('allocation_batches').where('id', '=', id).execute();
    else await closeWithdrawn(tx, id, now);
  });
}

/** Gives 250 transfers back; whether those were the last. */
async function moveBack(tx: Tx, begun: Begun): Promise<boolean> {
  await keepLease(tx, begun);
  const { first_transfer: first, last_transfer: last } = await tx
    .selectFrom('allocation_batches')
    .select(['first_transfer', 'last_transfer'])
    .where('id', '=', begun.id)
    .executeTakeFirstOrThrow();
  if (last < first) return true;
  const left = await giveBackPage(tx, { first, last }, BigInt(begun.now));
  await tx.updateTable('allocation_batches').set({ last_transfer: left.last }).where('id', '=', begun.id).execute();
  return left.last < first;
}

async function closeWithdrawn(tx: Tx, id: bigint, now: number): Promise<void> {
  const at = BigInt(now);
  const { withdrawn_reason } = await tx
    .updateTable('allocation_batches')
    .set({ state: 'withdrawn', withdrawn_at: at })
    .where('id', '=', id)
    .returning('withdrawn_reason')
    .executeTakeFirstOrThrow();
  const reason = withdrawn_reason ?? '';
  await tx
    .updateTable('allocation_objections')
    .set({ state: 'declined', answer: reason, decided_at: at })
    .where('batch', '=', id)
    .where('state', '=', 'open')
    .execute();
  const data = { batch: Number(id), reason };
  await noteAllocation(tx, { event: 'withdrawn', data, wallet: null, source: `withdrawn-${id}` }, now);
}

async function takeLease(tx: Tx, now: number): Promise<Omit<Begun, 'id'>> {
  const owner = randomUUID();
  if (await holdLease(tx, { name: LEASE, owner }, now, LEASE_MS)) return { owner, now, since: performance.now() };
  throw new HandoverRefusal('The books are being moved at this moment. Try again in a few minutes.');
}

/** Throws if another process has taken over. */
async function keepLease(db: Db | Tx, { owner, now, since }: Begun): Promise<void> {
  const time = now + Math.round(performance.now() - since);
  if (!(await holdLease(db, { name: LEASE, owner }, time, LEASE_MS)))
    throw new Error('another process moves the books');
}

/** Keeps the lease while `work` runs, which also asks for it in each of its transactions. */
async function holding<Result>(db: Db, begun: Begun, work: () => Promise<Result>): Promise<Result> {
  const renewal = setInterval(() => void keepLease(db, begun).catch(() => undefined), RENEWED_EVERY_MS);
  try {
    return await work();
  } finally {
    clearInterval(renewal);
    await releaseLease(db, LEASE, begun.owner).catch(() => undefined);
  }
}

function refused(error: unknown): never {
  if (error instanceof RangeError) throw new HandoverRefusal(`The books cannot be handed over: ${error.message}.`);
  if (error instanceof AllocationError) throw new HandoverRefusal(`There is no such list: ${error.message}.`);
  throw error;
}
