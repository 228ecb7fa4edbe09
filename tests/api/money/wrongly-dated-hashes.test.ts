import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { noteFound } from '#src/server/money/payments/submit/posted-hash.ts';
import { checkDuePostedHashes } from '#src/server/money/payments/watch/check-due-posted-hashes.ts';
import { ApiFailure } from '#src/server/platform/util/errors.ts';
import { onSizedEngines } from '#tests/support/on-both-engines.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const hash = () => `0x${randomBytes(32).toString('hex')}`;

onSizedEngines('a hash posted while the clock was wrong', (open) => {
  /** A server with clocks to set, and what its visitors and its next look make of a posted hash. */
  const openWithClock = async () => {
    const http = await open();
    const { context, clock } = http;
    const { isConfirmed } = context.clock;
    const right = clock.now;
    return {
      http,
      right,
      /** Whether a chain has told the time since the start. */
      confirm: (isKnown: boolean) =>
        Object.assign(context.clock, { isConfirmed: isKnown ? isConfirmed : () => false }) && undefined,
      post: async (transactionHash = hash()) => {
        clock.now += 1_001;
        const payload = { walletAddress: `0x${'7a'.repeat(20)}`, transactionHash, chainId: 1 };
        const answer = await http.app.inject({ method: 'POST', url: '/api/presale/purchase', payload });
        return { transactionHash, status: answer.json().status };
      },
      statusAt: async (time: number, transactionHash: string) => {
        clock.now = time;
        await checkDuePostedHashes(context, 'test');
        const row = context.db
          .selectFrom('submissions')
          .select('status')
          .where('transaction_hash', '=', transactionHash);
        return (await row.executeTakeFirstOrThrow()).status;
      },
    };
  };

  test.each([
    ['behind', [-2 * DAY]],
    ['ahead', [365 * DAY]],
    ['ahead, then behind', [365 * DAY, -2 * DAY]],
    ['behind, then ahead', [-2 * DAY, 365 * DAY]],
  ])('from the start (%s) is looked for a day from its first look, as any other (S27)', async (_how, starts) => {
    const { http, right, confirm, post, statusAt } = await openWithClock();
    const posted: string[] = [];
    for (const off of starts) {
      // Before any chain has told the time.
      confirm(false);
      http.clock.now = right + off;
      const { transactionHash, status } = await post();
      expect(status).toBe('processing');
      posted.push(transactionHash);
    }
    confirm(true);
    http.clock.now = right;
    // Its page asks before our own look does.
    for (const transactionHash of posted) expect(await post(transactionHash)).toMatchObject({ status: 'processing' });
    for (const [hours, status] of [
      [0, 'processing'],
      [23, 'processing'],
      [25, 'expired'],
    ] as const)
      for (const one of posted) expect(await statusAt(right + hours * HOUR + 2_000, one)).toBe(status);
    await http.close();
  });

  test('is dated once: a clock that is moved later dates nothing again (S27)', async () => {
    const { http, right, post, statusAt } = await openWithClock();
    const { transactionHash } = await post();
    expect(await statusAt(right + 5_000, transactionHash)).toBe('processing');
    expect(await statusAt(right - 20 * DAY, transactionHash)).toBe('processing');
    expect(await statusAt(right + 23 * HOUR, transactionHash)).toBe('processing');
    expect(await statusAt(right + 25 * HOUR, transactionHash)).toBe('expired');
    await http.close();
  });

  test('is shown with the time of its first look, also if its payment was found before (S27)', async () => {
    const { http, right, confirm, post, statusAt } = await openWithClock();
    confirm(false);
    http.clock.now = right + 365 * DAY;
    const { transactionHash } = await post();
    confirm(true);
    const found = { chain_id: 1n, updated_at: BigInt(right) };
    await noteFound(http.context.db, { transaction_hash: transactionHash }, found);
    expect(await statusAt(right, transactionHash)).toBe('confirming');
    const { steps } = (await http.app.inject(`/api/track/${transactionHash}`)).json();
    expect(steps[0]).toEqual({ key: 'submitted', state: 'done', at: new Date(right).toISOString() });
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
  });
});
