import type { RecordKind, RecordsPage, RootsPage } from '#src/contract/records.ts';
import type { DayRoot } from '#src/lib/hash/record-chain.ts';
import type { RecordSource } from '#src/lib/hash/verify-records.ts';
import { request } from '../request.ts';

/** The public records as this site publishes them; throws RequestError. */
export function publishedRecords(): RecordSource {
  return {
    page: (kind, after) => request<RecordsPage>('GET', `/api/records/${kind}?after=${after}`),
    roots: (kind) => rootsOf(kind as RecordKind),
  };
}

async function rootsOf(kind: RecordKind): Promise<readonly DayRoot[]> {
  const roots: DayRoot[] = [];
  let before: string | null = null;
  do {
    const query: string = before === null ? '' : `?before=${before}`;
    const page: RootsPage = await request<RootsPage>('GET', `/api/records/roots${query}`);
    roots.push(...page.roots.map(({ payload }) => payload).filter((root) => root.kind === kind));
    before = page.next;
  } while (before !== null);
  return roots;
}
