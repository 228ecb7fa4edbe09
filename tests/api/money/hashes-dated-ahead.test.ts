import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { checkDuePostedHashes } from '#src/server/money/payments/watch/check-due-posted-hashes.ts';
import { ApiFailure } from '#src/server/platform/util/errors.ts';
import { onSizedEngines } from '#tests/support/on-both-engines.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const hash = () => `0x${randomBytes(32).toString('hex')}`;

onSizedEngines('a hash posted while the clock was ahead', (open) => {
  test('is looked for a day, as any other (S27)', async () => {
    const http = await open();
    const { context, clock } = http;
    const { isConfirmed } = context.clock;
    const right = clock.now;
    const wallet = `0x${randomBytes(20).toString('hex')}`;
    const post = async (transactionHash: string) =>
      (
        await http.app.inject({
          method: 'POST',
          url: '/api/presale/purchase',
          payload: { walletAddress: wallet, transactionHash, chainId: 1 },
        })
      ).json().status;
    // A start whose clock is a year ahead, before any chain has told the time.
    Object.assign(context.clock, { isConfirmed: () => false });
    clock.now = right + 365 * DAY;
    const ahead = hash();
    expect(await post(ahead)).toBe('processing');
    Object.assign(context.clock, { isConfirmed });
    clock.now = right;
    const other = hash();
    expect(await post(other)).toBe('processing');
    const statusOf = async (transactionHash: string) =>
      (
        await context.db
          .selectFrom('submissions')
          .select('status')
          .where('transaction_hash', '=', transactionHash)
          .executeTakeFirstOrThrow()
      ).status;
    clock.now = right + 2 * DAY;
    await checkDuePostedHashes(context, 'test');
    expect(await statusOf(other)).toBe('expired');
    expect(await statusOf(ahead)).toBe('expired');

    // One after which none has been posted is looked for as if it had been posted now.
    Object.assign(context.clock, { isConfirmed: () => false });
    clock.now += 20 * HOUR;
    const last = hash();
    expect(await post(last)).toBe('processing');
    Object.assign(context.clock, { isConfirmed });
    for (const [hours, status] of [
      [-20, 'processing'],
      [23, 'processing'],
      [2, 'expired'],
    ] as const) {
      clock.now += hours * HOUR;
      await checkDuePostedHashes(context, 'test');
      expect(await statusOf(last)).toBe(status);
    }
    await http.close();
  });

  test.each([0, 365 * DAY])('keeps no other one waiting once its poster has spent the budget (S27)', async (ahead) => {
    const http = await open();
    const { context, clock } = http;
    const [spent, own] = [5, 7];
    let looks = 0;
    Object.assign(context, {
      lookBudget: {
        run: async (lane: number) => {
          if (lane === spent) throw new ApiFailure('overloaded');
          looks += 1;
        },
      },
    });
    const rowOf = (lane: number, created: number, next: number) => ({
      ...{ transaction_hash: hash(), wallet: `0x${randomBytes(20).toString('hex')}`, status: 'processing' as const },
      ...{ reason: null, claims: '{}', chain_hint: 1n, chain_id: null, sender: null, nonce: null, terms_version: null },
      ...{ created_at: BigInt(created), updated_at: BigInt(created), next_check_at: BigInt(next) },
      ...{ lane: BigInt(lane), posted_by: null },
    });
    // Each has been looked for once since.
    const rows = Array.from({ length: 250 }, () => rowOf(spent, clock.now + ahead, clock.now - 2_000));
    await context.db.insertInto('submissions').values(rows).execute();
    await context.db
      .insertInto('submissions')
      .values(rowOf(own, clock.now - 1_000, clock.now - 1_000))
      .execute();
    for (let passes = 0; passes < 20; passes += 1) {
      clock.now += 3_000;
      await checkDuePostedHashes(context, 'test');
    }
    expect(looks).toBeGreaterThan(5);
    await http.close();
  });
});
