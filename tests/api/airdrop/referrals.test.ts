import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { correctPoints } from '#src/server/community/airdrop/correct-points.ts';
import { decideMissionEntry } from '#src/server/community/airdrop/decide-mission-entry.ts';
import { applyCode, issueCode, POSSIBLE_CODES, watchCodes } from '#src/server/community/airdrop/referral-codes.ts';
import { storeMissionEntry } from '#src/server/community/airdrop/submit-mission.ts';
import { CREDIT_HANDLERS } from '#src/server/credit-handlers.ts';
import { reverseCredit } from '#src/server/money/payments/credit/reverse-credit.ts';
import { onSizedEngines } from '#tests/support/on-both-engines.ts';
import { onceForAll } from '#tests/support/opened.ts';
import { newParticipant } from '#tests/support/participant.ts';
import { IS_FULL, sized } from '#tests/support/sized.ts';
import { newVisitor, type Visitor } from '#tests/support/wallet-session.ts';

const ISSUED = sized(500_000, 50_000);

onSizedEngines('referrals', (open, engine) => {
  const http = onceForAll(open);
  let made = 0;

  const newWallet = () => `0x${(++made).toString(16).padStart(40, '0')}`;
  const apply = (wallet: string, code: string | null) => applyCode(http.context.db, wallet, code ?? '', http.clock.now);
  const codeOf = (wallet: string) => issueCode(http.context.db, wallet, http.clock.now);
  const pointsOf = async (wallet: string) =>
    (await http.app.inject(`/api/airdrop/participant/${wallet}`)).json().totalPoints;
  const refer = async () => {
    const [inviter, invitee] = [newWallet(), newWallet()];
    expect(await apply(invitee, await codeOf(inviter))).toBe('applied');
    return { inviter, invitee };
  };
  const confirmFollow = async (wallet: string) => {
    const { db } = http.context;
    const draft = { wallet, mission: 'xFollow', account: 'a', hash: wallet, video: null } as const;
    const { id } = await storeMissionEntry(db, draft, http.clock.now);
    await decideMissionEntry(db, { submissionId: id, decision: 'approve', staffId: 'ann' }, http.clock.now);
    return id;
  };

  test('[R9.084] an applied code pays nobody; the first confirmed mission of the invited wallet pays 1,000, once', async () => {
    const { inviter, invitee } = await refer();
    expect([await pointsOf(inviter), await pointsOf(invitee)]).toEqual([0, 0]);
    await confirmFollow(invitee);
    expect([await pointsOf(inviter), await pointsOf(invitee)]).toEqual([1000, 200]);
    await http.credit(invitee, 50n);
    expect(await pointsOf(inviter)).toBe(1000);
  });

  test('a purchase of at least the minimum pays too, one below it does not', async () => {
    const { inviter, invitee } = await refer();
    await http.credit(invitee, 1n);
    expect(await pointsOf(inviter)).toBe(0);
    await http.credit(invitee, 5n);
    expect(await pointsOf(inviter)).toBe(1000);
  });

  test('a mission confirmed before the code was applied does not count', async () => {
    const [inviter, invitee] = [newWallet(), newWallet()];
    await confirmFollow(invitee);
    await http.credit(invitee, 50n);
    await apply(invitee, await codeOf(inviter));
    expect(await pointsOf(inviter)).toBe(0);
  });

  test('a removed reason takes its points with it, unless another reason makes the referral count', async () => {
    const { inviter, invitee } = await refer();
    await http.credit(invitee, 50n);
    expect(await pointsOf(inviter)).toBe(1000);
    const { db } = http.context;
    const payment = await db
      .selectFrom('payments')
      .select(['id', 'block_hash'])
      .where('payer', '=', invitee)
      .executeTakeFirstOrThrow();
    await reverseCredit(
      { db, creditHandlers: CREDIT_HANDLERS },
      { id: payment.id, blockHash: payment.block_hash ?? '' },
      http.clock.now,
    );
    expect(await pointsOf(inviter)).toBe(0);
    await http.credit(invitee, 60n);
    expect(await pointsOf(inviter)).toBe(1000);
    await confirmFollow(invitee);
    const second = await db
      .selectFrom('payments')
      .select(['id', 'block_hash'])
      .where('payer', '=', invitee)
      .where('status', '=', 'credited')
      .executeTakeFirstOrThrow();
    await reverseCredit(
      { db, creditHandlers: CREDIT_HANDLERS },
      { id: second.id, blockHash: second.block_hash ?? '' },
      http.clock.now,
    );
    expect(await pointsOf(inviter)).toBe(1000);
    const follow = await db
      .selectFrom('point_entries')
      .select('id')
      .where('wallet', '=', invitee)
      .where('mission', '=', 'xFollow')
      .executeTakeFirstOrThrow();
    const correction = { wallet: invitee, reverses: follow.id, reasonCode: 'abuse', staffId: 'ann' } as const;
    expect(await correctPoints(db, correction, http.clock.now)).toMatchObject({ ok: true });
    expect([await pointsOf(inviter), await pointsOf(invitee)]).toEqual([0, 0]);
  });

  test('rings of one to ten wallets never close, whichever two come last at the same moment', {
    tags: 'long',
  }, async () => {
    for (let length = 1; length <= 10; length += 1) {
      const ring = Array.from({ length }, newWallet);
      const codes: (string | null)[] = [];
      for (const wallet of ring) codes.push(await codeOf(wallet));
      const outcomes = await Promise.all(
        ring.map((wallet, place) => apply(wallet, codes[(place + 1) % length] ?? null)),
      );
      expect(outcomes.filter((outcome) => outcome === 'referral_code_unusable')).toHaveLength(1);
    }
  });

  test('a chain that free wallets have made is read no further than people invite in a row (S25)', async () => {
    const { db } = http.context;
    const chain = Array.from({ length: 2_000 }, newWallet);
    const links = chain.slice(1).map((invitee, place) => ({
      ...{ invitee, inviter: chain[place] ?? '', state: 'applied' as const, source: null },
      ...{ applied_at: BigInt(http.clock.now), counted_at: null },
    }));
    for (let start = 0; start < links.length; start += 500)
      await db
        .insertInto('referrals')
        .values(links.slice(start, start + 500))
        .execute();
    const codeAt = (place: number) => codeOf(chain[place] ?? '');
    expect(await apply(newWallet(), await codeAt(998))).toBe('applied');
    // Its first wallet could ask again and again, as no answer is recorded: 0.3 s for a chain of a week.
    expect(await apply(chain[0] ?? '', await codeAt(1_999))).toBe('referral_code_unusable');
    // A wallet that has invited nobody closes no circle: what strangers put above its friend does not concern it.
    const friend = newWallet();
    expect(await apply(friend, await codeAt(1_999))).toBe('applied');
    expect(await apply(newWallet(), await codeOf(friend))).toBe('applied');
    expect(await apply(friend, await codeAt(0))).toBe('referral_already_applied');
    const inviter = newWallet();
    expect(await apply(newWallet(), await codeOf(inviter))).toBe('applied');
    expect(await apply(inviter, await codeAt(1_999))).toBe('referral_code_unusable');
    expect(await apply(chain[0] ?? '', await codeAt(500))).toBe('referral_code_unusable');
  });

  test('the invited wallets of one that has thousands are not counted at each read (S25)', async () => {
    const visitor = newVisitor(http.app, () => http.clock.now);
    await visitor.connect();
    await visitor.prove();
    const invite = async (count: number) => {
      const applied = { inviter: visitor.wallet, state: 'applied' as const, source: null };
      const times = { applied_at: BigInt(http.clock.now), counted_at: null };
      const rows = Array.from({ length: count }, () => ({ invitee: newWallet(), ...applied, ...times }));
      await http.context.db.insertInto('referrals').values(rows).execute();
    };
    const invited = async () => (await visitor.get('/api/airdrop/referral-code')).json().invited.applied;
    await invite(1_000);
    expect(await invited()).toBe(1_000);
    await invite(1);
    expect(await invited()).toBe(1_001);
    await invite(1);
    expect(await invited()).toBe(1_001);
    http.clock.now += 5_000;
    expect(await invited()).toBe(1_002);
  });

  test('a second code is refused whatever it is, and so is an unknown code, in any spelling', async () => {
    const { invitee } = await refer();
    for (const code of [await codeOf(newWallet()), 'ZZ'])
      expect(await apply(invitee, code), `${code}`).toBe('referral_already_applied');
    const free = newWallet();
    for (const code of ['', 'A', 'ABC', 'ABCDE', '____', "' or", 'ÄÖÜß']) {
      expect(await apply(free, code), code).toBe('referral_code_unusable');
    }
  });

  test('unknown, own and circular codes get word for word the same answer', async () => {
    const [anna, ben] = [await newParticipant(http), await newParticipant(http)];
    const code = async (of: typeof anna) => (await of.get('/api/airdrop/referral-code')).json().referralCode;
    const post = async (of: typeof anna, referralCode: string) =>
      (await of.post('/api/referral/apply', { referralCode, userWallet: of.wallet })).body;
    await post(ben, await code(anna));
    const unknown = await post(anna, 'ZZ');
    expect(await post(anna, await code(anna))).toBe(unknown);
    expect(await post(anna, await code(ben))).toBe(unknown);
    expect(JSON.parse(unknown)).toEqual({
      success: false,
      code: 'referral_code_unusable',
      message: 'This referral code cannot be used.',
    });
  });

  test('tried codes are limited for each wallet, session and address', { tags: 'long' }, async () => {
    const strict = await open({ env: { RATE_LIMIT_CODES: '10' } });
    const anna = await newParticipant(strict);
    const statuses: number[] = [];
    for (let tried = 0; tried < 12; tried += 1) {
      const answer = await anna.post('/api/referral/apply', { referralCode: 'ZZ', userWallet: anna.wallet });
      statuses.push(answer.statusCode);
    }
    expect(statuses).toEqual([...Array(10).fill(200), 429, 429]);
    // Twice as often for one machine, regardless of the number of wallets.
    const more = [await newParticipant(strict), await newParticipant(strict)];
    const counts: number[] = [];
    for (const visitor of more) {
      let passed = 0;
      for (let tried = 0; tried < 12; tried += 1) {
        const body = { referralCode: 'ZZ', userWallet: visitor.wallet };
        if ((await visitor.post('/api/referral/apply', body)).statusCode === 200) passed += 1;
      }
      counts.push(passed);
    }
    await strict.close();
    expect(counts).toEqual([10, 0]);
  });

  /** Gives a range of all codes to wallets that have nothing else. */
  const giveOut = async (start: number, end: number) => {
    const letters = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ';
    const digit = (power: number) => `substr('${letters}', cast((n / ${36 ** power}) % 36 as integer) + 1, 1)`;
    const code = [3, 2, 1, 0].map(digit).join(' || ');
    for (let from = start; from < end; from += 25_000) {
      await sql
        .raw(
          `with recursive numbers (n) as (select ${from} union all select n + 1 from numbers where n < ${from + 24_999})
           insert into participants (wallet, points, referral_code, created_at)
           select 'crowd ' || n, 0, ${code}, 1 from numbers where true on conflict do nothing`,
        )
        .execute(http.context.db);
    }
  };
  const asked = async (visitor: Visitor) => {
    const { referralCode, waits } = (await visitor.get('/api/airdrop/referral-code')).json();
    return [referralCode, waits];
  };

  test('a code is issued when its proven wallet asks for it, and by no other call', async () => {
    const { db } = http.context;
    const rows = async () => (await db.selectFrom('participants').select('wallet').execute()).length;
    const before = await rows();
    const [owner, stranger] = [await newParticipant(http), newVisitor(http.app, () => http.clock.now)];
    await stranger.connect(owner.wallet);
    for (const visitor of [owner, stranger]) {
      for (const url of ['participant', 'history', 'retweet/status', 'youtube-missions/status', 'video/status'])
        expect((await visitor.get(`/api/airdrop/${url}/${owner.wallet}`)).statusCode).toBe(200);
      await visitor.get(`/api/airdrop/leaderboard?wallet=${owner.wallet}`);
    }
    expect(await asked(stranger)).toEqual([null, undefined]);
    await stranger.post('/api/referral/apply', { userWallet: owner.wallet, referralCode: 'ZZZZ' });
    await owner.post('/api/referral/apply', { userWallet: owner.wallet, referralCode: 'ZZZZ' });
    expect(await rows()).toBe(before);
    const [code, waits] = await asked(owner);
    expect([code, waits]).toEqual([expect.stringMatching(/^[0-9A-Z]{4}$/), false]);
    expect(await rows()).toBe(before + 1);
    expect(await asked(owner)).toEqual([code, false]);
  });

  test(`[R5.033 R9.089] with ${ISSUED} codes issued, new ones are still found, each once`, async () => {
    const { db } = http.context;
    await giveOut(0, ISSUED);
    const codes: (string | null)[] = [];
    for (let count = 0; count < 300; count += 1) codes.push(await codeOf(newWallet()));
    expect(codes.every((one) => one !== null && /^[0-9A-Z]{4}$/.test(one))).toBe(true);
    expect(new Set(codes).size).toBe(300);
    const { count, different } = await db
      .selectFrom('participants')
      .select([
        sql<bigint>`count(referral_code)`.as('count'),
        sql<bigint>`count(distinct referral_code)`.as('different'),
      ])
      .executeTakeFirstOrThrow();
    expect(count).toBe(different);
    expect(POSSIBLE_CODES).toBe(1_679_616);
    const alarms = () => db.selectFrom('alarms').selectAll().where('kind', '=', 'referral-codes').execute();
    await watchCodes(db, http.context.alarms);
    expect(await alarms()).toEqual([]);
    await watchCodes(db, http.context.alarms, 2 * ISSUED);
    expect(await alarms()).toMatchObject([{ resolved_at: null }]);
  });

  // The other engine takes a quarter of a minute to give out half of all codes.
  test.runIf(engine === 'sqlite' || IS_FULL)(
    'half of all codes are only for wallets with a reviewed mission or a purchase',
    async () => {
      const early = await newParticipant(http);
      const [code] = await asked(early);
      await giveOut(ISSUED, 850_000);
      http.clock.now += 60_001;
      expect(await asked(early)).toEqual([code, false]);
      const [stranger, buyer, reviewed] = [
        await newParticipant(http),
        await newParticipant(http),
        await newParticipant(http),
      ];
      for (const visitor of [stranger, buyer, reviewed]) expect(await asked(visitor)).toEqual([null, true]);
      await stranger.checkIn();
      expect(await asked(stranger)).toEqual([null, true]);
      await http.credit(buyer.wallet, 50n);
      await confirmFollow(reviewed.wallet);
      for (const visitor of [buyer, reviewed])
        expect(await asked(visitor)).toEqual([expect.stringMatching(/^[0-9A-Z]{4}$/), false]);
    },
  );

  test('two wallets that draw the same code at the same moment end up with different ones', async () => {
    const draws = ['YXX1', 'YXX1', 'YXX1', 'YXX2', 'YXX3'];
    const draw = () => draws.shift() ?? 'YXX9';
    const codes = await Promise.all(
      [newWallet(), newWallet()].map((wallet) => issueCode(http.context.db, wallet, 1, draw)),
    );
    expect(new Set(codes).size).toBe(2);
    expect(codes).not.toContain(null);
  });
});
