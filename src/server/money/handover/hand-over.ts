import { setImmediate } from 'node:timers/promises';
import type { AllocationTerms } from '#src/lib/allocation/amounts.ts';
import { type AllocationEntry, AMOUNT_KINDS, type AmountKind } from '#src/lib/allocation/entry.ts';
import { inTransaction } from '#src/server/platform/database/statements.ts';
import type { AccountKind, Db, Tx } from '#src/server/platform/database/tables.ts';
import { allocatedOwner, balanceOf, type LedgerEntry, postAllocations } from '../ledger/accounts.ts';
import { lockRewards, lockSale } from '../sale/sale-state.ts';
import { allocationsIn, readTerms } from './read-books.ts';

/** Transfers that are undone at a time. */
const PAGE = 1_000n;

/** The transfers of a handover, by which it is undone. */
export interface Handover {
  readonly first: bigint;
  readonly last: bigint;
  /** What of the airdrop's pool is in nobody's share, in 1e-9 SYNX. */
  readonly unallocated: bigint;
}

/** Where each amount comes from, and whether that account is the wallet's own. */
const SOURCES: Readonly<Record<AmountKind, { readonly kind: AccountKind; readonly isOwn: boolean }>> = {
  bought: { kind: 'available', isOwn: true },
  staked: { kind: 'staked', isOwn: true },
  rewards: { kind: 'rewards-pool', isOwn: false },
  airdrop: { kind: 'airdrop-pool', isOwn: false },
};

/**
 * Moves everything that the books owe each wallet to its accounts `allocated`, in one transaction at `now` (ms), as of
 * which claiming opens at `opens`. `take` gets the entries of about a thousand wallets at a time, by address, and
 * returns those to move. Stakes, the index and wallets' totals stay, so that pages go on showing them. Throws
 * RangeError if claiming would open before, nobody is owed anything, or something is allocated already.
 */
export function handOver(
  db: Db | Tx,
  opens: number,
  now: number,
  take: (entries: readonly AllocationEntry[]) => Promise<readonly AllocationEntry[]> = async (entries) => entries,
): Promise<Handover> {
  const at = BigInt(now);
  return inTransaction(db, async (tx) => {
    await lockSale(tx);
    await lockRewards(tx);
    await refuseSecond(tx);
    const terms = await readTerms(tx, opens, now);
    const ids = await fundAirdrop(tx, terms, at);
    for await (const allocations of allocationsIn(tx, terms)) {
      const taken = await take(allocations);
      if (taken.length === 0) continue;
      const posted = await postAllocations(tx, 'handover', taken.map(entriesOf), at);
      ids.push(...[posted[0], posted.at(-1)].filter((id) => id !== undefined));
      // The embedded database answers at once: without a pause, the process would do nothing else until the end.
      await setImmediate();
    }
    const [first, last] = [ids[0], ids.at(-1)];
    if (first === undefined || last === undefined) throw new RangeError('nobody is owed anything');
    return { first, last, unallocated: await balanceOf(tx, 'airdrop-pool', '') };
  });
}

/** Gives back what a handover moved, by the opposite of each of its transfers. The database refuses a second time. */
export function undoHandover(
  db: Db | Tx,
  { first, last }: Pick<Handover, 'first' | 'last'>,
  now: number,
): Promise<void> {
  return inTransaction(db, async (tx) => {
    await lockSale(tx);
    await lockRewards(tx);
    // Backwards, so that the airdrop's pool is whole again before it is taken back.
    for (let to = last; to >= first; to -= PAGE) {
      const from = to - PAGE + 1n > first ? to - PAGE + 1n : first;
      const rows = await tx
        .selectFrom('ledger_entries')
        .innerJoin('ledger_transfers', 'ledger_transfers.id', 'ledger_entries.transfer_id')
        .innerJoin('accounts', 'accounts.id', 'ledger_entries.account_id')
        .select(['ledger_entries.transfer_id', 'ledger_entries.amount', 'accounts.kind', 'accounts.owner'])
        .where('ledger_entries.transfer_id', '>=', from)
        .where('ledger_entries.transfer_id', '<=', to)
        .where('ledger_transfers.kind', '=', 'handover')
        .orderBy('ledger_entries.id')
        .execute();
      const transfers = new Map<bigint, LedgerEntry[]>();
      for (const { transfer_id, kind, owner, amount } of rows)
        transfers.set(transfer_id, [...(transfers.get(transfer_id) ?? []), { kind, owner, amount: -amount }]);
      if (transfers.size > 0) await postAllocations(tx, 'handover-undone', [...transfers.values()], BigInt(now));
      await setImmediate();
    }
  });
}

/** What the rules share out a second time would exceed the pools. */
async function refuseSecond(tx: Tx): Promise<void> {
  const allocated = await tx
    .selectFrom('accounts')
    .select('id')
    .where('kind', '=', 'allocated')
    .where('balance', '>', 0n)
    .limit(1)
    .executeTakeFirst();
  if (allocated !== undefined) throw new RangeError('the books have been handed over already');
}

/** Puts the airdrop's pool into the books if anybody has a share; the ids of its transfer. */
async function fundAirdrop(tx: Tx, { airdropPool, points }: AllocationTerms, at: bigint): Promise<bigint[]> {
  if (points <= 0n) return [];
  const entries: LedgerEntry[] = [
    { kind: 'issuance', owner: '', amount: -airdropPool },
    { kind: 'airdrop-pool', owner: '', amount: airdropPool },
  ];
  return [...(await postAllocations(tx, 'handover', [entries], at))];
}

function entriesOf(entry: AllocationEntry): LedgerEntry[] {
  return AMOUNT_KINDS.filter((kind) => entry[kind] > 0n).flatMap((kind): LedgerEntry[] => {
    const { kind: source, isOwn } = SOURCES[kind];
    return [
      { kind: source, owner: isOwn ? entry.address : '', amount: -entry[kind] },
      { kind: 'allocated', owner: allocatedOwner(kind, entry.address), amount: entry[kind] },
    ];
  });
}
