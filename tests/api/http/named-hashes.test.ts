import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { findToken } from '#src/config/tokens.ts';
import { findPaymentsByHash } from '#src/server/money/payments/find/find-payments.ts';
import { newPayment } from '#src/server/money/payments/verify/store-payments.ts';
import { onSizedEngines } from '#tests/support/on-both-engines.ts';

const hash = () => `0x${randomBytes(32).toString('hex')}`;
const wallet = () => `0x${randomBytes(20).toString('hex')}`;
/** As many as keep the hash in each transaction (store-payments.ts). */
const NAMED = 200;

onSizedEngines('a Safe’s hash that a contract names', (open) => {
  test('costs a post little, however many transactions name it (S25)', { tags: 'long' }, async () => {
    const http = await open();
    const { db } = http.context;
    const at = BigInt(http.clock.now);
    const token = findToken(137, 'USDC')?.address?.toLowerCase() ?? null;
    const contract = wallet();
    const nameIn = async (transactions: number) => {
      const named = hash();
      const dust = { status: 'rejected', reason: 'below-one-token', final: 1n, safe_tx_hash: named } as const;
      for (let count = 0; count < transactions; count += 1) {
        const block = { succeeded: true, blockNumber: 1n, blockHash: hash(), blockTime: at / 1000n };
        const paid = {
          chainId: 137,
          hash: hash(),
          confirmations: 6n,
          reading: { ...block, from: wallet(), nonce: 0n },
        } as const;
        const rows = Array.from({ length: NAMED }, (_, transferIndex) => ({
          ...newPayment(paid, { transferIndex, payer: contract, token, amount: 1n }, at),
          ...dust,
        }));
        await db.insertInto('payments').values(rows).execute();
      }
      return named;
    };
    /** The quickest of some looks, in milliseconds. */
    const cost = async (named: string) => {
      const took: number[] = [];
      for (let looks = 0; looks < 7; looks += 1) {
        const from = performance.now();
        await findPaymentsByHash(db, named, [contract], { payer: contract });
        took.push(performance.now() - from);
      }
      return Math.min(...took);
    };
    const [few, many] = [await nameIn(2), await nameIn(150)];
    expect((await cost(many)) / (await cost(few))).toBeLessThan(8);
    await http.close();
  });
});
