import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { beforeEach, expect, test, vi } from 'vitest';
import { acceptCheckIn } from '#src/server/community/airdrop/accept-check-in.ts';
import { recordPostedHash } from '#src/server/money/payments/submit/posted-hash.ts';
import { watchStorage } from '#src/server/platform/alerts/watch-storage.ts';
import { walkAlongKeys } from '#src/server/platform/database/delete-in-chunks.ts';
import { createSweeper } from '#src/server/sweep-all.ts';
import { onBothEngines } from '#tests/support/on-both-engines.ts';
import { anewForEach } from '#tests/support/opened.ts';
import { newVisitor } from '#tests/support/wallet-session.ts';

const DAY = 86_400_000;

onBothEngines('old data', (open) => {
  const http = anewForEach(open);
  const db = () => http.context.db;
  const failures: string[] = [];
  let sweepAll: () => Promise<void>;
  beforeEach(() => {
    sweepAll = createSweeper(http.context, (_error, name) => failures.push(name));
  });
  const sweep = async () => {
    failures.length = 0;
    await sweepAll();
  };
  const hash = () => `0x${randomBytes(32).toString('hex')}`;
  const wallet = () => `0x${randomBytes(20).toString('hex')}`;
  const count = async (table: 'nonces' | 'sessions' | 'session_proofs' | 'submissions' | 'alarms') => {
    const rows = await db().selectFrom(table).select(sql<bigint>`count(*)`.as('count')).executeTakeFirstOrThrow();
    return Number(rows.count);
  };
  const submission = async (
    status: 'rejected' | 'failed' | 'expired' | 'processing',
    transactionHash = hash(),
    walletAddress = wallet(),
  ) => {
    const request = { walletAddress, transactionHash };
    await recordPostedHash(db(), request, { debug: false, now: http.clock.now, lane: 0, postedBy: null });
    await db().updateTable('submissions').set({ status }).where('transaction_hash', '=', transactionHash).execute();
    return transactionHash;
  };

  test('is swept although one kind fails, which is reported by its name', { tags: 'long' }, async () => {
    const visitor = newVisitor(http.app, () => http.clock.now);
    await visitor.prove();
    await sql`alter table newsletter_tokens rename to elsewhere`.execute(db());
    const nonce = { token_hash: 'none', expires_at: BigInt(http.clock.now) };
    await db()
      .insertInto('nonces')
      .values({ ...nonce, nonce: 'old' })
      .execute();
    const alarm = { kind: 'mail', subject: 'x', detail: '', severity: 2n };
    await db()
      .insertInto('alarms')
      .values([1, 2].map((at) => ({ ...alarm, created_at: BigInt(at), resolved_at: BigInt(at) })))
      .execute();
    await sweep();
    expect(failures).toEqual(['subscribers']);
    // The one that the visitor has used remains until nobody could use it again.
    expect(await count('nonces')).toBe(1);
    // The last of the sweeps ran too.
    expect(await count('alarms')).toBe(1);
    await sql`alter table elsewhere rename to newsletter_tokens`.execute(db());
    http.clock.now += 600_000;
    await sweep();
    expect([failures, await count('nonces')]).toEqual([[], 0]);
  });

  test('of hosts that came and went does not remain: a name per container fills no disk (S31)', {
    tags: 'long',
  }, async () => {
    for (let host = 0; host < 250; host += 1) await watchStorage(http.context, undefined, `container-${host}`).pass();
    await sweep();
    const living = watchStorage(http.context, undefined, 'living');
    await living.pass();
    const left = await db().selectFrom('settings').select('key').where('key', 'like', 'written-by:%').execute();
    expect(left).toEqual([{ key: 'written-by:living' }]);
    expect(living.isStorable()).toBe(true);
  });

  test('is deleted in chunks, in any amount, with its dependent rows', async () => {
    const at = BigInt(http.clock.now);
    const rows = Array.from({ length: 1_700 }, (_, number) => `${number}`);
    for (let start = 0; start < rows.length; start += 100) {
      const slice = rows.slice(start, start + 100);
      const times = { created_at: 0n, expires_at: at };
      await db()
        .insertInto('sessions')
        .values(slice.map((token_hash) => ({ token_hash, wallet: null, method: null, ...times })))
        .execute();
      await db()
        .insertInto('session_proofs')
        .values(slice.map((token_hash) => ({ token_hash, wallet: 'w', proven_at: at, used_at: at })))
        .execute();
      await db()
        .insertInto('nonces')
        .values(slice.map((nonce) => ({ nonce, token_hash: nonce, expires_at: at })))
        .execute();
    }
    await sweep();
    expect([failures, await count('sessions'), await count('session_proofs'), await count('nonces')]).toEqual([
      [],
      0,
      0,
      0,
    ]);
  });

  test('of every table is deleted a few hundred rows at a time, and renewed rows remain', async () => {
    const many = Array.from({ length: 450 }, (_, number) => `${number}`);
    const at = BigInt(http.clock.now);
    const [old, fresh] = [at - BigInt(40 * DAY), at];
    // Rows that share half of their key with an old one.
    for (const [wallets, seen_at] of [[many, old] as const, [['renewed'], fresh] as const]) {
      await db()
        .insertInto('network_wallets')
        .values(wallets.map((each) => ({ network: 'n', wallet: each, seen_at, placed_at: null })))
        .execute();
      await db()
        .insertInto('human_passes')
        .values(wallets.map((each) => ({ session: 's', wallet: each, expires_at: seen_at + 1n })))
        .execute();
    }
    await db()
      .insertInto('faq_votes')
      .values(many.map((voter) => ({ voter, faq_id: 'q', locale: 'en', value: 'up' as const, voted_at: old })))
      .execute();
    const session = { wallet: null, method: null, created_at: 0n, expires_at: at + 1n };
    await db()
      .insertInto('sessions')
      .values({ token_hash: 'kept', ...session })
      .execute();
    await db()
      .insertInto('session_proofs')
      .values([
        ...many.map((each) => ({ token_hash: 'kept', wallet: each, proven_at: old, used_at: old })),
        { token_hash: 'kept', wallet: 'renewed', proven_at: fresh, used_at: fresh },
      ])
      .execute();
    await sweep();
    expect(failures).toEqual([]);
    for (const table of ['network_wallets', 'human_passes', 'session_proofs'] as const)
      expect(await db().selectFrom(table).select('wallet').execute(), table).toEqual([{ wallet: 'renewed' }]);
    expect(await db().selectFrom('faq_votes').select('voter').execute()).toEqual([]);
    expect(await db().selectFrom('faq_tallies').select('votes').execute()).toEqual([{ votes: 450n }]);
  });

  test('remains if a payment refers to it, or its wallet had sent or proven the expired hash (S28)', async () => {
    await http.credit(wallet(), 13n);
    const paid = await db().selectFrom('payments').select('transaction_hash').executeTakeFirstOrThrow();
    await submission('rejected');
    await submission('failed');
    await submission('expired');
    const expired = async (
      known: { sender: string } | { proven_at: bigint } | { terms_proven_at: bigint },
      postedFor = wallet(),
    ) => {
      const transactionHash = await submission('expired', hash(), postedFor);
      await db().updateTable('submissions').set(known).where('transaction_hash', '=', transactionHash).execute();
      return transactionHash;
    };
    // A mempool has shown and dropped it; anybody can post it for any number of wallets.
    const sender = wallet();
    await expired({ sender });
    const kept = [
      await submission('rejected', paid.transaction_hash),
      await expired({ sender }, sender),
      await expired({ proven_at: 1n }),
      await expired({ terms_proven_at: 1n }),
      await submission('processing'),
    ];
    http.clock.now += 89 * DAY;
    await sweep();
    expect(await count('submissions')).toBe(9);
    http.clock.now += DAY;
    await sweep();
    const left = await db().selectFrom('submissions').select('transaction_hash').execute();
    expect(left.map(({ transaction_hash: each }) => each).toSorted()).toEqual(kept.toSorted());
    expect(failures).toEqual([]);
  });

  test.each([
    { going: 3, isWalked: true },
    { going: 2, isWalked: true },
    { going: 1, isWalked: false },
  ])(
    'is walked through for longer where most of it goes, as in a flood: $going of three (S28)',
    async ({ going, isWalked }) => {
      const rows = Array.from({ length: 2_000 }, (_, number) => ({
        ...{ nonce: String(number), token_hash: '', expires_at: BigInt(Number(number % 3 < going)) },
      }));
      for (let first = 0; first < rows.length; first += 500)
        await db()
          .insertInto('nonces')
          .values(rows.slice(first, first + 500))
          .execute();
      // A statement takes 50 ms, a stretch of fifty rows two of them, and all of the walk four seconds.
      let now = 0;
      vi.spyOn(performance, 'now').mockImplementation(() => now);
      const timed = db().withPlugin({
        transformQuery: ({ node }) => {
          now += 50;
          return node;
        },
        transformResult: async ({ result }) => result,
      });
      await walkAlongKeys(timed)('nonces', 'nonce', sql`expires_at = 1`);
      vi.restoreAllMocks();
      const left = await db().selectFrom('nonces').select('nonce').where('expires_at', '=', 1n).execute();
      expect(left.length === 0).toBe(isWalked);
    },
  );

  test('includes the days of check-ins, not their points, and no day pays twice', async () => {
    const [visitor, many] = [wallet(), wallet()];
    const open = { hash: null, places: 1_000 };
    const start = http.clock.now;
    const day = (at: number) => acceptCheckIn(db(), visitor, open, at);
    for (let days = 0; days < 40; days += 1) expect(await day(start + days * DAY)).toMatchObject({ ok: true });
    await acceptCheckIn(db(), many, open, start);
    http.clock.now = start + 40 * DAY;
    const points = () => db().selectFrom('participants').select('points').where('wallet', '=', visitor).execute();
    const before = await points();
    await sweep();
    const left = await db().selectFrom('check_ins').select(['wallet', 'streak']).orderBy('day').execute();
    expect(left).toHaveLength(29);
    expect([...new Set(left.map((row) => row.wallet))]).toEqual([visitor]);
    // The streak goes on: the fortieth day was the fifth of its week.
    expect(await day(http.clock.now)).toMatchObject({ ok: true, streak: 6 });
    // A clock that was set back pays no day again.
    expect(await day(start)).toEqual({ ok: false, code: 'already_checked_in' });
    expect(await points()).toEqual(before.map((row) => ({ points: row.points + 50n })));
    expect(failures).toEqual([]);
  });

  test('includes applications of partners a year after their decision, and none that waits', async () => {
    const payload = { organisation: 'Kiln', email: 'a@example.org', type: 'media', message: 'Hello', consent: true };
    for (let number = 0; number < 3; number += 1)
      await http.app.inject({ method: 'POST', url: '/api/partner/apply', payload });
    const all = db().selectFrom('partner_applications').select(['id', 'state']).orderBy('id');
    const [first, second] = await all.execute();
    for (const [row, state] of [[first, 'answered'] as const, [second, 'declined'] as const])
      await db()
        .updateTable('partner_applications')
        .set({ state })
        .where('id', '=', row?.id ?? 0n)
        .execute();
    http.clock.now += 365 * DAY - 1;
    await sweep();
    expect(await all.execute()).toHaveLength(3);
    http.clock.now += 1;
    await sweep();
    expect(await all.execute()).toMatchObject([{ state: 'new' }]);
    expect(failures).toEqual([]);
  });

  test('includes a wallet that signed once and an unused code, but none with payments, points or invitations', async () => {
    const [idle, buyer, inviter, pointed] = [wallet(), wallet(), wallet(), wallet()];
    await http.credit(buyer, 13n);
    const at = BigInt(http.clock.now);
    await db()
      .insertInto('participants')
      .values([idle, inviter, pointed].map((each) => ({ wallet: each, referral_code: each, created_at: at })))
      .execute();
    await db()
      .insertInto('referrals')
      .values({ invitee: wallet(), inviter, state: 'applied', source: null, applied_at: at, counted_at: null })
      .execute();
    await db().updateTable('participants').set({ points: 5n }).where('wallet', '=', pointed).execute();
    const signed = [idle, buyer, inviter].map((each) => ({ wallet: each, first_at: at }));
    await db().insertInto('proven_wallets').values(signed).execute();
    http.clock.now += 365 * DAY;
    await sweep();
    const [participants, proven] = await Promise.all([
      db().selectFrom('participants').select('wallet').execute(),
      db().selectFrom('proven_wallets').select('wallet').execute(),
    ]);
    expect(participants.map((row) => row.wallet).toSorted()).toEqual([buyer, inviter, pointed].toSorted());
    // The participant was deleted by the same sweep: its dependent rows are deleted by the next one.
    await sweep();
    const left = await db().selectFrom('proven_wallets').select('wallet').execute();
    expect(left.map((row) => row.wallet).toSorted()).toEqual([buyer, inviter].toSorted());
    expect(proven.length).toBeGreaterThanOrEqual(2);
  });
});
