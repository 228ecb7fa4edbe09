import { afterEach, expect, test, vi } from 'vitest';
import { storedPaymentAddress } from '#src/purchase/stored-payment.ts';

const HASH = `0x${'ab'.repeat(32)}`;

afterEach(() => void vi.unstubAllGlobals());

test.each([
  ['en', { [`synx_payment:${HASH}`]: '{}' }, `/track?hash=${HASH}`],
  ['de', { selected_network: '1', [`synx_payment:${HASH}`]: '{}' }, `/de/track?hash=${HASH}`],
  ['de', { selected_network: '1' }, null],
])('an error screen in %s knows the page of a payment that this browser keeps', (lang, localStorage, address) => {
  vi.stubGlobal('localStorage', localStorage);
  const link = { getAttribute: () => (lang === 'en' ? '/track' : `/${lang}/track`) };
  vi.stubGlobal('document', { querySelector: () => link });
  expect(storedPaymentAddress()).toBe(address);
});

test('an unreadable storage gives nothing', () => {
  expect(storedPaymentAddress()).toBe(null);
});
