import { sql } from 'kysely';
import type { AllocationTerms } from '#src/lib/allocation/amounts.ts';
import { type AllocationEntry, AMOUNT_KINDS, type AmountKind } from '#src/lib/allocation/entry.ts';
import type { AccountKind, Tx } from '#src/server/platform/database/tables.ts';
import { allocatedOwner, type LedgerEntry, postTransfers } from '../ledger/accounts.ts';
import { lockRewards, lockSale } from '../sale/sale-state.ts';
import { allocationsPast, readTerms } from './read-books.ts';

/** Transfers that are undone at a time. */
const PAGE = 250n;

/** The transfers of a handover, by which it is undone; none while `last` is below `first`. */
export interface Moved {
  readonly first: bigint;
  readonly last: bigint;
}

/** Where each amount comes from, and whether that account is the wallet's own. */
const SOURCES: Readonly<Record<AmountKind, { readonly kind: AccountKind; readonly isOwn: boolean }>> = {
  bought: { kind: 'available', isOwn: true },
  staked: { kind: 'staked', isOwn: true },
  rewards: { kind: 'rewards-pool', isOwn: false },
  airdrop: { kind: 'airdrop-pool', isOwn: false },
};

/**
 * Reads what the books owe everybody at `now` (ms), if claiming opens at `opens`, and puts the airdrop's pool into
 * them. The caller holds the locks of sale and rewards, and has everything stop that could change the terms. Throws
 * RangeError if claiming would open before, or something is allocated already.
 */
export async function startHandover(
  tx: Tx,
  opens: number,
  now: number,
): Promise<Moved & { readonly terms: AllocationTerms }> {
  await refuseSecond(tx);
  const terms = await readTerms(tx, opens, now);
  const { rows } = await sql<{ id: bigint }>`select coalesce(max(id), 0) as id from ledger_transfers`.execute(tx);
  const before = rows[0]?.id ?? 0n;
  return { terms, first: before + 1n, last: (await fundAirdrop(tx, terms, BigInt(now))) ?? before };
}

/**
 * Moves what about 250 wallets past `after` are owed to their accounts `allocated`. `take` gets their entries,
 * by address, and returns those to move. Stakes, the index and wallets' totals stay, so that pages go on showing them.
 * Returns the address to go on from, null at the end, the last transfer if there was one, and how many were moved.
 */
export async function handOverPage(
  tx: Tx,
  { terms, after, at }: { readonly terms: AllocationTerms; readonly after: string; readonly at: bigint },
  take: (entries: readonly AllocationEntry[]) => Promise<readonly AllocationEntry[]>,
): Promise<{ readonly next: string | null; readonly last: bigint | undefined; readonly moved: number }> {
  await lockSale(tx);
  await lockRewards(tx);
  const { entries, next } = await allocationsPast(tx, terms, after);
  const taken = entries.length === 0 ? [] : await take(entries);
  const transfers = taken.map((entry) => ({ kind: 'handover' as const, entries: transferOf(entry, 1n) }));
  const posted = await postTransfers(tx, transfers, at);
  return { next, last: posted.at(-1), moved: taken.length };
}

/**
 * Gives back what the last 250 transfers moved, by the opposite of each; what remains of them. Backwards, so
 * that no account gets below zero: those of a wallet that was withheld meanwhile are the opposites of earlier ones.
 */
export async function giveBackPage(tx: Tx, { first, last }: Moved, at: bigint): Promise<Moved> {
  await lockSale(tx);
  await lockRewards(tx);
  const from = last - PAGE + 1n > first ? last - PAGE + 1n : first;
  const rows = await tx
    .selectFrom('ledger_entries')
    .innerJoin('ledger_transfers', 'ledger_transfers.id', 'ledger_entries.transfer_id')
    .innerJoin('accounts', 'accounts.id', 'ledger_entries.account_id')
    .select(['ledger_entries.transfer_id', 'ledger_entries.amount', 'accounts.kind', 'accounts.owner'])
    .where('ledger_entries.transfer_id', '>=', from)
    .where('ledger_entries.transfer_id', '<=', last)
    .where('ledger_transfers.kind', 'in', ['handover', 'handover-undone'])
    .orderBy('ledger_entries.id', 'desc')
    .execute();
  const transfers = new Map<bigint, LedgerEntry[]>();
  for (const { transfer_id, kind, owner, amount } of rows)
    transfers.set(transfer_id, [...(transfers.get(transfer_id) ?? []), { kind, owner, amount: -amount }]);
  const undone = [...transfers.values()].map((entries) => ({ kind: 'handover-undone' as const, entries }));
  await postTransfers(tx, undone, at);
  return { first, last: from - 1n };
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

/** Puts the airdrop's pool into the books if anybody has a share; the id of the transfer. */
async function fundAirdrop(tx: Tx, { airdropPool, points }: AllocationTerms, at: bigint): Promise<bigint | undefined> {
  if (points <= 0n) return undefined;
  const entries: LedgerEntry[] = [
    { kind: 'issuance', owner: '', amount: -airdropPool },
    { kind: 'airdrop-pool', owner: '', amount: airdropPool },
  ];
  return (await postTransfers(tx, [{ kind: 'handover', entries }], at))[0];
}

/** Moves the amounts of an entry to its accounts `allocated`, or with the sign -1 back. */
export function transferOf(entry: AllocationEntry, sign: 1n | -1n): LedgerEntry[] {
  return AMOUNT_KINDS.filter((kind) => entry[kind] > 0n).flatMap((kind): LedgerEntry[] => {
    const { kind: source, isOwn } = SOURCES[kind];
    const amount = sign * entry[kind];
    return [
      { kind: source, owner: isOwn ? entry.address : '', amount: -amount },
      { kind: 'allocated', owner: allocatedOwner(kind, entry.address), amount },
    ];
  });
}
