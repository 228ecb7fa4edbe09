import { expect, test } from 'vitest';
import { isOnTheWay } from '#src/purchase/payment-statuses.ts';

test('a payment is on its way while it needs only its block, confirmations or signatures', () => {
  for (const status of ['processing', 'confirming', 'waiting-signers'] as const) expect(isOnTheWay(status)).toBe(true);
  for (const status of ['credited', 'replaced', 'needs-review', 'refund-due', 'expired', 'failed'] as const)
    expect(isOnTheWay(status), status).toBe(false);
});
