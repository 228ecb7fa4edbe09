import { setImmediate } from 'node:timers/promises';
import { privateKeyToAccount } from 'viem/accounts';
import { expect, test } from 'vitest';
import { onBothEngines } from '#tests/support/on-both-engines.ts';
import { newVisitor, proofText } from '#tests/support/wallet-session.ts';

const MINUTE_MS = 60_000;
const HOST = 'localhost:4321';

/** Anybody proves twenty wallets a minute with free signatures, for a day, in one session. */
onBothEngines('a session that proves wallet after wallet', (open) => {
  test('keeps those alone that still count (S25)', async () => {
    const http = await open();
    const visitor = newVisitor(http.app, () => http.clock.now);
    await visitor.connect();
    let wallets = 0;
    const proveAnother = async () => {
      wallets += 1;
      const account = privateKeyToAccount(`0x${wallets.toString(16).padStart(64, '0')}`);
      const message = proofText({ address: account.address, nonce: await visitor.nonce(), now: http.clock.now });
      const signature = await account.signMessage({ message });
      const answer = await http.app.inject({
        method: 'POST',
        url: '/api/wallet/prove',
        headers: { host: HOST, origin: `http://${HOST}`, cookie: visitor.cookie },
        payload: { message, signature },
      });
      expect(answer.statusCode).toBe(200);
      for (const { name, value } of answer.cookies) visitor.cookie = `${name}=${value}`;
    };
    const kept = async () => (await http.context.db.selectFrom('session_proofs').select('wallet').execute()).length;
    for (let minute = 0; minute < 40; minute += 1) {
      await proveAnother();
      http.clock.now += MINUTE_MS;
    }
    // The last, and those that it took the place of in the last half hour.
    expect(await kept()).toBe(31);
  });

  test('takes along the newest alone of the hashes that it posted for nothing (S25)', async () => {
    const http = await open();
    const { db } = http.context;
    const visitor = newVisitor(http.app, () => http.clock.now);
    await visitor.connect();
    const hashOf = (number: number) => `0x${number.toString(16).padStart(64, '0')}`;
    const POSTS = 300;
    for (let number = 0; number < POSTS; number += 1) {
      const post = { walletAddress: visitor.wallet, transactionHash: hashOf(number) };
      expect((await visitor.post('/api/presale/purchase', post)).statusCode).toBe(200);
    }
    const posters = () =>
      db.selectFrom('submissions').select(['transaction_hash', 'posted_by']).orderBy('id').execute();
    const before = await posters();
    expect((await visitor.prove()).statusCode).toBe(200);
    const moved = (await posters()).filter(({ posted_by }, index) => posted_by !== before[index]?.posted_by);
    // A day of one address are 43,200 of them; each proof rewrote all.
    expect(moved.map(({ transaction_hash }) => transaction_hash)).toEqual(
      before.slice(POSTS - 100).map(({ transaction_hash }) => transaction_hash),
    );
    await http.close();
  });

  test('lets others write while it gives up the hashes that it posted for nothing (S25)', async () => {
    const http = await open();
    const { db } = http.context;
    const visitor = newVisitor(http.app, () => http.clock.now);
    await visitor.connect();
    const hashOf = (number: number) => `0x${number.toString(16).padStart(64, '0')}`;
    const post = { walletAddress: visitor.wallet, transactionHash: hashOf(0) };
    expect((await visitor.post('/api/presale/purchase', post)).statusCode).toBe(200);
    const { id: _, ...first } = await db.selectFrom('submissions').selectAll().executeTakeFirstOrThrow();
    for (let start = 1; start < 3_001; start += 500) {
      const rows = Array.from({ length: 500 }, (_row, index) => ({
        ...first,
        transaction_hash: hashOf(start + index),
      }));
      await db.insertInto('submissions').values(rows).execute();
    }
    const posted = async () => {
      const own = db.selectFrom('submissions').select((row) => row.fn.countAll<bigint>().as('count'));
      return Number((await own.where('posted_by', 'is not', null).executeTakeFirstOrThrow()).count);
    };
    expect(await posted()).toBe(3_001);
    const end = visitor.post('/api/wallet/disconnect', {});
    const seen = new Set<number>();
    for (let now = await posted(); now > 0; now = await posted()) {
      seen.add(now);
      await setImmediate();
    }
    expect((await end).statusCode).toBe(200);
    // Before: all at once, a second for 150,000, which one address posts in four days.
    expect(seen.size).toBeGreaterThan(3);
    await http.close();
  });
});
