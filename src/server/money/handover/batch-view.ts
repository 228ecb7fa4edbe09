import type { Selectable } from 'kysely';
import type { AllocationEntryView, AllocationView, Amounts } from '#src/contract/allocation.ts';
import type { ClaimFileList } from '#src/lib/allocation/claim-file.ts';
import { AMOUNT_KINDS, totalOf } from '#src/lib/allocation/entry.ts';
import { shardDigits } from '#src/lib/allocation/list.ts';
import { unlocksAfter } from '#src/lib/allocation/unlocking.ts';
import type { AllocationTables } from '#src/server/platform/database/allocation-tables.ts';
import type { Db, Tx } from '#src/server/platform/database/tables.ts';
import type { Env } from '#src/server/platform/env/env.ts';
import { isoTime } from '#src/server/platform/util/iso-time.ts';
import { type BatchRow, latestBatch } from '../sale/latest-batch.ts';
import { isClosed } from '../sale/sale-state.ts';
import { namedDistributor } from './distributors.ts';

/** What a batch owes one wallet. */
export type EntryRow = Selectable<AllocationTables['allocation_entries']>;
type AmountColumns = Pick<BatchRow, keyof Amounts>;

/** The draft whose entries are moved into its list or given back at this moment, if there is one. */
export function movingBatch(db: Db | Tx): Promise<Pick<BatchRow, 'id'> | undefined> {
  return db
    .selectFrom('allocation_batches')
    .select('id')
    .where('state', '=', 'draft')
    .where((where) => where.or([where('root', '=', ''), where('withdrawn_reason', 'is not', null)]))
    .executeTakeFirst();
}

export function amountsOfRow(row: AmountColumns): Amounts {
  return {
    bought: String(row.bought),
    staked: String(row.staked),
    rewards: String(row.rewards),
    airdrop: String(row.airdrop),
  };
}

export async function entryIn(db: Db | Tx, batch: bigint, address: string): Promise<EntryRow | undefined> {
  return db
    .selectFrom('allocation_entries')
    .selectAll()
    .where('batch', '=', batch)
    .where('address', '=', address)
    .executeTakeFirst();
}

/** When each amount unlocks, if claiming opens at `opens` (ms). */
export function schedulesOf(opens: bigint): AllocationView['schedules'] {
  const unlocks = unlocksAfter(opens / 1_000n);
  const time = (seconds: bigint) => isoTime(seconds * 1_000n);
  return AMOUNT_KINDS.map((kind) => ({ kind, start: time(unlocks[kind].start), end: time(unlocks[kind].end) }));
}

/** The list of a claim.html, by its number of wallets and when claiming opens (ms). */
export function claimFileList(
  list: Omit<ClaimFileList, 'shardDigits' | 'schedules'>,
  wallets: number,
  opens: bigint,
): ClaimFileList {
  return { ...list, shardDigits: shardDigits(wallets), schedules: schedulesOf(opens) };
}

/** The state of the latest batch as everybody may see it. */
export async function allocationView(db: Db, env: Pick<Env, 'claimChain'>): Promise<AllocationView> {
  const batch = await latestBatch(db);
  if (batch === undefined) {
    const sale = await db.selectFrom('sale_state').selectAll().where('id', '=', 1n).executeTakeFirst();
    return { ...NO_BATCH, state: sale !== undefined && isClosed(sale) ? 'closed' : 'none', chainId: env.claimChain };
  }
  const time = (at: bigint | null) => (at === null ? null : isoTime(at));
  return {
    state: batch.state,
    batch: Number(batch.id),
    chainId: Number(batch.chain_id) as AllocationView['chainId'],
    opensAt: isoTime(batch.opens_at),
    root: batch.root,
    listHash: batch.list_hash,
    wallets: Number(batch.wallets),
    total: String(totalOf(batch)),
    totals: amountsOfRow(batch),
    schedules: schedulesOf(batch.opens_at),
    draftedAt: isoTime(batch.drafted_at),
    objectionsUntil: isoTime(batch.objections_until),
    finalAt: time(batch.final_at),
    withdrawnAt: time(batch.withdrawn_at),
    // The reason is there before everything has been given back.
    withdrawnReason: batch.withdrawn_at === null ? null : batch.withdrawn_reason,
    distributor: batch.state === 'final' ? await namedDistributor(db, batch.id) : null,
  };
}

const NO_BATCH: Omit<AllocationView, 'state' | 'chainId'> = {
  batch: null,
  opensAt: null,
  root: null,
  listHash: null,
  wallets: 0,
  total: '0',
  totals: { bought: '0', staked: '0', rewards: '0', airdrop: '0' },
  schedules: [],
  draftedAt: null,
  objectionsUntil: null,
  finalAt: null,
  withdrawnAt: null,
  withdrawnReason: null,
  distributor: null,
};

/** The latest objection of a wallet (lower case) to a batch; its text is for our staff. */
async function objectionTo(db: Db, batch: bigint, wallet: string): Promise<AllocationEntryView['objection']> {
  const row = await db
    .selectFrom('allocation_objections')
    .select(['state', 'answer', 'created_at'])
    .where('wallet', '=', wallet)
    .where('batch', '=', batch)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row === undefined ? null : { state: row.state, at: isoTime(row.created_at), answer: row.answer };
}

/** What the latest batch says about an address (lower case). */
export async function allocationEntryView(db: Db, address: string): Promise<AllocationEntryView> {
  const batch = await latestBatch(db);
  if (batch === undefined) return { address, entry: null, setAside: null, objection: null };
  const entry = await entryIn(db, batch.id, address);
  return {
    address,
    entry: entry?.class === 'listed' ? amountsOfRow(entry) : null,
    setAside:
      entry === undefined || entry.class === 'listed'
        ? null
        : {
            class: entry.class,
            amount: String(totalOf(entry)),
            reason: entry.reason ?? '',
            chainId: entry.chain_id === null ? null : Number(entry.chain_id),
          },
    objection: await objectionTo(db, batch.id, address),
  };
}
