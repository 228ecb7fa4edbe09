import { expect, it, test } from 'vitest';
import {
  afterLook,
  type ClaimEvidence,
  type ClaimFate,
  type ClaimRequest,
  fateOfClaim,
  readClaimRequest,
  type ShownClaim,
} from '#src/stores/claim-requests.ts';

const HASH = `0x${'a'.repeat(64)}`;
const OTHER = `0x${'b'.repeat(64)}`;
const ASKED: ClaimRequest = {
  account: `0x${'1'.repeat(40)}`,
  before: '50',
  nonce: 7,
  isShown: false,
  block: 100,
  askedAt: 1_000_000,
  answeredAt: 1_005_000,
  isServerTime: true,
  hash: HASH,
};
const QUIET: ClaimEvidence = {
  ...{ claimed: 50n, shown: null, nonce: 7, head: 110, logged: null },
  ...{ heldMs: 60_000, unseenMs: 60_000 },
};
const shown = (mined: ShownClaim['mined'], more: Partial<ShownClaim> = {}) => ({
  shown: { isClaim: true, nonce: 7, mined, ...more },
});
const PENDING = shown(null);
const PAID = { ...QUIET, claimed: 80n, nonce: 8 };
const OURS = { hash: OTHER, isOwn: true };
const STRANGERS = { hash: OTHER, isOwn: false };
const UNNAMED = { ...ASKED, hash: null };
const SEEN = { ...ASKED, isShown: true };

it.each<[string, ClaimRequest, ClaimEvidence, ClaimFate]>([
  ['the wallet has not answered', UNNAMED, QUIET, { kind: 'waiting' }],
  ['in no block yet', ASKED, QUIET, { kind: 'sent', hash: HASH, confirmations: 0 }],
  [
    'in a block',
    ASKED,
    { ...PAID, ...shown({ succeeded: true, block: 108 }) },
    { kind: 'sent', hash: HASH, confirmations: 3 },
  ],
  [
    'in a block after the head that was read',
    ASKED,
    { ...PAID, ...shown({ succeeded: true, block: 112 }) },
    { kind: 'sent', hash: HASH, confirmations: 1 },
  ],
  ['final', ASKED, { ...PAID, ...shown({ succeeded: true, block: 105 }) }, { kind: 'done', hash: HASH }],
  ['its block left the chain', ASKED, { ...QUIET, nonce: 7 }, { kind: 'sent', hash: HASH, confirmations: 0 }],
  ['failed', ASKED, { ...QUIET, ...shown({ succeeded: false, block: 105 }), nonce: 8 }, { kind: 'failed', hash: HASH }],
  [
    'failed in a block that can leave the chain',
    ASKED,
    { ...QUIET, ...shown({ succeeded: false, block: 106 }), nonce: 8 },
    { kind: 'sent', hash: HASH, confirmations: 5 },
  ],
  [
    'failed, and the counter is unread',
    ASKED,
    { ...QUIET, ...shown({ succeeded: false, block: 101 }), claimed: null },
    { kind: 'sent', hash: HASH, confirmations: 6 },
  ],
  [
    'another transaction of the account is named',
    ASKED,
    { ...QUIET, ...shown({ succeeded: false, block: 108 }, { isClaim: false }) },
    { kind: 'unknown' },
  ],
  ['no node has shown it for two minutes', ASKED, { ...QUIET, unseenMs: 120_001 }, { kind: 'unknown' }],
  [
    'a node shows it once more',
    ASKED,
    { ...QUIET, ...PENDING, unseenMs: 120_001 },
    { kind: 'sent', hash: HASH, confirmations: 0 },
  ],
  [
    'failed, because a stranger was first',
    ASKED,
    { ...PAID, ...shown({ succeeded: false, block: 105 }), logged: STRANGERS },
    { kind: 'first', hash: OTHER },
  ],
  [
    'failed, because an earlier one of the account itself was first',
    ASKED,
    { ...PAID, ...shown({ succeeded: false, block: 105 }), logged: OURS },
    { kind: 'sent', hash: OTHER, confirmations: 0 },
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
  [
    'sped up, no log can be read, and the node goes on showing the replaced one',
    SEEN,
    { ...PAID, ...PENDING },
    { kind: 'done', hash: null },
  ],
  ['cancelled in the wallet', SEEN, { ...QUIET, nonce: 8 }, { kind: 'cancelled', hash: HASH }],
  [
    'another transaction took the nonce that was noted, and no node has shown this one',
    ASKED,
    { ...QUIET, nonce: 8 },
    { kind: 'sent', hash: HASH, confirmations: 0 },
  ],
  ['refused, and another was sent', UNNAMED, { ...QUIET, nonce: 8 }, { kind: 'waiting' }],
  [
    'nothing can be read',
    ASKED,
    { ...QUIET, claimed: null, nonce: null },
    { kind: 'sent', hash: HASH, confirmations: 0 },
  ],
  ['nothing can be read for days', UNNAMED, { ...QUIET, claimed: null, heldMs: 9e9 }, { kind: 'waiting' }],
])('%s', (_, request, evidence, fate) => expect(fateOfClaim(request, evidence, 6)).toEqual(fate));

test('an end settles a request, and nothing else does', () => {
  for (const kind of ['first', 'done', 'failed', 'cancelled'] as const)
    expect(afterLook(ASKED, { kind, hash: HASH }, QUIET)).toBeNull();
  expect(afterLook(ASKED, { kind: 'sent', hash: OTHER, confirmations: 1 }, QUIET)).toEqual({ ...ASKED, hash: OTHER });
  expect(afterLook(ASKED, { kind: 'waiting' }, QUIET)).toEqual(ASKED);
});

test('a transaction that a node has shown keeps its own nonce', () => {
  const sent: ClaimFate = { kind: 'sent', hash: HASH, confirmations: 0 };
  expect(afterLook(ASKED, sent, { ...QUIET, ...shown(null, { nonce: 8 }) })).toEqual({ ...SEEN, nonce: 8 });
  expect(afterLook(SEEN, sent, QUIET)).toEqual(SEEN);
  expect(afterLook(SEEN, { ...sent, hash: OTHER }, QUIET)).toEqual({ ...ASKED, hash: OTHER });
});

const DAY_LATER = { ...QUIET, heldMs: 86_400_001 };

it.each<[string, Partial<ClaimRequest>, ClaimEvidence, boolean]>([
  ['it was named a minute ago', {}, QUIET, true],
  ['it was named a day ago', {}, DAY_LATER, false],
  ['it was refused a minute ago, and the account went on', { hash: null }, { ...QUIET, nonce: 8 }, true],
  ['it was refused a day ago', { hash: null }, DAY_LATER, false],
  ['the counter is unread', {}, { ...DAY_LATER, claimed: null }, true],
  ['the wallet has not answered', { hash: null, answeredAt: null }, DAY_LATER, true],
  [
    'the wallet has not answered, and the account went on since',
    { hash: null, answeredAt: null },
    { ...DAY_LATER, nonce: 8 },
    false,
  ],
])('a claim that nobody has shown is followed for a day, also in doubt: %s', (_, more, evidence, isFollowed) => {
  const request = { ...ASKED, ...more };
  const kind = request.hash === null ? 'waiting' : 'unknown';
  expect(afterLook(request, { kind }, evidence)).toEqual(isFollowed ? request : null);
});

test('a stored claim is read as it was written, and nothing else is', () => {
  expect(readClaimRequest(JSON.stringify(ASKED))).toEqual(ASKED);
  const bare = { ...UNNAMED, nonce: null, answeredAt: null };
  expect(readClaimRequest(JSON.stringify(bare))).toEqual(bare);
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
