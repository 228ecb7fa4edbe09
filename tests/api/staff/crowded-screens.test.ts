import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { paymentId } from '#src/chain/payment-id.ts';
import { newPayment } from '#src/server/money/payments/verify/store-payments.ts';
import { closeReviewAlarm } from '#src/server/staff/commands/review-alarm.ts';
import type { HttpApp } from '#tests/support/http-app.ts';
import { onSizedEngines } from '#tests/support/on-both-engines.ts';
import { newStaffMember } from '#tests/support/staff-member.ts';
import { storeConfirming } from '#tests/support/store-confirming.ts';

const hash = () => `0x${randomBytes(32).toString('hex')}`;

onSizedEngines('the decision of a payment in review', (open) => {
  test('costs little, however many payments in unlisted tokens wait for one (S25)', async () => {
    const seldom = await decisionBeside(await open(), 500);
    const often = await decisionBeside(await open(), 20_000);
    const [few, many]: [number[], number[]] = [[], []];
    // By turns, and the quickest of each: others take the processor from both alike.
    for (let looks = 0; looks < 40; looks += 1) {
      few.push(await seldom());
      many.push(await often());
    }
    expect(Math.min(...many) / Math.min(...few)).toBeLessThan(4);
  });
});

/** Stores so many payments in review and returns a decision about another one, which takes the milliseconds it says. */
async function decisionBeside({ context: { db }, clock }: HttpApp, payments: number): Promise<() => Promise<number>> {
  const at = BigInt(clock.now);
  await storeConfirming(db, `0x${'ab'.repeat(20)}`, 130_000_000n, clock.now);
  const decided = await db.selectFrom('payments').selectAll().executeTakeFirstOrThrow();
  for (let stored = 0; stored < payments; stored += 500) {
    const block = { succeeded: true, blockNumber: 1n, blockHash: hash(), blockTime: at / 1000n };
    const reading = { ...block, from: `0x${'cd'.repeat(20)}`, nonce: BigInt(stored) };
    const paid = { chainId: 1, hash: hash(), reading, confirmations: 6n } as const;
    const transfer = { payer: `0x${'cd'.repeat(20)}`, token: `0x${'ef'.repeat(20)}`, amount: 1n };
    const rows = Array.from({ length: 500 }, (_, transferIndex) => ({
      ...newPayment(paid, { ...transfer, transferIndex }, at),
      final: 1n,
    }));
    await db.insertInto('payments').values(rows).execute();
  }
  return async () => {
    const from = performance.now();
    await db.transaction().execute((tx) => closeReviewAlarm(tx, decided, clock.now));
    return performance.now() - from;
  };
}

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
  });
});
