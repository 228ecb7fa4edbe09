import fc from 'fast-check';
import { expect, test } from 'vitest';
import { PHASES } from '#src/config/sale.ts';
import { allot, STABLE_PRICE_E8, usdToDecimal, usdValue, VALUE_SCALE_DECIMALS } from '#src/lib/money/quote.ts';
import { amountForAll, amountWorth } from '#src/lib/money/rest-cost.ts';

const ONE_USD = 10n ** BigInt(VALUE_SCALE_DECIMALS);
const MICRO = ONE_USD / 1_000_000n;
const full = PHASES.map(({ phase, priceMicroUsd, supply }) => ({ phase, priceMicroUsd, remaining: supply }));

test('a value is exact for every coin: 18 decimals, 6 decimals, a stablecoin', () => {
  expect(usdToDecimal(usdValue(10n ** 18n, 18, 451_348_000_000n))).toBe('4513.48');
  expect(usdToDecimal(usdValue(3n * 10n ** 15n, 18, 451_348_000_000n))).toBe('13.54044');
  expect(usdToDecimal(usdValue(5_000_000n, 6, STABLE_PRICE_E8))).toBe('5');
  expect(usdToDecimal(usdValue(5n * 10n ** 18n, 18, STABLE_PRICE_E8))).toBe('5');
  expect(usdValue(1n, 18, 1n)).toBe(1n);
});

test('[R9.062 R9.063] 100 dollars are 7,692 SYNX in phase 1, 4,545 in phase 2, 3,030 in phase 3', () => {
  const tokens = [0, 1, 2].map((sold) => allot(100n * ONE_USD, full.slice(sold)).tokens);
  expect(tokens).toEqual([7692n, 4545n, 3030n]);
});

test('across a phase the rest is bought at the next price, floored once', () => {
  const stock = [
    { phase: 1, priceMicroUsd: 13_000n, remaining: 100n },
    { phase: 2, priceMicroUsd: 22_000n, remaining: 197_000_000n },
  ];
  const { tokens, parts, unallotted, spent } = allot(10n * ONE_USD, stock);
  expect(parts).toEqual([
    { phase: 1, priceMicroUsd: 13_000n, tokens: 100n },
    { phase: 2, priceMicroUsd: 22_000n, tokens: 395n },
  ]);
  expect([tokens, unallotted, spent]).toEqual([495n, 0n, (1_300_000n + 395n * 22_000n) * MICRO]);
});

test('an unallotted rest is reported, unless it is less than one SYNX', () => {
  const last = [{ phase: 3, priceMicroUsd: 33_000n, remaining: 10n }];
  expect(allot(ONE_USD, last)).toMatchObject({ tokens: 10n, unallotted: 670_000n * MICRO });
  expect(allot(330_001n * MICRO, last)).toMatchObject({ tokens: 10n, unallotted: 0n });
  expect(allot(ONE_USD, [])).toMatchObject({ tokens: 0n, parts: [], unallotted: ONE_USD });
  expect(allot(12_999n * MICRO, full)).toMatchObject({ tokens: 0n, parts: [], unallotted: 0n });
  expect(allot(0n, full)).toMatchObject({ tokens: 0n, unallotted: 0n });
});

test('no payment is ever allotted more than it paid for or than there is', () => {
  const stock = fc.tuple(
    ...PHASES.map(({ phase, priceMicroUsd, supply }) =>
      fc.bigInt({ min: 0n, max: supply }).map((remaining) => ({ phase, priceMicroUsd, remaining })),
    ),
  );
  const value = fc.oneof(
    fc.bigInt({ min: 0n, max: 20_000_000n * ONE_USD }),
    fc.bigInt({ min: 0n, max: ONE_USD }),
    fc.bigInt({ min: 0n, max: 1000n }).map((count) => count * 13_000n * MICRO),
  );
  fc.assert(
    fc.property(value, stock, (paid, phases) => {
      const { tokens, parts, spent, unallotted } = allot(paid, phases);
      const cost = parts.reduce((sum, part) => sum + part.tokens * part.priceMicroUsd * MICRO, 0n);
      expect(spent).toBe(cost);
      expect(spent + unallotted <= paid).toBe(true);
      expect(tokens).toBe(parts.reduce((sum, part) => sum + part.tokens, 0n));
      for (const part of parts) {
        const { remaining = 0n } = phases.find(({ phase }) => phase === part.phase) ?? {};
        expect(part.tokens > 0n && part.tokens <= remaining).toBe(true);
      }
      // A later phase is touched only when the earlier ones are sold to the last token.
      const touched = parts.map((part) => part.phase);
      for (const { phase, remaining } of phases) {
        if (phase < (touched.at(-1) ?? 0)) {
          expect(parts.find((part) => part.phase === phase)?.tokens ?? 0n).toBe(remaining);
        }
      }
      // Nothing is kept that could have bought another whole token.
      const cheapest = phases.find(
        ({ phase, remaining }) => remaining > (parts.find((part) => part.phase === phase)?.tokens ?? 0n),
      );
      if (cheapest !== undefined) {
        expect(unallotted).toBe(0n);
        expect(paid - spent < cheapest.priceMicroUsd * MICRO).toBe(true);
      }
    }),
    { numRuns: 2_000 },
  );
});

test('the rest of the sale costs the sum of its phases, rounded up to a unit that covers the last SYNX', () => {
  const rest = [{ phase: 3, priceMicroUsd: 33_000n, remaining: 60_001n }];
  expect(amountForAll(rest, 6, STABLE_PRICE_E8)).toBe(1_980_033_000n);
  expect(amountForAll(rest, 18, STABLE_PRICE_E8)).toBe(1_980_033n * 10n ** 15n);
  // 1980.033 ÷ 4513.48 has no finite expansion: one wei more than the truncated quotient.
  expect(amountForAll(rest, 18, 451_348_000_000n)).toBe((1_980_033n * 10n ** 17n) / 451_348n + 1n);
  expect(amountForAll([], 18, 451_348_000_000n)).toBe(0n);
  expect(amountForAll(rest, 18, 0n)).toBeNull();
  expect(amountWorth(2_019_967n * 1_000n * MICRO, 6, STABLE_PRICE_E8)).toBe(2_019_967_000n);
});

test('paying for all that is left buys all of it, leaves less than one SYNX over, and one unit less buys less', () => {
  const stock = fc
    .array(fc.bigInt(0n, 200_000_000n), { minLength: 1, maxLength: 3 })
    .map((left) =>
      left.map((remaining, at) => ({ phase: at + 1, priceMicroUsd: [13n, 22n, 33n][at]! * 1_000n, remaining })),
    );
  const coin = fc.oneof(
    fc.record({ decimals: fc.constantFrom(6, 18), price: fc.constant(STABLE_PRICE_E8) }),
    fc.record({ decimals: fc.constant(18), price: fc.bigInt(1n, 10n ** 14n) }),
  );
  fc.assert(
    fc.property(stock, coin, (phases, { decimals, price }) => {
      const all = phases.reduce((sum, { remaining }) => sum + remaining, 0n);
      const amount = amountForAll(phases, decimals, price);
      if (amount === null) throw new Error('there is a price');
      expect(allot(usdValue(amount, decimals, price), phases)).toMatchObject({ tokens: all, unallotted: 0n });
      if (amount > 0n) expect(allot(usdValue(amount - 1n, decimals, price), phases).tokens).toBe(all - 1n);
    }),
    { numRuns: 500 },
  );
});

test('a rest below one token at the price of a phase buys nothing of a cheaper one after it', () => {
  const phases = [
    { phase: 1, priceMicroUsd: 1_000_000n, remaining: 10n },
    { phase: 2, priceMicroUsd: 500_000n, remaining: 10n },
  ];
  expect(allot((ONE_USD * 3n) / 2n, phases)).toEqual({
    tokens: 1n,
    parts: [{ phase: 1, priceMicroUsd: 1_000_000n, tokens: 1n }],
    spent: ONE_USD,
    unallotted: 0n,
  });
});

test('a phase without stock adds nothing to the amount for all', () => {
  const phases = [{ phase: 2, priceMicroUsd: 2_000_000n, remaining: 3n }];
  const empty = (remaining: bigint) => ({ phase: 1, priceMicroUsd: 1_000_000n, remaining });
  for (const remaining of [0n, -5n])
    expect(amountForAll([empty(remaining), ...phases], 6, STABLE_PRICE_E8)).toBe(6_000_000n);
});
