import { expect, test } from 'vitest';
import type { PaymentView } from '#src/contract/payments.ts';
import type { PurchaseResponse } from '#src/contract/presale.ts';
import { type Evidence, type Fate, fateOf } from '#src/purchase/payment-fate.ts';
import type { PaymentRequest, RequestState } from '#src/purchase/payment-requests.ts';

// Every combination of what an account has sent, what its wallet says, and what node, records and API show of it.

const ASKED_AT = 1_000_000_000_000;
/** The head of the chain when the wallet was asked: what was sent before is in the block before it. */
const BLOCK = 100;
/** By how much the page's time differs from the server's, in milliseconds. */
const CLOCKS = [0, 3_600_000, -3_600_000] as const;
/** The account's true next nonce when the wallet was asked. */
const NEXT = 5;

type Place = 'hidden' | 'pool' | 'mined';
interface Sent {
  readonly hash: string;
  readonly nonce: number;
  readonly place: Place;
}

/**
 * The other transaction of the account: for another site; a payment that this browser follows; the same as sent by
 * another device for another amount; a payment that was credited, or replaced, before the page was opened; what has
 * just replaced one that this browser follows; a payment that our API had given up, and that comes after all.
 */
const KINDS = ['site', 'followed', 'device', 'before', 'replaced before', 'replacing', 'given up'] as const;
type Kind = (typeof KINDS)[number];
type Other = Sent & { readonly kind: Kind };

const STATES = ['asked', 'refused', 'failed', 'named', 'unseen', 'shown'] as const satisfies RequestState[];
/**
 * Blind: tells nothing. Late: does not show the payment yet. Code: the account is a contract; delegated: it has code
 * and sends its own transactions. The nonces of both tell nothing.
 */
const NODES = ['full', 'late', 'no mempool', 'blind', 'code', 'delegated'] as const;
/** What the page noted before it asked: behind, from a node some blocks late; blind, neither nonce nor block. */
const NOTED = [NEXT, 'behind', 'no nonce', 'blind'] as const;
const RECORDS = ['full', 'late', 'unread'] as const;
/**
 * In review: coins that somebody passed on in its block, of whom nobody knows yet whose they are. Given up: it has
 * looked for what is in no block for a day.
 */
const APIS = ['full', 'late', 'no mempool', 'unread', 'in review', 'given up'] as const;

interface Row {
  readonly payment: Sent | null;
  readonly other: Other | null;
  readonly named: 'payment' | 'other' | 'nothing' | null;
  readonly state: RequestState;
  readonly noted: (typeof NOTED)[number];
  /** Whether our records were read before the wallet was asked. */
  readonly isListed: boolean;
  readonly node: (typeof NODES)[number];
  readonly records: (typeof RECORDS)[number];
  readonly api: (typeof APIS)[number];
  readonly heldMs: number;
}

const PLACES: readonly Place[] = ['hidden', 'pool', 'mined'];

function* sent(): Generator<Pick<Row, 'payment' | 'other'>> {
  const payments = [
    null,
    ...PLACES.flatMap((place) => [NEXT, NEXT + 1].map((nonce) => ({ hash: '0xp', nonce, place }))),
  ];
  const others: (Other | null)[] = [null];
  for (const kind of KINDS) {
    const isBefore = kind.endsWith('before');
    for (const nonce of isBefore || kind === 'replacing' ? [NEXT - 1] : [NEXT - 1, NEXT, NEXT + 1])
      for (const place of isBefore ? (['mined'] as const) : (['pool', 'mined'] as const))
        others.push({ hash: '0xo', nonce, place, kind });
  }
  for (const payment of payments)
    for (const other of others) {
      // Nonces are used one after the other, and once each.
      if (payment?.nonce === NEXT + 1 && other?.nonce !== NEXT) continue;
      if (other?.nonce === NEXT + 1 && payment?.nonce !== NEXT) continue;
      if (payment !== null && payment.nonce === other?.nonce) continue;
      const [first, second] = Number(payment?.nonce) < Number(other?.nonce) ? [payment, other] : [other, payment];
      if (second?.place === 'mined' && first?.place !== 'mined' && first !== null) continue;
      yield { payment, other };
    }
}

function* rows(): Generator<Row> {
  for (const { payment, other } of sent())
    for (const state of STATES)
      for (const named of [null, 'payment', 'other', 'nothing'] as const) {
        const hasHash = state === 'named' || state === 'unseen' || state === 'shown';
        // An answer that our records call no payment is kept as failed, with its hash; one that is compared, as asked.
        if (hasHash ? named === null : named !== null && state === 'refused') continue;
        if ((named === 'payment' && payment === null) || (named === 'other' && other === null)) continue;
        for (const noted of NOTED)
          for (const isListed of [true, false])
            for (const node of NODES)
              for (const records of RECORDS)
                for (const api of APIS)
                  for (const heldMs of [0, 10_000]) {
                    const row = { payment, other, named, state, noted, isListed, node, records, api, heldMs };
                    if (isPossible(row)) yield row;
                  }
      }
}

function isPossible({ payment, other, named, state, noted, isListed, node, heldMs, api, records }: Row): boolean {
  const isBefore = other?.kind.endsWith('before') === true;
  // A node that was behind matters where it lacks a block; nobody is late for more than ten seconds.
  if (noted === 'behind' && !isBefore) return false;
  if (heldMs > 0 && (node === 'late' || api === 'late' || records === 'late')) return false;
  // Two faults at once, of which nothing tells in time: a refusal of what a private relay has, or a node hides.
  if (state === 'refused' && (payment?.place === 'hidden' || (node === 'no mempool' && payment?.place === 'pool')))
    return false;
  if (payment?.place === 'hidden' && payment.nonce > NEXT) return false;
  // Nothing tells a payment of another device from the one that is asked for, once the wallet names it.
  if (named === 'other' && other?.kind === 'device') return false;
  // Nor one that was given up from itself, signed again; our records tell it apart if they were read at the question.
  if (other?.kind === 'given up' && (named === 'other' || !isListed)) return false;
  // So is what another site got where a contract has paid the presale in its block; a blind node does not tell the two.
  const isCoinless = named === 'other' && other?.kind === 'site' && other.place === 'mined' && node !== 'blind';
  const isByContract = named === 'payment' && payment?.place === 'mined' && node === 'code';
  if (api === 'in review' && !(isCoinless && node !== 'code') && !isByContract) return false;
  // The browser knows what it follows: it takes no such hash, and forgets a nonce that this takes before the answer.
  const isTaken = payment !== null && noted === other?.nonce && !['asked', 'refused'].includes(state);
  if (other?.kind === 'followed' && (named === 'other' || isTaken)) return false;
  // Two faults at once: a node that was behind, and records that could not be read at the question.
  if (noted === 'behind' && !isListed) return false;
  // Two: the hash of another transaction, and a node that never shows the payment after it.
  if (named === 'other' && other?.kind === 'site' && node === 'no mempool' && payment?.place === 'pool') return false;
  return true;
}

function evidenceOf({ payment, other, named, node, records, api, heldMs }: Row): Evidence {
  const all = [payment, other].filter((each) => each !== null);
  const isLate = (each: Sent, view: string) => view === 'late' && each === payment;
  const isIn = (each: Sent, view: string) =>
    view !== 'blind' &&
    !isLate(each, view) &&
    !('kind' in each && each.kind === 'replaced before') &&
    (each.place === 'mined' || (each.place === 'pool' && view !== 'no mempool'));
  const atNode = node === 'blind' ? [] : all.filter((each) => isIn(each, node));
  const next = (some: readonly Sent[]) => Math.max(NEXT, ...some.map(({ nonce }) => nonce + 1));
  const nonces =
    node === 'blind' || node === 'code' || node === 'delegated'
      ? null
      : { mined: next(atNode.filter(({ place }) => place === 'mined')), pending: next(atNode) };
  const known = new Set(other?.kind === 'followed' ? [other.hash] : []);
  const hash = hashOf({ payment, other, named });
  return {
    nonces,
    isShowing: node !== 'blind' && node !== 'code',
    isAsked: node !== 'blind',
    payments: records === 'unread' ? null : all.filter((each) => !isLate(each, records)).flatMap(viewOf),
    known,
    nonceOf: (each) => (node === 'code' ? null : (atNode.find((its) => its.hash === each)?.nonce ?? null)),
    blockOf: (each) => (node === 'code' ? null : blockOf(atNode.find((its) => its.hash === each) ?? null)),
    isElsewhere: (each) => each === other?.hash && other.kind === 'site' && atNode.includes(other),
    answerOf: (each) => (api === 'unread' || each !== hash ? null : answerOf(each, all, api, node)),
    open: canBeReplaced(other) ? Number.POSITIVE_INFINITY : 1,
    heldMs,
  };
}

function blockOf(each: Sent | Other | null): number | null {
  if (each === null || each.place !== 'mined') return null;
  return 'kind' in each && each.kind.endsWith('before') ? BLOCK - 1 : BLOCK + 1;
}

/** Whether this browser follows what is in no block yet, or believes so. */
function canBeReplaced(other: Other | null): boolean {
  return (other?.kind === 'followed' && other.place !== 'mined') || other?.kind === 'replacing';
}

function viewOf(each: Sent | Other): PaymentView[] {
  const kind = 'kind' in each ? each.kind : null;
  const isBefore = kind?.endsWith('before') === true;
  const listed = {
    ...{ chainId: 1, transactionHash: each.hash, paymentMethod: 'ETH', paymentAmount: kind === 'device' ? '2' : '1' },
    block: kind === 'replaced before' || each.place !== 'mined' ? null : isBefore ? BLOCK - 1 : BLOCK + 1,
    createdAt: new Date(isBefore ? ASKED_AT - 60_000 : ASKED_AT + 2_000).toISOString(),
  } as PaymentView;
  return kind === 'site' || (each.place !== 'mined' && kind !== 'replaced before') ? [] : [listed];
}

function answerOf(
  hash: string,
  all: readonly (Sent | Other)[],
  api: Row['api'],
  node: Row['node'],
): Pick<PurchaseResponse, 'status' | 'paymentMethod'> {
  const its = all.find((each) => each.hash === hash);
  const kind = its !== undefined && 'kind' in its ? its.kind : null;
  const isLate = its !== undefined && api === 'late' && kind === null;
  if (kind === 'replaced before') return { status: 'replaced', paymentMethod: 'ETH' };
  if (its?.place === 'mined' && api === 'in review') return { status: 'needs-review', paymentMethod: null };
  if (its?.place === 'mined' && !isLate)
    return kind === 'site'
      ? { status: 'rejected', paymentMethod: null }
      : { status: 'confirming', paymentMethod: 'ETH' };
  if (api === 'given up') return { status: 'expired', paymentMethod: null };
  const isSeen = its?.place === 'pool' && api === 'full' && kind !== 'site';
  if (its === undefined && node === 'code') return { status: 'waiting-signers', paymentMethod: null };
  return { status: 'processing', paymentMethod: isSeen ? 'ETH' : null };
}

function hashOf({ payment, other, named }: Pick<Row, 'payment' | 'other' | 'named'>): string | null {
  if (named === null) return null;
  return (named === 'payment' ? payment?.hash : named === 'other' ? other?.hash : '0xn') ?? null;
}

function fate(row: Row, evidence: Evidence, clockMs: number): Fate {
  const { noted, other, isListed, state } = row;
  const isBefore = other?.kind.endsWith('before') === true;
  const askedAt = ASKED_AT + clockMs;
  const request: PaymentRequest = {
    ...{ id: '1', recipient: null, nonce: noted === NEXT ? NEXT : null, askedAt },
    block: noted === 'blind' ? null : noted === 'behind' ? BLOCK - 2 : BLOCK,
    recorded: isListed ? (isBefore ? [other.hash] : []) : null,
    claims: { walletAddress: '0xa', chainId: 1, paymentMethod: 'ETH', paymentAmount: '1' } as never,
    givenUp: isListed && other?.kind === 'given up' ? [other.hash] : [],
    ...{ state, answeredAt: askedAt + 1_000, hash: hashOf(row), others: [], successor: null },
  };
  return fateOf(request, evidence);
}

/** Which promise of docs/payments.md a fate breaks; null for none. */
function broken(row: Row, its: Fate): string | null {
  const { payment, other, named, node, noted } = row;
  const isSeen = (row.api === 'full' || row.api === 'in review') && payment?.place === 'mined';
  const isRead = isSeen && row.records === 'full';
  const isPlain = isRead && (node === 'full' || node === 'delegated') && noted !== 'blind';
  // What is followed can be replaced, and then its new hash is the one that is named.
  const isTold = isSeen && row.isListed && !canBeReplaced(other);
  if (
    ((isPlain && (noted === NEXT || !canBeReplaced(other))) || isTold) &&
    named === 'payment' &&
    row.records !== 'late' &&
    its.kind !== 'sent'
  )
    return 'its own hash is not followed';
  if (isPlain && named === null && noted === payment.nonce && its.kind !== 'found') return 'it is not found';
  if (isTold && isRead && named === null && noted !== NEXT && its.kind !== 'found')
    return 'it is not found in our lists';
  switch (its.kind) {
    case 'unknown': {
      const isShowing = node === 'full' || node === 'delegated';
      return isShowing && row.state === 'shown' && named === 'nothing' ? '“sent” stays over nothing' : null;
    }
    case 'not-sent':
      return payment === null ? null : '“nothing was sent” over a payment';
    case 'superseded':
      return payment === null && row.state !== 'asked' ? null : 'forgotten while it is or can be sent';
    case 'sent':
      if (named === 'payment') return null;
      if (payment !== null) return 'settled by the hash of another transaction';
      return other?.kind === 'site' && named === 'other' && other.place === 'mined' ? null : '“sent” over nothing';
    case 'shown':
      if (row.state === 'failed') return 'trusted again, although our records call it no payment';
      return named === 'payment' || node === 'code' ? null : '“sent” over nothing';
    case 'found':
      return its.payment.transactionHash === payment?.hash ? null : 'found in another';
    default:
      return null;
  }
}

test('no combination of facts ends a payment by another’s, says “sent” over nothing or nothing over a payment, or hides one', () => {
  const problems = new Map<string, Row>();
  for (const row of rows()) {
    const evidence = evidenceOf(row);
    for (const clockMs of CLOCKS) {
      const problem = broken(row, fate(row, evidence, clockMs));
      if (problem !== null) problems.set(`${problem}, ${clockMs}`, row);
    }
  }
  expect([...problems]).toEqual([]);
});
