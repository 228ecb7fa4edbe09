import { expect, test } from 'vitest';
import { decideAppeal, openAppeals } from '#src/server/community/airdrop/appeals.ts';
import { correctPoints } from '#src/server/community/airdrop/correct-points.ts';
import { decideMissionEntry } from '#src/server/community/airdrop/decide-mission-entry.ts';
import { grantViewBonus } from '#src/server/community/airdrop/grant-view-bonus.ts';
import { listMissionEntries } from '#src/server/community/airdrop/list-mission-entries.ts';
import { takePlace } from '#src/server/community/airdrop/networks.ts';
import type { Verifier } from '#src/server/community/airdrop/verifiers.ts';
import { listVideo } from '#src/server/community/airdrop/videos.ts';
import { onSizedEngines } from '#tests/support/on-both-engines.ts';
import { onceForAll } from '#tests/support/opened.ts';
import { CHANNELS, newParticipant, type ParticipantVisitor } from '#tests/support/participant.ts';

/** Approves one account, rejects another, fails for a third, and leaves the rest to people. */
const VERIFIER: Verifier = {
  name: 'test',
  missions: ['youtubeSubscribe'],
  verify: async ({ account }) => {
    if (account === 'yes') return { decision: 'approve' };
    if (account === 'no') return { decision: 'reject', reasonCode: 'account-not-found' };
    if (account === 'broken') throw new Error('the platform does not answer');
    return { decision: 'review' };
  },
};

onSizedEngines('reviews', (open) => {
  const http = onceForAll(() => open({ env: CHANNELS, verifiers: [VERIFIER] }));

  const db = () => http.context.db;
  const now = () => http.clock.now;
  const newest = async (wallet: string) => (await listMissionEntries(db(), { wallet, limit: 200 })).at(-1);
  const approve = async (visitor: ParticipantVisitor) =>
    decideMissionEntry(
      db(),
      { submissionId: (await newest(visitor.wallet))?.id ?? 0n, decision: 'approve', staffId: 'ann' },
      now(),
    );
  const points = async (visitor: ParticipantVisitor) =>
    (await visitor.read('/api/airdrop/participant'))['totalPoints'] as number;
  const video = (visitor: ParticipantVisitor, id: string) =>
    visitor.post('/api/airdrop/video-submission', {
      walletAddress: visitor.wallet,
      videoLink: `https://youtu.be/${id}`,
      platform: 'youtube',
    });

  const objectTo = async ({ wallet, post }: ParticipantVisitor, submissionId: bigint) => {
    const appeal = { walletAddress: wallet, submissionId: String(submissionId), text: 'It is me.' };
    return BigInt((await post('/api/airdrop/appeal', appeal)).json().id);
  };

  test('each mission counts once per wallet, however many submissions and decisions race', async () => {
    const anna = await newParticipant(http);
    await anna.mission('xFollow', { xAccount: 'racer' });
    const again = await Promise.all(Array.from({ length: 20 }, () => anna.mission('xFollow', { xAccount: 'racer' })));
    expect(new Set(again.map((answer) => answer.json().code))).toEqual(new Set(['mission_pending']));
    const outcomes = await Promise.all(Array.from({ length: 20 }, () => approve(anna)));
    expect(outcomes.filter(({ ok }) => ok)).toHaveLength(1);
    expect(await points(anna)).toBe(200);
    expect((await anna.mission('xFollow', { xAccount: 'racer' })).json().code).toBe('mission_completed');
  });

  test('an X name counts for the first wallet it is confirmed for, in any spelling; submitting it reserves nothing', async () => {
    const [first, second, third] = [await newParticipant(http), await newParticipant(http), await newParticipant(http)];
    await first.mission('xFollow', { xAccount: 'Shared_Name' });
    await second.mission('xFollow', { xAccount: '@shared_name' });
    expect((await newest(second.wallet))?.sameAccount).toBe(1);
    expect(await approve(second)).toEqual({ ok: true });
    expect(await approve(first)).toEqual({ ok: false, code: 'account_taken' });
    expect((await newest(first.wallet))?.status).toBe('pending');
    const late = await third.mission('xFollow', { xAccount: 'https://x.com/SHARED_NAME' });
    expect([late.statusCode, late.json().code]).toEqual([409, 'account_taken']);
  });

  test('a YouTube name serves both missions of one wallet, and no other wallet; a video counts once overall', async () => {
    const [first, second] = [await newParticipant(http), await newParticipant(http)];
    for (const mission of ['youtubeSubscribe', 'youtubeEngage']) {
      await first.mission(mission, { youtubeUsername: 'One Name' });
      expect(await approve(first)).toEqual({ ok: true });
      expect((await second.mission(mission, { youtubeUsername: '@onename' })).json().code).toBe('account_taken');
    }
    await video(first, 'aaaaaaaaaaa');
    await approve(first);
    expect((await video(second, 'aaaaaaaaaaa')).json().code).toBe('video_taken');
    expect((await video(first, 'bbbbbbbbbbb')).json().code).toBe('video_completed');
  });

  test('a rejection needs a reason, which only its participant reads', async () => {
    const anna = await newParticipant(http);
    await anna.mission('xFollow', { xAccount: 'plain' });
    const submissionId = (await newest(anna.wallet))?.id ?? 0n;
    const review = { submissionId, decision: 'reject', staffId: 'ann' } as const;
    expect(await decideMissionEntry(db(), review, now())).toEqual({ ok: false, code: 'reason_needed' });
    await decideMissionEntry(db(), { ...review, reasonCode: 'account-like-bot', note: 'Two followers.' }, now());
    const url = `/api/airdrop/x-verification/status/${anna.wallet}`;
    expect((await anna.get(url)).json().submission).toMatchObject({
      reasonCode: 'account-like-bot',
      note: 'Two followers.',
    });
    expect((await http.app.inject(url)).json().submission).toMatchObject({
      status: 'rejected',
      reasonCode: null,
      note: null,
    });
  });

  test('an appeal is decided by another person; granted, it confirms the submission', async () => {
    const anna = await newParticipant(http);
    await anna.mission('xFollow', { xAccount: 'appealing' });
    const submissionId = (await newest(anna.wallet))?.id ?? 0n;
    const appeal = () =>
      anna.post('/api/airdrop/appeal', {
        walletAddress: anna.wallet,
        submissionId: String(submissionId),
        text: 'It is me.',
      });
    expect((await appeal()).json().code).toBe('not_appealable');
    const reject = { submissionId, decision: 'reject', reasonCode: 'account-like-bot', staffId: 'ann' } as const;
    await decideMissionEntry(db(), reject, now());
    const stranger = await newParticipant(http);
    const foreign = { walletAddress: stranger.wallet, submissionId: String(submissionId), text: 'Me too.' };
    expect((await stranger.post('/api/airdrop/appeal', foreign)).json().code).toBe('not_appealable');
    expect((await appeal()).statusCode).toBe(200);
    expect((await appeal()).json().code).toBe('appeal_open');
    const [open] = (await openAppeals(db()).execute()).filter(({ wallet }) => wallet === anna.wallet);
    const decision = { appealId: open?.id ?? 0n, decision: 'grant', answer: 'You are right.' } as const;
    expect(await decideAppeal(db(), { ...decision, staffId: 'ann' }, now())).toEqual({
      ok: false,
      code: 'same_person',
    });
    expect(await decideAppeal(db(), { ...decision, staffId: 'ben' }, now())).toEqual({ ok: true });
    expect(await decideAppeal(db(), { ...decision, staffId: 'cat' }, now())).toEqual({ ok: false, code: 'not_open' });
    expect(await points(anna)).toBe(200);
    expect((await anna.get(`/api/airdrop/x-verification/status/${anna.wallet}`)).json().submission).toMatchObject({
      status: 'confirmed',
      appeal: 'granted',
      appealAnswer: 'You are right.',
    });
    const seen = await http.app.inject(`/api/airdrop/x-verification/status/${anna.wallet}`);
    expect(seen.json().submission).toMatchObject({ appeal: 'granted', appealAnswer: null });
  });

  test('an appeal that is upheld pays nothing and leaves the submission rejected', async () => {
    const anna = await newParticipant(http);
    await anna.mission('xFollow', { xAccount: 'upheld' });
    const submissionId = (await newest(anna.wallet))?.id ?? 0n;
    const reject = { submissionId, decision: 'reject', reasonCode: 'account-like-bot', staffId: 'ann' } as const;
    await decideMissionEntry(db(), reject, now());
    const decision = { decision: 'uphold', answer: 'Two followers.', staffId: 'ben' } as const;
    expect(await decideAppeal(db(), { appealId: await objectTo(anna, submissionId), ...decision }, now())).toEqual({
      ok: true,
    });
    expect([(await newest(anna.wallet))?.status, await points(anna)]).toEqual(['rejected', 0]);
  });

  test('corrections are entries with a reason: once per reference, never below zero, and one can be appealed', async () => {
    const anna = await newParticipant(http);
    const give = { wallet: anna.wallet, mission: 'checkIn', reasonCode: 'mistake', staffId: 'ann' } as const;
    const correct = (amount: number, reference: string) =>
      correctPoints(db(), { ...give, points: amount, reference }, now());
    expect(await correct(70, 'case 1')).toMatchObject({ ok: true, totalPoints: 70 });
    expect(await correct(70, 'case 1')).toEqual({ ok: false, code: 'already_done' });
    expect(await correct(-71, 'case 2')).toEqual({ ok: false, code: 'below_zero' });
    expect(await correct(0, 'case 3')).toEqual({ ok: false, code: 'no_points' });
    const taken = await correct(-20, 'case 4');
    expect(taken).toMatchObject({ ok: true, totalPoints: 50 });
    const history = (await http.app.inject(`/api/airdrop/history/${anna.wallet}`)).json();
    expect(history).toMatchObject({
      totalPoints: 50,
      entries: [
        { points: -20, reason: 'correction', reasonCode: 'mistake', source: 'correction:case 4' },
        { points: 70, reason: 'correction' },
      ],
    });
    const entryId = taken.ok ? String(taken.entryId) : '';
    const appeal = { walletAddress: anna.wallet, entryId, text: 'Why these twenty?' };
    expect((await anna.post('/api/airdrop/appeal', appeal)).statusCode).toBe(200);
    expect((await anna.post('/api/airdrop/appeal', { ...appeal, entryId: undefined })).statusCode).toBe(400);
    const [open] = (await openAppeals(db()).execute()).filter(({ wallet }) => wallet === anna.wallet);
    const decision = { appealId: open?.id ?? 0n, decision: 'uphold', answer: 'Two wallets, one hand.' } as const;
    expect(await decideAppeal(db(), { ...decision, staffId: 'ben' }, now())).toEqual({ ok: true });
    const path = `/api/airdrop/history/${anna.wallet}`;
    const own = (await anna.get(path)).json().entries;
    expect(own).toMatchObject([
      { appeal: 'upheld', appealAnswer: 'Two wallets, one hand.' },
      { appeal: null, appealAnswer: null },
    ]);
    // Its outcome is public, like every entry; the texts are not.
    const others = (await http.app.inject(path)).json().entries;
    expect(others[0]).toMatchObject({ appeal: 'upheld', appealAnswer: null });
  });

  test('points reversed for a mission make it rejected, and it can be done and paid again', async () => {
    const anna = await newParticipant(http);
    await anna.mission('xFollow', { xAccount: 'second_try' });
    await approve(anna);
    const [entry] = (await http.app.inject(`/api/airdrop/history/${anna.wallet}`)).json().entries;
    const reversal = { wallet: anna.wallet, reverses: BigInt(entry.id), reasonCode: 'abuse', staffId: 'ben' } as const;
    expect(await correctPoints(db(), reversal, now())).toMatchObject({ ok: true, totalPoints: 0 });
    expect(await correctPoints(db(), reversal, now())).toEqual({ ok: false, code: 'already_done' });
    expect(await anna.read('/api/airdrop/participant')).toMatchObject({ xFollowVerified: false, xAccount: null });
    http.clock.now += 600_000;
    await anna.mission('xFollow', { xAccount: 'second_try' });
    expect(await approve(anna)).toEqual({ ok: true });
    expect(await points(anna)).toBe(200);
  });

  test('points that an appeal gave back can be reversed like the first ones', async () => {
    const anna = await newParticipant(http);
    await anna.mission('xFollow', { xAccount: 'back_and_forth' });
    await approve(anna);
    const submissionId = (await newest(anna.wallet))?.id ?? 0n;
    const reverseNewest = async () => {
      const [entry] = (await http.app.inject(`/api/airdrop/history/${anna.wallet}`)).json().entries;
      const reversal = { reverses: BigInt(entry.id), reasonCode: 'abuse', staffId: 'cat' } as const;
      expect(await correctPoints(db(), { wallet: anna.wallet, ...reversal }, now())).toMatchObject({ totalPoints: 0 });
      return (await newest(anna.wallet))?.status;
    };
    expect(await reverseNewest()).toBe('rejected');
    const decision = { decision: 'grant', answer: null, staffId: 'ben' } as const;
    await decideAppeal(db(), { appealId: await objectTo(anna, submissionId), ...decision }, now());
    expect([(await newest(anna.wallet))?.status, await points(anna)]).toEqual(['confirmed', 200]);
    expect(await reverseNewest()).toBe('rejected');
  });

  test('[R9.087] a video earns 100 for each full 1,000 views, each thousand once', async () => {
    const anna = await newParticipant(http);
    await video(anna, 'ccccccccccc');
    const submissionId = (await newest(anna.wallet))?.id ?? 0n;
    const grant = (views: number) => grantViewBonus(db(), { submissionId, views }, now());
    expect(await grant(5_000)).toEqual({ ok: false, code: 'not_confirmed' });
    await approve(anna);
    expect(await points(anna)).toBe(1333);
    expect(await grant(999)).toEqual({ ok: true, points: 0 });
    expect(await grant(2_500)).toEqual({ ok: true, points: 200 });
    expect(await grant(1_500)).toEqual({ ok: true, points: 0 });
    const racing = await Promise.all([grant(12_000), grant(12_000), grant(12_000)]);
    expect(racing.map((outcome) => (outcome.ok ? outcome.points : -1)).sort((a, b) => a - b)).toEqual([0, 0, 1_000]);
    expect(await grant(-1)).toEqual({ ok: false, code: 'invalid_views' });
    expect(await points(anna)).toBe(1333 + 1_200);
    expect(await listVideo(db(), submissionId, false)).toBe(true);
    http.clock.now += 5_001;
    const { videos } = (await http.app.inject('/api/videos')).json();
    expect(videos.map(({ id }: { id: string }) => id)).not.toContain(String(submissionId));
  });

  test('a video whose owner has its data deleted is no longer shown', async () => {
    const anna = await newParticipant(http);
    await video(anna, 'ddddddddddd');
    await approve(anna);
    const submissionId = String((await newest(anna.wallet))?.id);
    const isShown = async () => {
      http.clock.now += 5_001;
      const { videos } = (await http.app.inject('/api/videos')).json();
      return videos.some(({ id }: { id: string }) => id === submissionId);
    };
    expect(await isShown()).toBe(true);
    await anna.post('/api/privacy/delete', { walletAddress: anna.wallet });
    expect(await isShown()).toBe(false);
  });

  test('an automatic verifier decides claims it knows; unknown ones, and those it fails at, wait for a person', async () => {
    const statuses: string[] = [];
    for (const youtubeUsername of ['yes', 'no', 'broken', 'other']) {
      const visitor = await newParticipant(http);
      const answer = await visitor.mission('youtubeSubscribe', { youtubeUsername });
      const row = await newest(visitor.wallet);
      statuses.push(`${answer.json().status} ${row?.status} ${row?.decided_by} ${await points(visitor)}`);
    }
    expect(statuses).toEqual([
      'confirmed confirmed verifier:test 100',
      'pending rejected verifier:test 0',
      'pending pending null 0',
      'pending pending null 0',
    ]);
  });

  test('the queue tells how many other wallets used the network of each', async () => {
    const at = BigInt(now());
    const visitors = [await newParticipant(http), await newParticipant(http), await newParticipant(http)];
    for (const [place, visitor] of visitors.entries()) {
      await visitor.mission('xFollow', { xAccount: `neighbour${place}` });
      const network = { hash: place < 2 ? 'shared' : 'own', places: 4 };
      await db()
        .transaction()
        .execute((tx) => takePlace(tx, network, visitor.wallet, at));
    }
    const unseen = await newParticipant(http);
    await unseen.mission('xFollow', { xAccount: 'unseen' });
    const told = [...visitors, unseen].map(async ({ wallet }) => (await newest(wallet))?.sameNetwork);
    expect(await Promise.all(told)).toEqual([1, 1, 0, 0]);
  });

  test('the queue starts with the oldest, a page at a time, and states the deadline', async () => {
    const all = await listMissionEntries(db(), { limit: 200 });
    const paged: bigint[] = [];
    for (let after = 0n; ; ) {
      const page = await listMissionEntries(db(), { after, limit: 3 });
      if (page.length === 0) break;
      paged.push(...page.map(({ id }) => id));
      after = page.at(-1)?.id ?? after;
    }
    expect(paged).toEqual(all.map(({ id }) => id));
    expect(all.every(({ dueAt, created_at: at }) => dueAt === Number(at) + 86_400_000)).toBe(true);
    const pending = await listMissionEntries(db(), { status: 'pending', mission: 'youtubeSubscribe' });
    expect(pending.every(({ status, mission }) => status === 'pending' && mission === 'youtubeSubscribe')).toBe(true);
    expect(pending.length).toBeGreaterThan(0);
  });
});
