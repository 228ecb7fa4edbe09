import { expect, type Page } from '@playwright/test';
import { DEVELOPMENT_ACCOUNTS } from '#src/config/development-accounts.ts';
import { MISSIONS } from '#src/config/missions.ts';
import { acceptCheckIn } from '#src/server/community/airdrop/accept-check-in.ts';
import { accountHash } from '#src/server/community/airdrop/account-hash.ts';
import { decideAppeal, openAppeals } from '#src/server/community/airdrop/appeals.ts';
import { correctPoints } from '#src/server/community/airdrop/correct-points.ts';
import { listMissionEntries } from '#src/server/community/airdrop/list-mission-entries.ts';
import { issueCode } from '#src/server/community/airdrop/referral-codes.ts';
import {
  airdropTests,
  callsOf,
  closeOpened,
  enter,
  mission,
  nextQuestion,
  noteCalls,
  openMission,
  puzzle,
  type Site,
  solvePuzzle,
  submit,
  TARGETS,
  trust,
} from '#tests/support/browser/airdrop.ts';
import { expectNothingCovered } from '#tests/support/browser/covered-texts.ts';
import { stopTime } from '#tests/support/browser/pass-time.ts';
import { dismissToast, toast } from '#tests/support/browser/toasts.ts';
import { confirmInWallet, connect, expectConnected } from '#tests/support/browser/wallet.ts';
import { selectAccount } from '#tests/support/browser/wallet-changes.ts';
import { newWallet } from '#tests/support/pay.ts';

const test = airdropTests();

const POST_MISSION = 'POST /api/airdrop/mission';
const board = (page: Page) => page.getByRole('region', { name: 'Leaderboard' });
const cardOf = (page: Page, name: string) =>
  page.locator('section.card').filter({ has: page.getByRole('heading', { name, exact: true }) });
/** Whether a call is one for the airdrop's missions, checks and codes. */
const isOfMission = (call: string) => /captcha-status|^POST .*\/api\/(?:airdrop|referral)\//.test(call);
/** The page's requests of this kind since it was loaded. */
const missionCalls = async (page: Page) => (await callsOf(page)).filter(isOfMission);

test('without a wallet everything is readable, and acting names the missing wallet', async ({ page, opened, site }) => {
  const leader = newWallet();
  const points = { mission: 'checkIn', reasonCode: 'other', staffId: 'ann', reference: 'case 1', points: 40 } as const;
  expect(await correctPoints(site.context.db, { wallet: leader, ...points }, Date.now())).toMatchObject({ ok: true });
  await submit(site, leader, 'xFollow', 'confirmed');
  await page.goto('/airdrop');

  await expect(page.getByText('to collect points, connect a wallet on a computer')).toBeVisible();
  await test.step('the way home, the channels, the pool and the parachutes [R2.119 R2.120 R2.121 R2.138 R9.075]', async () => {
    await expect(page.getByText('86,000,000 SYNX', { exact: true }).first()).toBeVisible();
    await expect(page.locator('main').getByRole('link', { name: 'Home', exact: true })).toHaveAttribute('href', '/');
    const channels = page.getByRole('navigation', { name: 'Our channels' });
    await expect(channels.getByRole('link')).toHaveText(['Chat community', 'X', 'Messaging channel', 'YouTube']);
    await expect(page.locator('.parachutes svg')).toHaveCount(3);
  });

  const summaries = page.locator('details.mission summary').filter({ has: page.locator('h3') });
  const expectMission = (number: number, [name, points, level]: readonly [string, string, string]) =>
    expect(summaries.nth(number - 1)).toHaveText(`${number}. ${name}${points} · ${level}`);
  await test.step('the first five missions with points and difficulty [R9.078 R9.079 R9.080 R9.081 R9.082]', async () => {
    await expectMission(1, ['Follow on X', '200 points', 'Easy']);
    await expectMission(2, ['Join community', '150 points', 'Easy']);
    await expectMission(3, ['Daily check-in', '50 points', 'Easy']);
    await expectMission(4, ['Social share', '300 points', 'Medium']);
    await expectMission(5, ['Subscribe on YouTube', '100 points', 'Easy']);
  });
  await test.step('and the other five [R9.083 R9.084 R9.085 R9.086 R9.087]', async () => {
    await expectMission(6, ['Like and comment on YouTube', '300 points', 'Medium']);
    await expectMission(7, ['Invite friends', '1,000 per referral', 'Hard']);
    await expectMission(8, ['Vote', '750 points', 'Medium']);
    await expectMission(9, ['Retweet', '250 points', 'Easy']);
    await expectMission(10, ['Create a video', '1,333, plus 100 per 1,000 views', 'Hard']);
  });

  await test.step('a warning, the ten missions, several open at once, and the leaderboard [R2.122 R2.134 R6.004]', async () => {
    await expect(page.getByText('Connect a wallet to take part.')).toBeVisible();
    await expect(summaries).toHaveCount(MISSIONS.length);
    // The same in the text is for paper and for browsers without scripts.
    await expect(page.getByRole('table').filter({ hasText: 'Difficulty' })).toBeHidden();
    await page.emulateMedia({ media: 'print' });
    await expect(page.getByRole('table').filter({ hasText: 'Difficulty' })).toBeVisible();
    await page.emulateMedia({ media: 'screen' });
    await openMission(page, 'Join community');
    await openMission(page, 'Follow on X');
    await expect(mission(page, 'Follow on X').getByRole('textbox')).toBeVisible();
    await expect(mission(page, 'Join community').getByRole('button', { name: 'Join' })).toBeVisible();
    const entry = board(page)
      .getByRole('listitem')
      .filter({ hasText: leader.slice(-4) });
    await expect(entry).toContainText('240 points');
  });

  await test.step('no mission runs without a wallet [R5.030 R8.053]', async () => {
    for (const [name, press] of [
      ['Follow on X', 'Follow on X'],
      ['Join community', 'Join'],
      ['Daily check-in', 'Check in'],
      ['Social share', 'Share on X'],
      ['Subscribe on YouTube', 'Subscribe'],
      ['Like and comment on YouTube', 'Like and comment'],
      ['Invite friends', 'Apply code'],
      ['Vote', 'Vote'],
      ['Retweet', 'Retweet'],
      ['Create a video', 'Submit'],
    ] as const) {
      const button = mission(page, name).getByRole('button', { name: press, exact: true });
      if (await button.isHidden()) await openMission(page, name);
      await button.click();
      await expect(toast(page), name).toContainText('Wallet Not Connected');
      await expect(toast(page)).toContainText('Please connect your wallet to participate in missions.');
      await dismissToast(page);
    }
    expect(opened).toEqual([]);
  });
});

/** The daily mission's button. */
const checkInOf = (page: Page) =>
  mission(page, 'Daily check-in').getByRole('button', { name: 'Check in', exact: true });
const posts = async (page: Page) => (await missionCalls(page)).filter((call) => call.startsWith('POST'));

async function failPuzzle(page: Page): Promise<void> {
  const field = puzzle(page).getByRole('textbox', { name: 'Answer' });
  const answer = async (text: string) => {
    await field.fill(text);
    await puzzle(page).getByRole('button', { name: 'Verify', exact: true }).click();
  };
  await test.step('the first wrong answer clears the field [R2.135 R5.042 R5.043 R8.066]', async () => {
    await expect(puzzle(page)).toContainText('What is 1 + 1?');
    await nextQuestion(page, '10 × 10');
    await answer('3');
    await expect(puzzle(page)).toContainText('Incorrect answer. 2 attempts remaining.');
    await expect(field).toHaveValue('');
  });
  await test.step('from the second on the question changes [R5.044 R8.066]', async () => {
    await expect(puzzle(page)).toContainText('What is 1 + 1?');
    await answer('3');
    await expect(puzzle(page)).toContainText('Incorrect answer. 1 attempt remaining.');
    await expect(puzzle(page)).toContainText('What is 10 × 10?');
  });
  await test.step('the third is the last, and the window closes after two seconds [R5.045 R5.046 R8.067 R9.096]', async () => {
    await stopTime(page);
    await answer('99');
    await expect(puzzle(page)).toContainText('Too many incorrect attempts. Please try again later.');
    await expect(field).toBeDisabled();
    await page.clock.runFor(1_900);
    await expect(puzzle(page)).toContainText('Too many incorrect attempts.');
    await page.clock.runFor(100);
    await expect(puzzle(page)).toBeHidden();
    await page.clock.resume();
    await expect(checkInOf(page)).toBeEnabled();
    expect(await posts(page)).toEqual([]);
  });
}

async function checkInTwice(page: Page): Promise<void> {
  await test.step('the right answer sends the check-in, with a token [R4.086 R5.047]', async () => {
    const before = (await callsOf(page)).length;
    const sent = page.waitForRequest('**/api/airdrop/checkin');
    await solvePuzzle(page);
    await confirmInWallet(page);
    const body = (await sent).postDataJSON();
    expect(body).toMatchObject({ captchaToken: expect.stringMatching(/./), skipCaptcha: false });
    expect(await posts(page)).toEqual(['POST /api/airdrop/checkin']);
    expect((await callsOf(page)).slice(before)).toContain('POST /api/wallet/prove');
  });
  await test.step('it says so and counts [R8.060 R9.088]', async () => {
    await expect(toast(page)).toContainText('Check-in Successful!');
    await expect(cardOf(page, 'Daily Streak').getByText('1/7', { exact: true })).toBeVisible();
    await expect(cardOf(page, 'Daily Streak').locator('.streak-done')).toHaveCount(1);
    await expect(cardOf(page, 'Daily Streak').getByRole('button', { name: 'Check in' })).toBeHidden();
    await expect(cardOf(page, 'Your Points').getByText('50', { exact: true })).toBeVisible();
  });
  await test.step('so few wallets are on the leaderboard that nobody is told what theirs are worth', async () => {
    await expect(cardOf(page, 'Your Points')).toContainText('once 100 wallets are on the leaderboard.');
    await expect(cardOf(page, 'Your Points')).not.toContainText('Estimated airdrop');
    // How to connect is for those who are not.
    await expect(page.getByText('to collect points, connect a wallet on a computer')).toBeHidden();
  });
  await test.step('it can be pressed again, which fails that day [R4.065 R8.060]', async () => {
    await expect(checkInOf(page)).toBeEnabled();
    await expect(mission(page, 'Daily check-in')).not.toContainText('Completed');
    await checkInOf(page).click();
    await expect(toast(page)).toContainText('Check-in Failed');
    await expect(toast(page)).toContainText('Already checked in today');
    await expect(cardOf(page, 'Daily Streak').getByText('1/7', { exact: true })).toBeVisible();
    await expect(cardOf(page, 'Quick Missions').getByRole('listitem').nth(2)).not.toContainText('Completed');
  });
}

test('the check-in asks for a human first, in three tries, counts once a day and is never completed', async ({
  page,
  site,
}) => {
  await page.clock.install();
  await noteCalls(page);
  await enter(page, DEVELOPMENT_ACCOUNTS[1]);
  await test.step('ten missions to earn points with, the points and the streak [R1.039 R2.123 R2.124]', async () => {
    await expect(page.locator('details.mission h3')).toHaveCount(MISSIONS.length);
    await expect(cardOf(page, 'Your Points').getByText('0', { exact: true })).toBeVisible();
    await expect(cardOf(page, 'Daily Streak').getByText('0/7', { exact: true })).toBeVisible();
  });
  await openMission(page, 'Daily check-in');
  await nextQuestion(page, '1 + 1');
  await test.step('the press opens the puzzle and sends nothing yet [R4.085 R8.062 R9.091]', async () => {
    await checkInOf(page).click();
    await expect(puzzle(page)).toContainText('we temporarily store your IP address');
    await expectNothingCovered(puzzle(page));
    expect(await posts(page)).toEqual([]);
  });
  await failPuzzle(page);
  await checkInOf(page).click();
  await checkInTwice(page);
  await test.step('another wallet is asked again; instead of arithmetic the browser computes', async () => {
    await dismissToast(page);
    const wallet = newWallet();
    await selectAccount(page, wallet);
    await trust(site, wallet, { human: false });
    await checkInOf(page).click();
    await puzzle(page).getByRole('button', { name: 'Verify without arithmetic' }).click();
    await expect(toast(page)).toContainText('Check-in Successful!');
  });
  await test.step('the buttons by which data are deleted cover nothing on a small screen', async () => {
    await page.getByRole('heading', { name: 'My data' }).click();
    await page.getByRole('button', { name: 'Delete my data' }).click();
    await expectNothingCovered(page.getByRole('dialog', { name: 'Delete my data' }));
  });
});

/** Missions that open one window and are submitted two seconds of the page's time after it. */
const OPENING = [
  {
    title: 'X follow needs a name, opens the profile and is submitted after 2 s [R4.071 R4.072 R5.031 R5.037 R8.054]',
    ...{ name: 'Follow on X', press: 'Follow on X', opens: TARGETS.PUBLIC_X_URL },
  },
  {
    title: 'social share opens a prefilled composer and is submitted after 2 s [R4.075 R4.076 R5.037]',
    ...{
      name: 'Social share',
      press: 'Share on X',
      opens: /^https:\/\/x\.com\/intent\/post\?text=I\+am\+taking\+part/,
    },
    needs: 'pending',
  },
  {
    title: 'retweet opens the post and is submitted after 2 s [R4.077 R4.078 R5.037]',
    ...{ name: 'Retweet', press: 'Retweet', opens: TARGETS.PUBLIC_X_POST_URL },
    needs: 'confirmed',
  },
] as const;

type Opening = (typeof OPENING)[number];

/** Does the mission with a wallet that has done no other yet, except one that this mission needs. */
async function doOpening(page: Page, site: Site, opened: string[], { name, press, opens, ...more }: Opening) {
  const wallet = newWallet();
  if ('needs' in more) await submit(site, wallet, 'xFollow', more.needs);
  await selectAccount(page, wallet);
  await trust(site, wallet);
  const item = await openMission(page, name);
  const button = item.getByRole('button', { name: press, exact: true });
  if (!('needs' in more)) {
    await button.click();
    await expect(toast(page)).toContainText('X Account Required');
    await expect(toast(page)).toContainText('Please enter your X (Twitter) username.');
    await dismissToast(page);
    await item.getByRole('textbox', { name: 'X username' }).fill('  synx_follower ');
  }
  opened.length = 0;
  await stopTime(page);
  const before = (await missionCalls(page)).length;
  await button.click();
  await expect.poll(() => opened).toEqual([typeof opens === 'string' ? opens : expect.stringMatching(opens)]);
  await page.clock.runFor(1_999);
  expect((await missionCalls(page)).slice(before)).toEqual([]);
  await page.clock.runFor(1);
  await expect.poll(async () => (await missionCalls(page)).slice(before)).toContain(POST_MISSION);
  await page.clock.resume();
  await test.step('it is reviewed within a day [R4.055 R4.057 R4.058 R9.097]', async () => {
    await expect(toast(page)).toContainText('Pending Review');
    await expect(item.getByRole('button', { name: 'Pending Review', exact: true })).toBeDisabled();
    await expect(item).toContainText('Our team will review it. This takes up to 24 hours.');
  });
  await test.step('the name is stored without the spaces around it [R5.037]', async () => {
    const [stored] = await listMissionEntries(site.context.db, { wallet });
    expect(stored?.account).toBe('needs' in more ? 'synx_reader' : 'synx_follower');
  });
  await closeOpened(page);
  await dismissToast(page);
}

async function join(page: Page, site: Site, opened: string[]): Promise<void> {
  const wallet = newWallet();
  await selectAccount(page, wallet);
  await trust(site, wallet);
  const item = await openMission(page, 'Join community');
  opened.length = 0;
  await stopTime(page);
  const before = (await callsOf(page)).length;
  const calls = async () => (await callsOf(page)).slice(before);
  const windows = async () => (await calls()).filter((call) => call.startsWith('OPEN'));
  await test.step('the channel opens a second after the community [R4.073]', async () => {
    await item.getByRole('button', { name: 'Join', exact: true }).click();
    await page.clock.runFor(999);
    expect(await windows()).toEqual([`OPEN ${TARGETS.PUBLIC_COMMUNITY_URL}`]);
    await page.clock.runFor(1);
    expect(await windows()).toHaveLength(2);
    await expect.poll(() => opened).toEqual([TARGETS.PUBLIC_COMMUNITY_URL, TARGETS.PUBLIC_CHANNEL_URL]);
  });
  await test.step('both are submitted after three [R4.074]', async () => {
    await page.clock.runFor(1_999);
    expect((await calls()).filter(isOfMission)).toEqual([]);
    await page.clock.runFor(1);
    await expect.poll(calls).toContain(POST_MISSION);
    await page.clock.resume();
  });
  await test.step('it counts at once, and says so [R4.063 R8.068]', async () => {
    await expect(toast(page)).toContainText('Mission Completed!Points earned: 150');
    await expect(item.getByRole('button', { name: 'Completed', exact: true })).toBeDisabled();
  });
  await test.step('the quick missions are the first three, ticked when done [R2.125 R2.126]', async () => {
    await expect(cardOf(page, 'Quick Missions').getByRole('listitem')).toHaveText([
      /^Follow on X200 points · Easy$/,
      /^Join community✓Completed$/,
      /^Daily check-in50 points · Easy$/,
    ]);
  });
  await test.step('each of them leads to its mission, unfolded', async () => {
    const checkIn = mission(page, 'Daily check-in');
    await expect(checkIn.getByRole('button', { name: 'Check in' })).toBeHidden();
    await cardOf(page, 'Quick Missions').getByRole('link', { name: 'Daily check-in' }).click();
    await expect(checkIn.getByRole('button', { name: 'Check in' })).toBeInViewport();
  });
  await test.step('the streak has its own button until the day is done', async () => {
    await expect(cardOf(page, 'Daily Streak').getByRole('button', { name: 'Check in' })).toBeEnabled();
  });
}

test('missions open their windows at the press and are submitted some seconds later', { tag: '@long' }, async ({
  page,
  opened,
  site,
}) => {
  await page.clock.install();
  await noteCalls(page);
  await enter(page, newWallet());
  for (const each of OPENING) await test.step(each.title, () => doOpening(page, site, opened, each));
  await test.step('joining opens the community, after 1 s the channel, is submitted after 3 s and counts at once', () =>
    join(page, site, opened));
});

/** A wallet with a rejected X follow submits it again. */
async function resubmitFollow(page: Page): Promise<void> {
  const share = await openMission(page, 'Social share');
  const retweet = await openMission(page, 'Retweet');
  const follow = await openMission(page, 'Follow on X');
  await test.step('the share asks for a name first [R4.067 R4.068]', async () => {
    await expect(share.getByRole('button', { name: 'Submit X Username First', exact: true })).toBeDisabled();
  });
  await test.step('the retweet asks for the follow first [R4.069 R4.070]', async () => {
    await expect(retweet.getByRole('button', { name: 'Complete X Follow First', exact: true })).toBeDisabled();
  });
  await test.step('the rejection is red and says why [R4.056 R4.059 R8.072]', async () => {
    await expect(follow.locator('p.danger')).toHaveText(
      'Rejected. Please use an account with followers to avoid looking like a bot.',
    );
    // Only the wallet itself may read the reviewer's note, and its session was not yet proven at the page's request.
    await page.reload();
    await openMission(page, 'Follow on X');
    await expect(follow).toContainText('Reviewer: No posts yet.');
    await expect(follow.getByRole('button', { name: 'Resubmit', exact: true })).toBeEnabled();
  });
  await follow.getByRole('textbox', { name: 'X username' }).fill('synx_reader2');
  await stopTime(page);
  await follow.getByRole('button', { name: 'Resubmit', exact: true }).click();
  await page.clock.runFor(2_000);
  await page.clock.resume();
  await closeOpened(page);
  await expect(follow.getByRole('button', { name: 'Pending Review', exact: true })).toBeDisabled();
  await openMission(page, 'Social share');
  await test.step('a submitted name is enough for the share, and not for the retweet [R4.067 R4.069]', async () => {
    await expect(share.getByRole('button', { name: 'Share on X', exact: true })).toBeEnabled();
    await openMission(page, 'Retweet');
    await expect(retweet.getByRole('button', { name: 'Complete X Follow First', exact: true })).toBeDisabled();
  });
}

const OTHERS = [
  ['Social share', 'socialShare', 'Pending Review'],
  ['Retweet', 'retweet', 'Pending Review'],
  ['Create a video', 'createVideo', 'Pending Manual Review'],
] as const;

/** Shows a wallet with a confirmed X follow whose other missions were rejected, and one that submitted them again. */
async function showReviews(page: Page, site: Site): Promise<void> {
  const wallet = newWallet();
  await submit(site, wallet, 'xFollow', 'confirmed');
  for (const [, id] of OTHERS) await submit(site, wallet, id, 'rejected');
  await selectAccount(page, wallet);
  await openMission(page, 'Create a video');
  await test.step('completed is completed [R4.056 R4.060 R4.064]', async () => {
    const follow = mission(page, 'Follow on X');
    await expect(follow).toContainText('Mission Completed!');
    await expect(follow.getByRole('button', { name: 'Completed', exact: true })).toBeDisabled();
    await expect(cardOf(page, 'Your Points').getByText('200', { exact: true })).toBeVisible();
  });
  await test.step('rejections are red and ask to follow the requirements [R4.059 R8.073]', async () => {
    for (const [name] of OTHERS) {
      const item = mission(page, name);
      await expect(item.locator('p.danger'), name).toHaveText('Rejected. Please follow the requirements and resubmit.');
      await expect(item.getByRole('button', { name: 'Resubmit', exact: true }), name).toBeEnabled();
    }
  });
  await test.step('a verified mission is not polled, the other statuses are [R7.039]', async () => {
    const own = new RegExp(`/status/${wallet}`, 'i');
    const asked = (await callsOf(page)).filter((call) => own.test(call));
    expect(asked).toContainEqual(expect.stringContaining('/api/airdrop/retweet/status/'));
    expect(asked.filter((call) => call.includes('x-verification'))).toEqual([]);
  });
  const waiting = newWallet();
  await submit(site, waiting, 'xFollow', 'confirmed');
  for (const [, id] of OTHERS) await submit(site, waiting, id, 'rejected');
  for (const [, id] of OTHERS) await submit(site, waiting, id);
  await selectAccount(page, waiting);
  await test.step('each of them waits for a person [R4.055 R4.056 R4.057]', async () => {
    for (const [name, , label] of OTHERS)
      await expect(mission(page, name).getByRole('button', { name: label, exact: true }), name).toBeDisabled();
  });
}

/** A wallet claims a name that counts for another one. */
async function claimName(page: Page, site: Site): Promise<void> {
  const [holder, owner] = [newWallet(), newWallet()];
  const used = { wallet: holder.toLowerCase(), created_at: BigInt(Date.now()) };
  const hash = await accountHash(site.context.db, 'x', 'famous_reader');
  await site.context.db
    .insertInto('used_accounts')
    .values({ account_hash: hash, ...used })
    .execute();
  await selectAccount(page, owner);
  await trust(site, owner);
  // All missions of X are still unfolded.
  const item = mission(page, 'Follow on X');
  await item.getByRole('textbox').fill('@Famous_Reader');
  await stopTime(page);
  await item.getByRole('button', { name: 'Follow on X', exact: true }).click();
  await page.clock.runFor(2_000);
  await page.clock.resume();
  await expect(toast(page)).toContainText('This account has already been used by another participant.');
  await closeOpened(page);
  await expect(item).toContainText('@Famous_Reader is already in use with another wallet. If the account is yours,');
  await item.getByRole('button', { name: 'The account is mine' }).click();
  await expect(item.getByRole('button', { name: 'Pending Review', exact: true })).toBeDisabled();
  await expect(item).toContainText(/put the code SYNX-[0-9A-Z]{8} in its bio or in a post, and leave it there/);
  const [row] = await listMissionEntries(site.context.db, { wallet: owner.toLowerCase() });
  expect(row?.dispute?.wallet).toBe(holder.toLowerCase());
  await expect(item).toContainText(row?.dispute?.code ?? 'no code');
}

test('reviews show in the missions: rejected, confirmed, and of a name that counts for another wallet', {
  tag: '@long',
}, async ({ page, site }) => {
  const wallet = newWallet();
  await submit(site, wallet, 'xFollow', 'rejected');
  await page.clock.install();
  await noteCalls(page);
  await enter(page, wallet);
  await trust(site, wallet);
  await test.step('a rejected X follow is submitted again; until then its dependent missions are locked', () =>
    resubmitFollow(page));
  await dismissToast(page);
  await test.step('the owner of a name that counts for another wallet gets a code to prove it', () =>
    claimName(page, site));
  await test.step('a confirmed X follow is completed; the other missions wait, are rejected and submitted again', () =>
    showReviews(page, site));
});

/** Missions that ask for a YouTube name, with the page each of them opens. */
const YOUTUBE = [
  {
    title: 'a YouTube name is requested, then shown during its review [R2.136 R4.062 R4.079 R5.035 R8.056]',
    ...{ id: 'youtubeSubscribe', name: 'Subscribe on YouTube', press: 'Subscribe' },
    opens: TARGETS.PUBLIC_YOUTUBE_URL,
  },
  {
    title: 'so it is for a like and a comment, which open the video [R2.136 R4.062 R4.079 R5.035 R8.056]',
    ...{ id: 'youtubeEngage', name: 'Like and comment on YouTube', press: 'Like and comment' },
    opens: TARGETS.PUBLIC_YOUTUBE_VIDEO_URL,
  },
] as const;

async function submitName(page: Page, opened: string[], { id, name, press, opens }: (typeof YOUTUBE)[number]) {
  opened.length = 0;
  const before = (await callsOf(page)).length;
  const item = await openMission(page, name);
  await item.getByRole('button', { name: press, exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Your YouTube username' });
  await expectNothingCovered(dialog);
  await dialog.getByRole('button', { name: 'Open YouTube and submit' }).click();
  await expect(toast(page)).toContainText('Username Required');
  await expect(toast(page)).toContainText('Please enter your YouTube username');
  await dialog.getByRole('textbox').fill('synxviewer');
  const sent = page.waitForRequest('**/api/airdrop/mission');
  await dialog.getByRole('button', { name: 'Open YouTube and submit' }).click();
  expect((await sent).postDataJSON()).toMatchObject({ missionType: id, data: { youtubeUsername: 'synxviewer' } });
  await expect(item.getByRole('button', { name: 'Pending Review', exact: true })).toBeDisabled();
  await expect(item).toContainText('Submitted as synxviewer');
  await expect.poll(() => opened).toEqual([opens]);
  const noted = (await callsOf(page)).slice(before);
  expect(noted.filter((call) => call.startsWith('OPEN') || call === POST_MISSION)).toEqual([
    `OPEN ${opens}`,
    POST_MISSION,
  ]);
  await closeOpened(page);
  await dismissToast(page);
}

async function submitVideo(page: Page): Promise<void> {
  const item = await openMission(page, 'Create a video');
  const dialog = page.getByRole('dialog', { name: 'Submit your video' });
  const send = dialog.getByRole('button', { name: 'Submit video', exact: true });
  await test.step('the rules, and a button that opens the window [R2.137 R4.061 R4.084 R5.048]', async () => {
    for (const rule of ['Mention the project.', 'Use hashtags.', 'The video must be public.'])
      await expect(item).toContainText(rule);
    await item.getByRole('button', { name: 'Submit', exact: true }).click();
    await expect(dialog.getByRole('combobox', { name: 'Platform' })).toBeVisible();
    await expect(dialog.getByRole('textbox')).toBeVisible();
    await expectNothingCovered(dialog);
  });
  await test.step('without a link [R5.036 R8.057]', async () => {
    await send.click();
    await expect(toast(page)).toContainText('Video Link Required');
    await expect(toast(page)).toContainText('Please enter your video link');
  });
  await dialog.getByRole('combobox', { name: 'Platform' }).selectOption('YouTube');
  await test.step('an invalid link, and a failure without a message [R8.064]', async () => {
    await dialog.getByRole('textbox').fill('https://example.org/video');
    await send.click();
    await expect(toast(page)).toContainText('Submission Failed');
    await expect(toast(page)).not.toContainText('Failed to submit video');
    await expect(dialog.getByRole('textbox')).toHaveValue('https://example.org/video');
    await page.route('**/api/airdrop/video-submission', (route) =>
      route.fulfill({ status: 500, body: '<h1>Gone</h1>' }),
    );
    await send.click();
    await expect(toast(page)).toContainText('Submission FailedFailed to submit video');
    await page.unroute('**/api/airdrop/video-submission');
  });
  await test.step('a link of that platform, trimmed [R5.037 R8.070]', async () => {
    await dialog.getByRole('textbox').fill(' https://youtu.be/abcdefghijk ');
    const sent = page.waitForRequest('**/api/airdrop/video-submission');
    await send.click();
    expect((await sent).postDataJSON()).toMatchObject({
      videoLink: 'https://youtu.be/abcdefghijk',
      platform: 'youtube',
    });
    await expect(toast(page)).toContainText('Video Submitted!');
    await expect(item.getByRole('button', { name: 'Pending Manual Review', exact: true })).toBeDisabled();
  });
}

test('missions that need a name or a link ask for it, and voting leads to the voting page', async ({
  page,
  opened,
  site,
}) => {
  const wallet = newWallet();
  await noteCalls(page);
  await enter(page, wallet);
  await trust(site, wallet);
  for (const each of YOUTUBE) await test.step(each.title, () => submitName(page, opened, each));
  await test.step('a video is submitted by platform and link', () => submitVideo(page));
  await test.step('voting looks for the wallet among the votes, and otherwise leads to the voting page [R4.080 R4.082]', async () => {
    const item = await openMission(page, 'Vote');
    const asked = page.waitForRequest((request) =>
      request.url().toLowerCase().endsWith(`/api/voting/votes?wallet=${wallet}`),
    );
    await item.getByRole('button', { name: 'Vote', exact: true }).click();
    await asked;
    await page.waitForURL(/\/voting$/);
  });
});

async function showCode(page: Page): Promise<void> {
  const asked = async () => (await callsOf(page)).filter((call) => call === 'GET /api/airdrop/referral-code').length;
  await test.step('it is requested once there is a wallet [R7.047]', async () => {
    await page.goto('/airdrop');
    await expect(page.getByText('Connect a wallet to take part.')).toBeVisible();
    await expect(page.locator('details.mission h3')).toHaveCount(MISSIONS.length);
    expect(await asked()).toBe(0);
    await connect(page, DEVELOPMENT_ACCOUNTS[7]);
    await expect.poll(asked).toBeGreaterThan(0);
  });
  const own = cardOf(page, 'Your Referral Code');
  await test.step('its purpose and its wallet [R2.128 R9.090]', async () => {
    await expect(own).toContainText('Share this code to earn 1000 points per referral!');
    await expect(own).toContainText('tied to the IP address');
  });
  await test.step('four characters with a copy button [R2.127 R8.071 R9.089]', async () => {
    await own.getByRole('button', { name: 'Show my code (one free signature)' }).click();
    await confirmInWallet(page);
    const code = (await own.getByText(/^[A-Z0-9]{4}$/).textContent()) ?? '';
    await own.getByRole('button', { name: 'Copy code' }).click();
    await expect(toast(page)).toContainText('Copied!');
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(code);
    await own.getByRole('button', { name: 'Copy link' }).click();
    await expect(toast(page)).toContainText('Your referral link has been copied to the clipboard.');
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(
      `${new URL('/airdrop', page.url())}?ref=${code}`,
    );
  });
}

async function applyCode(page: Page, site: Site): Promise<void> {
  const [wallet, inviter] = [newWallet(), newWallet()];
  const code = (await issueCode(site.context.db, inviter, Date.now())) ?? '';
  const own = (await issueCode(site.context.db, wallet, Date.now())) ?? '';
  await selectAccount(page, wallet);
  await trust(site, wallet);
  const item = await openMission(page, 'Invite friends');
  const field = item.getByRole('textbox', { name: 'Referral code' });
  const apply = item.getByRole('button', { name: 'Apply code', exact: true });
  await test.step('without a code [R5.034 R8.055]', async () => {
    await apply.click();
    await expect(toast(page)).toContainText('Referral Code Required');
    await expect(toast(page)).toContainText('Please enter a valid referral code.');
  });
  await test.step('upper-cased, four characters at most [R5.032 R5.033 R9.089]', async () => {
    await field.pressSequentially(`${own.toLowerCase()}x`);
    await expect(field).toHaveValue(own);
    await field.fill(`${own.toLowerCase()}x`);
    await expect(field).toHaveValue(own);
  });
  await test.step("the wallet's own is refused, and other failures are distinguished [R8.063]", async () => {
    await apply.click();
    await expect(toast(page)).toContainText('⚠️ Something went wrong');
    await expect(toast(page)).not.toContainText('Failed to apply referral code');
    await page.route('**/api/referral/apply', (route) => route.fulfill({ status: 500, body: '<h1>Gone</h1>' }));
    await apply.click();
    await expect(toast(page)).toContainText('⚠️ Something went wrongFailed to apply referral code');
    await page.unroute('**/api/referral/apply');
    await page.route('**/api/referral/apply', (route) => route.abort());
    await apply.click();
    await expect(toast(page)).toContainText('⚠️ Something went wrongNetwork error occurred');
    await page.unroute('**/api/referral/apply');
  });
  await test.step('a longer one of a link is cut [R5.032 R5.033]', async () => {
    await page.goto(`/airdrop?ref=${code.toLowerCase()}xyz`);
    await expectConnected(page, wallet);
    await expect(field).toHaveValue(code);
  });
  await test.step('a link carries the code and opens its mission [R4.083 R8.069]', async () => {
    await page.goto(`/airdrop?ref=${code}`);
    await expectConnected(page, wallet);
    await expect(field).toBeVisible();
    await expect(field).toHaveValue(code);
    await apply.click();
    await expect(toast(page)).toContainText('Referral Code Applied!');
    await expect(item).toContainText('You used a referral code.');
  });
}

test('a referral code is shown only to its wallet and copied; another is applied, by hand and by a link', {
  tag: '@long',
}, async ({ page, context, site }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await noteCalls(page);
  await showCode(page);
  await dismissToast(page);
  await applyCode(page, site);
});

async function awaitReview(page: Page, site: Site): Promise<void> {
  const wallet = newWallet();
  const checkIn = () => acceptCheckIn(site.context.db, wallet.toLowerCase(), { hash: null, places: 1 }, Date.now());
  expect(await checkIn()).toMatchObject({ ok: true });
  const note = page.getByText(
    'Provisional: these points are in your total. They count on the leaderboard, and for your share of the pool, once',
  );
  const entry = board(page)
    .getByRole('listitem')
    .filter({ hasText: wallet.toLowerCase().slice(-4) });
  const standing = (name: string) => page.getByRole('group', { name, exact: true });
  await enter(page, wallet);
  await expect(cardOf(page, 'Your Points')).toContainText('50');
  await expect(note).toBeVisible();
  await expect(board(page)).toContainText('You: 100+');
  await expect(entry).toHaveCount(0);
  await page.goto(`/dashboard?address=${wallet}`);
  await expect(standing('Points')).toHaveText('50');
  await expect(standing('Rank')).toHaveText('–');
  await expect(note).toBeVisible();

  await submit(site, wallet, 'xFollow', 'confirmed');
  await page.reload();
  await expect(standing('Points')).toHaveText('250');
  await expect(standing('Rank')).toHaveText(/^#\d+$/);
  await expect(note).toBeHidden();
  await page.goto('/airdrop');
  await expect(cardOf(page, 'Your Points')).toContainText('250');
  await expect(note).toBeHidden();
  await expect(entry).toContainText('250 points');
}

async function appeal(page: Page, site: Site): Promise<void> {
  const { db } = site.context;
  const wallet = DEVELOPMENT_ACCOUNTS[6].toLowerCase();
  const correct = (points: number) => {
    const why = { mission: 'checkIn', reasonCode: 'abuse', staffId: 'ann', reference: `case ${points}` } as const;
    return correctPoints(db, { wallet, points, ...why }, Date.now());
  };
  await correct(90);
  await correct(-35);
  await selectAccount(page, DEVELOPMENT_ACCOUNTS[6]);
  const history = await openMission(page, 'Where my points come from');
  const taken = history.getByRole('row').filter({ hasText: '-35' });
  await expect(taken).toContainText('Correction by our team The points were gained through abuse.');
  await expect(history.getByRole('button', { name: 'Appeal' })).toHaveCount(1);
  await taken.getByRole('button', { name: 'Appeal' }).click();
  const dialog = page.getByRole('dialog', { name: 'Appeal this decision' });
  await expectNothingCovered(dialog);
  await dialog.getByRole('textbox').fill('They were mine.');
  await dialog.getByRole('button', { name: 'Send appeal' }).click();
  await confirmInWallet(page);
  await expect(taken).toContainText('You appealed. Another member of our team will decide.');
  const [open] = (await openAppeals(db).execute()).filter((appeal) => appeal.wallet === wallet);
  expect(open?.text).toBe('They were mine.');
  const answer = { decision: 'uphold', answer: 'Nine wallets, one machine.', staffId: 'ben' } as const;
  expect(await decideAppeal(db, { appealId: open?.id ?? 0n, ...answer }, Date.now())).toEqual({ ok: true });
  await page.reload();
  await expectConnected(page, DEVELOPMENT_ACCOUNTS[6]);
  await openMission(page, 'Where my points come from');
  await expect(taken).toContainText('You appealed. The decision was upheld.');
  await expect(taken).toContainText('Reviewer: Nine wallets, one machine.');
}

test('points without review are provisional, and points that staff took can be disputed', { tag: '@long' }, async ({
  page,
  site,
}) => {
  // A list without anybody shows no place.
  await submit(site, newWallet(), 'xFollow', 'confirmed');
  await test.step('they are marked as provisional until a reviewed mission is confirmed', () =>
    awaitReview(page, site));
  await test.step('a correction by staff can be disputed, and the answer is shown to the wallet', () =>
    appeal(page, site));
});

test('the leaderboard shows trophies, places, shares and the wallet’s own place', async ({ page }) => {
  const own = newWallet();
  const wallet = (index: number) => `0x${String(index).padStart(40, '0')}`;
  const entry = (index: number) => ({
    ...{ id: String(index), walletAddress: wallet(index), rank: index + 1, sharePercent: '1' },
    totalPoints: index < 50 ? 300 : 100,
  });
  const list = Array.from({ length: 100 }, (_, index) => entry(index));
  let asked = 0;
  /** Whether the last place shown reveals by its points how often the list was requested. */
  let marked = false;
  await page.route(/\/api\/airdrop\/leaderboard$/, (route) => {
    asked += 1;
    if (marked) list[19] = { ...(list[19] ?? entry(19)), totalPoints: 400 + asked };
    return route.fulfill({ json: list });
  });
  await page.route(/\/api\/airdrop\/leaderboard\?wallet=/, (route) =>
    route.fulfill({ json: [{ ...list[0], rank: 345 }] }),
  );
  await page.clock.install();
  await noteCalls(page);
  await enter(page, own);
  await test.step('three trophies, then places 4 to 20 in a list that scrolls [R2.129 R2.130 R9.092]', async () => {
    for (const name of ['Gold', 'Silver', 'Bronze']) await expect(board(page).getByRole('img', { name })).toBeVisible();
    const rest = board(page).getByRole('list', { name: 'Leaderboard' });
    await expect(rest.getByRole('listitem')).toHaveCount(17);
    await expect(rest).toHaveAttribute('start', '4');
    await expect(rest).toHaveCSS('overflow-y', 'auto');
    await expect(board(page).getByRole('listitem')).toHaveCount(20);
  });
  await test.step('each entry has its wallet, points, share and part of the pool [R1.040 R2.131 R9.076 R9.077]', async () => {
    // 300 of 20,000 points: 1.5 %, and that part of 80 million.
    const first = board(page).getByRole('listitem').first();
    await expect(first).toContainText('0x0000…0000');
    await expect(first).toContainText('300 points');
    await expect(first).toContainText('about 1.2M SYNX');
    await expect(first).toContainText('1.50% of the list');
  });
  await test.step('a place beyond the list is 100+, with the true one next to it [R2.133]', async () => {
    await expect(board(page)).toContainText('You: 100+ (rank 345)');
    await expect(board(page)).toContainText(
      'You hold 1% of all points on the leaderboard: about 800,000 of 80M SYNX, or 860,000 of 86M SYNX.',
    );
  });
  await test.step('it is requested every 60 s [R7.045 R9.093]', async () => {
    const calls = async () => (await callsOf(page)).filter((call) => call === 'GET /api/airdrop/leaderboard').length;
    const shown = () => board(page).getByRole('listitem').nth(19).textContent();
    /** Waits until the page shows the last answer. */
    const settle = async () =>
      expect.poll(async () => (await shown())?.includes(`${400 + asked} points`), { timeout: 15_000 }).toBe(true);
    marked = true;
    await stopTime(page);
    // A request in progress when the time stopped is answered as before, and delays the next.
    await expect
      .poll(async () => {
        await page.clock.runFor(60_000);
        return shown();
      })
      .toMatch(/4\d\d points/);
    await settle();
    for (let minute = 0; minute < 2; minute += 1) {
      const before = await calls();
      await page.clock.runFor(60_000);
      expect(await calls()).toBe(before + 1);
      await settle();
    }
  });
  await test.step('a place in the list is shown by its number [R2.132]', async () => {
    list[41] = { ...entry(41), walletAddress: own };
    // The call for the wallet's own place may still be in progress, which delays the next.
    await expect
      .poll(async () => {
        await page.clock.runFor(60_000);
        return board(page).textContent();
      })
      .toContain('You: #42');
    await page.clock.resume();
  });
  await test.step('a failure is reported [R8.065]', async () => {
    await page.unrouteAll();
    await page.route(/\/api\/airdrop\/leaderboard/, (route) =>
      route.fulfill({ status: 500, json: { code: 'x', message: 'x' } }),
    );
    await page.reload();
    await expect(board(page)).toContainText('Failed to fetch leaderboard');
  });
});
