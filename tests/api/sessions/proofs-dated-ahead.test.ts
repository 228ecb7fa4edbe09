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
    await http.close();
  });
});
