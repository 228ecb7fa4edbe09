import { createHash } from 'node:crypto';
import type { ProofResponse, PublishedRecord, RecordKind, RecordsPage } from '#src/contract/records.ts';
import { recordsResponseSchema } from '#src/contract/records.ts';
import type { HttpApp } from './http-app.ts';

/** SHA-256 over bytes and hexadecimal texts, one after the other. */
function sha256(...parts: readonly (Buffer | string)[]): string {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(typeof part === 'string' ? Buffer.from(part, 'hex') : part);
  return hash.digest('hex');
}

/** Keys sorted, no white space: by the test's own code. */
function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const keys = Object.keys(value).sort();
  return `{${keys.map((key) => `${JSON.stringify(key)}:${canonical((value as Record<string, unknown>)[key])}`).join(',')}}`;
}

/** The hash of a record according to docs/records.md. */
export function hashOf(record: unknown): string {
  return sha256(Buffer.from([0]), Buffer.from(canonical(record), 'utf8'));
}

/** The root that a proof leads to, according to docs/records.md. */
export function rootOf({ hash, index, size, path }: ProofResponse['proofs'][number]): string {
  let [own, at, last] = [hash, index, size - 1];
  const rest = [...path];
  while (last > 0) {
    if (!(at === last && at % 2 === 0)) {
      const other = rest.shift() ?? '';
      own = at % 2 === 1 ? sha256(Buffer.from([1]), other, own) : sha256(Buffer.from([1]), own, other);
    }
    [at, last] = [Math.floor(at / 2), Math.floor(last / 2)];
  }
  return own;
}

/** Every record of a kind through the API; throws if a number, a link or a hash does not match. */
export async function recountHttp({ app }: HttpApp, kind: RecordKind): Promise<PublishedRecord[]> {
  const all: PublishedRecord[] = [];
  let after: number | null = 0;
  let previous = '0'.repeat(64);
  while (after !== null) {
    const answer = await app.inject(`/api/records/${kind}?after=${after}`);
    const page: RecordsPage = recordsResponseSchema.strict().parse(answer.json());
    for (const { record, hash } of page.records) {
      if (record.number !== all.length + 1) throw new Error(`${record.number} follows ${all.length}`);
      if (record.previous !== previous) throw new Error(`${record.number} does not name the previous record`);
      if (hashOf(record) !== hash) throw new Error(`${record.number} has another hash`);
      all.push({ record, hash });
      previous = hash;
    }
    if (page.next === null && (page.total !== all.length || page.head !== previous))
      throw new Error('the chain is incomplete');
    after = page.next;
  }
  return all;
}
