import fc from 'fast-check';
import { expect, test } from 'vitest';
import { assertTransfer, buildTransfer, IntentMismatchError } from '#src/chain/transfer.ts';

const address = fc
  .uint8Array({ minLength: 20, maxLength: 20 })
  .map((bytes) => `0x${Buffer.from(bytes).toString('hex')}` as const);
const amount = fc.bigInt({ min: 1n, max: 2n ** 200n });

test('[R7.067] [R7.068] 1,000 payments: a native transfer or a plain token transfer, equal to the intent', () => {
  fc.assert(
    fc.property(address, address, amount, fc.boolean(), (token, recipient, value, isNative) => {
      const payment = { token: isNative ? null : token, recipient, amount: value };
      const transfer = buildTransfer(payment);
      if (isNative) expect(transfer).toEqual({ to: recipient, value });
      else expect([transfer.to, transfer.value, transfer.data?.slice(0, 10)]).toEqual([token, 0n, '0xa9059cbb']);
      expect(() => assertTransfer(transfer, payment)).not.toThrow();
    }),
    { numRuns: 1_000 },
  );
});

test('a changed recipient, amount, token or selector is detected before signing', () => {
  fc.assert(
    fc.property(address, address, amount, address, (token, recipient, value, other) => {
      fc.pre(other !== recipient && other !== token);
      const payment = { token, recipient, amount: value };
      const built = buildTransfer(payment);
      const wrong = [
        buildTransfer({ ...payment, recipient: other }),
        buildTransfer({ ...payment, amount: value + 1n }),
        { ...built, to: other },
        { ...built, value: 1n },
        { ...built, data: `0x095ea7b3${built.data?.slice(10)}` as const },
        { ...built, data: `${built.data ?? '0x'}00` as const },
        { to: token, value: 0n },
      ];
      for (const transfer of wrong) expect(() => assertTransfer(transfer, payment)).toThrow();
      // Calls of the same length that pay nobody.
      for (const selector of ['0x70a08231', '0x313ce567']) {
        const call = { ...built, data: `${selector}${built.data?.slice(10)}` as `0x${string}` };
        expect(() => assertTransfer(call, payment)).toThrow(IntentMismatchError);
      }
      const coin = { token: null, recipient, amount: value };
      expect(() => assertTransfer({ to: other, value }, coin)).toThrow(IntentMismatchError);
      expect(() => assertTransfer({ to: recipient, value: value + 1n }, coin)).toThrow(IntentMismatchError);
      expect(() => assertTransfer({ to: recipient, value: 0n }, { ...coin, amount: 0n })).toThrow(IntentMismatchError);
    }),
    { numRuns: 100 },
  );
});
