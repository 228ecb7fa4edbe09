import { expect, test } from 'vitest';
import { PHASES, WINDOW_SECONDS } from '#src/config/sale.ts';
import { findToken } from '#src/config/tokens.ts';
import { initialStatus } from '#src/server/money/payments/verify/store-payments.ts';
import { microOf } from '#src/server/money/payments/verify/worth.ts';
import { isStale, jumps } from '#src/server/money/sale/coin-price.ts';
import { isSoldOut, windowEnded } from '#src/server/money/sale/sale-clock.ts';
import { isClosed, phaseIn, phaseOf } from '#src/server/money/sale/sale-state.ts';

const WINDOW_MS = BigInt(WINDOW_SECONDS) * 1000n;

test('a price is stale after its heartbeat and a tenth, not at that second', () => {
  expect(isStale(1_000n, 1_000n + 3_960n, 3_600n)).toBe(false);
  expect(isStale(1_000n, 1_000n + 3_961n, 3_600n)).toBe(true);
});

test('a price jumps when it is more than a fifth above or below the one before', () => {
  expect([jumps(120n, 100n), jumps(121n, 100n), jumps(80n, 100n), jumps(79n, 100n)]).toEqual([
    false,
    true,
    false,
    true,
  ]);
  expect([jumps(100n, null), jumps(100n, 0n), jumps(100n, -1n)]).toEqual([false, false, false]);
  expect(jumps(100n, 1n)).toBe(true);
});

test('a phase is in force from its first millisecond on, and the first one before all of them', () => {
  const starts = [
    { phase: 3n, at: 200n },
    { phase: 2n, at: 100n },
  ];
  expect([99n, 100n, 199n, 200n].map((at) => phaseIn(starts, at))).toEqual([1n, 2n, 2n, 3n]);
  expect(phaseIn([], 5n)).toBe(1n);
});

test('a window ends at its last millisecond, earlier where the operator ends the phase, and never after the sale', () => {
  const sale = (more: object) => ({
    id: 1n,
    version: 0n,
    phase: 1n,
    window_number: 1n,
    window_started_at: 1_000n,
    closed_at: null,
    phase_ends_at: null,
    raised_micro: 0n,
    purchases: 0n,
    ...more,
  });
  const end = 1_000n + WINDOW_MS;
  const ended = (more: object, at: bigint) => windowEnded(sale(more), at);
  expect([ended({}, end - 1n), ended({}, end)]).toEqual([false, true]);
  expect([ended({ phase_ends_at: 5_000n }, 4_999n), ended({ phase_ends_at: 5_000n }, 5_000n)]).toEqual([false, true]);
  expect(ended({ phase_ends_at: end + 5n }, end)).toBe(true);
  expect(ended({ closed_at: 2_000n }, end)).toBe(false);
  expect([isClosed(sale({})), isClosed(sale({ closed_at: 0n }))]).toEqual([false, true]);
});

test('a phase is sold out below the smallest purchase of five dollars, the last one never', () => {
  const stock = (phase: number, remaining: bigint) => [
    { phase, priceMicroUsd: phaseOf(phase).priceMicroUsd, remaining },
  ];
  // 385 × 0.013 $ is 5.005 $.
  expect([isSoldOut(1n, stock(1, 385n)), isSoldOut(1n, stock(1, 384n))]).toEqual([false, true]);
  expect(isSoldOut(1n, stock(2, 385n))).toBe(true);
  expect(isSoldOut(BigInt(PHASES.length), [])).toBe(false);
  expect(() => phaseOf(0n)).toThrow(RangeError);
  expect(() => phaseOf(PHASES.length + 1)).toThrow(RangeError);
});

test('a value that the database cannot hold is the largest that it can', () => {
  expect(microOf(10n ** 18n, 18, 200_000_000_000n)).toBe(2_000_000_000n);
  const most = 10n ** 18n - 1n;
  expect([microOf(most, 6, 100_000_000n), microOf(most - 1n, 6, 100_000_000n)]).toEqual([most, most - 1n]);
  expect(microOf(most + 5n, 6, 100_000_000n)).toBe(most);
});

test('only a successful transfer of an accepted token by a payer can be credited', () => {
  const transfer = { transferIndex: 0, payer: `0x${'a'.repeat(40)}`, token: null, amount: 1n };
  const token = findToken(1, 'USDT');
  if (token === undefined) throw new Error('the token is listed');
  expect(initialStatus(transfer, token, true)).toEqual({ status: 'confirming', reason: null });
  expect(initialStatus(transfer, token, false)).toEqual({ status: 'failed', reason: null });
  const wrong = { status: 'needs-review', reason: 'wrong-token' };
  expect(initialStatus(transfer, undefined, true)).toEqual(wrong);
  expect(initialStatus(transfer, { ...token, accepted: false }, true)).toEqual(wrong);
  const minted = { ...transfer, payer: `0x${'0'.repeat(40)}` };
  expect(initialStatus(minted, token, true)).toEqual({ status: 'needs-review', reason: 'no-payer' });
  expect(initialStatus({ ...transfer, amount: 0n }, token, true)).toEqual({ status: 'rejected', reason: 'zero-value' });
});
