import { beforeEach, expect, test, vi } from 'vitest';
import { loadDictionary } from '#src/i18n/load-dictionary.ts';
import { toastText } from '#src/islands/toaster/toast-text.ts';
import { ACCOUNT, FakeWallet } from './fake-wallet.ts';
import { ERROR, pageForEach } from './stub-page.ts';

const CAPTCHA = '/api/airdrop/captcha-status';
const PARTICIPANT = '/api/airdrop/participant';
const BOARD = '/api/airdrop/leaderboard';
const SHARE = '/api/airdrop/social-share/status';
const STATUSES = [
  '/api/airdrop/x-verification/status',
  SHARE,
  '/api/airdrop/retweet/status',
  '/api/airdrop/youtube-missions/status',
  '/api/airdrop/video/status',
];

const page = pageForEach();
beforeEach(() => {
  page.answers.set(CAPTCHA, { requiresCaptcha: false });
  page.answers.set('/api/airdrop/checkin', { success: true, streak: 1 });
  page.answers.set('/api/airdrop/mission', { status: 'pending', points: 300 });
  page.answers.set(PARTICIPANT, { totalPoints: 50, xFollowVerified: true });
  page.answers.set(SHARE, { submission: null });
  page.answers.set(BOARD, []);
  page.answers.set('/api/wallet/connect', { walletAddress: ACCOUNT, proven: true });
  new FakeWallet().install();
});

async function load() {
  const airdrop = await import('#src/stores/airdrop.ts');
  const { connectWallet } = await import('#src/stores/wallet.ts');
  const { $toasts } = await import('#src/stores/toasts.ts');
  const said = () => {
    const [toast] = $toasts.get();
    return toast === undefined ? undefined : toastText(toast, loadDictionary('en'), 'en');
  };
  return { ...airdrop, connectWallet, said };
}

const asked = (path: string) => page.fetch.mock.calls.filter(([url]) => url.startsWith(path)).length;
const posts = (path: string) => page.posts.filter(({ url }) => url === path);

test('[R6.005] with a connected wallet, and only with one, a visitor buys, stakes and does missions', async () => {
  page.answers.set('/api/staking/balance', { stakedBalance: '0', availableToStake: '347190' });
  page.answers.set('/api/staking/stake', { amount: '347190' });
  page.answers.set('/api/presale/purchase', {
    ...{ status: 'credited', confirmations: 6, required: 6, message: '', usdAmount: '4513.48' },
    ...{ tokensAllocated: '347190', tokenAmount: '347190' },
  });
  const { checkIn, submitMission, connectWallet } = await load();
  const { answerSummary, buy } = await import('#src/purchase/offer/purchase.ts');
  const { $purchase } = await import('#src/purchase/purchase-state.ts');
  const { stakeAll, $stakingBalance } = await import('#src/stores/staking.ts');
  const presale = await import('#src/stores/presale.ts');
  for (const store of [presale.$pricing, presale.$prices, presale.$config, $stakingBalance])
    store.listen(() => undefined);
  await Promise.all([import('#src/purchase/run-purchase.ts'), import('#src/purchase/send-purchase.ts')]);
  $purchase.listen(({ stage }) => stage === 'summary' && answerSummary({ termsVersion: '2026-01-01' }));
  const everything = async () => {
    await checkIn();
    await submitMission('socialShare', null);
    await stakeAll();
    const bought = buy({ chainId: 1, symbol: 'ETH', amount: '1' });
    await vi.advanceTimersByTimeAsync(120_000);
    await bought;
    return ['/api/airdrop/checkin', '/api/airdrop/mission', '/api/staking/stake', '/api/presale/purchase'].map(
      (path) => posts(path).length > 0,
    );
  };
  await vi.advanceTimersByTimeAsync(0);
  expect(await everything()).toEqual([false, false, false, false]);
  await connectWallet();
  await vi.advanceTimersByTimeAsync(0);
  expect(await everything()).toEqual([true, true, true, true]);
});

test('[R7.037] a participant that cannot be read gives no data, and the page continues', async () => {
  page.answers.set(PARTICIPANT, ERROR(503, 'overloaded', 'The service is busy.'));
  const { $participant, $board, connectWallet } = await load();
  for (const store of [$participant, $board]) store.listen(() => undefined);
  await connectWallet();
  await vi.advanceTimersByTimeAsync(0);
  expect(asked(`${PARTICIPANT}/${ACCOUNT.toLowerCase()}`)).toBe(1);
  expect($participant.get()).toMatchObject({ loading: false, data: undefined });
  expect($board.get().data).toEqual([]);
});

test('[R7.049] captcha-status tells whether a human check is required before anything is sent', async () => {
  const { checkIn, $humanCheck, connectWallet } = await load();
  await connectWallet();
  const unasked = checkIn();
  await vi.advanceTimersByTimeAsync(0);
  expect(page.fetch).toHaveBeenCalledWith(`${CAPTCHA}?wallet=${ACCOUNT}`, expect.anything());
  expect($humanCheck.get()).toBeNull();
  expect(posts('/api/airdrop/checkin')).toMatchObject([{ body: { skipCaptcha: true } }]);
  expect(await unasked).toBe(true);
  page.answers.set(CAPTCHA, { requiresCaptcha: true });
  const done = checkIn();
  await vi.advanceTimersByTimeAsync(0);
  expect($humanCheck.get()?.wallet).toBe(ACCOUNT);
  expect(posts('/api/airdrop/checkin')).toHaveLength(1);
  $humanCheck.get()?.pass('token');
  expect(await done).toBe(true);
  expect(posts('/api/airdrop/checkin')[1]).toMatchObject({ body: { captchaToken: 'token', skipCaptcha: false } });
});

test('[R9.028] a failed submission is not sent again automatically', async () => {
  page.answers.set('/api/staking/balance', { stakedBalance: '0', availableToStake: '347190' });
  const { checkIn, submitMission, applyReferral, connectWallet } = await load();
  const { stakeAll, $stakingBalance } = await import('#src/stores/staking.ts');
  $stakingBalance.listen(() => undefined);
  await connectWallet();
  await vi.advanceTimersByTimeAsync(0);
  const sent = ['checkin', 'mission'].map((call) => `/api/airdrop/${call}`);
  const paths = [...sent, '/api/referral/apply', '/api/staking/stake'];
  const failures = [() => new TypeError('Failed to fetch'), ERROR(503, 'overloaded', 'The service is busy.')];
  for (const [round, failure] of failures.entries()) {
    for (const path of paths) page.answers.set(path, failure);
    expect(await checkIn()).toBe(false);
    expect(await submitMission('retweet', null)).toBe(false);
    expect(await applyReferral('ABCD')).toBe(false);
    expect(await stakeAll()).toBe(false);
    await vi.advanceTimersByTimeAsync(3_600_000);
    expect(paths.map((path) => posts(path).length)).toEqual(paths.map(() => round + 1));
  }
});

test('[R7.050] if it is unknown whether the human check is needed, it is', async () => {
  page.answers.set(CAPTCHA, ERROR(500, 'internal', 'Something went wrong.'));
  const { checkIn, $humanCheck, $busyMission, connectWallet } = await load();
  await connectWallet();
  const done = checkIn();
  await vi.advanceTimersByTimeAsync(0);
  expect($humanCheck.get()?.wallet).toBe(ACCOUNT);
  expect(posts('/api/airdrop/checkin')).toEqual([]);
  $humanCheck.get()?.pass('token');
  expect(await done).toBe(true);
  expect(posts('/api/airdrop/checkin')).toMatchObject([{ body: { captchaToken: 'token', skipCaptcha: false } }]);
  expect([$humanCheck.get(), $busyMission.get()]).toEqual([null, null]);
});

test('[R8.058] [R8.059] a failing mission says so in the server’s words, or in its own, and is no longer busy', async () => {
  const { submitMission, $busyMission, connectWallet, said } = await load();
  await connectWallet();
  const busy: (string | null)[] = [];
  $busyMission.listen((mission) => busy.push(mission));
  page.answers.set('/api/airdrop/mission', ERROR(409, 'already_completed', 'Mission already completed'));
  expect(await submitMission('retweet', null)).toBe(false);
  expect(said()).toEqual({ title: 'Mission Failed', text: 'Mission already completed' });
  page.answers.set('/api/airdrop/mission', () => new TypeError('Failed to fetch'));
  expect(await submitMission('retweet', null)).toBe(false);
  expect(said()).toEqual({ title: 'Mission Failed', text: 'Mission failed' });
  expect(busy).toEqual(['retweet', null, 'retweet', null]);
});

test('a referral code and a video are confirmed, or refused in the server’s words', async () => {
  const { applyReferral, submitVideo, connectWallet, said } = await load();
  await connectWallet();
  const code = () => applyReferral(' ab12 ');
  const video = () => submitVideo({ videoLink: ' https://youtu.be/aaaaaaaaaaa ', platform: 'youtube' });
  const [applied, submitted] = ['/api/referral/apply', '/api/airdrop/video-submission'];
  page.answers.set(applied, { success: false, code: 'referral_code_unusable', message: 'This code cannot be used.' });
  expect(await code()).toBe(false);
  expect(said()).toEqual({ title: '⚠️ Something went wrong', text: 'This code cannot be used.' });
  page.answers.set(submitted, { success: false, code: 'video_taken', message: 'This video is another’s.' });
  expect(await video()).toBe(false);
  expect(said()).toEqual({ title: 'Submission Failed', text: 'This video is another’s.' });
  for (const path of [applied, submitted]) page.answers.set(path, { success: true, message: '' });
  expect(await code()).toBe(true);
  expect(said()?.title).toBe('Referral Code Applied!');
  expect(await video()).toBe(true);
  expect(said()?.title).toBe('Video Submitted!');
  expect(posts(applied).at(-1)?.body).toEqual({ referralCode: 'AB12', userWallet: ACCOUNT });
  expect(posts(submitted).at(-1)?.body).toMatchObject({ videoLink: 'https://youtu.be/aaaaaaaaaaa' });
});

test('a submission that waits for a review, and an objection, are confirmed', async () => {
  page.answers.set('/api/airdrop/appeal', { id: '7' });
  const { submitMission, appeal, connectWallet, said } = await load();
  await connectWallet();
  expect(await submitMission('retweet', null)).toBe(true);
  expect(said()?.title).toBe('Pending Review');
  expect(await appeal({ submissionId: '7' }, 'It is me.')).toBe(true);
  expect(said()?.title).toBe('Appeal Sent');
  expect(posts('/api/airdrop/appeal')[0]?.body).toEqual({
    ...{ walletAddress: ACCOUNT, submissionId: '7', text: 'It is me.' },
  });
});

test('only a name that counts for another wallet can be disputed', async () => {
  const { submitMission, $takenName, connectWallet } = await load();
  await connectWallet();
  const submit = () => submitMission('xFollow', { xAccount: 'racer' });
  page.answers.set('/api/airdrop/mission', ERROR(409, 'account_taken', 'This name is taken.'));
  await submit();
  expect($takenName.get()).toEqual({ wallet: ACCOUNT, missionType: 'xFollow', data: { xAccount: 'racer' } });
  page.answers.set('/api/airdrop/mission', ERROR(409, 'mission_pending', 'It waits for its review.'));
  await submit();
  expect($takenName.get()).toBeNull();
});

test('[R8.061] a check-in that fails without a server message says "Check-in failed"', async () => {
  const { checkIn, $busyMission, connectWallet, said } = await load();
  await connectWallet();
  page.answers.set('/api/airdrop/checkin', () => new TypeError('Failed to fetch'));
  expect(await checkIn()).toBe(false);
  expect(said()).toEqual({ title: 'Check-in Failed', text: 'Check-in failed' });
  page.answers.set('/api/airdrop/checkin', { success: false, message: 'Already checked in today' });
  expect(await checkIn()).toBe(false);
  expect(said()).toEqual({ title: 'Check-in Failed', text: 'Already checked in today' });
  expect($busyMission.get()).toBeNull();
});

test('[R9.094] [R9.095] the leaderboard of the last minute, a participant and the statuses of the last half are not requested again', async () => {
  page.answers.set(PARTICIPANT, { totalPoints: 50, xFollowVerified: false });
  const none = { submission: null };
  for (const path of STATUSES) page.answers.set(path, { ...none, status: { subscribe: none, engage: none } });
  const { $board, $participant, $statuses, connectWallet } = await load();
  const stores = [$board, $participant, $statuses];
  const paths = [BOARD, PARTICIPANT, ...STATUSES];
  /** A visit to the page, from its beginning to its end. */
  const visit = async () => {
    const leave = stores.map((store) => store.listen(() => undefined));
    await vi.advanceTimersByTimeAsync(0);
    for (const stop of leave) stop();
    return paths.map(asked);
  };
  await connectWallet();
  const [board = 0, ...own] = await visit();
  expect(Math.min(board, ...own)).toBeGreaterThan(0);
  await vi.advanceTimersByTimeAsync(29_000);
  expect(await visit()).toEqual([board, ...own]);
  await vi.advanceTimersByTimeAsync(2_000);
  expect(await visit()).toEqual([board, ...own.map((count) => count + 1)]);
  await vi.advanceTimersByTimeAsync(23_000);
  expect((await visit())[0]).toBe(board);
  await vi.advanceTimersByTimeAsync(7_000);
  expect((await visit())[0]).toBe(board + 1);
});

test('[R7.047] the referral code is requested once there is a wallet, and not before', async () => {
  page.answers.set('/api/airdrop/referral-code', { referralCode: 'ABCD' });
  const { $referralCode, connectWallet } = await load();
  $referralCode.listen(() => undefined);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(asked('/api/airdrop/referral-code')).toBe(0);
  await connectWallet();
  await vi.advanceTimersByTimeAsync(0);
  expect(asked('/api/airdrop/referral-code')).toBe(1);
  expect($referralCode.get().data).toEqual({ referralCode: 'ABCD' });
});

test.each([
  ['holds other wallets', () => [{ walletAddress: `0x${'9'.repeat(40)}` }]],
  ['cannot be fetched', () => new TypeError('Failed to fetch')],
  ['is answered with an error', ERROR(503, 'overloaded', 'The service is busy.')],
])('[R4.082] a votes list that %s leads to the voting page, and nothing is submitted', async (_, votes) => {
  const { connectWallet, hasVoted } = await load();
  const { runMission } = await import('#src/islands/airdrop-dashboard/run-mission.ts');
  await connectWallet();
  const assign = vi.fn();
  vi.stubGlobal('location', { ...location, assign });
  page.answers.set('/api/voting/votes', votes);
  expect(await hasVoted(ACCOUNT)).toBe(false);
  await runMission({
    ...{ mission: 'voting', account: ACCOUNT, targets: [], data: null },
    votingPath: '/voting',
  });
  expect(assign).toHaveBeenCalledExactlyOnceWith('/voting');
  expect(posts('/api/airdrop/mission')).toEqual([]);
});

test('[R4.081] the voting mission of a wallet in the votes list is submitted; any other goes to the voting page', async () => {
  const { connectWallet } = await load();
  const { runMission } = await import('#src/islands/airdrop-dashboard/run-mission.ts');
  await connectWallet();
  const assign = vi.fn();
  vi.stubGlobal('location', { ...location, assign });
  const run = () =>
    runMission({
      ...{ mission: 'voting', account: ACCOUNT, targets: [], data: null },
      votingPath: '/voting',
    });
  page.answers.set('/api/voting/votes', [{ walletAddress: `0x${'9'.repeat(40)}` }]);
  await run();
  expect(posts('/api/airdrop/mission')).toEqual([]);
  expect(assign).toHaveBeenCalledExactlyOnceWith('/voting');
  page.answers.set('/api/voting/votes', [{ walletAddress: ACCOUNT.toLowerCase() }]);
  await run();
  expect(posts('/api/airdrop/mission')).toMatchObject([{ body: { missionType: 'voting', walletAddress: ACCOUNT } }]);
  expect(assign).toHaveBeenCalledOnce();
});

test('personal data is asked for with a proof whatever the setting, and a shown proof is signed once', async () => {
  let proven = false;
  const signed: string[] = [];
  page.answers.set('/api/config', { walletProof: 'off' });
  page.answers.set('/api/wallet/connect', () => ({ walletAddress: ACCOUNT, proven }));
  page.answers.set('/api/wallet/nonce', { nonce: 'abcdefgh12345678', expiresAt: '2026-01-01T00:10:00Z' });
  page.answers.set('/api/wallet/prove', () => {
    signed.push('proof');
    proven = true;
    return { walletAddress: ACCOUNT, proven };
  });
  page.answers.set('/api/privacy/export', () => (proven ? { points: 50 } : ERROR(403, 'proof_required', 'Sign.')()));
  const { connectWallet, requestExport, showOwn } = await load();
  await connectWallet();
  expect(JSON.parse((await requestExport()) ?? '')).toEqual({ points: 50 });
  expect([signed.length, posts('/api/privacy/export').length]).toEqual([1, 1]);
  proven = false;
  expect(await showOwn()).toBe(true);
  expect(signed).toHaveLength(2);
});
