import { LIST_TERMS } from '#src/config/holding-terms.ts';
import type { AllocationEntry } from '#src/lib/allocation/entry.ts';
import type { ListSummary } from '#src/lib/allocation/list.ts';
import { recomputeEntries, recomputeList } from '#src/lib/allocation/recompute.ts';
import type { RecordSource } from '#src/lib/hash/verify-records.ts';

/** The steps of a recount in order; one of a single entry leaves the last out. */
export const STEPS: readonly string[] = ['purchases', 'stakes', 'points', 'list'];

export interface RecountedList {
  /** What the records say of the wallet; null if their list does not have it, or no wallet was asked for. */
  readonly entry: AllocationEntry | null;
  /** Null if a wallet was asked for, or there is no list. */
  readonly list: Pick<ListSummary, 'root' | 'hash' | 'count' | 'totals'> | null;
  /** In plain English; empty if everything follows from the records. */
  readonly problems: readonly string[];
}

/** Recounts the latest list from public records: the entry of a wallet (lower case), or with null all of it. */
export async function recountList(
  source: RecordSource,
  setAside: (batch: number) => Promise<string>,
  wallet: string | null,
  tell: (kind: string, done: number, total: number) => Promise<void>,
): Promise<RecountedList> {
  if (wallet !== null) {
    const { entries, problems } = await recomputeEntries(source, LIST_TERMS, setAside, tell);
    return { entry: entries.find(({ address }) => address === wallet) ?? null, list: null, problems };
  }
  const { list, problems } = await recomputeList(source, LIST_TERMS, setAside, tell);
  if (list === null) return { entry: null, list, problems };
  const { root, hash, count, totals } = list;
  return { entry: null, list: { root, hash, count, totals }, problems };
}
