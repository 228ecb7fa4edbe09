import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it, test, vi } from 'vitest';
import english from '#content/i18n/en.json' with { type: 'json' };
import { CLAIM_STATES, type ClaimFacts, type ClaimState, claimStateOf } from '#src/client/claim/allocation-states.ts';
import { readClaimFacts } from '#src/client/claim/read-facts.ts';
import { SITE_LISTS } from '#src/client/claim/site-lists.ts';
import { CLAIM_FAULTS } from '#src/dev/rehearsal/rehearsal-state.ts';
import { nowText } from '#src/scripts/tools/claim/claim-now.ts';
import { randomEntries, readEntries, shardFiles } from '#tests/support/allocation-lists.ts';
import { random } from '#tests/support/random.ts';

const DOCUMENT = readFileSync(join(import.meta.dirname, '../../../docs/handover.md'), 'utf8');
const OFFERS = { claim: 'Claim', switch: 'switch the network' } as const;

test('docs/handover.md has the states of the claim with what the page says and offers', () => {
  const rows = [...DOCUMENT.matchAll(/^\| (\d+) \| `([a-z-]+)` \| (.+) \| (.+) \|$/gm)].map(([, ...cells]) => cells);
  const table = Object.entries(CLAIM_STATES).map(([state, { text, offers }], index) => [
    String(index + 1),
    state,
    english[text],
    offers === null ? '–' : OFFERS[offers],
  ]);
  expect(table).toHaveLength(25);
  expect(rows).toEqual(table);
});

test('docs/handover.md has every further failure of a rehearsal with the state that it leads to', () => {
  for (const { what, shows } of Object.values(CLAIM_FAULTS))
    expect(DOCUMENT).toContain(`| ${what} | the list | ${shows === null ? 'as before' : `\`${shows}\``}`);
});

const ENTRY = { total: 100n, claimed: 0n, opened: 0n, later: 40n };
/** Open in part, for a connected wallet that can claim. */
const READY: ClaimFacts = {
  batch: 'final',
  list: 'read',
  differs: false,
  setAside: null,
  entry: { ...ENTRY, opened: 60n },
  contract: 'funded',
  wallet: { isOnChain: true, canPayFee: true },
  isPhone: false,
  claim: null,
};
const with_ = (more: Partial<ClaimFacts>): ClaimFacts => ({ ...READY, ...more });
const entry = (more: Partial<typeof ENTRY>) => ({ ...READY, entry: { ...ENTRY, ...more } });

/** A few minutes after a claim of all that was open, with stakes that open later. */
const dust = entry({ total: 1_000_000n, claimed: 500_000n, opened: 500_010n, later: 40n });

describe('the state by its facts', () => {
  it.each<[ClaimState, ClaimFacts]>([
    ['none', with_({ batch: 'none', entry: null })],
    ['closed', with_({ batch: 'closed', entry: null })],
    ['draft', with_({ batch: 'draft', contract: 'none' })],
    ['not-listed', with_({ entry: null })],
    ['withdrawn', with_({ batch: 'withdrawn', entry: null })],
    ['no-contract', with_({ contract: 'none' })],
    ['unfunded', with_({ contract: 'unfunded' })],
    ['before', entry({})],
    ['open', entry({ opened: 100n, later: 0n })],
    ['partly', READY],
    ['vesting', entry({ opened: 60n, later: 0n })],
    ['vesting', dust],
    ['partly', entry({ ...dust.entry, claimed: 0n })],
    ['nothing-new', entry({ opened: 60n, claimed: 60n })],
    ['wrong-network', with_({ wallet: { isOnChain: false, canPayFee: false } })],
    ['no-fee', with_({ wallet: { isOnChain: true, canPayFee: false } })],
    ['sent', with_({ claim: 'sent' })],
    ['first', with_({ claim: 'first' })],
    ['failed', with_({ claim: 'failed' })],
    ['contract-wallet', with_({ entry: null, setAside: 'waiting' })],
    ['set-aside', with_({ entry: null, setAside: 'withheld' })],
    ['unreachable', with_({ list: 'unreachable' })],
    ['mismatch', with_({ list: 'mismatch' })],
    ['differs', with_({ differs: true })],
    ['received', entry({ opened: 100n, claimed: 100n, later: 0n })],
    ['phone', with_({ wallet: null, isPhone: true })],
    ['unread', with_({ contract: 'unread' })],
  ])('%s', (state, facts) => expect(claimStateOf(facts)).toBe(state));
});

test('no fact of a wallet, a claim or an amount allows a claim that something forbids', () => {
  const forbidden: Partial<ClaimFacts>[] = [
    { differs: true },
    { list: 'mismatch' },
    { list: 'unreachable' },
    { batch: 'none' },
    { batch: 'closed' },
    { batch: 'draft' },
    { batch: 'withdrawn' },
    { entry: null },
    { contract: 'none' },
    { contract: 'unfunded' },
    { contract: 'unread' },
  ];
  const other: Partial<ClaimFacts>[] = [
    {},
    { claim: 'failed' },
    { wallet: null },
    { isPhone: true, wallet: null },
    { entry: { ...ENTRY, opened: 100n, later: 0n } },
    { batch: 'unread' },
  ];
  for (const one of forbidden)
    for (const two of other) expect(CLAIM_STATES[claimStateOf(with_({ ...two, ...one }))].offers).toBeNull();
  expect(claimStateOf(with_({ batch: 'unread' }))).toBe('partly');
  expect(claimStateOf(with_({ wallet: null }))).toBe('partly');
});

describe('the state of an address by the files of the list and what our server says', () => {
  afterEach(() => {
    vi.unstubAllGlobals();
    vi.restoreAllMocks();
  });
  const entries = randomEntries(random(20), 5);
  const list = readEntries(entries);
  const listed = entries[0]?.address ?? '';
  const other = `0x${'e5'.repeat(20)}`;
  const nothing = { entry: null, setAside: null, objection: null };
  const waiting = { ...nothing, setAside: { class: 'waiting', amount: '5', reason: 'contract-elsewhere', chainId: 1 } };
  const ADDRESS = `0x${'c'.repeat(40)}` as const;
  const distributor = { chainId: 56, claims: ADDRESS, token: ADDRESS } as const;
  const chain = { request: () => Promise.reject(new Error('no node')) };

  it.each([
    ['a file, and an entry', listed, true, nothing, 'unread'],
    ['a file without it, and no entry', other, true, nothing, 'not-listed'],
    ['a file without it, and an address set aside', other, true, waiting, 'contract-wallet'],
    ['a file without it, and no answer', other, true, null, 'not-listed'],
    ['no file, and no entry', other, false, nothing, 'unreachable'],
    ['no file, and an address set aside', other, false, waiting, 'contract-wallet'],
    ['no file, and no answer', other, false, null, 'unreachable'],
  ])('%s', async (_what, address, isThere, answer, state) => {
    vi.spyOn(console, 'warn').mockImplementation(() => undefined);
    const { root } = list;
    const payload = { batch: 1, state: 'final', root, shardDigits: 0, chainId: 56, claims: ADDRESS, token: ADDRESS };
    const answers: Readonly<Record<string, unknown>> = {
      '/api/allocation': { state: 'final', batch: 1, root, schedules: [], distributor: null },
      '/allocation/1/manifest.json': { payload },
      [`/api/allocation/entries/${address}`]: answer,
      '/allocation/1/s/all.json': isThere ? JSON.parse(shardFiles(entries, list).get('') ?? '') : null,
    };
    vi.stubGlobal('fetch', async (path: string) =>
      answers[path] == null ? new Response('', { status: 404 }) : Response.json(answers[path]),
    );
    const { facts } = await readClaimFacts(address, distributor, { source: chain, lists: SITE_LISTS });
    expect(claimStateOf({ ...facts, differs: false, wallet: null, isPhone: false, claim: null })).toBe(state);
  });
});

describe('a chain whose latest block is older than a quarter of an hour', () => {
  const CLAIMS = `0x${'c'.repeat(40)}` as const;
  const distributor = { chainId: 56, claims: CLAIMS, token: CLAIMS } as const;
  const now = Date.parse('2027-03-01T00:00:00Z');
  const words = (count: number) => `0x${'0'.repeat(64 * count)}`;
  const answers: Readonly<Record<string, (call: { data: string }) => unknown>> = {
    eth_getCode: () => '0x60',
    // Of the views only the schedules are eight words.
    eth_call: ({ data }) => words(data === '0x2a48d4d0' ? 8 : 1),
    eth_getBlockByNumber: () => ({ number: '0x1', timestamp: `0x${(now / 1_000).toString(16)}` }),
  };
  const source = {
    request: async ({ method, params: [call] }: { method: string; params: readonly unknown[] }) =>
      answers[method]?.(call as never),
  };
  const readAt = async (visitors: number, servers: number | null) => {
    vi.resetModules();
    vi.useFakeTimers({ now: visitors });
    vi.spyOn(console, 'warn').mockImplementation(() => undefined);
    const { noteServerTime } = await import('#src/client/server-time.ts');
    const read = await import('#src/client/claim/read-facts.ts');
    if (servers !== null) noteServerTime(new Response('', { headers: { Date: new Date(servers).toUTCString() } }));
    const lists = {
      batch: async () => null,
      naming: async () => ({ says: 'agreed', record: null }) as const,
      manifestOf: () => Promise.reject(new Error('no list')),
      entryOf: async () => null,
    };
    const { facts } = await read.readClaimFacts(CLAIMS, distributor, { source, lists });
    return facts.contract;
  };
  afterEach(() => vi.useRealTimers());
  const HOUR = 3_600_000;

  it.each([
    ['stands still by the server’s clock', now, now + HOUR, 'unread'],
    ['does not by the clock of a visitor who is ahead', now + HOUR, now, 'unfunded'],
    ['stands still by the visitor’s clock while the server is silent', now + HOUR, null, 'unread'],
    ['does not where both are right', now, now, 'unfunded'],
  ])('%s', async (_, visitors, servers, contract) => expect(await readAt(visitors, servers)).toBe(contract));
});

test('before anybody enters an address, the page says what is true for all', () => {
  const ADDRESS = `0x${'c'.repeat(40)}`;
  const texts = english as never;
  const words = { drafted: english['api.handed_over'] } as never;
  const distributor = { chainId: 56, claims: ADDRESS, token: ADDRESS } as const;
  const opensAt = '2027-03-01T00:00:00Z';
  const now = Date.parse(opensAt);
  const say = (batch: object, at = now) =>
    nowText(
      { total: '5000000000', opensAt, withdrawnAt: null, withdrawnReason: null, distributor: null, ...batch } as never,
      { texts, words, tag: 'en', distributor } as never,
      at,
    );
  const funded = { state: 'final', distributor: { ...distributor, fundedAt: opensAt } };
  expect(say({ state: 'none', opensAt: null })).toBe(english['claim.state.none']);
  expect(say({ state: 'closed', opensAt: null })).toBe(english['claim.state.closed']);
  expect(say({ state: 'draft' })).toBe(english['api.handed_over']);
  expect(say({ state: 'withdrawn', withdrawnAt: opensAt, withdrawnReason: 'a wrong day' })).toBe(
    'This draft was withdrawn on March 1, 2027: a wrong day. A new one will follow.',
  );
  expect(say({ state: 'final' })).toBe(english['claim.state.noContract']);
  expect(say({ state: 'final', distributor: { ...distributor, fundedAt: null } })).toBe(
    english['claim.state.unfunded'],
  );
  expect(say(funded, now - 1)).toMatch(/^The contract holds all 5 SYNX, .+ Claiming opens on .+ UTC\.$/);
  expect(say(funded)).toBe(english['claim.opened']);
  expect(say({ ...funded, distributor: { ...funded.distributor, claims: `0x${'d'.repeat(40)}` } })).toBe(
    english['claim.state.differs'],
  );
});
