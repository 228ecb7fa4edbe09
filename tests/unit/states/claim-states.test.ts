import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, test } from 'vitest';
import english from '#content/i18n/en.json' with { type: 'json' };
import { CLAIM_STATES, type ClaimFacts, type ClaimState, claimStateOf } from '#src/client/claim/allocation-states.ts';
import { CLAIM_FAULTS } from '#src/dev/rehearsal/rehearsal-state.ts';

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
const entry = (more: Partial<typeof ENTRY>) => with_({ entry: { ...ENTRY, ...more } });

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
