import type { RecordKind, RecordsPage, RootsPage } from '#src/contract/records.ts';
import type { DayRoot } from '#src/lib/hash/record-chain.ts';
import type { RecordSource } from '#src/lib/hash/verify-records.ts';
import { RequestError, request } from '../request.ts';

/** Until our limits let a caller read on: the records of a sale have more pages than anybody may read in a minute. */
const LIMITED_MS = 10_000;

/** The public records as this site publishes them, at the pace that our limits allow; throws RequestError. */
export function publishedRecords(): RecordSource {
  return {
    page: (kind, after) => read<RecordsPage>(`/api/records/${kind}?after=${after}`),
    roots: (kind) => rootsOf(kind as RecordKind),
  };
}

async function rootsOf(kind: RecordKind): Promise<readonly DayRoot[]> {
  const roots: DayRoot[] = [];
  let before: string | null = null;
  do {
    const query: string = before === null ? '' : `?before=${before}`;
    const page: RootsPage = await read<RootsPage>(`/api/records/roots${query}`);
    roots.push(...page.roots.map(({ payload }) => payload).filter((root) => root.kind === kind));
    before = page.next;
  } while (before !== null);
  return roots;
}

async function read<T>(path: string): Promise<T> {
  for (;;) {
    try {
      return await request<T>('GET', path);
    } catch (error) {
      if (!(error instanceof RequestError) || error.status !== 429) throw error;
      await new Promise((resolve) => setTimeout(resolve, LIMITED_MS));
    }
  }
}
