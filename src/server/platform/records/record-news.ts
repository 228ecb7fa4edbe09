import type { NewsData, NewsEvent } from '#src/contract/records.ts';
import type { Tx } from '../database/tables.ts';
import { appendRecord } from './append-record.ts';

/** Appends to the system log; `source` identifies the event, which is reported only once. */
export async function recordNews<Event extends NewsEvent>(
  tx: Tx,
  { event, data, source }: { readonly event: Event; readonly data: NewsData<Event>; readonly source: string },
  at: bigint,
): Promise<void> {
  await appendRecord(tx, { kind: 'news', event, data, at, subject: null, wallet: null, source });
}
