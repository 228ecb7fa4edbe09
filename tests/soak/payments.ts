import { runNode } from '#tests/run/run-command.ts';

/**
 * Purchases with wallets drawn by seed: what they send, what they answer, and when (docs/payments.md). Arguments: how
 * many, and the first seed.
 */
export async function soakPayments([count = '500', first = '1']: readonly string[]): Promise<boolean> {
  const file = 'tests/unit/purchase/unknown-payments.test.ts';
  const args = ['node_modules/vitest/vitest.mjs', 'run', '--project', 'unit', file];
  return (await runNode(args, { env: { SYNX_PAYMENT_SEEDS: count, SYNX_PAYMENT_FIRST_SEED: first } })) === 0;
}
