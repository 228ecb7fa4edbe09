import { afterEach, expect, test, vi } from 'vitest';
import { namingOf } from '#src/client/claim/check-naming.ts';
import type { ListManifest, Naming } from '#src/client/claim/read-list.ts';
import { readDistributor } from '#src/config/distributor.ts';
import { signingKey } from '#src/server/platform/keys/signing-key.ts';

const CLAIMS = `0x${'c'.repeat(40)}` as const;
const TOKEN = `0x${'d'.repeat(40)}` as const;
const OTHER = `0x${'e'.repeat(40)}` as const;
const ROOT = `0x${'1'.repeat(64)}`;
const COMMIT = 'ab'.repeat(20);
const OURS = { claims: CLAIMS, token: TOKEN };
const KEY = signingKey(new Uint8Array(32).fill(7));
const FOREIGN = signingKey(new Uint8Array(32).fill(8));

/** What everybody says while they agree; a test changes one of them, and null is no answer. */
interface Said {
  readonly told: object | null;
  readonly config: object | null;
  readonly status: string | null;
  readonly records: readonly (readonly [event: string, data: object])[] | null;
  readonly statement: object;
  readonly key: typeof KEY;
  readonly signature: string | null;
}

const AGREED: Said = {
  told: OURS,
  config: { withdrawnBuilds: [] },
  status: 'current',
  records: [
    ['final', { batch: 1, root: ROOT }],
    ['named', { batch: 1, chainId: 56, ...OURS }],
  ],
  statement: {},
  key: KEY,
  signature: null,
};

afterEach(() => vi.unstubAllGlobals());

/** Each is another statement, since one that agreed is not looked at again. */
let statements = 0;

async function named(change: Partial<Said>): Promise<Naming> {
  const said = { ...AGREED, ...change };
  statements += 1;
  const keys = { keys: [{ id: KEY.id, publicKey: KEY.publicKey, status: said.status }] };
  const records = said.records?.map(([event, data], index) => ({
    record: { kind: 'allocation', number: index + 1, event, data },
  }));
  const answers: Record<string, object | null> = {
    '/api/config': said.config,
    '/api/verify/keys': said.status === null ? null : keys,
    // Two pages of one record each.
    '/api/records/allocation?after=0': records === undefined ? null : { records: records.slice(0, 1), next: 1 },
    '/api/records/allocation?after=1': records === undefined ? null : { records: records.slice(1), next: null },
  };
  vi.stubGlobal('fetch', async (url: string) => {
    const answer = answers[url] ?? null;
    return answer === null ? new Response('', { status: 503 }) : Response.json(answer);
  });
  vi.stubGlobal('document', { querySelector: () => ({ content: `${COMMIT}-changed` }) });
  const payload = {
    ...{ batch: 1, state: 'final', chainId: 56, root: ROOT, shardDigits: 0, ...OURS, statements },
    ...said.statement,
  } as const;
  const signed = { payload, keyId: said.key.id, signature: said.signature ?? said.key.sign(payload) };
  const distributor = readDistributor(`56:${CLAIMS}:${TOKEN}`);
  if (distributor === null) throw new Error('no distributor');
  const batch =
    said.told === null ? null : ({ batch: 1, distributor: 'claims' in said.told ? said.told : null } as never);
  return namingOf(distributor, batch, { ...payload, signed } as ListManifest);
}

test.each<[string, Naming['says'], Partial<Said>]>([
  ['all four name the contract of the build', 'agreed', {}],
  [
    'our server is silent, and the statement remains',
    'agreed',
    { told: null, config: null, status: null, records: null },
  ],
  ['our server names another contract', 'differs', { told: { ...OURS, claims: OTHER } }],
  ['our server names another token', 'differs', { told: { ...OURS, token: OTHER } }],
  ['the statement names another contract', 'differs', { statement: { claims: OTHER } }],
  ['the statement is about another chain', 'differs', { statement: { chainId: 137 } }],
  ['the key of the statement was revoked', 'differs', { status: 'revoked' }],
  ['a stranger signed the statement', 'differs', { key: FOREIGN }],
  ['the signature is of something else', 'differs', { signature: KEY.sign({ batch: 1 }) }],
  [
    'the records name another contract',
    'differs',
    { records: [AGREED.records?.[0] as never, ['named', { batch: 1, chainId: 56, ...OURS, claims: OTHER }]] },
  ],
  [
    'the records made another list final',
    'differs',
    { records: [['final', { batch: 1, root: `0x${'2'.repeat(64)}` }], AGREED.records?.[1] as never] },
  ],
  [
    'the records name a contract of another list only',
    'unnamed',
    { records: [AGREED.records?.[0] as never, ['named', { batch: 2, chainId: 56, ...OURS }]] },
  ],
  [
    'the records name it no longer',
    'unnamed',
    { told: {}, records: [...(AGREED.records ?? []), ['unnamed', { batch: 1, claims: CLAIMS }]] },
  ],
  ['the statement names none yet', 'unnamed', { statement: { claims: null, token: null } }],
  ['our server names none, and has no records', 'unnamed', { told: {}, records: null }],
  ['our server has not noticed yet what the records name', 'agreed', { told: {} }],
  ['the build was withdrawn', 'withdrawn', { config: { withdrawnBuilds: [COMMIT] } }],
  ['another build was withdrawn', 'agreed', { config: { withdrawnBuilds: ['cd'.repeat(20)] } }],
])('%s: %s', async (_, naming, change) => expect((await named(change)).says).toBe(naming));

test('the record that names the contract is told only where it agrees with all others', async () => {
  expect((await named({})).record).toBe(2);
  const [final, naming] = AGREED.records ?? [];
  const again = [final, naming, ['unnamed', { batch: 1, claims: CLAIMS }], naming] as NonNullable<Said['records']>;
  expect((await named({ records: again })).record).toBe(4);
  expect((await named({ records: null })).record).toBeNull();
  expect((await named({ status: 'revoked' })).record).toBeNull();
});
