import { randomUUID } from 'node:crypto';
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { decodeFunctionData, encodeFunctionResult, type Hex } from 'viem';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import type { RpcReader } from '#src/chain/rpc-reader.ts';
import { CLAIM_STATES, claimStateOf } from '#src/client/claim/allocation-states.ts';
import { readClaimFacts } from '#src/client/claim/read-facts.ts';
import { SITE_LISTS } from '#src/client/claim/site-lists.ts';
import { finaliseBatch, noteAllocation } from '#src/server/money/handover/batch.ts';
import { claimsArguments, SynxClaims } from '#src/server/money/handover/deployment.ts';
import { publishLatest } from '#src/server/money/handover/publish.ts';
import { createCodeReader } from '#src/server/money/handover/read-codes.ts';
import type { Tx } from '#src/server/platform/database/tables.ts';
import { PROPOSAL_KINDS } from '#src/server/staff/commands/proposals.ts';
import { STAFF_COMMANDS } from '#src/server/staff/commands/staff-commands.ts';
import { rowsOf } from '#tests/contracts/support/document.ts';
import { draftBooks } from '#tests/support/draft-books.ts';
import { emptyChain, type HttpApp, openHttpApp } from '#tests/support/http-app.ts';
import { ANN, BEN, settleBooks } from '#tests/support/settled-books.ts';
import { newStaffMember, type StaffMember } from '#tests/support/staff-member.ts';
import { sharedFolder } from '#tests/support/temporary-folder.ts';

const DAY_MS = 86_400_000;
const CLAIMS = `0x${'c1'.repeat(20)}` as const;
const TOKEN = `0x${'70'.repeat(20)}` as const;
const THIEF = `0x${'ee'.repeat(20)}`;
const HASH = `0x${'12'.repeat(32)}`;
const DISTRIBUTOR = { chainId: 56, claims: CLAIMS, token: TOKEN } as const;

/** A value for each field that a command may have, as somebody would enter who means to take SYNX. */
const FIELDS = {
  ...{ id: '1', wallet: ANN, amount: '-100', payment: '1', chain: '1', hash: HASH, usd: '100', refund: '1' },
  ...{ mission: 'xFollow', points: '500', code: 'mistake', entry: '1', at: '', key: 'claimOpen', date: '2026-06-01' },
  ...{ basis: 'stated', happened: 'yes', token: '1:USDT', commit: 'a1'.repeat(20), name: 'cy', views: '5000000' },
  ...{ opens: '2030-01-01T00:00', because: 'The list is wrong.', answer: 'It is granted.', batch: '1', claims: THIEF },
  ...{
    tokenTransaction: HASH,
    claimsTransaction: HASH,
    note: 'Because of it.',
    reason: 'Ticket 17: it was asked for.',
  },
  ...{ role: 'manager', value: '1:USDT', submission: '1', channel: 'x', title: 'x', url: 'https://example.org/' },
};

const folder = sharedFolder();
let http: HttpApp;
let ada: StaffMember;
let bea: StaffMember;
let rex: StaffMember;

// A draft to which somebody objects.
beforeAll(async () => {
  http = await openHttpApp({ source: emptyChain, env: { ALLOCATION_FOLDER: folder } });
  await settleBooks(http);
  const { now } = http.clock;
  await draftBooks(http.context.db, { chainId: 56, opens: now + 30 * DAY_MS, objectionMs: 0 }, now);
  await inOne(async (tx) => {
    const objection = { batch: 1n, wallet: BEN, text: 'I paid more.', answer: null, decided_at: null };
    await tx
      .insertInto('allocation_objections')
      .values({ ...objection, state: 'open', created_at: 0n })
      .execute();
  });
  ada = await newStaffMember(http, 'ada', 'manager');
  bea = await newStaffMember(http, 'bea', 'manager');
  rex = await newStaffMember(http, 'rex', 'reviewer');
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});
afterAll(() => http.close());

const inOne = (work: (tx: Tx) => Promise<unknown>) => http.context.db.transaction().execute(work);

/** Nobody objects any more, and the contract is named and funded. */
async function makeFinal(): Promise<void> {
  const { db } = http.context;
  await db.deleteFrom('allocation_objections').execute();
  const { root } = await db.selectFrom('allocation_batches').select('root').executeTakeFirstOrThrow();
  http.clock.now += 1_000;
  await createCodeReader(http.context, 'reader').pass();
  await inOne((tx) => finaliseBatch(tx, root, http.clock.now));
  await stateContract();
  await publishLatest(http.context);
}

async function stateContract(): Promise<void> {
  const at = BigInt(http.clock.now);
  await http.context.db
    .insertInto('distributors')
    .values({
      ...{ batch: 1n, chain_id: 56n, claims: CLAIMS, token: TOKEN, differences: '[]', given_at: at, named_at: at },
      ...{ token_transaction: HASH, claims_transaction: HASH, compared_at: at, compared_block: 9n, chain_time: 0n },
      ...{ deployed_block: 1n, deployed_at: at, funded_at: at, funded_block: 2n, funded_hash: HASH, funded_tx: HASH },
    })
    .execute();
  const data = { batch: 1, chainId: 56, claims: CLAIMS, token: TOKEN, supply: [], auditReport: HASH.slice(2) };
  const named = { event: 'named', data, wallet: null, source: `named-${randomUUID()}` };
  await inOne((tx) => noteAllocation(tx, named, http.clock.now));
}

/** Everything that says what is owed to whom, in the books and in public. */
async function owed() {
  const { db } = http.context;
  const accounts = db.selectFrom('accounts').select(['owner', 'balance']).where('kind', '=', 'allocated');
  return {
    list: await db.selectFrom('allocation_batches').selectAll().execute(),
    entries: await db.selectFrom('allocation_entries').selectAll().orderBy('address').execute(),
    books: await accounts.orderBy('owner').execute(),
    contract: await db.selectFrom('distributors').selectAll().execute(),
  };
}

/** The second cell of a row of the document. */
const stated = (key: string) => rowsOf('What each key can do').find(([name]) => name === key)?.[1];
const named = (commands: readonly string[]) =>
  [...new Set(commands)]
    .sort()
    .map((name) => `\`${name}\``)
    .join(' ') || '–';

const fieldsOf = (input: { readonly shape: object }) =>
  Object.fromEntries(Object.keys(input.shape).map((field) => [field, FIELDS[field as keyof typeof FIELDS] ?? '']));

/** The commands with which a person alone has changed what is owed. */
async function alone(person: StaffMember): Promise<readonly string[]> {
  const changed: string[] = [];
  for (const [name, { input }] of Object.entries(STAFF_COMMANDS)) {
    const before = await owed();
    await person.act(name, fieldsOf(input)).catch(() => undefined);
    if (!isSame(before, await owed())) changed.push(name);
  }
  return changed;
}

const isSame = (one: unknown, other: unknown) => {
  const text = (value: unknown) => JSON.stringify(value, (_, each) => (typeof each === 'bigint' ? String(each) : each));
  return text(one) === text(other);
};

/** Two managers carry out a kind of proposal; whether it changed what is owed. */
async function together(kind: string): Promise<boolean> {
  const { db } = http.context;
  const before = await owed();
  await ada.act(`propose-${kind}`, {
    ...fieldsOf(PROPOSAL_KINDS[kind]?.input ?? { shape: {} }),
    reason: FIELDS.reason,
  });
  const { id } = await db.selectFrom('staff_proposals').select('id').orderBy('id', 'desc').executeTakeFirstOrThrow();
  const { root } = await db.selectFrom('allocation_batches').select('root').executeTakeFirstOrThrow();
  await bea.act('approve-proposal', { id: String(id), root });
  return !isSame(before, await owed());
}

/** The kinds that change what is owed; a contract can be stated once none is. */
async function changing(): Promise<readonly string[]> {
  const changed: string[] = [];
  const kinds = Object.keys(PROPOSAL_KINDS);
  for (const kind of [...kinds, ...kinds]) if (await together(kind).catch(() => false)) changed.push(kind);
  return changed;
}

test('[S39] a reviewer, or a manager alone, changes nothing of a draft', async () => {
  expect(await alone(rex)).toEqual([]);
  expect(await alone(ada)).toEqual([]);
  // Most of what one person can do is to propose, and everything that they proposed still waits.
  const proposals = await http.context.db.selectFrom('staff_proposals').select('state').execute();
  expect(proposals.length).toBeGreaterThan(10);
  expect((await owed()).books.length).toBeGreaterThan(5);
});

test('[S39] with a final list two managers change no more than which contract is named', async () => {
  await makeFinal();
  for (const [key, person] of [
    ['of a reviewer at the desk', rex],
    ['of one manager', ada],
  ] as const)
    expect(named(await alone(person)), key).toBe(stated(key));
  const before = await owed();
  expect(named(await changing())).toBe(stated('of two managers'));
  const { contract: _, ...after } = await owed();
  expect(before).toMatchObject(after);
});

/** The contract as any node has it: nobody of ours can change that. */
async function contractSource(): Promise<RpcReader> {
  const batch = await http.context.db.selectFrom('allocation_batches').selectAll().executeTakeFirstOrThrow();
  const { root, total, schedules } = claimsArguments(batch);
  const answers = { root, total, schedules, token: TOKEN, funded: true, claimed: 0n };
  const time = batch.opens_at / 1_000n + 400n * 86_400n;
  vi.useFakeTimers({ now: Number(time) * 1_000, toFake: ['Date'] });
  return {
    request: async ({ method, params }) => {
      if (method === 'eth_getCode') return '0x12';
      if (method === 'eth_getBlockByNumber') return { number: '0x9', timestamp: `0x${time.toString(16)}` };
      const { data } = params[0] as { readonly data: Hex };
      const { functionName } = decodeFunctionData({ abi: SynxClaims.abi, data });
      const result = answers[functionName as keyof typeof answers];
      return encodeFunctionResult({ abi: SynxClaims.abi, functionName, result });
    },
  };
}

/** What the page of ANN says, with the site's answers as somebody changes them; null is no answer. */
async function pageOf(change: (path: string, body: string) => string | null) {
  vi.stubGlobal('fetch', async (path: string) => {
    const { statusCode, body } = await http.app.inject(path);
    const changed = statusCode === 200 ? change(path, body) : null;
    return changed === null ? new Response('', { status: 404 }) : new Response(changed, { status: 200 });
  });
  const reading = await readClaimFacts(ANN, DISTRIBUTOR, { source: await contractSource(), lists: SITE_LISTS });
  vi.useRealTimers();
  const wallet = { isOnChain: true, canPayFee: true };
  const state = claimStateOf({ ...reading.facts, wallet, isPhone: false, claim: null });
  return { state, offers: CLAIM_STATES[state].offers, listed: reading.listed };
}

test('[S39] whoever has the server, its signing key, its database or its name cannot have a page claim anything else', async () => {
  await http.context.db.deleteFrom('distributors').execute();
  await stateContract();
  await publishLatest(http.context);
  http.clock.now += 6_000;
  vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  const honest = await pageOf((_, body) => body);
  expect(honest).toMatchObject({ state: 'open', offers: 'claim', listed: { entry: { address: ANN } } });
  const own = String(honest.listed?.entry.bought);
  const isShard = (path: string) => path.includes('/s/');
  const attacks: Record<string, (path: string, body: string) => string | null> = {
    'another contract in the API': (path, body) => (path === '/api/allocation' ? body.replaceAll(CLAIMS, THIEF) : body),
    'another token in the API': (path, body) => (path === '/api/allocation' ? body.replaceAll(TOKEN, THIEF) : body),
    'a larger amount': (path, body) => (isShard(path) ? body.replace(own, `9${own}`) : body),
    'another address': (path, body) => (isShard(path) ? body.replace(ANN, THIEF) : body),
    'another list with its own signed root': (path, body) =>
      isShard(path) ? body.replace(own, '1') : body.replaceAll(/"root":"0x\w+"/g, `"root":"${HASH}"`),
    'no files': (path, body) => (path.startsWith('/allocation/') ? null : body),
    'a list that is withdrawn': (path, body) =>
      path === '/api/allocation' ? body.replace('"final"', '"withdrawn"').replaceAll(HASH, '') : body,
    'no API': (path, body) => (path.startsWith('/api/') ? null : body),
  };
  for (const [what, change] of Object.entries(attacks)) {
    const { state, offers, listed } = await pageOf(change);
    // Either the page refuses, or it claims exactly what the contract owes.
    if (offers !== null) expect([what, listed]).toEqual([what, honest.listed]);
    else expect([what, state]).toEqual([what, expect.stringMatching(/^(?:differs|mismatch|unreachable|withdrawn)$/)]);
  }
});

test('[S39] whoever changes the entries in the database can publish no list of them', async () => {
  const { db } = http.context;
  const files = () => readFileSync(join(folder, '1', 'list.txt'), 'utf8');
  const before = files();
  rmSync(join(folder, '1', 'manifest.json'));
  await db.updateTable('allocation_entries').set({ bought: 1n }).where('address', '=', ANN).execute();
  await expect(publishLatest(http.context)).rejects.toThrow('another root');
  expect(files()).toBe(before);
});

test('the document has a row for every key', () => {
  expect(rowsOf('What each key can do').map(([key]) => key)).toEqual([
    ...['of the deployer', 'of whoever the supply was minted to, such as the treasury', 'of an account on the list'],
    ...['of the team’s beneficiary', 'anybody’s', 'of a reviewer at the desk', 'of one manager', 'of two managers'],
    ...['of the server, its receipts, its host or its database', 'of the site’s build', 'of the site’s name (DNS)'],
  ]);
});
