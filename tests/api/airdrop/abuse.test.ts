import { randomBytes } from 'node:crypto';
import { afterEach, expect, test } from 'vitest';
import { CHAIN_IDS } from '#src/config/chains.ts';
import { acceptCheckIn } from '#src/server/community/airdrop/accept-check-in.ts';
import { networkHash } from '#src/server/community/airdrop/networks.ts';
import { completeInstantly } from '#src/server/community/airdrop/submit-mission.ts';
import { captchaToken } from '#tests/support/captcha-token.ts';
import { type HttpApp, openHttpApp } from '#tests/support/http-app.ts';
import { CHANNELS, newParticipant } from '#tests/support/participant.ts';
import { random } from '#tests/support/random.ts';
import { sized } from '#tests/support/sized.ts';
import { ORIGIN } from '#tests/support/wallet-session.ts';

const WALLETS = sized(1_000, 150);
/** Networks that one person rents. */
const NETWORKS = sized(1_000, 200);
/** Wallets that submit one name. */
const NAMESAKES = sized(200, 50);
const MACHINE = '203.0.113.7';
let http: HttpApp;
afterEach(() => http.close());

/** A program on one machine that acts for any number of wallets, each in a separate session. */
async function openBot() {
  // The abuser may sign with every wallet; the cost of a signature is not the subject here.
  http = await openHttpApp({
    env: { ...CHANNELS, WALLET_PROOF: 'off' },
    contentDirectory: 'tests/api/services/content',
  });
  const cookies = new Map<string, string>();
  const post = async (wallet: string, url: string, payload: object) => {
    const answer = await http.app.inject({
      ...{ method: 'POST', url, payload, remoteAddress: MACHINE },
      headers: { host: 'localhost:4321', cookie: cookies.get(wallet) ?? '' },
    });
    const [cookie] = answer.cookies;
    if (cookie !== undefined) cookies.set(wallet, `${cookie.name}=${cookie.value}`);
    return answer;
  };
  const get = (wallet: string, url: string) =>
    http.app.inject({
      url,
      remoteAddress: MACHINE,
      headers: { host: 'localhost:4321', cookie: cookies.get(wallet) ?? '' },
    });
  const wallets = Array.from({ length: WALLETS }, () => `0x${randomBytes(20).toString('hex')}`);
  for (const walletAddress of wallets)
    await post(walletAddress, '/api/wallet/connect', { walletAddress, connectionMethod: 'injected' });
  return { wallets, post, get, tokenOf: (wallet: string) => captchaToken(http.app, cookies.get(wallet) ?? '', wallet) };
}

async function pointsInAll(): Promise<bigint> {
  const rows = await http.context.db.selectFrom('participants').select('points').execute();
  return rows.reduce((sum, { points }) => sum + points, 0n);
}

test('a crowd of wallets with forged and borrowed tokens, skipped checks and missions without their prerequisites earn nothing', {
  tags: 'long',
}, async () => {
  const { wallets, post, tokenOf } = await openBot();
  const numbers = random(1_000);
  const borrowed = (await tokenOf(wallets[0] ?? '')) ?? '';
  const allowed: string[] = [];
  for (const walletAddress of wallets) {
    const captchaToken = numbers.pick([
      borrowed,
      randomBytes(40).toString('hex'),
      borrowed.replace(/.$/, '0'),
      undefined,
    ]);
    const check = { walletAddress, captchaToken, skipCaptcha: true };
    if (walletAddress !== wallets[0]) {
      const first = await post(walletAddress, '/api/airdrop/checkin', check);
      if (first.json().success === true) allowed.push(first.body);
      const joined = await post(walletAddress, '/api/airdrop/mission', { ...check, missionType: 'socialJoin' });
      if (joined.statusCode === 200) allowed.push(joined.body);
    }
    // With the check passed, the mission's prerequisite is still missing.
    const token = walletAddress === wallets[0] ? borrowed : await tokenOf(walletAddress);
    for (const missionType of ['voting', 'retweet', 'socialShare', 'referral', 'createVideo']) {
      const answer = await post(walletAddress, '/api/airdrop/mission', {
        walletAddress,
        missionType,
        captchaToken: token,
      });
      if (answer.statusCode === 200) allowed.push(answer.body);
    }
  }
  expect(allowed).toEqual([]);
  expect(await pointsInAll()).toBe(0n);
});

test('a crowd of wallets that refer themselves, each other and in rings, and submit one name earn nothing', {
  tags: 'long',
}, async () => {
  const { wallets, post, get, tokenOf } = await openBot();
  const codes: string[] = [];
  for (const wallet of wallets) codes.push((await get(wallet, '/api/airdrop/referral-code')).json().referralCode);
  expect(new Set(codes).size).toBe(WALLETS);
  const apply = (place: number, code: string | undefined) =>
    post(wallets[place] ?? '', '/api/referral/apply', { userWallet: wallets[place], referralCode: code });
  for (let place = 0; place < WALLETS; place += 1) {
    expect((await apply(place, codes[place])).json().success).toBe(false);
    await apply(place, codes[(place + 1) % WALLETS]);
  }
  // The last one would have closed the ring of them all.
  const referred = await http.context.db.selectFrom('referrals').selectAll().execute();
  expect(referred).toHaveLength(WALLETS - 1);
  for (const walletAddress of wallets.slice(0, NAMESAKES)) {
    const token = await tokenOf(walletAddress);
    const mission = { walletAddress, missionType: 'xFollow', data: { xAccount: 'farm' }, captchaToken: token };
    for (let again = 0; again < 2; again += 1) await post(walletAddress, '/api/airdrop/mission', mission);
  }
  expect(await pointsInAll()).toBe(0n);
  const pending = await http.context.db.selectFrom('mission_submissions').select('status').execute();
  expect(new Set(pending.map(({ status }) => status))).toEqual(new Set(['pending']));
  expect(pending).toHaveLength(NAMESAKES);
});

test('a crowd of wallets of one machine that solve every puzzle earn as much together as four wallets', {
  tags: 'long',
}, async () => {
  const { wallets, post, tokenOf } = await openBot();
  for (const walletAddress of wallets) {
    const captchaToken = await tokenOf(walletAddress);
    await post(walletAddress, '/api/airdrop/checkin', { walletAddress, captchaToken });
    // The same day and the same mission again, with the token again.
    await post(walletAddress, '/api/airdrop/checkin', { walletAddress, captchaToken });
    for (let again = 0; again < 2; again += 1)
      await post(walletAddress, '/api/airdrop/mission', { walletAddress, missionType: 'socialJoin', captchaToken });
  }
  expect(await pointsInAll()).toBe(4n * (50n + 150n));
  const waiting = await http.context.db.selectFrom('mission_submissions').select('mission').execute();
  expect(waiting).toHaveLength(WALLETS - 4);
});

test('2,000 wallets from ten networks get at most 2 % of their claims, and their places in turns', {
  tags: 'long',
}, async () => {
  http = await openHttpApp();
  const { db } = http.context;
  const places = http.context.env.WALLETS_PER_NETWORK;
  for (let number = 0; number < 2_000; number += 1) {
    const wallet = `0x${number.toString(16).padStart(40, '0')}`;
    const ip = `198.51.${number % 10}.${number % 250}`;
    const network = { hash: await networkHash(db, ip, http.clock.now), places };
    await acceptCheckIn(db, wallet, network, http.clock.now);
    const draft = { wallet, mission: 'socialJoin', account: null, hash: null, video: null } as const;
    await completeInstantly(db, draft, network, http.clock.now);
  }
  const naive = 2_000n * 200n;
  expect((await pointsInAll()) * 100n).toBeLessThanOrEqual(naive * 2n);
  // The next day the places are free for others; a wallet that keeps coming keeps its place.
  const next = http.clock.now + 86_400_000;
  const hash = await networkHash(db, '198.51.0.1', next);
  const outcomes = [];
  for (let number = 0; number < 6; number += 1)
    outcomes.push((await acceptCheckIn(db, `0x${number.toString(16).padStart(40, 'f')}`, { hash, places }, next)).ok);
  expect(outcomes).toEqual([true, true, true, true, false, false]);
});

test('wallets of many rented networks have points, and neither places on the leaderboard nor a share', {
  tags: 'long',
}, async () => {
  http = await openHttpApp();
  const { db } = http.context;
  const places = http.context.env.WALLETS_PER_NETWORK;
  const wallets: string[] = [];
  for (let network = 0; network < NETWORKS; network += 1) {
    const hash = await networkHash(db, `100.${64 + (network >> 8)}.${network & 255}.1`, http.clock.now);
    for (let place = 0; place < 4; place += 1) {
      const wallet = `0x${(network * 4 + place + 1).toString(16).padStart(40, '0')}`;
      expect(await acceptCheckIn(db, wallet, { hash, places }, http.clock.now)).toMatchObject({ ok: true });
      wallets.push(wallet);
    }
  }
  expect(await pointsInAll()).toBe(BigInt(4 * NETWORKS) * 50n);
  const said = async () => {
    // Past the seconds for which answers are kept.
    http.clock.now += 6_000;
    const list = (await http.app.inject('/api/airdrop/leaderboard')).json();
    const { participants, totalPoints } = (await http.app.inject('/api/airdrop/missions')).json();
    return [list.map((row: { walletAddress: string }) => row.walletAddress), participants, totalPoints];
  };
  expect(await said()).toEqual([[], 0, 0]);
  // One of them that buys something is all of the leaderboard, whatever the others collect.
  const buyer = wallets[0] ?? '';
  await http.credit(buyer, 50n);
  expect(await said()).toEqual([[buyer], 1, 50]);
});

test('fifty wallets of one network at the same moment share its four places', async () => {
  http = await openHttpApp();
  const hash = await networkHash(http.context.db, MACHINE, http.clock.now);
  const outcomes = await Promise.all(
    Array.from({ length: 50 }, (_, number) =>
      acceptCheckIn(http.context.db, `0x${number.toString(16).padStart(40, '0')}`, { hash, places: 4 }, http.clock.now),
    ),
  );
  expect(outcomes.filter(({ ok }) => ok)).toHaveLength(4);
});

test('a server of real chains without a configured proxy gives all visitors the places of one network, and says so', async () => {
  const chains = Object.fromEntries(
    CHAIN_IDS.flatMap((chainId) => [
      [`RPC_URL_${chainId}`, 'http://127.0.0.1:1/a,http://127.0.0.1:1/b'],
      [`PRESALE_START_BLOCK_${chainId}`, '1'],
    ]),
  );
  http = await openHttpApp({
    env: {
      ...CHANNELS,
      ...chains,
      PRESALE_ADDRESS: '0xa0Ee7A142d267C1f36714E4a8F75612F20a79720',
      PUBLIC_ORIGIN: ORIGIN,
      TRUST_PROXY: 'none',
      WALLETS_PER_NETWORK: '2',
    },
    contentDirectory: 'tests/api/services/content',
  });
  const answers: unknown[] = [];
  for (let number = 0; number < 4; number += 1) {
    const visitor = await newParticipant(http);
    const answer = await visitor.checkIn();
    answers.push(answer.json().code ?? 'paid');
  }
  expect(answers).toEqual(['paid', 'paid', 'network_busy', 'network_busy']);
  const alarms = await http.context.db.selectFrom('alarms').select('kind').execute();
  expect(alarms).toEqual([{ kind: 'unnamed-network' }]);
});
