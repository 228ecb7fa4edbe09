import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { correctPoints } from '#src/server/community/airdrop/correct-points.ts';
import { decideMissionEntry } from '#src/server/community/airdrop/decide-mission-entry.ts';
import { createMissedSweep } from '#src/server/community/airdrop/establish-missed.ts';
import { storeMissionEntry } from '#src/server/community/airdrop/submit-mission.ts';
import { CREDIT_HANDLERS } from '#src/server/credit-handlers.ts';
import { checkTotals } from '#src/server/money/ledger/check-ledger.ts';
import { reverseCredit } from '#src/server/money/payments/credit/reverse-credit.ts';
import { migrate } from '#src/server/platform/database/migrations/migrate.ts';
import { onSizedEngines } from '#tests/support/on-both-engines.ts';
import { onceForAll } from '#tests/support/opened.ts';
import { CHANNELS, newParticipant, type ParticipantVisitor } from '#tests/support/participant.ts';

onSizedEngines('points without review', (open) => {
  const http = onceForAll(() => open({ env: CHANNELS }));

  const profile = async ({ wallet }: Pick<ParticipantVisitor, 'wallet'>) => {
    const { totalPoints, provisional } = (await http.app.inject(`/api/airdrop/participant/${wallet}`)).json();
    return [totalPoints, provisional];
  };
  /** What the public list and the wallet's own place say of it. */
  const board = async ({ wallet }: Pick<ParticipantVisitor, 'wallet'>) => {
    // The list, and the sum that shares are parts of, are kept for a second.
    http.clock.now += 1_001;
    const list: { walletAddress: string; totalPoints: number }[] = (
      await http.app.inject('/api/airdrop/leaderboard')
    ).json();
    const own = (await http.app.inject(`/api/airdrop/leaderboard?wallet=${wallet}`)).json();
    expect(own.length).toBe(list.filter(({ walletAddress }) => walletAddress === wallet).length);
    return own[0]?.totalPoints ?? null;
  };
  const totals = async () => {
    http.clock.now += 1_001;
    const { participants, totalPoints } = (await http.app.inject('/api/airdrop/missions')).json();
    return [participants, totalPoints];
  };
  const joined = async () => {
    const visitor = await newParticipant(http);
    await visitor.checkIn();
    await visitor.mission('socialJoin');
    expect(await profile(visitor)).toEqual([200, true]);
    return visitor;
  };
  const decide = async ({ wallet }: ParticipantVisitor, decision: 'approve' | 'reject') => {
    const { db } = http.context;
    const { id } = await db
      .selectFrom('mission_submissions')
      .select('id')
      .where('wallet', '=', wallet)
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow();
    const review = { submissionId: id, decision, reasonCode: 'other', staffId: 'ann' } as const;
    expect(await decideMissionEntry(db, review, http.clock.now)).toEqual({ ok: true });
  };
  const followX = async (visitor: ParticipantVisitor, decision: 'approve' | 'reject' = 'approve') => {
    const answer = await visitor.mission('xFollow', { xAccount: `x${visitor.wallet.slice(2, 14)}` });
    expect(answer.statusCode, answer.body).toBe(200);
    await decide(visitor, decision);
  };
  const undoMission = async ({ wallet }: ParticipantVisitor, mission: 'xFollow' | 'youtubeSubscribe') => {
    const { db } = http.context;
    const { id } = await db
      .selectFrom('point_entries')
      .select('id')
      .where('wallet', '=', wallet)
      .where('mission', '=', mission)
      .executeTakeFirstOrThrow();
    const correction = { wallet, reverses: id, reasonCode: 'abuse', staffId: 'ann' } as const;
    expect(await correctPoints(db, correction, http.clock.now)).toMatchObject({ ok: true });
  };
  const undoPurchases = async ({ wallet }: ParticipantVisitor, most = 100) => {
    const { db } = http.context;
    const credited = await db
      .selectFrom('payments')
      .select(['id', 'block_hash'])
      .where('payer', '=', wallet)
      .where('status', '=', 'credited')
      .limit(most)
      .execute();
    for (const { id, block_hash: blockHash } of credited)
      await reverseCredit({ db, creditHandlers: CREDIT_HANDLERS }, { id, blockHash: blockHash ?? '' }, http.clock.now);
  };

  test('are in the total and the history, and nowhere on the leaderboard', async () => {
    const before = await totals();
    const visitor = await joined();
    expect(await board(visitor)).toBeNull();
    expect(await totals()).toEqual(before);
    expect(((await visitor.read('/api/airdrop/history')) as { totalPoints: number }).totalPoints).toBe(200);
  });

  test('count with the whole total from the first confirmed reviewed mission on, and later ones at once', async () => {
    const visitor = await joined();
    const [participants, points] = await totals();
    await followX(visitor, 'reject');
    expect(await board(visitor)).toBeNull();
    http.clock.now += 600_000;
    await followX(visitor);
    expect(await profile(visitor)).toEqual([400, false]);
    expect(await board(visitor)).toBe(400);
    expect(await totals()).toEqual([participants + 1, points + 400]);
    http.clock.now += 13 * 3_600_000;
    await visitor.checkIn();
    expect(await board(visitor)).toBe(450);
  });

  test('count from a purchase of at least the minimum on, also one made before the first point', async () => {
    const visitor = await joined();
    await http.credit(visitor.wallet, 1n);
    expect([await profile(visitor), await board(visitor)]).toEqual([[200, true], null]);
    await http.credit(visitor.wallet, 50n);
    expect([await profile(visitor), await board(visitor)]).toEqual([[200, false], 200]);
    const buyer = await newParticipant(http);
    await http.credit(buyer.wallet, 50n);
    expect([await profile(buyer), await board(buyer)]).toEqual([[0, false], null]);
    await buyer.checkIn();
    expect([await profile(buyer), await board(buyer)]).toEqual([[50, false], 50]);
  });

  test('are provisional again once the last reason is undone, whichever of several it is', async () => {
    const visitor = await joined();
    await followX(visitor);
    await http.credit(visitor.wallet, 50n);
    await undoMission(visitor, 'xFollow');
    expect([await profile(visitor), await board(visitor)]).toEqual([[200, false], 200]);
    await undoPurchases(visitor);
    expect([await profile(visitor), await board(visitor)]).toEqual([[200, true], null]);
    await http.credit(visitor.wallet, 60n);
    await visitor.mission('youtubeSubscribe', { youtubeUsername: `y${visitor.wallet.slice(2, 14)}` });
    await decide(visitor, 'approve');
    await undoPurchases(visitor);
    expect([await profile(visitor), await board(visitor)]).toEqual([[300, false], 300]);
    await undoMission(visitor, 'youtubeSubscribe');
    expect([await profile(visitor), await board(visitor)]).toEqual([[200, true], null]);
  });

  test('two reasons undone at the same moment leave none', async () => {
    for (let round = 0; round < 5; round += 1) {
      const visitor = await joined();
      await followX(visitor);
      await http.credit(visitor.wallet, 50n);
      await Promise.all([undoMission(visitor, 'xFollow'), undoPurchases(visitor)]);
      expect([await profile(visitor), await board(visitor)]).toEqual([[200, true], null]);
    }
  });

  test('a mission without review that a person confirmed is no reviewed mission', async () => {
    const visitor = await newParticipant(http);
    const { db } = http.context;
    // As for a wallet whose network has no place left.
    const draft = { wallet: visitor.wallet, mission: 'socialJoin', account: null, hash: null, video: null } as const;
    await storeMissionEntry(db, draft, http.clock.now);
    await decide(visitor, 'approve');
    expect([await profile(visitor), await board(visitor)]).toEqual([[150, true], null]);
  });

  test('[A5] shares are of the listed points alone and never add up to more than the pool', async () => {
    const list: { sharePercent: string; totalPoints: number }[] = (
      await http.app.inject('/api/airdrop/leaderboard')
    ).json();
    const all = list.reduce((sum, { totalPoints }) => sum + totalPoints, 0);
    expect((await totals())[1]).toBe(all);
    for (const { sharePercent, totalPoints } of list)
      expect(Number(sharePercent)).toBe(Math.floor((totalPoints * 1_000_000) / all) / 10_000);
    const shares = list.reduce((sum, { sharePercent }) => sum + Math.round(Number(sharePercent) * 10_000), 0);
    expect(shares).toBeLessThanOrEqual(1_000_000);
    expect(shares).toBeGreaterThan(1_000_000 - list.length);
  });

  test('a sweep establishes the wallets that a previous release credited or confirmed, and no others', async () => {
    const { db } = http.context;
    const establishMissed = createMissedSweep(db);
    const [buyer, follower, joiner, reversed] = [await joined(), await joined(), await joined(), await joined()];
    const quiet = await newParticipant(http);
    for (const { wallet } of [buyer, reversed, quiet]) await http.credit(wallet, 50n);
    await followX(follower);
    // A previous release does not know the column, and neither does it have a row for a buyer without points.
    await db.deleteFrom('participants').where('points', '=', 0n).where('referral_code', 'is', null).execute();
    const wallets = [buyer, follower, joiner, reversed].map(({ wallet }) => wallet);
    await db.updateTable('participants').set({ established: 0n }).where('wallet', 'in', wallets).execute();
    await undoPurchases(reversed);
    await establishMissed(http.clock.now);
    expect(await Promise.all([buyer, follower, joiner, reversed].map(board))).toEqual([200, 400, null, null]);
    await quiet.checkIn();
    expect(await board(quiet)).toBe(50);
    expect(await checkTotals(db)).toEqual([]);
    // Later credits of such a release as well.
    const later = await joined();
    http.clock.now += 600_000;
    await http.credit(later.wallet, 50n);
    await db.updateTable('participants').set({ established: 0n }).where('wallet', '=', later.wallet).execute();
    http.clock.now += 600_000;
    await establishMissed(http.clock.now);
    expect(await board(later)).toBe(200);
  });

  test('a sweep puts on the leaderboard all that a previous release confirmed, more than one statement takes', async () => {
    const { db } = http.context;
    const establishMissed = createMissedSweep(db);
    const wallets = Array.from({ length: 450 }, (_, at) => `0xab${at.toString(16).padStart(38, '0')}`);
    const at = http.clock.now;
    for (const [place, wallet] of wallets.entries()) {
      const decided = BigInt(at - 1_000 * place);
      const row = {
        wallet,
        mission: 'xFollow',
        status: 'confirmed',
        created_at: decided,
        decided_at: decided,
      } as const;
      await db.insertInto('mission_submissions').values(row).execute();
    }
    const established = async () => {
      const kept = db.selectFrom('participants').select('wallet').where('wallet', 'in', wallets);
      return (await kept.where('established', '=', 1n).execute()).length;
    };
    // On a busy machine one sweep has no time for all of them: the next one goes on.
    for (let sweep = 0; sweep < 5 && (await established()) < wallets.length; sweep += 1)
      await establishMissed(at + 600_000);
    expect(await established()).toBe(wallets.length);
    await db.deleteFrom('mission_submissions').where('wallet', 'in', wallets).execute();
    await db.deleteFrom('participants').where('wallet', 'in', wallets).execute();
  });

  test('a sweep takes wallets off the leaderboard whose last purchase a previous release reversed', async () => {
    const { db } = http.context;
    const establishMissed = createMissedSweep(db);
    const [reversed, twice, follower] = [await joined(), await joined(), await joined()];
    for (const { wallet } of [reversed, twice, twice, follower]) await http.credit(wallet, 50n);
    await followX(follower);
    await establishMissed(http.clock.now);
    const wallets = [reversed, twice, follower];
    expect(await Promise.all(wallets.map(board))).toEqual([200, 200, 400]);
    http.clock.now += 600_000;
    // A previous release does not know the column: its reversals leave it as it is.
    await undoPurchases(reversed);
    await undoPurchases(follower);
    await undoPurchases(twice, 1);
    const payers = wallets.map(({ wallet }) => wallet);
    await db.updateTable('participants').set({ established: 1n }).where('wallet', 'in', payers).execute();
    await establishMissed(http.clock.now);
    expect(await Promise.all(wallets.map(board))).toEqual([null, 200, 400]);
    expect(await checkTotals(db)).toEqual([]);
  });

  test('wallets of an older database keep their place on the leaderboard', async () => {
    const { db } = http.context;
    const rows = () =>
      db.selectFrom('participants').select(['wallet', 'points', 'established', 'ranked']).orderBy('wallet').execute();
    const before = await rows();
    // A buyer without points had no row.
    const [buyer] = before.filter(({ points, established }) => points === 0n && established === 1n);
    await db.deleteFrom('participants').where('points', '=', 0n).where('referral_code', 'is', null).execute();
    const kept = await rows();
    for (const statement of [
      ...(http.database.engine === 'sqlite'
        ? ['insert', 'update', 'delete'].map((event) => `drop trigger participants_counted_${event}`)
        : [
            'drop trigger participants_counted on participants',
            'drop trigger participants_uncounted on participants',
            'drop function uncount_points',
          ]),
      'drop index participants_ranked',
      'alter table participants drop column ranked',
      'alter table participants drop column established',
      'create index participants_rank on participants (points, wallet)',
      "delete from migrations where name in ('0022-established', '0026-deleted-points')",
    ])
      await sql.raw(statement).execute(db);
    await migrate(db, http.database.engine);
    const after = await rows();
    expect(after.filter(({ wallet }) => kept.some((row) => row.wallet === wallet))).toEqual(kept);
    expect(await checkTotals(db)).toEqual([]);
    if (buyer !== undefined) expect(after).toContainEqual(buyer);
  });
});
