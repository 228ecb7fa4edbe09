import { expect, it } from 'vitest';
import { PAYMENT_STATUSES } from '#src/contract/presale.ts';
import { isBought, isCredited, successText } from '#src/islands/presale-card/SuccessPanel.tsx';

it('the success panel says credited only when the payment is', () => {
  for (const status of PAYMENT_STATUSES)
    expect(successText(status, 'running') === 'presale.success.credited', status).toBe(status === 'credited');
  expect(successText('confirming', 'credited')).toBe('presale.success.credited');
});

it('a payment that is still watched counts its confirmations, and says so when watching ends', () => {
  expect(successText('confirming', 'running')).toBe('presale.success.confirming');
  expect(successText('processing', 'ended')).toBe('presale.success.processing');
});

it('an unknown status promises nothing', () => {
  expect(successText('invented' as never, 'running')).toBe('presale.success.processing');
});

it('a payment that is not sent, under review without tokens, or has failed, is not called a purchase', () => {
  const open = ['processing', 'confirming', 'credited', 'debug'];
  for (const status of PAYMENT_STATUSES) expect(isBought(status, null), status).toBe(open.includes(status));
  expect(isBought('refund-due', '60001')).toBe(true);
  expect(isBought('failed', '60001')).toBe(false);
});

it('tokens are on the balance once credited, and stay there while another payment of the transaction is decided', () => {
  for (const status of PAYMENT_STATUSES)
    expect(isCredited(status, null, 'running'), status).toBe(status === 'credited');
  expect(isCredited('confirming', '60001', 'credited')).toBe(true);
  expect(isCredited('refund-due', '60001', 'ended')).toBe(true);
  expect(isCredited('confirming', '60001', 'running')).toBe(false);
});

it('a payment that our API has given up, and that the page still follows, is not called one without tokens', () => {
  expect(successText('expired', 'ended')).toBe('presale.success.processing');
});
