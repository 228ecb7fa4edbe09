import { expect, it } from 'vitest';
import { PAYMENT_STATUSES } from '#src/contract/presale.ts';
import { isBought, successText } from '#src/islands/presale-card/success-text.ts';

it('the success panel says credited only when the payment is', () => {
  for (const status of PAYMENT_STATUSES)
    expect(successText(status, 'pending') === 'presale.success.credited', status).toBe(status === 'credited');
  expect(successText('confirming', 'credited')).toBe('presale.success.credited');
});

it('a payment that is still watched counts its confirmations, and says so when watching ends', () => {
  expect(successText('confirming', 'pending')).toBe('presale.success.confirming');
  expect(successText('processing', 'processing')).toBe('presale.success.processing');
});

it('an unknown status promises nothing', () => {
  expect(successText('invented' as never, 'pending')).toBe('presale.success.processing');
});

it('a payment that is under review without tokens, or has failed, is not called a purchase', () => {
  const open = ['processing', 'confirming', 'credited', 'replaced', 'waiting-signers', 'debug'];
  for (const status of PAYMENT_STATUSES) expect(isBought(status, null), status).toBe(open.includes(status));
  expect(isBought('refund-due', '60001')).toBe(true);
  expect(isBought('failed', '60001')).toBe(false);
});
