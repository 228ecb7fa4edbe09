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
 * The entry, or what our server says of an address without one. Without the file of a shard our server's word that an
 * address is set aside counts, and not that it is on no list: the file would show that.
 */
async function entryOrAnswer(manifest: ListManifest, address: string, batch: AllocationView | null) {
  const ask = async () =>
    batch === null ? null : request<AllocationEntryView>('GET', `/api/allocation/entries/${address}`).catch(() => null);
  try {
    return (await readEntry(manifest, address)) ?? (await ask());
  } catch (error) {
    const answer = isUnreachable(error) ? await ask() : null;
    if (answer?.setAside == null) throw error;
    return answer;
  }
}
