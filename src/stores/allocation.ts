import { computed } from 'nanostores';
import type { AllocationEntryView, AllocationView, Amounts } from '#src/contract/allocation.ts';
import { $viewedWallet } from './dashboard.ts';
import { createQuery, refreshQueries } from './queries.ts';

const ENTRIES = '/api/allocation/entries';

/** The list of a handover, requested once a page shows a wallet. */
export const $allocation = createQuery<AllocationView>([
  computed($viewedWallet, (wallet) => (wallet === null ? null : '/api/allocation')),
]);

const $listed = computed([$viewedWallet, $allocation], (wallet, { data }) => (data?.batch == null ? null : wallet));
/** What the latest list says about the viewed wallet; suspended while there is none. */
export const $entry = createQuery<AllocationEntryView>([ENTRIES, $listed]);

export function refreshEntry(): void {
  refreshQueries([ENTRIES]);
}

/** Whether the books have been handed over, so that the server refuses to stake or to give points. */
export function isHandedOver(batch: AllocationView | undefined): boolean {
  return batch?.state === 'draft' || batch?.state === 'final';
}

/** Whether an amount of the entry has begun to open by `now` (ms) in a contract that has the tokens. */
export function hasOpened(batch: AllocationView | undefined, entry: Amounts | null | undefined, now: number): boolean {
  if (entry == null || batch?.distributor?.fundedAt == null) return false;
  return batch.schedules.some(({ kind, start }) => entry[kind] !== '0' && Date.parse(start) <= now);
}

/** Whether something can be claimed by `now` (ms): the contract has the tokens, and the first day has come. */
export function isClaimOpen(batch: AllocationView | undefined, now: number): boolean {
  return batch?.distributor?.fundedAt != null && batch.opensAt !== null && Date.parse(batch.opensAt) <= now;
}
