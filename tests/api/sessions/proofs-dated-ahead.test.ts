import { expect, test } from 'vitest';
import { onSizedEngines } from '#tests/support/on-both-engines.ts';
import { newVisitor } from '#tests/support/wallet-session.ts';

const HOUR = 3_600_000;

onSizedEngines('a proof that was used while the clock was ahead', (open) => {
  test('ends a day after its last use, as any other (S27)', async () => {
    const http = await open();
    const { context, clock } = http;
    const { isConfirmed } = context.clock;
    const visitors = [newVisitor(http.app, () => clock.now), newVisitor(http.app, () => clock.now)] as const;
    for (const visitor of visitors) {
      await visitor.connect();
      await visitor.prove();
    }
    const [used, other] = visitors;
    const right = clock.now;
    // A start whose clock is ahead, before any chain has told the time.
    Object.assign(context.clock, { isConfirmed: () => false });
    clock.now = right + 20 * HOUR;
    await used.get(`/api/dashboard/holdings/${used.wallet}`);
    Object.assign(context.clock, { isConfirmed });
    clock.now = right + 25 * HOUR;
    const status = async ({ post, wallet }: (typeof visitors)[number]) =>
      (await post('/api/privacy/export', { walletAddress: wallet })).statusCode;
    expect([await status(other), await status(used)]).toEqual([403, 403]);
  });

  test('by an earlier version, is dated right by its next use (S27)', async () => {
    const http = await open();
    const visitor = newVisitor(http.app, () => http.clock.now);
    await visitor.connect();
    await visitor.prove();
    const used_at = BigInt(http.clock.now + 20 * HOUR);
    await http.context.db.updateTable('session_proofs').set({ used_at }).execute();
    const status = async () =>
      (await visitor.post('/api/privacy/export', { walletAddress: visitor.wallet })).statusCode;
    expect(await status()).toBe(200);
    http.clock.now += 25 * HOUR;
    expect(await status()).toBe(403);
  });

  test('is handed no human check before a chain has told the time (S27)', async () => {
    const http = await open();
    const { context } = http;
    const { isConfirmed } = context.clock;
    const visitor = newVisitor(http.app, () => http.clock.now);
    await visitor.connect();
    await visitor.prove();
    const ask = async () => (await visitor.get(`/api/airdrop/captcha-status?wallet=${visitor.wallet}`)).statusCode;
    Object.assign(context.clock, { isConfirmed: () => false });
    expect(await ask()).toBe(503);
    expect(await context.db.selectFrom('human_challenges').select('id').execute()).toEqual([]);
    Object.assign(context.clock, { isConfirmed });
    expect(await ask()).toBe(200);
  });
});
