import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { answerOf, newQuestion, readToken, solveWork, sumToken, workToken } from '#src/lib/airdrop/human-check.ts';
import {
  humanStatus,
  requireHuman,
  sweepHumanChecks,
  type WalletSession,
} from '#src/server/platform/sessions/human-check.ts';
import { ApiFailure } from '#src/server/platform/util/errors.ts';
import { captchaStatus, captchaToken } from '#tests/support/captcha-token.ts';
import type { HttpApp } from '#tests/support/http-app.ts';
import { onSizedEngines } from '#tests/support/on-both-engines.ts';
import { newParticipant } from '#tests/support/participant.ts';
import { random } from '#tests/support/random.ts';
import { sized } from '#tests/support/sized.ts';
import { newVisitor } from '#tests/support/wallet-session.ts';

/** A check while few are begun, with work that a test can do thousands of times. */
const CALM = { bits: 6, attackAt: 1_000_000 };
/** A crowd takes seconds on a quiet machine and minutes on a busy one. */
const PATIENCE_MS = 300_000;
/** Tokens of a kind that are tried on the embedded database. */
const TRIES = sized(10_000, 1_000);
const numbers = random(11);

onSizedEngines('the human check', (open) => {
  let http: HttpApp;
  beforeAll(async () => {
    http = await open();
  });
  afterAll(() => http.close());

  /** A tenth where every query is a round trip. */
  const many = (count: number) => (http.database.engine === 'sqlite' ? count : count / 10);
  const hex = (bytes: number) => randomBytes(bytes).toString('hex');
  const newActor = (): WalletSession => ({ session: hex(32), wallet: `0x${hex(20)}` });
  const challengeOf = async (actor: WalletSession, level = CALM) => {
    const status = await humanStatus(http.context.db, actor, level, http.clock.now);
    if (!status.required || !('challenge' in status)) throw new Error('no challenge');
    const { id, salt, parts, bits } = status.challenge;
    return { id, salt, work: { parts: Number(parts), bits: Number(bits) } };
  };
  const rightToken = async (actor: WalletSession) => {
    const question = newQuestion(Math.random);
    const challenge = await challengeOf(actor);
    const nonces = solveWork(challenge, actor.wallet, 'sum');
    return sumToken({ challenge, wallet: actor.wallet, question, answer: answerOf(question), nonces });
  };
  /** The result of a token: 'accepted' or the code of the refusal. */
  const use = (actor: WalletSession, token: string | null, action = 'checkIn') =>
    requireHuman(http.context.db, actor, { action, token }, http.clock.now).then(
      () => 'accepted',
      (error: unknown) => {
        if (error instanceof ApiFailure) return error.code as string;
        throw error;
      },
    );
  /** The challenge of a new session at an address. */
  const challengeAt = async (address: string) => {
    const visitor = newVisitor(http.app, () => http.clock.now, address);
    await visitor.connect();
    const { challenge } = (await visitor.get(`/api/airdrop/captcha-status?wallet=${visitor.wallet}`)).json();
    return { kinds: challenge.kinds as string[], bits: challenge.work.bits as number };
  };
  const tally = async (count: number, each: () => Promise<string>) => {
    const seen: Record<string, number> = {};
    for (let done = 0; done < count; done += 1) {
      const outcome = await each();
      seen[outcome] = (seen[outcome] ?? 0) + 1;
    }
    return seen;
  };
  const calm = (actor: WalletSession) =>
    http.context.db.deleteFrom('human_tries').where('session', '=', actor.session).execute();

  test('forged tokens: none is accepted', { tags: 'long', timeout: PATIENCE_MS }, async () => {
    const actor = newActor();
    const token = await rightToken(actor);
    const parts = token.split('.');
    const forge = [
      () => ['2', hex(16), 'sum', '1+1', '2', parts[5], hex(32)].join('.'),
      () => [...parts.slice(0, 6), hex(32)].join('.'),
      () => [parts[0], parts[1], 'sum', '1+1', String(numbers.below(99)), parts[5], parts[6]].join('.'),
      () => [parts[0], parts[1], 'work', '', '', parts[5], parts[6]].join('.'),
      () => hex(1 + numbers.below(200)),
      () => `${token}${numbers.pick(['.', ' ', '\u0000', '0', '.1'])}`,
      () => 'true',
    ];
    const seen = await tally(many(TRIES), async () => {
      await calm(actor);
      return use(actor, numbers.pick(forge)());
    });
    expect(seen).toEqual({ captcha_invalid: many(TRIES) });
    expect(await use(actor, token)).toBe('accepted');
  });

  test('replays of tokens that were used: none is accepted', { tags: 'long', timeout: PATIENCE_MS }, async () => {
    const used: [WalletSession, string][] = [];
    for (let count = 0; count < 50; count += 1) {
      const actor = newActor();
      const token = await rightToken(actor);
      expect(await use(actor, token)).toBe('accepted');
      used.push([actor, token]);
    }
    // Half an hour later a new check is needed, and not the old token; nor in another session before that.
    http.clock.now += 1_800_000;
    const seen = await tally(many(TRIES), async () => {
      const [actor, token] = numbers.pick(used);
      const who = numbers.once(2) ? actor : { ...newActor(), wallet: actor.wallet };
      await calm(who);
      return use(who, token, numbers.pick(['checkIn', 'xFollow', 'retweet']));
    });
    expect(seen).toEqual({ captcha_invalid: many(TRIES) });
  });

  test('a few addresses that begin checks make them harder for themselves, and for nobody else (S11)', {
    timeout: PATIENCE_MS,
  }, async () => {
    const crowd = await open({ env: { HUMAN_CHECK_ATTACK: '100' } });
    const before = http;
    http = crowd;
    const easy = { kinds: ['sum', 'work'], bits: 2 };
    const bits: number[] = [];
    for (let begun = 0; begun < 80; begun += 1) {
      const { kinds, bits: asked } = await challengeAt(`203.0.113.${begun % 2}`);
      bits.push(asked);
      expect(kinds).toEqual(easy.kinds);
    }
    expect(new Set(bits.slice(0, 60))).toEqual(new Set([2]));
    expect(new Set(bits.slice(60))).toEqual(new Set([4]));
    expect(await challengeAt('198.51.100.1')).toEqual(easy);
    // Many addresses do raise the work for all, as before.
    for (let begun = 0; begun < 39; begun += 1) await challengeAt(`198.51.100.${begun + 2}`);
    expect(await challengeAt('192.0.2.1')).toEqual({ kinds: ['work'], bits: 5 });
    // Ten minutes later nobody is told apart.
    http.clock.now += 600_000;
    expect(await challengeAt('203.0.113.1')).toEqual(easy);
    http = before;
  });

  test('expired tokens: none is accepted, and none counts as a wrong answer', {
    timeout: PATIENCE_MS,
  }, async () => {
    const late: [WalletSession, string][] = [];
    for (let count = 0; count < many(TRIES / 10); count += 1) {
      const actor = newActor();
      late.push([actor, await rightToken(actor)]);
    }
    http.clock.now += 300_000;
    const seen = await tally(many(TRIES / 10), () => {
      const [actor, token] = late.pop() ?? [newActor(), ''];
      return use(actor, token);
    });
    expect(seen).toEqual({ captcha_required: many(TRIES / 10) });
  });

  test('tokens of another wallet or session, and tokens spliced from two: none is accepted', {
    timeout: PATIENCE_MS,
  }, async () => {
    const seen = await tally(many(TRIES / 5), async () => {
      const [mine, other] = [newActor(), newActor()];
      const [own, foreign] = [await rightToken(mine), await rightToken(other)];
      const [a, b] = [own.split('.'), foreign.split('.')];
      const spliced = numbers.pick([
        foreign,
        // Pieces of two right tokens: any cut of one into the other that is neither of them.
        [a[0], a[1], a[2], b[3], b[4], b[5], b[6]].join('.'),
        [a[0], b[1], a[2], a[3], a[4], a[5], a[6]].join('.'),
        [a[0], a[1], a[2], a[3], a[4], b[5], a[6]].join('.'),
        [a[0], a[1], a[2], a[3], a[4], a[5], b[6]].join('.'),
      ]);
      const who = numbers.pick([mine, { session: mine.session, wallet: other.wallet }]);
      return use(who, spliced);
    });
    expect(seen).toEqual({ captcha_invalid: many(TRIES / 5) });
  });

  test('[R5.045 R9.096] the third wrong answer locks for fifteen minutes, even against right ones; the first two state the remaining tries', async () => {
    const actor = newActor();
    const wrong = async () => {
      const token = await rightToken(actor);
      return token.replace(/\.\d+\.(\d+(?:_\d+)*\.[0-9a-f]{64})$/, '.999.$1');
    };
    const message = (token: string) =>
      requireHuman(http.context.db, actor, { action: 'checkIn', token }, http.clock.now).catch(
        (error: Error) => error.message,
      );
    expect(await message(await wrong())).toBe('Incorrect answer. 2 attempts remaining.');
    expect(await message(await wrong())).toBe('Incorrect answer. 1 attempt remaining.');
    const right = await rightToken(actor);
    expect(await message(await wrong())).toBe('Too many incorrect attempts. Please try again later.');
    expect(await use(actor, right)).toBe('captcha_locked');
    const locked = await humanStatus(http.context.db, actor, CALM, http.clock.now);
    expect(locked).toEqual({ required: true, lockedUntil: http.clock.now + 900_000 });
    http.clock.now += 899_999;
    expect(await use(actor, right)).toBe('captcha_locked');
    http.clock.now += 1;
    expect(await use(actor, await wrong())).toBe('captcha_invalid');
    expect(await use(actor, await rightToken(actor))).toBe('accepted');
    expect(await use(newActor(), null)).toBe('captcha_required');
  });

  test('one token used by fifty requests at the same time passes once, in its own session', async () => {
    const actor = newActor();
    const token = await rightToken(actor);
    await Promise.all(Array.from({ length: 50 }, (_, count) => use(actor, token, `action ${count}`)));
    const row = await http.context.db
      .selectFrom('human_challenges')
      .selectAll()
      .where('id', '=', readToken(token)?.id ?? '')
      .executeTakeFirstOrThrow();
    expect(row.action).toMatch(/^action \d+$/);
    expect(row.used_at).toBe(BigInt(http.clock.now));
    expect(await use(newActor(), token)).toBe('captcha_invalid');
  });

  test('a proof of work passes without arithmetic', { timeout: PATIENCE_MS }, async () => {
    const actor = newActor();
    const challenge = await challengeOf(actor);
    const nonces = solveWork(challenge, actor.wallet, 'work');
    const before = workToken({ ...challenge, salt: hex(16) }, actor.wallet, nonces);
    expect(await use(actor, before)).toBe('captcha_invalid');
    expect(await use(actor, workToken(challenge, actor.wallet, nonces))).toBe('accepted');
  });

  test('a program that answers questions of its own choice without the work gets nowhere', async () => {
    const actor = newActor();
    const challenge = await challengeOf(actor);
    const guess = () => Array.from({ length: challenge.work.parts }, () => numbers.below(100_000)).join('_');
    const seen = await tally(many(TRIES / 10), async () => {
      await calm(actor);
      const question = newQuestion(Math.random);
      const nonces = numbers.pick(['', '0', guess()]);
      return use(actor, sumToken({ challenge, wallet: actor.wallet, question, answer: answerOf(question), nonces }));
    });
    expect(seen).toEqual({ captcha_invalid: many(TRIES / 10) });
    await calm(actor);
    expect(await use(actor, await rightToken(actor))).toBe('accepted');
  });

  test('the work of a sum is a quarter of the work without one, and opens nothing without its sum', async () => {
    const actor = newActor();
    const challenge = await challengeOf(actor);
    const nonces = solveWork(
      { ...challenge, work: { ...challenge.work, bits: challenge.work.bits - 2 } },
      actor.wallet,
      'work',
    );
    expect(nonces).toBe(solveWork(challenge, actor.wallet, 'sum'));
    expect(await use(actor, workToken(challenge, actor.wallet, nonces))).toBe('captcha_invalid');
  });

  test('while many checks are begun at once, arithmetic is not enough and the work is eight times as hard', async () => {
    const calmOnes = await challengeOf(newActor());
    const actor = newActor();
    const challenge = await challengeOf(actor, { ...CALM, attackAt: 1 });
    expect(challenge.work.bits - calmOnes.work.bits).toBe(3);
    const question = { left: 1, operator: '+', right: 1 } as const;
    const nonces = solveWork(challenge, actor.wallet, 'sum');
    expect(await use(actor, sumToken({ challenge, wallet: actor.wallet, question, answer: 2, nonces }))).toBe(
      'captcha_invalid',
    );
  });

  test('skipCaptcha skips nothing, and a status without a session says that the check is required', async () => {
    const anna = await newParticipant(http);
    const answer = await anna.post('/api/airdrop/checkin', { walletAddress: anna.wallet, skipCaptcha: true });
    expect([answer.statusCode, answer.json()]).toEqual([
      403,
      { code: 'captcha_required', message: 'CAPTCHA required' },
    ]);
    const mission = { walletAddress: anna.wallet, missionType: 'socialShare', skipCaptcha: true };
    expect((await anna.post('/api/airdrop/mission', mission)).statusCode).toBeGreaterThanOrEqual(400);
    expect(await captchaStatus(http.app, '', anna.wallet)).toEqual({ requiresCaptcha: true });
  });

  test('a check begun before the wallet was proven remains valid after it, in the session that took over', async () => {
    const visitor = newVisitor(http.app, () => http.clock.now);
    await visitor.connect();
    const token = await captchaToken(http.app, visitor.cookie, visitor.wallet);
    const post = () => visitor.post('/api/airdrop/checkin', { walletAddress: visitor.wallet, captchaToken: token });
    expect((await post()).json().code).toBe('proof_required');
    await visitor.prove();
    expect((await post()).json().success).toBe(true);
  });

  test('expired rows are swept, and valid ones remain', async () => {
    await sweepHumanChecks(http.context.db, http.clock.now + 10 * 86_400_000);
    for (const table of ['human_challenges', 'human_passes', 'human_tries'] as const) {
      expect(await http.context.db.selectFrom(table).selectAll().execute(), table).toEqual([]);
    }
    const actor = newActor();
    const token = await rightToken(actor);
    await sweepHumanChecks(http.context.db, http.clock.now);
    expect(await use(actor, token)).toBe('accepted');
  });
});
