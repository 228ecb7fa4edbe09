import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { paymentId } from '#src/chain/payment-id.ts';
import { onSizedEngines } from '#tests/support/on-both-engines.ts';
import { newStaffMember } from '#tests/support/staff-member.ts';
import { storeConfirming } from '#tests/support/store-confirming.ts';

onSizedEngines('the screen of a payment', (open) => {
  test('shows a few of the wallets for which anybody has posted its hash (S25)', async () => {
    const http = await open();
    const { db } = http.context;
    const ada = await newStaffMember(http, 'ada', 'manager');
    await storeConfirming(db, `0x${'ab'.repeat(20)}`, 130_000_000n, http.clock.now);
    const row = await db.selectFrom('payments').selectAll().executeTakeFirstOrThrow();
    const at = BigInt(http.clock.now);
    const rows = Array.from({ length: 1_000 }, () => ({
      ...{ transaction_hash: row.transaction_hash, wallet: `0x${randomBytes(20).toString('hex')}`, claims: '{}' },
      ...{ status: 'confirming' as const, reason: null, chain_hint: 1n, chain_id: 1n, sender: null, nonce: null },
      ...{ terms_version: null, created_at: at, updated_at: at, next_check_at: at, lane: 0n, posted_by: null },
    }));
    await db.insertInto('submissions').values(rows).execute();
    const { body } = await ada.get(`/staff/payment?payment=${paymentId(row)}`);
    expect(body.match(/hash posted for/g)?.length).toBeLessThanOrEqual(100);
    await http.close();
  });
});
