import { verifyKeysResponseSchema } from '#src/contract/receipts.ts';
import {
  RECORD_KINDS,
  RECORDS_PAGE,
  RECORDS_PAGE_BYTES,
  type RecordsPage,
  ROOTS_PAGE,
  type RootsPage,
  recordsResponseSchema,
  rootsResponseSchema,
} from '#src/contract/records.ts';
import { canonicalJson } from '#src/lib/hash/canonical-json.ts';
import type { RecordSource } from '#src/lib/hash/verify-records.ts';
import { isSignedBy } from '../keys/signing-key.ts';
import { foreignSuccess } from '../util/foreign-answer.ts';

/** A site makes a key when it loses one. */
const MOST_KEYS = 100;
/** One for each kind and day of fifteen years; a site could sign more for ever. */
const MOST_ROOTS = RECORD_KINDS.length * 366 * 15;

/** A site's published records. Throws Error for invalid signatures or shapes, or without an answer. */
export function readPublishedRecords(origin: string): RecordSource {
  let all: Promise<readonly RootsPage['roots'][number]['payload'][]> | undefined;
  const read = async (path: string) => (await foreignSuccess(new URL(path, origin))).json();
  const signedRoots = async () => {
    const { keys } = verifyKeysResponseSchema.parse(await read('/api/verify/keys'));
    if (keys.length > MOST_KEYS) throw new Error(`the site names ${keys.length} keys`);
    const valid = new Map(keys.filter(({ status }) => status !== 'revoked').map((key) => [key.id, key.publicKey]));
    const roots: RootsPage['roots'][number]['payload'][] = [];
    let before: string | null = null;
    do {
      const query: string = before === null ? '' : `?before=${before}`;
      const page: RootsPage = rootsResponseSchema.parse(await read(`/api/records/roots${query}`));
      if (roots.length + page.roots.length > MOST_ROOTS)
        throw new Error(`the site publishes more than ${MOST_ROOTS} roots`);
      for (const { payload, keyId, signature } of page.roots) {
        const key = valid.get(keyId);
        if (key === undefined || !isSignedBy(key, payload, signature))
          throw new Error(`the root of ${payload.kind} on ${payload.day} is not signed by the site`);
        roots.push(payload);
      }
      // Otherwise the site could send pages without end. A page lacks at most the roots of one more day.
      if (page.next !== null && page.roots.length < ROOTS_PAGE / 2)
        throw new Error(`a page of ${page.roots.length} roots claims that others follow`);
      if (page.next !== null && page.next >= (before ?? '9999-99-99'))
        throw new Error(`the roots after ${before} claim to follow ${page.next}`);
      before = page.next;
    } while (before !== null);
    return roots;
  };
  /** Of each kind, the latest page that others follow, if it has fewer records than fit. */
  const short = new Map<string, { readonly next: number; readonly bytes: number }>();
  return {
    page: async (kind, after): Promise<RecordsPage> => {
      const page = recordsResponseSchema.parse(await read(`/api/records/${kind}?after=${after}`));
      const before = short.get(kind);
      short.delete(kind);
      // Otherwise the site could send a page for each record.
      if (before?.next === after && before.bytes + bytesOf(page.records.slice(0, 1)) <= RECORDS_PAGE_BYTES)
        throw new Error(`the page of ${kind} that ends with ${after} could hold more records`);
      if (page.next !== null && page.records.length < RECORDS_PAGE)
        short.set(kind, { next: page.next, bytes: bytesOf(page.records) });
      return page;
    },
    roots: async (kind) => {
      all ??= signedRoots();
      return (await all).filter((root) => root.kind === kind);
    },
  };
}

function bytesOf(records: RecordsPage['records']): number {
  return records.reduce((sum, { record }) => sum + Buffer.byteLength(canonicalJson(record)), 0);
}
