import type { VerifyKeys } from '#src/contract/receipts.ts';
import type { RecordProof } from '#src/contract/records.ts';
import { rootOfPath } from '#src/lib/hash/merkle.ts';
import { recordHash } from '#src/lib/hash/record-chain.ts';
import { checkSignature } from './check-signature.ts';

/** Checks a record's hash and its day's signed root: `open` before the day ends, `unable` without signatures. */
export async function checkProof(
  { record, hash, index, size, path, root }: RecordProof,
  keys: VerifyKeys['keys'],
): Promise<'rooted' | 'open' | 'bad' | 'unable'> {
  if (recordHash(record) !== hash) return 'bad';
  if (root === null) return 'open';
  const { kind, day, first, last } = root.payload;
  const covers = kind === record.kind && first + index === record.number && last - first + 1 === size;
  // Records that a clock ahead dated are closed with an earlier day.
  if (!covers || day > record.at.slice(0, 10) || rootOfPath(hash, index, size, path) !== root.payload.root)
    return 'bad';
  const problem = await checkSignature(root, keys);
  if (problem === 'unable') return 'unable';
  return problem === null ? 'rooted' : 'bad';
}
