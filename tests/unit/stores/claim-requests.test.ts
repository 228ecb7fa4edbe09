import { expect, it, test } from 'vitest';
import {
  afterLook,
  type ClaimEvidence,
  type ClaimFate,
  type ClaimRequest,
  fateOfClaim,
  readClaimRequest,
} from '#src/stores/claim-requests.ts';

const HASH = `0x${'a'.repeat(64)}`;
const OTHER = `0x${'b'.repeat(64)}`;
const ASKED: ClaimRequest = {
  account: `0x${'1'.repeat(40)}`,
  before: '50',
  nonce: 7,
  block: 100,
  askedAt: 1_000_000,
  hash: HASH,
  ended: null,
};
const QUIET: ClaimEvidence = { claimed: 50n, mined: null, nonce: 7, head: 110, logged: null, now: 1_060_000 };
const PAID = { ...QUIET, claimed: 80n, nonce: 8 };
const OURS = { hash: OTHER, isOwn: true };
const STRANGERS = { hash: OTHER, isOwn: false };
const UNNAMED = { ...ASKED, hash: null };

it.each<[string, ClaimRequest, ClaimEvidence, ClaimFate]>([
  ['the wallet has not answered', UNNAMED, QUIET, { kind: 'waiting' }],
  ['in no block yet', ASKED, QUIET, { kind: 'sent', hash: HASH, confirmations: 0 }],
  [
    'in a block',
    ASKED,
    { ...PAID, mined: { succeeded: true, block: 108 } },
    { kind: 'sent', hash: HASH, confirmations: 3 },
  ],
  ['final', ASKED, { ...PAID, mined: { succeeded: true, block: 105 } }, { kind: 'done', hash: HASH }],
  ['its block left the chain', ASKED, { ...QUIET, nonce: 7 }, { kind: 'sent', hash: HASH, confirmations: 0 }],
  ['failed', ASKED, { ...QUIET, mined: { succeeded: false, block: 108 }, nonce: 8 }, { kind: 'failed', hash: HASH }],
  [
    'failed, because a stranger was first',
    ASKED,
    { ...PAID, mined: { succeeded: false, block: 108 }, logged: STRANGERS },
    { kind: 'first', hash: OTHER },
  ],
  [
    'a stranger was first, and ours still waits',
    ASKED,
    { ...PAID, nonce: 7, logged: STRANGERS },
    { kind: 'first', hash: OTHER },
  ],
  ['a stranger was first, and no log can be read', ASKED, { ...PAID, nonce: 7 }, { kind: 'first', hash: null }],
  ['sped up', ASKED, { ...PAID, logged: OURS }, { kind: 'sent', hash: OTHER, confirmations: 0 }],
  [
    'sent though the wallet named nothing',
    UNNAMED,
    { ...PAID, logged: OURS },
    { kind: 'sent', hash: OTHER, confirmations: 0 },
  ],
  ['sped up, and no log can be read', ASKED, PAID, { kind: 'done', hash: null }],
  ['cancelled in the wallet', ASKED, { ...QUIET, nonce: 8 }, { kind: 'cancelled', hash: HASH }],
  ['its node is behind', ASKED, { ...QUIET, nonce: 8, now: 1_005_000 }, { kind: 'sent', hash: HASH, confirmations: 0 }],
  ['refused', UNNAMED, { ...QUIET, now: 1_000_000 + 86_400_001 }, { kind: 'cancelled', hash: null }],
  [
    'nothing can be read',
    ASKED,
    { ...QUIET, claimed: null, nonce: null },
    { kind: 'sent', hash: HASH, confirmations: 0 },
  ],
  ['nothing can be read for days', UNNAMED, { ...QUIET, claimed: null, now: 9e9 }, { kind: 'waiting' }],
])('%s', (_, request, evidence, fate) => expect(fateOfClaim(request, evidence, 6)).toEqual(fate));

test('an end is settled once it has lasted for six blocks, and one that a block takes back is none', () => {
  const failed: ClaimFate = { kind: 'failed', hash: HASH };
  const first = afterLook(ASKED, failed, { head: 110 }, 6);
  expect(first).toEqual({ ...ASKED, ended: { kind: 'failed', head: 110 } });
  const look = (fate: ClaimFate, head: number) => first && afterLook(first, fate, { head }, 6);
  expect(look(failed, 114)).toEqual(first);
  expect(look(failed, 115)).toBeNull();
  expect(look({ kind: 'sent', hash: OTHER, confirmations: 1 }, 115)).toEqual({ ...ASKED, hash: OTHER });
  expect(look({ kind: 'first', hash: OTHER }, 115)).toEqual({ ...ASKED, ended: { kind: 'first', head: 115 } });
  expect(look({ kind: 'waiting' }, 115)).toEqual(ASKED);
  expect(look({ kind: 'done', hash: HASH }, 112)).toBeNull();
});

test('a stored claim is read as it was written, and nothing else is', () => {
  expect(readClaimRequest(JSON.stringify(ASKED))).toEqual(ASKED);
  expect(readClaimRequest(JSON.stringify({ ...UNNAMED, nonce: null }))).toEqual({ ...UNNAMED, nonce: null });
  for (const damaged of [
    '',
    'null',
    '{}',
    '[]',
    JSON.stringify({ ...ASKED, hash: 'x' }),
    JSON.stringify({ ...ASKED, before: '-1' }),
  ])
    expect(readClaimRequest(damaged)).toBeUndefined();
});
