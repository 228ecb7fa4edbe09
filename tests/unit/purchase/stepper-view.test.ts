import { describe, expect, test } from 'vitest';
import { PAYMENT_STATUSES, type PaymentStatus, type PurchaseResponse } from '#src/contract/presale.ts';
import { stepperView } from '#src/islands/payments/stepper-view.ts';
import { nextTracked, restoreTracked } from '#src/purchase/purchase-machine.ts';
import { IDLE, type PurchaseState, type RunEvent, type TrackedPayment } from '#src/purchase/purchase-state.ts';

const HASH = `0x${'ab'.repeat(32)}`;
const intent = { chainId: 1, symbol: 'ETH', amount: '1' } as const;
const answer = (status: PaymentStatus, more: Partial<PurchaseResponse> = {}) =>
  ({ status, confirmations: 0, reason: null, ...more }) as PurchaseResponse;

const approve: RunEvent = { type: 'approve', run: 1 };
const sent: RunEvent = { type: 'hash', run: 1, intent, account: '0x01', hash: HASH };
const counted = (count: number): RunEvent => ({ type: 'confirmations', run: 1, count });

function play(...events: RunEvent[]): TrackedPayment | null {
  const own = (tracked: TrackedPayment | null, run: number): PurchaseState => ({ ...IDLE, run, intent, tracked });
  return events.reduce<TrackedPayment | null>(
    (tracked, event) => nextTracked(own(tracked, event.run), event, 1_000),
    null,
  );
}
function view(events: RunEvent[], said?: PurchaseResponse) {
  const tracked = play(...events);
  if (tracked === null) throw new Error('nothing is tracked');
  return stepperView(tracked, said);
}

describe('the steps of a payment', () => {
  test('[R2.081] nothing is shown before the wallet is asked', () => {
    expect(play({ type: 'refuse', run: 1, notice: { key: 'wrongNetwork' } })).toBeNull();
    expect(play({ type: 'decline', run: 1 })).toBeNull();
  });

  test('the wallet is awaited, and after 120 s with another help text', () => {
    expect(view([approve])).toMatchObject({ steps: ['current', 'todo', 'todo', 'todo'], help: 'wallet', over: false });
    expect(view([approve, { type: 'timeout', run: 1 }]).help).toBe('late');
  });

  test('a refusal in the wallet closes it; one that comes after the hash does not', () => {
    const refuse: RunEvent = { type: 'refuse', run: 1, notice: { key: 'transactionCancelled' } };
    expect(play(approve, refuse)).toBeNull();
    expect(play(approve, sent, refuse)).toMatchObject({ hash: HASH });
  });

  test('a hash is recorded, and again if the API did not accept it', () => {
    expect(view([approve, sent])).toMatchObject({ steps: ['done', 'current', 'todo', 'todo'], help: 'record' });
    expect(view([approve, sent, { type: 'record-failed', run: 1, answer: {} }]).help).toBe('unrecorded');
  });

  test('the time is counted from the request to the wallet, not from its answer', () => {
    const asked = nextTracked({ ...IDLE, run: 1, intent }, approve, 1_000);
    const answered = nextTracked({ ...IDLE, run: 1, intent, tracked: asked }, sent, 61_000);
    expect(answered).toMatchObject({ hash: HASH, startedAt: 1_000 });
  });

  test('confirmations are the wallet’s count', () => {
    const steps = ['done', 'done', 'current', 'todo'];
    expect(view([approve, sent, counted(2)], answer('confirming'))).toMatchObject({
      steps,
      confirmations: 2,
      help: 'confirm',
    });
  });

  test('six confirmations are not a credit: the API’s answer is', () => {
    const events = [approve, sent, counted(9)];
    expect(view(events, answer('confirming'))).toMatchObject({ confirmations: 6, over: false });
    expect(view(events, answer('credited'))).toMatchObject({
      steps: ['done', 'done', 'done', 'done'],
      help: null,
      over: true,
    });
  });

  test('lost confirmations are reported, until the block is there again', () => {
    expect(view([approve, sent, counted(4), counted(0)], answer('processing')).help).toBe('reorged');
    expect(view([approve, sent, counted(4), counted(0), counted(0)], answer('processing')).help).toBe('reorged');
    expect(view([approve, sent, counted(4), counted(0), counted(1)], answer('confirming')).help).toBe('confirm');
  });

  test('an API that cannot reach the chain says nothing about the block', () => {
    const reply = (count: number): RunEvent => ({
      ...{ type: 'reply', run: 1, quoted: '' },
      result: answer('processing', { confirmations: count }),
    });
    expect(view([approve, sent, counted(6), reply(0)], answer('processing'))).toMatchObject({
      confirmations: 6,
      help: 'slow',
    });
    expect(view([approve, sent, counted(3), reply(0)], answer('processing')).help).toBe('confirm');
    // One whose own count falls to nothing has seen the block go.
    expect(view([approve, sent, counted(3), reply(2), reply(0)], answer('processing'))).toMatchObject({
      confirmations: 0,
      help: 'reorged',
    });
  });

  test('a wallet whose node is behind says nothing about the block', () => {
    const recorded: RunEvent = {
      ...{ type: 'recorded', run: 1, quoted: '' },
      result: answer('confirming', { confirmations: 2 }),
    };
    const behind = view([approve, sent, recorded, counted(0)], answer('confirming', { confirmations: 2 }));
    expect(behind).toMatchObject({ confirmations: 2, help: 'confirm' });
  });

  test('the API’s count is shown after the page stops watching', () => {
    const events: RunEvent[] = [approve, sent, counted(1), { type: 'polls-over', run: 1 }];
    expect(view(events, answer('confirming', { confirmations: 5 }))).toMatchObject({ confirmations: 5, help: 'slow' });
  });

  test.each([
    ['failed', ['done', 'done', 'failed', 'skipped']],
    ['cancelled', ['done', 'done', 'failed', 'skipped']],
    ['expired', ['done', 'done', 'failed', 'skipped']],
    ['rejected', ['done', 'done', 'skipped', 'failed']],
  ] as const)('%s stops at one step, and none is still to come', (status, steps) => {
    expect(view([approve, sent, counted(1)], answer(status, { reason: 'wrong-recipient' }))).toMatchObject({
      steps,
      status,
      reason: 'wrong-recipient',
      over: true,
    });
  });

  test('a payment to another address is known as one until the visitor closes it', () => {
    const stray: RunEvent = {
      ...{ type: 'recorded', run: 1, quoted: '' },
      result: answer('rejected', { reason: 'wrong-recipient' }),
    };
    expect(play(approve, sent)).toMatchObject({ astray: false });
    expect(play(approve, sent, stray)).toMatchObject({ astray: true });
  });

  test.each(['needs-review', 'refund-due'] as const)('%s has arrived and waits for a person', (status) => {
    expect(view([approve, sent], answer(status))).toMatchObject({
      steps: ['done', 'done', 'done', 'current'],
      over: true,
    });
  });

  test('a shared wallet that waits for its signers is still open', () => {
    expect(view([approve, sent], answer('waiting-signers'))).toMatchObject({ status: 'waiting-signers', over: false });
  });

  test('every status has steps', () => {
    for (const status of PAYMENT_STATUSES) expect(view([approve, sent], answer(status)).steps).toHaveLength(4);
  });
});

describe('a payment that the wallet replaced', () => {
  const NEXT = `0x${'cd'.repeat(32)}`;
  const next = (status: PaymentStatus, more: Partial<PurchaseResponse> = {}) =>
    answer(status, { transactionHash: NEXT, chainId: 1, paymentMethod: 'ETH', paymentAmount: '2', ...more });
  const replaced: RunEvent = { type: 'replaced', run: 1, result: next('confirming', { confirmations: 2 }) };

  test('continues at the new hash, with the new amount and its confirmations, and has not failed', () => {
    expect(play(approve, sent, counted(1), counted(0), replaced)).toMatchObject({
      hash: NEXT,
      replaced: true,
      intent: { chainId: 1, symbol: 'ETH', amount: '2' },
      confirmations: 2,
      reorged: false,
    });
    expect(view([approve, sent, replaced], next('confirming'))).toMatchObject({ help: 'confirm', over: false });
  });

  test('never shows the old amount if the new one is unknown', () => {
    const unknown = next('confirming', { paymentMethod: null, paymentAmount: null });
    expect(play(approve, sent, { type: 'replaced', run: 1, result: unknown })?.intent).toMatchObject({ amount: '' });
  });

  test('is still open while its successor is unknown', () => {
    expect(view([approve, sent], answer('replaced'))).toMatchObject({ over: false, help: 'confirm' });
  });
});

describe('a payment that the browser kept from before', () => {
  const NEXT = `0x${'cd'.repeat(32)}`;
  const body = { walletAddress: '0x', transactionHash: HASH, paymentMethod: 'ETH', paymentAmount: '1' };
  const stored = { body, storedAt: 500, chainId: 1 } as const;
  const next = answer('credited', { transactionHash: NEXT, chainId: 1, paymentMethod: 'ETH', paymentAmount: '2' });

  test('is shown again while it is open, and not once it is decided', () => {
    expect(restoreTracked(null, stored, answer('confirming', { confirmations: 3 }))).toMatchObject({
      hash: HASH,
      startedAt: 500,
      confirmations: 3,
      replaced: false,
      intent: { symbol: 'ETH', amount: '1' },
    });
    expect(restoreTracked(null, stored, answer('credited', { confirmations: 6 }))).toBeNull();
  });

  test('is shown decided if the wallet replaced it meanwhile, or had replaced it before', () => {
    expect(restoreTracked(null, stored, next)).toMatchObject({ hash: NEXT, replaced: true, intent: { amount: '2' } });
    const again = {
      body: { walletAddress: '0x', transactionHash: NEXT },
      storedAt: 500,
      replaces: HASH,
      chainId: 1,
    } as const;
    expect(restoreTracked(null, again, next)).toMatchObject({ hash: NEXT, replaced: true, intent: { amount: '2' } });
  });

  test('continues if it is shown already, and replaces neither a payment of this page nor a newer one', () => {
    const shown = restoreTracked(null, stored, answer('confirming', { confirmations: 3 }));
    expect(restoreTracked(shown, stored, answer('credited', { confirmations: 6 }))).toMatchObject({ confirmations: 6 });
    const older = { ...stored, storedAt: 400, body: { ...body, transactionHash: NEXT } };
    expect(restoreTracked(shown, older, answer('confirming', { transactionHash: NEXT }))).toBe(shown);
    const own = play(approve);
    expect(restoreTracked(own, stored, answer('confirming'))).toBe(own);
  });
});

test('a late hash of an earlier attempt replaces a newer one that has none yet', () => {
  const second: RunEvent = { type: 'approve', run: 2 };
  expect(play(approve, second)).toMatchObject({ run: 2, hash: null });
  expect(play(approve, second, sent)).toMatchObject({ run: 1, hash: HASH });
  expect(play(approve, second, counted(3))).toMatchObject({ run: 2, confirmations: 0 });
});
