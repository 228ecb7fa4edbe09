import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { PAYMENT_STATUSES, type PaymentStatus, type PurchaseResponse } from '#src/contract/presale.ts';
import { outcomeOf } from '#src/purchase/payment-statuses.ts';
import { purchaseReducer } from '#src/purchase/purchase-machine.ts';
import {
  IDLE,
  isBusy,
  type PurchaseEvent,
  type PurchaseIntent,
  type PurchaseState,
  type PurchaseSummary,
  startAttempt,
} from '#src/purchase/purchase-state.ts';

const HASH = `0x${'ab'.repeat(32)}`;
const intent: PurchaseIntent = { chainId: 1, symbol: 'ETH', amount: '1' };

function reply(status: PaymentStatus, more: Partial<PurchaseResponse> = {}): PurchaseResponse {
  return {
    status,
    reason: null,
    final: false,
    confirmations: 0,
    required: 6,
    belowMinimum: false,
    chainId: 1,
    transactionHash: HASH,
    tokensAllocated: null,
    tokenAmount: null,
    usdAmount: null,
    price: null,
    phase: null,
    refundUsd: null,
    paymentMethod: 'ETH',
    paymentAmount: '1',
    replacedBy: null,
    message: 'A sentence of the server.',
    ...more,
  };
}

type Start = { readonly type: 'start'; readonly run: number; readonly intent: PurchaseIntent };
const start: Start = { type: 'start', run: 1, intent };
const summary = { recipient: '0x00', gasCost: null, pricesAt: '', checkedAt: 0 } as unknown as PurchaseSummary;
const sent = { type: 'hash', run: 1, intent, account: '0x01', hash: HASH } as const satisfies PurchaseEvent;
const recorded = (result: PurchaseResponse): PurchaseEvent => ({ type: 'recorded', run: 1, result, quoted: '100' });
const replied = (result: PurchaseResponse): PurchaseEvent => ({ type: 'reply', run: 1, result, quoted: '100' });

const reduce = (state: PurchaseState, event: PurchaseEvent) => purchaseReducer(state, event, 1_000);

function step(state: PurchaseState, event: PurchaseEvent | Start) {
  if (event.type !== 'start') return reduce(state, event);
  return { state: startAttempt(state, event.run, event.intent), notice: null };
}

function play(...events: (PurchaseEvent | Start)[]): { state: PurchaseState; keys: (string | undefined)[] } {
  let state = IDLE;
  const keys: (string | undefined)[] = [];
  for (const event of events) {
    const { state: next, notice } = step(state, event);
    state = next;
    keys.push(notice?.key);
  }
  return { state, keys };
}

describe('the purchase button', () => {
  test('[R4.018] [R4.019] starts idle and waits for the wallet once an attempt has started', () => {
    expect(IDLE.stage).toBe('idle');
    expect(play(start).state).toMatchObject({ stage: 'waiting', intent, run: 1 });
  });

  test('a checked purchase is reviewed, and only its approval leads to the wallet', () => {
    const summarised = play(start, { type: 'summary', run: 1, intent, summary });
    expect(summarised.state).toMatchObject({ stage: 'summary', summary });
    expect(isBusy(summarised.state)).toBe(true);
    expect(reduce(summarised.state, { type: 'decline', run: 1 })).toEqual({ state: IDLE, notice: null });
    expect(reduce(summarised.state, { type: 'approve', run: 1 }).state.stage).toBe('waiting');
    expect(reduce(summarised.state, { type: 'timeout', run: 1 }).state.stage).toBe('summary');
  });

  test('an answer to a summary of another attempt changes nothing', () => {
    const { state } = play(start, { type: 'summary', run: 1, intent, summary });
    for (const type of ['approve', 'decline'] as const) expect(reduce(state, { type, run: 2 }).state).toBe(state);
  });

  test('a second attempt while busy or done changes nothing', () => {
    const again: Start = { type: 'start', run: 2, intent: { ...intent, amount: '2' } };
    for (const before of [[start], [start, sent], [start, sent, recorded(reply('processing'))]])
      expect(play(...before, again).state).toEqual(play(...before).state);
  });

  test('[R4.020] [R8.043] a hash moves it to recording, with Transaction Sent', () => {
    const { state, keys } = play(start, sent);
    expect(state).toMatchObject({ stage: 'recording', hash: HASH, chainId: 1 });
    expect(keys.at(-1)).toBe('transactionSent');
  });

  test('[R4.021] the answer of the recording opens the success panel', () => {
    const { state } = play(start, sent, recorded(reply('confirming', { confirmations: 2 })));
    expect(state).toMatchObject({ stage: 'success', confirmations: 2, watch: 'running', hash: HASH });
  });

  test('[R8.046] N is tokensAllocated, else tokenAmount, else the quote', () => {
    const shown = (more: Partial<PurchaseResponse>, status: PaymentStatus = 'credited') =>
      reduce(play(start, sent).state, recorded(reply(status, more))).notice;
    expect(shown({ tokensAllocated: '7', tokenAmount: '8' })).toMatchObject({
      key: 'purchaseSuccessful',
      values: { amount: '7' },
    });
    expect(shown({ tokenAmount: '8' })?.values).toEqual({ amount: '8' });
    expect(shown({}, 'processing')).toMatchObject({
      key: 'purchaseConfirming',
      values: { amount: '100', confirmations: 0, required: 6 },
    });
  });

  test('[R8.024] after 120 s the button is free again, and a late hash still goes on to recording', () => {
    const timeout: PurchaseEvent = { type: 'timeout', run: 1 };
    const late = play(start, timeout);
    expect(late.state.stage).toBe('idle');
    expect(late.keys.at(-1)).toBe('transactionTimeout');
    expect(play(start, timeout, sent).state).toMatchObject({ stage: 'recording', hash: HASH });
  });

  test('a late hash of an earlier attempt leaves the current one alone but says that it was sent', () => {
    const timeout: PurchaseEvent = { type: 'timeout', run: 1 };
    const second: Start = { type: 'start', run: 2, intent };
    const { state, keys } = play(start, timeout, second, sent, recorded(reply('processing')));
    expect(state).toMatchObject({ stage: 'waiting', run: 2, hash: null });
    expect(keys.slice(-2)).toEqual(['transactionSent', 'purchaseConfirming']);
  });

  test('a refusal frees the button with its toast', () => {
    const { state, keys } = play(start, { type: 'refuse', run: 1, notice: { key: 'transactionCancelled' } });
    expect(state).toEqual(IDLE);
    expect(keys.at(-1)).toBe('transactionCancelled');
  });

  test('a refusal leaves the card empty while the stepper follows a payment that the browser kept', () => {
    const pending = { body: { walletAddress: '0x00', transactionHash: HASH }, storedAt: 5, chainId: 1 } as const;
    const { state } = play({ type: 'stored', pending, result: reply('confirming', { confirmations: 3 }) }, start, {
      type: 'refuse',
      run: 1,
      notice: { key: 'transactionCancelled' },
    });
    expect(state).toEqual({ ...IDLE, tracked: expect.objectContaining({ hash: HASH, confirmations: 3 }) });
  });

  test('[R8.039] a failed recording shows Purchase Failed with the server message and keeps the hash', () => {
    const failed = reduce(play(start, sent).state, {
      type: 'record-failed',
      run: 1,
      answer: { text: 'Busy.', textKey: 'api.overloaded' },
    });
    expect(failed.notice).toEqual({
      key: 'purchaseFailed',
      text: 'Busy.',
      textKey: 'api.overloaded',
      variant: 'destructive',
    });
    expect(failed.state).toMatchObject({ stage: 'idle', hash: HASH });
  });

  test('[R4.023] [R8.044] Tokens Credited follows only the API’s answer', () => {
    const open = play(start, sent, recorded(reply('confirming')));
    const six = reduce(open.state, { type: 'confirmations', run: 1, count: 6 });
    expect(six.notice).toBeNull();
    expect(six.state).toMatchObject({ confirmations: 6, watch: 'running' });
    const confirming = reduce(six.state, replied(reply('confirming', { confirmations: 5 })));
    expect(confirming).toMatchObject({ notice: null, state: { watch: 'running', confirmations: 5 } });
    const credited = reduce(confirming.state, replied(reply('credited', { confirmations: 6, tokensAllocated: '9' })));
    expect(credited.notice).toMatchObject({ key: 'tokensCredited', values: { amount: '9' } });
    expect(credited.state.watch).toBe('credited');
  });

  test('[R4.024] [R8.045] polls that end without a credit end in Tokens Processing', () => {
    const open = play(start, sent, recorded(reply('confirming')));
    const over = reduce(open.state, { type: 'polls-over', run: 1 });
    expect(over.notice?.key).toBe('tokensProcessing');
    expect(over.state).toMatchObject({ stage: 'success', watch: 'ended' });
  });

  test('a payment that failed before any success was shown can be tried again with its amount', () => {
    for (const status of ['failed', 'cancelled'] as const)
      expect(play(start, sent, recorded(reply(status))).state).toMatchObject({ stage: 'idle', hash: null, intent });
    // One that may still arrive, and one that the wallet sent elsewhere, are not to be paid again at once.
    for (const status of ['expired', 'rejected'] as const)
      expect(play(start, sent, recorded(reply(status))).state).toMatchObject({ stage: 'idle', intent: null });
    const shown = play(start, sent, recorded(reply('confirming')), {
      ...{ type: 'reply', run: 1, quoted: '' },
      result: reply('failed'),
    });
    expect(shown.state).toMatchObject({ stage: 'idle', intent: null });
  });

  test('a payment that the API calls unpaid closes the panel', () => {
    const open = play(start, sent, recorded(reply('confirming'))).state;
    // The stepper continues to show its outcome.
    const closed = { ...IDLE, tracked: expect.objectContaining({ hash: HASH }) };
    const titles = {
      failed: 'transactionFailed',
      cancelled: 'transactionCancelled',
      expired: 'transactionTimeout',
      rejected: 'purchaseFailed',
    } as const;
    for (const [status, key] of Object.entries(titles))
      expect(reduce(open, replied(reply(status as keyof typeof titles)))).toMatchObject({
        state: closed,
        notice: { key, text: 'A sentence of the server.', textKey: `api.status.${status}` },
      });
    expect(play(start, sent, recorded(reply('rejected')))).toMatchObject({
      state: closed,
      keys: [undefined, 'transactionSent', 'purchaseFailed'],
    });
  });

  test('a payment that waits for a person says so and remains on the panel', () => {
    const open = play(start, sent, recorded(reply('confirming'))).state;
    for (const status of ['needs-review', 'refund-due'] as const)
      expect(reduce(open, replied(reply(status)))).toMatchObject({
        state: { stage: 'success', watch: 'ended' },
        notice: { key: 'tokensProcessing', text: 'A sentence of the server.' },
      });
  });

  test('a payment that waits for a person when it is recorded is not said to have added tokens', () => {
    for (const status of ['needs-review', 'refund-due'] as const)
      expect(play(start, sent, recorded(reply(status))).keys).toEqual([
        undefined,
        'transactionSent',
        'tokensProcessing',
      ]);
  });

  test('a payment that waits for signatures, or whose successor is not known, is not said to have added tokens', () => {
    for (const status of ['waiting-signers', 'replaced'] as const)
      expect(reduce(play(start, sent).state, recorded(reply(status)))).toMatchObject({
        state: { stage: 'success', watch: 'running' },
        notice: { key: 'tokensProcessing', textKey: `api.status.${status}` },
      });
  });

  test('what becomes of an earlier payment never changes the card of a later one', () => {
    const second: Start = { type: 'start', run: 2, intent: { ...intent, amount: '2' } };
    const other = `0x${'cd'.repeat(32)}`;
    const laterSent: PurchaseEvent = {
      type: 'hash',
      run: 2,
      intent: second.intent,
      account: '0x01',
      hash: other,
    };
    const laterRecorded: PurchaseEvent = { type: 'recorded', run: 2, result: reply('confirming'), quoted: '7' };
    const cardOf = ({ tracked: _, ...card }: PurchaseState) => card;
    const refused: PurchaseEvent = { type: 'refuse', run: 1, notice: { key: 'transactionCancelled' } };
    const late: readonly PurchaseEvent[] = [
      sent,
      refused,
      recorded(reply('confirming', { confirmations: 3 })),
      recorded(reply('credited', { confirmations: 6 })),
      { type: 'confirmations', run: 1, count: 4 },
      replied(reply('credited', { confirmations: 6 })),
      replied(reply('needs-review')),
      replied(reply('failed')),
      { type: 'polls-over', run: 1 },
    ];
    const timeout: PurchaseEvent = { type: 'timeout', run: 1 };
    for (const current of [[second], [second, laterSent], [second, laterSent, laterRecorded]]) {
      const { state } = play(start, timeout, ...current);
      // With its stepper, and after the stepper was closed.
      for (const before of [state, { ...state, tracked: null }])
        for (const event of late) expect(cardOf(reduce(before, event).state), event.type).toEqual(cardOf(state));
    }
  });

  test('a recorded payment cannot be sent again', () => {
    const { state } = play(start, sent, recorded(reply('confirming')));
    const again = reduce(state, { ...sent, hash: `0x${'cd'.repeat(32)}` });
    expect(again.state).toMatchObject({ stage: 'success', hash: HASH });
  });

  test('a debug purchase has no confirmations to wait for', () => {
    const record: PurchaseEvent = { type: 'record', run: 1, intent, account: '0x01', hash: HASH };
    const { state, keys } = play(start, record, recorded(reply('debug', { tokenAmount: '5' })));
    expect(state).toMatchObject({ stage: 'success', watch: null });
    expect(keys).toEqual([undefined, undefined, 'purchaseSuccessful']);
  });
});

test('every status has an outcome, and an unknown one stays open', () => {
  for (const status of PAYMENT_STATUSES)
    expect(['open', 'credited', 'not-paid', 'needs-staff']).toContain(outcomeOf(status));
  expect(outcomeOf('something-new' as PaymentStatus)).toBe('open');
});

const anyEvent = fc
  .record({
    type: fc.constantFrom(
      ...([
        'start',
        'summary',
        'approve',
        'decline',
        'refuse',
        'timeout',
        'hash',
        'record',
        'recorded',
        'record-failed',
        'confirmations',
        'reply',
        'polls-over',
      ] as const),
    ),
    run: fc.integer({ min: 1, max: 3 }),
    status: fc.constantFrom(...PAYMENT_STATUSES),
    count: fc.integer({ min: 0, max: 9 }),
  })
  .map(({ type, run, status, count }) => {
    const more = {
      intent,
      summary,
      hash: HASH,
      notice: { key: 'x' },
      result: reply(status),
      quoted: '1',
      answer: {},
      count,
    };
    return { type, run, ...more } as unknown as PurchaseEvent | Start;
  });

test('no order of events shows a credit the API did not give, or a panel without a recording', () => {
  fc.assert(
    fc.property(fc.array(anyEvent, { maxLength: 30 }), (events) => {
      let state = IDLE;
      for (const event of events) {
        const { state: next, notice } = step(state, event);
        const byApi =
          (event.type === 'reply' || event.type === 'recorded') && outcomeOf(event.result.status) === 'credited';
        if (notice?.key === 'tokensCredited') expect(byApi).toBe(true);
        if (next.watch === 'credited' && state.watch !== 'credited') expect(byApi).toBe(true);
        if (next.stage === 'success' && state.stage !== 'success')
          expect([state.stage, event.type]).toEqual(['recording', 'recorded']);
        if (next.stage === 'success' || next.stage === 'recording') expect(next.hash).toBe(HASH);
        if (isBusy(state) && event.type === 'start') expect(next).toBe(state);
        state = next;
      }
    }),
    { numRuns: 2_000 },
  );
});
