import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { onBothEngines } from '#tests/support/on-both-engines.ts';
import { newVisitor } from '#tests/support/wallet-session.ts';

onBothEngines('a deletion of what the server has about a wallet', (open) => {
  test('deletes all sessions that it says, each slice in a time of its own (S25)', async () => {
    const http = await open();
    const { db } = http.context;
    const visitor = newVisitor(http.app, () => http.clock.now);
    await visitor.connect();
    await visitor.prove();
    const times = [BigInt(http.clock.now), BigInt(http.clock.now + 86_400_000)];
    for (let start = 0; start < 100_000; start += 20_000) {
      const rows = Array.from({ length: 20_000 }, (_, index) => (start + index).toString(16).padStart(64, '0'));
      await sql`insert into sessions (token_hash, wallet, method, created_at, expires_at)
        values ${sql.join(rows.map((row) => sql`(${sql.lit(row)}, ${sql.lit(visitor.wallet)}, 'injected', ${sql.lit(Number(times[0]))}, ${sql.lit(Number(times[1]))})`))}`.execute(
        db,
      );
    }
    let isOver = false;
    const deletion = visitor.post('/api/privacy/delete', { walletAddress: visitor.wallet }).finally(() => {
      isOver = true;
    });
    let others = 0;
    for (; !isOver; others += 1) await db.selectFrom('sessions').select('wallet').limit(1).execute();
    expect((await deletion).json().deleted.sessions).toBe(100_001);
    // Before: none of them was answered until all was deleted.
    expect(others).toBeGreaterThan(100);
    // Before: each slice read all of them, and those that were left after five seconds stayed for a month.
    expect(await db.selectFrom('sessions').select('token_hash').limit(1).execute()).toEqual([]);
    await http.close();
  });
});
