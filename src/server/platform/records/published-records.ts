import { verifyKeysResponseSchema } from '#src/contract/receipts.ts';
import { type RecordsPage, type RootsPage, recordsResponseSchema, rootsResponseSchema } from '#src/contract/records.ts';
import type { RecordSource } from '#src/lib/hash/verify-records.ts';
import { isSignedBy } from '../keys/signing-key.ts';
import { foreignSuccess } from '../util/foreign-answer.ts';

/** A site's published records. Throws Error for invalid signatures or shapes, or without an answer. */
export function readPublishedRecords(origin: string): RecordSource {
  let all: Promise<readonly RootsPage['roots'][number]['payload'][]> | undefined;
  const read = async (path: string) => (await foreignSuccess(new URL(path, origin))).json();
  const signedRoots = async () => {
    const { keys } = verifyKeysResponseSchema.parse(await read('/api/verify/keys'));
    const roots: RootsPage['roots'][number]['payload'][] = [];
    let before: string | null = null;
    do {
      const query: string = before === null ? '' : `?before=${before}`;
      const page: RootsPage = rootsResponseSchema.parse(await read(`/api/records/roots${query}`));
      for (const { payload, keyId, signature } of page.roots) {
        const key = keys.find(({ id, status }) => id === keyId && status !== 'revoked');
        if (key === undefined || !isSignedBy(key.publicKey, payload, signature))
          throw new Error(`the root of ${payload.kind} on ${payload.day} is not signed by the site`);
        roots.push(payload);
      }
      // Otherwise the site could send pages without end.
      if (page.next !== null && page.next >= (before ?? '9999-99-99'))
        throw new Error(`the roots after ${before} claim to follow ${page.next}`);
      before = page.next;
    } while (before !== null);
    return roots;
  };
  return {
    page: async (kind, after): Promise<RecordsPage> =>
      recordsResponseSchema.parse(await read(`/api/records/${kind}?after=${after}`)),
    roots: async (kind) => {
      all ??= signedRoots();
      return (await all).filter((root) => root.kind === kind);
    },
  };
}
