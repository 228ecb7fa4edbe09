import { expect, it } from 'vitest';
import { PAYMENT_STATUSES } from '#src/contract/presale.ts';
import { successLine } from '#src/islands/presale-card/success-line.ts';

it('the success panel says credited only when the payment is', () => {
  for (const status of PAYMENT_STATUSES)
    expect(successLine(status, 'pending') === 'presale.success.credited', status).toBe(status === 'credited');
  expect(successLine('confirming', 'credited')).toBe('presale.success.credited');
});

it('a payment that is still watched counts its confirmations, and says so when watching ends', () => {
  expect(successLine('confirming', 'pending')).toBe('presale.success.confirming');
  expect(successLine('processing', 'processing')).toBe('presale.success.processing');
});

it('a status this build does not know promises nothing', () => {
  expect(successLine('invented' as never, 'pending')).toBe('presale.success.processing');
});
