import type { AllocationEntryView, AllocationView } from '#src/contract/allocation.ts';
import { request } from '../request.ts';
import { namingOf } from './check-naming.ts';
import { findManifest, isUnreachable, type ListManifest, type ListSource, readEntry } from './read-list.ts';

/** The lists of this site: its files, and what its server says of them. */
export const SITE_LISTS: ListSource = {
  batch: () => request<AllocationView>('GET', '/api/allocation').catch(() => null),
  manifestOf: findManifest,
  entryOf: entryOrAnswer,
  naming: namingOf,
};

/**
 * The entry, or what our server says of an address without one. A shard without a wallet has no file, so a missing one
 * counts only if our server knows no entry either.
 */
async function entryOrAnswer(manifest: ListManifest, address: string, batch: AllocationView | null) {
  const ask = () => request<AllocationEntryView>('GET', `/api/allocation/entries/${address}`);
  try {
    const listed = await readEntry(manifest, address);
    return listed ?? (batch === null ? null : await ask().catch(() => null));
  } catch (error) {
    if (!isUnreachable(error) || batch === null) throw error;
    const answer = await ask().catch(() => null);
    if (answer === null || answer.entry !== null) throw error;
    return answer;
  }
}
