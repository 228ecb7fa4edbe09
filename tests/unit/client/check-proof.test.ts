import { createHash, generateKeyPairSync, sign } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { checkProof } from '#src/client/check-proof.ts';
import type { RecordProof } from '#src/contract/records.ts';
import { canonicalJson } from '#src/lib/hash/canonical-json.ts';
import { hashOf } from '#tests/support/recount.ts';

const { publicKey, privateKey } = generateKeyPairSync('ed25519');
const raw = publicKey.export({ format: 'der', type: 'spki' }).subarray(-32).toString('base64url');
const KEYS = [{ id: '0123456789abcdef', publicKey: raw, status: 'current' as const }] as never;

function node(left: string, right: string): string {
  return createHash('sha256')
    .update(Buffer.concat([Buffer.from([1]), Buffer.from(left, 'hex'), Buffer.from(right, 'hex')]))
    .digest('hex');
}

/** The second of the three records of a day, with its complete proof; `change` is applied before signing. */
function proof(change: object = {}): RecordProof {
  const records = [7, 8, 9].map((number) => ({
    ...{ type: 'synx-record', version: 1, kind: 'purchases', event: 'reversed', number },
    ...{ at: '2026-05-04T12:00:00.000Z', previous: '0'.repeat(64) },
    data: { payment: `1-0x${'a'.repeat(64)}-0`, sequence: 2, wallet: `0x${'1'.repeat(40)}`, usd: '25', tokens: '1923' },
  }));
  const [first = '', own = '', last = ''] = records.map(hashOf);
  const root = node(node(first, own), last);
  const payload = {
    ...{ type: 'synx-record-root', version: 1, kind: 'purchases', day: '2026-05-04', root, head: last },
    ...{ first: 7, last: 9, ...change },
  };
  const signature = sign(null, Buffer.from(canonicalJson(payload)), privateKey).toString('base64url');
  const signed = { payload, keyId: '0123456789abcdef', algorithm: 'Ed25519', signature };
  return { hash: own, record: records[1], index: 1, size: 3, path: [first, last], root: signed } as never;
}

describe('a proof', () => {
  it('is valid under the signed root of its day', async () => {
    expect(await checkProof(proof(), KEYS)).toBe('rooted');
  });

  it('is valid under an earlier day’s root, with which records are closed that a clock ahead dated', async () => {
    expect(await checkProof(proof({ day: '2026-05-01' }), KEYS)).toBe('rooted');
  });

  it('waits for the root while its day is not over', async () => {
    expect(await checkProof({ ...proof(), root: null }, KEYS)).toBe('open');
  });

  it.each([
    [
      'a record that was changed',
      (good: RecordProof) => ({ ...good, record: { ...good.record, at: '2026-05-04T12:00:01.000Z' } }),
    ],
    ['another path', (good: RecordProof) => ({ ...good, path: [...good.path].reverse() })],
    ['another place', (good: RecordProof) => ({ ...good, index: 0 })],
    [
      'a root that somebody else signed',
      (good: RecordProof) => ({ ...good, root: good.root && { ...good.root, signature: 'AAAA' } }),
    ],
    [
      'an unknown key',
      (good: RecordProof) => ({ ...good, root: good.root && { ...good.root, keyId: 'f'.repeat(16) } }),
    ],
  ])('is invalid with %s', async (_what, change) => {
    expect(await checkProof(change(proof()) as RecordProof, KEYS)).toBe('bad');
  });

  it.each([{ day: '2026-05-05' }, { kind: 'votes' }, { first: 6 }, { last: 10 }, { root: 'f'.repeat(64) }])(
    'is invalid under the root of another object: %j',
    async (change) => {
      expect(await checkProof(proof(change), KEYS)).toBe('bad');
    },
  );

  it('with a changed record is invalid before its day is over, too', async () => {
    const { record, ...rest } = proof();
    expect(await checkProof({ ...rest, root: null, record: { ...record, number: 9 } as never }, KEYS)).toBe('bad');
  });
});
