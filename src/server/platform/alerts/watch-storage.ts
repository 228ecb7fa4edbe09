import { hostname } from 'node:os';
import { withDeadline } from '#src/lib/time/with-deadline.ts';
import type { Db } from '../database/tables.ts';
import { tryWriting } from '../database/try-writing.ts';
import type { Alarms } from './alarms.ts';

/** Time between two tries to write, in milliseconds. */
export const WRITTEN_EVERY_MS = 10_000;
/** After this time without a successful write we sell nothing: two tries, or a failover. */
const UNWRITTEN_MS = 25_000;
/** A try that takes longer has failed, in milliseconds. */
const TRY_MS = 5_000;
/** How often the alarm repeats while nothing can be stored, in milliseconds. */
const REPEATED_MS = 60_000;

export interface StorageWatch {
  pass(): Promise<void>;
  /** Whether a write succeeded recently: reads alone do not show that we could record a payment. */
  isStorable(): boolean;
}

/** Writes a setting in each pass; while that fails, the operator hears of it at once (createAlarms). */
export function watchStorage(
  { db, alarms }: { readonly db: Db; readonly alarms: Alarms },
  monotonic: () => number = () => performance.now(),
  host = hostname(),
): StorageWatch {
  /** The last success, or the first pass. */
  let since: number | null = null;
  let told: { readonly at: number; readonly detail: string } | null = null;
  let mayBeOpen = true;
  const isStorable = () => since === null || monotonic() - since < UNWRITTEN_MS;
  const tell = async (error: unknown) => {
    const at = monotonic();
    if (isStorable() || (told !== null && at - told.at < REPEATED_MS)) return;
    told = { at, detail: `nothing can be stored: ${error instanceof Error ? error.message : String(error)}` };
    await alarms.raise('storage', host, told.detail);
  };
  return {
    isStorable,
    pass: async () => {
      since ??= monotonic();
      try {
        await withDeadline(tryWriting(db, host), TRY_MS);
      } catch (error) {
        await tell(error);
        return;
      }
      since = monotonic();
      if (told !== null) await alarms.raise('storage', host, told.detail);
      if (told !== null || mayBeOpen) await alarms.resolve('storage', host);
      told = null;
      mayBeOpen = false;
    },
  };
}
