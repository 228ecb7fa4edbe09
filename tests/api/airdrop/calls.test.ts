import { beforeAll, expect, test } from 'vitest';
import type { z } from 'zod';
import type { SubmittedMission } from '#src/config/missions.ts';
import {
  airdropLeaderboardResponseSchema,
  captchaStatusResponseSchema,
  checkInResponseSchema,
  historyResponseSchema,
  missionResponseSchema,
  missionsResponseSchema,
  outcomeResponseSchema,
  participantResponseSchema,
  referralCodeResponseSchema,
  submissionStatusResponseSchema,
  videoStatusResponseSchema,
  videosResponseSchema,
  youtubeStatusResponseSchema,
} from '#src/contract/airdrop.ts';
import { decideMissionEntry } from '#src/server/community/airdrop/decide-mission-entry.ts';
import { listMissionEntries } from '#src/server/community/airdrop/list-mission-entries.ts';
import { signedBallot } from '#tests/support/cast-vote.ts';
import { onSizedEngines } from '#tests/support/on-both-engines.ts';
import { onceForAll } from '#tests/support/opened.ts';
import { CHANNELS, newParticipant, type ParticipantVisitor } from '#tests/support/participant.ts';

const STATED = {
  totalPoints: 0,
  dailyCheckInStreak: 0,
  xFollowVerified: false,
  xAccount: null,
  discordJoined: false,
  telegramJoined: false,
  socialShareCompleted: false,
  youtubeChannelSubscribed: false,
  youtubeVideoEngaged: false,
  votingCompleted: false,
  retweetCompleted: false,
  videoCompleted: false,
};

onSizedEngines('the calls of the airdrop', (open) => {
  const http = onceForAll(() => openApp());
  let anna: ParticipantVisitor;
  beforeAll(async () => {
    anna = await newParticipant(http);
  });

  const openApp = () => open({ env: CHANNELS, contentDirectory: 'tests/api/services/content' });
  async function read<Schema extends z.ZodType>(
    url: string,
    schema: Schema,
    cookie = '',
    { app } = http,
  ): Promise<z.infer<Schema>> {
    const answer = await app.inject({ url, headers: { host: 'localhost:4321', ...(cookie && { cookie }) } });
    expect(answer.statusCode, answer.body).toBe(200);
    return schema.parse(answer.json());
  }
  const participant = (who = anna, cookie = who.cookie) =>
    read(`/api/airdrop/participant/${who.wallet}`, participantResponseSchema.strict(), cookie);
  const decide = async (
    { wallet }: ParticipantVisitor,
    mission: SubmittedMission,
    decision: 'approve' | 'reject',
    { context, clock } = http,
  ) => {
    const [row] = await listMissionEntries(context.db, { status: 'pending', mission, wallet });
    const reason = decision === 'reject' ? ({ reasonCode: 'account-like-bot', note: 'No followers.' } as const) : {};
    return decideMissionEntry(
      context.db,
      { submissionId: row?.id ?? 0n, decision, staffId: 'ann', ...reason },
      clock.now,
    );
  };
  /** A participant whose X follow has been confirmed. */
  const newFollower = async (xAccount: string, place = http) => {
    const visitor = await newParticipant(place);
    expect((await visitor.mission('xFollow', { xAccount })).statusCode).toBe(200);
    expect(await decide(visitor, 'xFollow', 'approve', place)).toEqual({ ok: true });
    return visitor;
  };
  const sendVideo = (who: ParticipantVisitor, platform: string, videoLink: string) =>
    who.post('/api/airdrop/video-submission', { walletAddress: who.wallet, platform, videoLink });

  test('[R3.052 R7.036] a participant has the stated fields before any action', async () => {
    const body = await read(`/api/airdrop/participant/0x${'1'.repeat(40)}`, participantResponseSchema.strict());
    expect(body).toMatchObject({ ...STATED, referralCode: null, referral: 'none', checkedInToday: false });
  });

  test('[R3.052 R7.036] and after every mission each of them has its value', async () => {
    const own = await openApp();
    const eve = await newFollower('eve_x', own);
    await eve.checkIn();
    for (const mission of ['socialJoin', 'socialShare', 'retweet']) await eve.mission(mission);
    for (const mission of ['youtubeSubscribe', 'youtubeEngage'])
      await eve.mission(mission, { youtubeUsername: 'Eve Films' });
    await sendVideo(eve, 'youtube', 'https://youtu.be/abcdefghijk');
    await eve.post('/api/voting/vote', (await signedBallot(eve, 'vases')).body);
    await eve.mission('voting');
    for (const mission of ['socialShare', 'retweet', 'youtubeSubscribe', 'youtubeEngage', 'createVideo'] as const)
      expect(await decide(eve, mission, 'approve', own), mission).toEqual({ ok: true });
    const { referralCode } = (await eve.get('/api/airdrop/referral-code')).json();
    const url = `/api/airdrop/participant/${eve.wallet}`;
    const body = await read(url, participantResponseSchema.strict(), eve.cookie, own);
    await own.close();
    expect(referralCode).toMatch(/^[0-9A-Z]{4}$/);
    expect(body).toMatchObject({
      totalPoints: 200 + 150 + 50 + 300 + 100 + 300 + 750 + 250 + 1333,
      dailyCheckInStreak: 1,
      xFollowVerified: true,
      xAccount: 'eve_x',
      discordJoined: true,
      telegramJoined: true,
      socialShareCompleted: true,
      youtubeChannelSubscribed: true,
      youtubeVideoEngaged: true,
      votingCompleted: true,
      retweetCompleted: true,
      videoCompleted: true,
      referralCode,
    });
  });

  test.each([
    ['[R9.078]', 1, 'xFollow', 200, 'Easy'],
    ['[R9.079]', 2, 'socialJoin', 150, 'Easy'],
    ['[R9.080]', 3, 'checkIn', 50, 'Easy'],
    ['[R9.081]', 4, 'socialShare', 300, 'Medium'],
    ['[R9.082]', 5, 'youtubeSubscribe', 100, 'Easy'],
    ['[R9.083]', 6, 'youtubeEngage', 300, 'Medium'],
    ['[R9.084]', 7, 'referral', 1000, 'Hard'],
    ['[R9.085]', 8, 'voting', 750, 'Medium'],
    ['[R9.086]', 9, 'retweet', 250, 'Easy'],
    ['[R9.087]', 10, 'createVideo', 1333, 'Hard'],
  ] as const)('%s mission %i is %s for %i points, %s', async (_, number, id, points, difficulty) => {
    const { missions } = await read('/api/airdrop/missions', missionsResponseSchema.strict());
    expect(missions[number - 1]).toMatchObject({ number, id, points, difficulty, available: true });
  });

  test('[R9.075 R9.076 R9.087] the ten missions, the bonus of a video and both pools', async () => {
    const body = await read('/api/airdrop/missions', missionsResponseSchema.strict());
    expect(body.missions).toHaveLength(10);
    expect(body.videoBonus).toEqual({ points: 100, views: 1000 });
    expect(body.pool).toEqual({ shown: '86000000', estimate: '80000000' });
    expect(body.missions[1]?.targets).toEqual([CHANNELS.PUBLIC_COMMUNITY_URL, CHANNELS.PUBLIC_CHANNEL_URL]);
  });

  test('[R3.061 R3.062 R7.051 R7.052] xFollow with a name is submitted, and waits for a person', async () => {
    const answer = await anna.mission('xFollow', { xAccount: ' @Kiln_Co ' });
    expect(answer.statusCode, answer.body).toBe(200);
    expect(missionResponseSchema.strict().parse(answer.json())).toEqual({
      message: expect.stringMatching(/24 hours/),
      status: 'pending',
      points: 0,
    });
    expect(await participant()).toMatchObject({ totalPoints: 0, xFollowVerified: false, xAccount: 'Kiln_Co' });
  });

  test('[R3.054 R7.038 R4.056] x-verification goes from nothing through pending to rejected and, submitted again, confirmed', async () => {
    const otto = await newParticipant(http);
    const { now } = http.clock;
    const url = `/api/airdrop/x-verification/status/${otto.wallet}`;
    const schema = submissionStatusResponseSchema.strict();
    expect(await read(url, schema)).toEqual({ submission: null });
    expect((await otto.mission('xFollow', { xAccount: 'Otto_X' })).statusCode).toBe(200);
    const pending = await read(url, schema, otto.cookie);
    expect(pending.submission).toMatchObject({
      status: 'pending',
      submittedAt: new Date(now).toISOString(),
      dueAt: new Date(now + 86_400_000).toISOString(),
    });
    expect(await decide(otto, 'xFollow', 'reject')).toEqual({ ok: true });
    expect((await read(url, schema, otto.cookie)).submission).toMatchObject({
      status: 'rejected',
      reasonCode: 'account-like-bot',
      note: 'No followers.',
      canResubmitAt: new Date(now + 600_000).toISOString(),
    });
    const early = await otto.mission('xFollow', { xAccount: 'otto_x' });
    expect([early.statusCode, early.json().code]).toEqual([429, 'mission_cooldown']);
    http.clock.now += 600_000;
    expect((await otto.mission('xFollow', { xAccount: 'otto_x' })).json().status).toBe('pending');
    expect(await decide(otto, 'xFollow', 'approve')).toEqual({ ok: true });
    expect((await read(url, schema, otto.cookie)).submission).toMatchObject({ status: 'confirmed', reasonCode: null });
    expect(await participant(otto)).toMatchObject({ totalPoints: 200, xFollowVerified: true });
  });

  test('[R4.055] X follow, social share, retweet and video wait for a person', async () => {
    const ada = await newParticipant(http);
    const statusOf = async (mission: 'xFollow' | 'socialShare' | 'retweet', body = {}) =>
      (await ada.mission(mission, body)).json().status;
    expect(await statusOf('xFollow', { xAccount: 'ada_waits' })).toBe('pending');
    expect(await statusOf('socialShare')).toBe('pending');
    expect(await decide(ada, 'xFollow', 'approve')).toEqual({ ok: true });
    expect(await statusOf('retweet')).toBe('pending');
    await sendVideo(ada, 'tiktok', 'https://www.tiktok.com/@ada/video/7123456780');
    const videos = await listMissionEntries(http.context.db, { mission: 'createVideo', wallet: ada.wallet });
    expect(videos.map(({ status }) => status)).toEqual(['pending']);
  });

  test('[R3.063 R4.067 R4.069] social share and retweet take no data and build on xFollow', async () => {
    const ben = await newParticipant(http);
    expect((await ben.mission('socialShare')).json()).toEqual({
      code: 'x_account_needed',
      message: 'Submit X Username First',
    });
    expect((await ben.mission('retweet')).json()).toEqual({
      code: 'x_follow_needed',
      message: 'Complete X Follow First',
    });
    await ben.mission('xFollow', { xAccount: 'ben' });
    // A name that was submitted is enough for the share, a confirmed one is needed for the retweet.
    expect((await ben.mission('socialShare')).json().status).toBe('pending');
    expect((await ben.mission('retweet')).json().code).toBe('x_follow_needed');
  });

  test.each([
    ['[R3.056 R7.041]', 'socialShare', 'social-share'],
    ['[R3.057 R7.042]', 'retweet', 'retweet'],
  ] as const)('%s %s has a status', async (_, mission, path) => {
    const follower = await newFollower(`follows_${mission}`.slice(0, 15));
    const url = `/api/airdrop/${path}/status/${follower.wallet}`;
    const status = async () => (await read(url, submissionStatusResponseSchema.strict())).submission?.status;
    expect(await read(url, submissionStatusResponseSchema.strict())).toEqual({ submission: null });
    expect((await follower.mission(mission)).statusCode).toBe(200);
    expect(await status()).toBe('pending');
    expect(await decide(follower, mission, 'approve')).toEqual({ ok: true });
    expect(await status()).toBe('confirmed');
  });

  test('[R3.055 R3.064 R4.062 R7.040 R5.035] both YouTube missions are pending with the submitted name', async () => {
    expect((await anna.mission('youtubeSubscribe', {})).json().code).toBe('invalid_youtube_username');
    expect((await anna.mission('youtubeSubscribe', { youtubeUsername: ' @Kiln Studio ' })).statusCode).toBe(200);
    const url = `/api/airdrop/youtube-missions/status/${anna.wallet}`;
    const { status } = await read(url, youtubeStatusResponseSchema.strict(), anna.cookie);
    expect(status.subscribe).toMatchObject({ status: 'pending', youtubeUsername: 'Kiln Studio' });
    expect(status.engage).toEqual({ status: null, youtubeUsername: null, submission: null });
    expect((await anna.mission('youtubeEngage', { youtubeUsername: 'Kiln Studio' })).statusCode).toBe(200);
    expect(await decide(anna, 'youtubeSubscribe', 'approve')).toEqual({ ok: true });
    expect(await decide(anna, 'youtubeEngage', 'approve')).toEqual({ ok: true });
    expect(await participant()).toMatchObject({ youtubeChannelSubscribed: true, youtubeVideoEngaged: true });
  });

  test('[R3.068 R3.069 R7.055 R7.056 R5.036] a video is submitted with link and platform', async () => {
    const post = (body: object) => anna.post('/api/airdrop/video-submission', { walletAddress: anna.wallet, ...body });
    const wrong = await post({ videoLink: 'https://youtu.be/abcdefghijk', platform: 'tiktok' });
    expect([wrong.statusCode, wrong.json().success, wrong.json().code]).toEqual([200, false, 'video_link_invalid']);
    expect((await post({ videoLink: 'https://youtu.be/abcdefghijk', platform: 'vimeo' })).statusCode).toBe(400);
    expect((await post({ videoLink: ' ', platform: 'youtube' })).statusCode).toBe(400);
    const sent = await post({ videoLink: ' https://youtu.be/abcdefghijk?si=1 ', platform: 'youtube' });
    expect(outcomeResponseSchema.strict().parse(sent.json())).toMatchObject({ success: true });
    expect((await post({ videoLink: 'https://youtu.be/abcdefghijx', platform: 'youtube' })).json().code).toBe(
      'video_pending',
    );
  });

  test.each([
    ['tiktok', 'https://www.tiktok.com/@kiln/video/7123456789'],
    ['instagram', 'https://www.instagram.com/p/Cabc-1_/'],
  ])('[R3.069] a video of %s is accepted too', async (platform, link) => {
    const maker = await newParticipant(http);
    const sent = await sendVideo(maker, platform, link);
    expect(outcomeResponseSchema.strict().parse(sent.json())).toMatchObject({ success: true });
    const url = `/api/airdrop/video/status/${maker.wallet}`;
    const own = await read(url, videoStatusResponseSchema.strict(), maker.cookie);
    expect(own).toMatchObject({ status: 'pending', platform, videoLink: link });
  });

  test('[R3.058 R7.043] a video has a status, and is shown once it is confirmed', async () => {
    const maker = await newParticipant(http);
    const url = `/api/airdrop/video/status/${maker.wallet}`;
    const plain = 'https://www.youtube.com/watch?v=kjihgfedcba';
    expect((await read(url, videoStatusResponseSchema.strict(), maker.cookie)).status).toBeNull();
    expect((await sendVideo(maker, 'youtube', 'https://youtu.be/kjihgfedcba')).json().success).toBe(true);
    const own = await read(url, videoStatusResponseSchema.strict(), maker.cookie);
    expect(own).toMatchObject({ status: 'pending', platform: 'youtube', videoLink: plain });
    expect((await read(url, videoStatusResponseSchema.strict())).videoLink).toBeNull();
    expect(await read('/api/videos', videosResponseSchema.strict())).toEqual({ videos: [] });
    await decide(maker, 'createVideo', 'approve');
    http.clock.now += 5_001;
    expect((await read(url, videoStatusResponseSchema.strict(), maker.cookie)).status).toBe('confirmed');
    const { videos } = await read('/api/videos', videosResponseSchema.strict());
    expect(videos).toEqual([
      { id: expect.any(String), platform: 'youtube', link: plain, approvedAt: expect.any(String) },
    ]);
    expect(await participant(maker)).toMatchObject({ videoCompleted: true });
  });

  test('[R3.065 R3.066] referral and createVideo have separate calls, which the refusal names', async () => {
    const referral = await anna.mission('referral');
    expect([referral.statusCode, referral.json().message]).toEqual([
      400,
      expect.stringContaining('POST /api/referral/apply'),
    ]);
    expect((await anna.mission('createVideo')).json().message).toContain('POST /api/airdrop/video-submission');
    expect((await anna.mission('flyToTheMoon')).statusCode).toBe(400);
  });

  test('[R3.070 R7.057 R7.058 R4.066] checking in twice a day names the time of the next check-in', async () => {
    const before = (await participant()).totalPoints;
    const body = checkInResponseSchema.strict().parse((await anna.checkIn()).json());
    expect(body).toMatchObject({ success: true, streak: 1, nextCheckInAt: '2026-05-05T00:00:00.000Z' });
    const again = await anna.checkIn();
    expect([again.statusCode, again.json()]).toEqual([
      200,
      {
        success: false,
        code: 'already_checked_in',
        message: 'Already checked in today',
        streak: 1,
        nextCheckInAt: '2026-05-05T00:00:00.000Z',
      },
    ]);
    expect(await participant()).toMatchObject({
      totalPoints: before + 50,
      dailyCheckInStreak: 1,
      checkedInToday: true,
      nextCheckInAt: '2026-05-05T00:00:00.000Z',
    });
  });

  test('[R3.063] joining the community takes no data and counts at once, and once', async () => {
    const answer = await anna.mission('socialJoin');
    expect(answer.json()).toMatchObject({ status: 'confirmed', points: 150 });
    expect(await participant()).toMatchObject({ discordJoined: true, telegramJoined: true });
    const again = await anna.mission('socialJoin');
    expect([again.statusCode, again.json().code]).toEqual([409, 'mission_completed']);
  });

  test('[R3.060 R7.046] the referral code of the proven wallet', async () => {
    const schema = referralCodeResponseSchema.strict();
    expect(await read('/api/airdrop/referral-code', schema)).toMatchObject({ referralCode: null });
    const { referralCode } = await read('/api/airdrop/referral-code', schema, anna.cookie);
    expect(referralCode).toMatch(/^[0-9A-Z]{4}$/);
    expect((await participant()).referralCode).toBe(referralCode);
  });

  test('[R3.067 R7.053 R7.054 R5.032] a code of another wallet is applied in any spelling', async () => {
    const schema = referralCodeResponseSchema.strict();
    const { referralCode } = await read('/api/airdrop/referral-code', schema, anna.cookie);
    const carl = await newParticipant(http);
    const answer = await carl.post('/api/referral/apply', {
      referralCode: ` ${referralCode?.toLowerCase()} `,
      userWallet: carl.wallet,
    });
    expect(outcomeResponseSchema.strict().parse(answer.json())).toEqual({ success: true, message: expect.any(String) });
    expect((await carl.read('/api/airdrop/participant'))['referral']).toBe('applied');
    expect((await read('/api/airdrop/referral-code', schema, anna.cookie)).invited).toEqual({ applied: 1, counted: 0 });
  });

  test('[R7.048] captcha-status asks a new session for the puzzle, and then not for half an hour', async () => {
    const dora = await newParticipant(http);
    const url = `/api/airdrop/captcha-status?wallet=${dora.wallet}`;
    const schema = captchaStatusResponseSchema.strict();
    const asked = await read(url, schema, dora.cookie);
    expect(asked).toMatchObject({
      requiresCaptcha: true,
      challenge: { kinds: ['sum', 'work'], expiresAt: new Date(http.clock.now + 300_000).toISOString() },
    });
    expect(await read(url, schema)).toEqual({ requiresCaptcha: true });
    await dora.checkIn();
    expect(await read(url, schema, dora.cookie)).toEqual({ requiresCaptcha: false });
    http.clock.now += 1_800_000;
    expect((await read(url, schema, dora.cookie)).requiresCaptcha).toBe(true);
    expect((await http.app.inject('/api/airdrop/captcha-status')).statusCode).toBe(400);
  });

  test('[R3.053 R7.044 R6.004] the leaderboard is a list of entries, even without a wallet; the wallet’s own entry has its true rank', async () => {
    const own = await openApp();
    const [second, first] = [await newFollower('second_x', own), await newFollower('first_x', own)];
    await first.mission('socialJoin');
    await first.checkIn();
    own.clock.now += 1_001;
    const readOwn = <Schema extends z.ZodType>(url: string, schema: Schema) => read(url, schema, '', own);
    const list = await readOwn('/api/airdrop/leaderboard', airdropLeaderboardResponseSchema);
    const entry = { id: expect.any(String), sharePercent: expect.stringMatching(/^\d+\.\d{4}$/) };
    expect(list).toEqual([
      { ...entry, walletAddress: first.wallet, totalPoints: 200 + 150 + 50, rank: 1 },
      { ...entry, walletAddress: second.wallet, totalPoints: 200, rank: 2 },
    ]);
    expect(list.map(({ sharePercent }) => sharePercent)).toEqual(['66.6666', '33.3333']);
    const place = (wallet: string) =>
      readOwn(`/api/airdrop/leaderboard?wallet=${wallet}`, airdropLeaderboardResponseSchema);
    expect(await place(first.wallet)).toEqual([list[0]]);
    expect(await place(second.wallet)).toEqual([list[1]]);
    expect(await place(`0x${'9'.repeat(40)}`)).toEqual([]);
    expect((await readOwn('/api/airdrop/missions', missionsResponseSchema.strict())).missions).toHaveLength(10);
  });

  test('the history lists every point with time, reason and source, and adds up', async () => {
    const hugo = await newFollower('hugo_x');
    await hugo.mission('socialJoin');
    const day = new Date(http.clock.now).toISOString().slice(0, 10);
    await hugo.checkIn();
    const { entries, totalPoints, next } = await read(
      `/api/airdrop/history/${hugo.wallet}`,
      historyResponseSchema.strict(),
    );
    expect(next).toBeNull();
    expect([totalPoints, entries.length]).toEqual([400, 3]);
    expect(entries.reduce((sum, { points }) => sum + points, 0)).toBe(totalPoints);
    expect(entries.find(({ mission }) => mission === 'checkIn')).toMatchObject({
      points: 50,
      reason: 'check-in',
      source: `checkin:${day}`,
      reverses: null,
    });
  });

  test('only the proven wallet sees X and YouTube names, codes and reasons; others see that there are some', async () => {
    const owner = await newParticipant(http);
    await owner.mission('xFollow', { xAccount: 'kiln_owner' });
    await owner.mission('youtubeSubscribe', { youtubeUsername: 'Kiln Owner' });
    const { referralCode } = (await owner.get('/api/airdrop/referral-code')).json();
    expect(await participant(owner)).toMatchObject({ xAccount: 'kiln_owner', referralCode });
    const masked = await participant(owner, '');
    expect([masked.xAccount, masked.referralCode]).toEqual(['•••', '•••']);
    const url = `/api/airdrop/youtube-missions/status/${owner.wallet}`;
    const { status } = await read(url, youtubeStatusResponseSchema.strict());
    expect(status.subscribe.youtubeUsername).toBe('•••');
    const body = JSON.stringify([masked, status]);
    expect(body.toLowerCase()).not.toContain('kiln');
    const thief = await newParticipant(http);
    await thief.connect(owner.wallet);
    const seen = await thief.get(`/api/airdrop/participant/${owner.wallet}`);
    expect(seen.json()).toMatchObject({ xAccount: '•••', referralCode: '•••' });
  });

  test('a mission without a configured address is reported as not open, and refuses', async () => {
    const bare = await open({ contentDirectory: 'tests/api/services' });
    const body = missionsResponseSchema.parse((await bare.app.inject('/api/airdrop/missions')).json());
    expect(body.links).toEqual({ x: null, community: null, channel: null, youtube: null });
    const closed = body.missions.filter(({ available }) => !available).map(({ id, reason }) => [id, reason]);
    expect(closed).toEqual([
      ['xFollow', 'not-configured'],
      ['socialJoin', 'not-configured'],
      ['youtubeSubscribe', 'not-configured'],
      ['youtubeEngage', 'not-configured'],
      ['voting', 'no-open-proposal'],
      ['retweet', 'not-configured'],
    ]);
    const visitor = await newParticipant(bare);
    const refused = await visitor.mission('xFollow', { xAccount: 'kiln' });
    await bare.close();
    expect([refused.statusCode, refused.json().code]).toEqual([409, 'mission_unavailable']);
  });
});
