import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { invite } from '#src/server/staff/auth/accounts.ts';
import { sweepStaff } from '#src/server/staff/auth/sessions.ts';
import type { HttpApp } from '#tests/support/http-app.ts';
import { onBothEngines } from '#tests/support/on-both-engines.ts';
import {
  codeAt,
  joinBy,
  newStaffMember,
  PASSWORD,
  type StaffMember,
  strangerCalled,
} from '#tests/support/staff-member.ts';
import { ORIGIN } from '#tests/support/wallet-session.ts';

const MINUTE = 60_000;

onBothEngines('signing in at the staff desk', (open) => {
  let http: HttpApp;
  let ada: StaffMember;
  beforeEach(async () => {
    http = await open();
    ada = await newStaffMember(http, 'ada', 'manager');
  });
  afterEach(() => http.close());
  const isIn = async (member: StaffMember) => (await member.get('/staff/overview')).statusCode === 200;

  test('an invitation makes one account, once, and is over after three days', async () => {
    const token = await http.engine.db
      .transaction()
      .execute((tx) => invite(tx, 'bea', 'reviewer', 'ada', http.clock.now));
    const bea = strangerCalled(http, 'bea');
    const page = await bea.get(`/staff/join?token=${token}`);
    const secret = (/<code>([A-Z2-7 ]+)</.exec(page.body)?.[1] ?? '').replaceAll(' ', '');
    const fields = (more: Record<string, string>) => ({
      ...{ token, password: PASSWORD, again: PASSWORD, code: codeAt(secret, http.clock.now) },
      ...more,
    });
    for (const [wrong, words] of [
      [{ password: 'short', again: 'short' }, 'at least 12 characters'],
      [{ password: 'my name is bea, hello', again: 'my name is bea, hello' }, 'must not contain your name'],
      [{ again: 'another one altogether' }, 'not the same'],
      [{ code: '000000' }, 'code is not right'],
      [{ code: '' }, 'code is not right'],
    ] as const) {
      const answer = await bea.send('/staff/join', fields(wrong));
      expect([answer.statusCode, answer.body]).toEqual([422, expect.stringContaining(words)]);
    }
    expect((await bea.send('/staff/join', fields({}))).statusCode).toBe(303);
    expect(await isIn(bea)).toBe(true);
    expect((await bea.send('/staff/join', fields({}))).statusCode).toBe(422);
    const late = await http.engine.db
      .transaction()
      .execute((tx) => invite(tx, 'cy', 'reviewer', 'ada', http.clock.now));
    http.clock.now += 72 * 60 * MINUTE;
    expect((await bea.get(`/staff/join?token=${late}`)).statusCode).toBe(410);
  });

  test('neither passwords nor secrets of codes nor cookies are stored', async () => {
    const token = await http.engine.db
      .transaction()
      .execute((tx) => invite(tx, 'bea', 'reviewer', 'ada', http.clock.now));
    const bea = strangerCalled(http, 'bea');
    await joinBy(http, bea, token);
    const rows = [
      ...(await http.engine.db.selectFrom('staff_accounts').selectAll().execute()),
      ...(await http.engine.db.selectFrom('staff_sessions').selectAll().execute()),
      ...(await http.engine.db.selectFrom('staff_audit').selectAll().execute()),
    ];
    const text = JSON.stringify(rows, (_key, value: unknown) => (typeof value === 'bigint' ? `${value}` : value));
    expect(rows.length).toBeGreaterThan(2);
    for (const secret of [PASSWORD, bea.secret, bea.cookie.split('=')[1] ?? '-']) expect(text).not.toContain(secret);
    const { password } = await http.engine.db
      .selectFrom('staff_accounts')
      .select('password')
      .where('name', '=', 'bea')
      .executeTakeFirstOrThrow();
    expect(password).toMatch(/^argon2id\$47104\$1\$/);
    expect((await bea.signIn()).statusCode).toBe(303);
  });

  test('needs name, password and code together, and says nothing of which was wrong', async () => {
    ada.cookie = '';
    const right = () => codeAt(ada.secret, http.clock.now);
    const bodies = new Set<string>();
    for (const fields of [
      { name: 'ada', password: 'a wrong password', code: right() },
      { name: 'ada', password: PASSWORD, code: '123' },
      { name: 'nobody', password: PASSWORD, code: right() },
      { name: 'ada', password: PASSWORD, code: '' },
    ]) {
      http.clock.now += 30_000;
      const answer = await ada.send('/staff/sign-in', fields);
      expect([answer.statusCode, answer.cookies]).toEqual([403, []]);
      bodies.add(answer.body.replace(/value="(ada|nobody)"/, ''));
    }
    expect(bodies.size).toBe(1);
    expect((await ada.signIn()).statusCode).toBe(303);
    expect(await isIn(ada)).toBe(true);
  });

  test('a code counts once, and one of another half minute up to half a minute off', async () => {
    http.clock.now += 5 * MINUTE;
    const code = codeAt(ada.secret, http.clock.now);
    expect((await ada.signIn(PASSWORD, code)).statusCode).toBe(303);
    expect((await ada.send('/staff/sign-in', { name: 'ada', password: PASSWORD, code })).statusCode).toBe(403);
    http.clock.now += MINUTE;
    expect((await ada.signIn(PASSWORD, codeAt(ada.secret, http.clock.now - 30_000))).statusCode).toBe(403);
    expect((await ada.signIn(PASSWORD, codeAt(ada.secret, http.clock.now + 60_000))).statusCode).toBe(303);
  });

  test('[A1] five failures lock the account for a quarter of an hour, also when 20 try at once', async () => {
    const tries = await Promise.all(
      Array.from({ length: 20 }, () =>
        ada.send('/staff/sign-in', { name: 'ada', password: 'a wrong password', code: '1' }),
      ),
    );
    expect(tries.map(({ statusCode }) => statusCode)).toEqual(Array(20).fill(403));
    expect((await ada.signIn()).statusCode).toBe(403);
    http.clock.now += 14 * MINUTE - 30_000;
    expect((await ada.signIn()).statusCode).toBe(403);
    http.clock.now += MINUTE;
    expect((await ada.signIn()).statusCode).toBe(303);
  });

  test('of two who bring the same code at once one is let in', async () => {
    http.clock.now += 5 * MINUTE;
    const fields = { name: 'ada', password: PASSWORD, code: codeAt(ada.secret, http.clock.now) };
    const answers = await Promise.all([1, 2, 3].map(() => ada.send('/staff/sign-in', fields)));
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([303, 403, 403]);
  });

  test('an address tries thirty times an hour', async () => {
    // Nearly all are of people there are, whose passwords are quicker to refuse than nobody's.
    const { id: _, ...account } = await http.engine.db
      .selectFrom('staff_accounts')
      .selectAll()
      .executeTakeFirstOrThrow();
    const known = Array.from({ length: 29 }, (_, number) => ({ ...account, name: `n${number}` }));
    await http.engine.db.insertInto('staff_accounts').values(known).execute();
    const statuses: number[] = [];
    for (let number = 0; number < 32; number += 1)
      statuses.push((await ada.send('/staff/sign-in', { name: `n${number}`, password: 'x', code: '1' })).statusCode);
    expect(statuses.slice(28)).toEqual([403, 403, 429, 429]);
  });

  test('a session is over half an hour after its last request, and ten hours after its first', async () => {
    http.clock.now += 29 * MINUTE;
    expect(await isIn(ada)).toBe(true);
    http.clock.now += 29 * MINUTE;
    expect(await isIn(ada)).toBe(true);
    http.clock.now += 30 * MINUTE;
    expect(await isIn(ada)).toBe(false);
    await ada.signIn();
    for (let half = 0; half < 29; half += 1) {
      http.clock.now += 20 * MINUTE;
      expect(await isIn(ada)).toBe(true);
    }
    http.clock.now += 20 * MINUTE;
    expect(await isIn(ada)).toBe(false);
    await sweepStaff(http.engine.db, http.clock.now);
    expect(await http.engine.db.selectFrom('staff_sessions').selectAll().execute()).toEqual([]);
  });

  test('signing out, suspending and joining anew end every session', async () => {
    const bea = await newStaffMember(http, 'bea', 'manager');
    const page = await bea.get('/staff/overview');
    const csrf = /name="csrf" value="(\w+)"/.exec(page.body)?.[1] ?? '';
    const cookie = bea.cookie;
    await bea.send('/staff/sign-out', { csrf });
    bea.cookie = cookie;
    expect(await isIn(bea)).toBe(false);
    await bea.signIn();
    expect(await ada.act('suspend', { name: 'bea' })).toBe('bea is suspended.');
    expect(await isIn(bea)).toBe(false);
    expect((await bea.signIn()).statusCode).toBe(403);
    await ada.act('resume', { name: 'bea' });
    expect((await bea.signIn()).statusCode).toBe(303);
    await newStaffMember(http, 'bea', 'manager');
    expect(await isIn(bea)).toBe(false);
  });

  test('the cookie is for this origin alone, out of reach of scripts, and never sent from another site', async () => {
    const live = await open({ env: { PUBLIC_ORIGIN: 'https://synx.example' } });
    const token = await live.engine.db
      .transaction()
      .execute((tx) => invite(tx, 'ada', 'manager', 'host', live.clock.now));
    const stranger = strangerCalled(live, 'ada');
    const page = await stranger.get(`/staff/join?token=${token}`);
    const secret = (/<code>([A-Z2-7 ]+)</.exec(page.body)?.[1] ?? '').replaceAll(' ', '');
    const fields = { token, password: PASSWORD, again: PASSWORD, code: codeAt(secret, live.clock.now) };
    const answer = await stranger.send('/staff/join', fields, { origin: 'https://synx.example' });
    expect(answer.headers['set-cookie']).toMatch(
      /^__Host-synx-staff=[\w-]{43}; Max-Age=36000; Path=\/; HttpOnly; Secure; SameSite=Strict$/,
    );
    await live.close();
  });

  describe('a form', () => {
    const state = () => http.engine.db.selectFrom('live_settings').selectAll().execute();
    const fields = { key: 'social-share-message', value: 'soon', reason: 'a test' };
    const csrfOf = async (member: StaffMember) =>
      /name="csrf" value="(\w+)"/.exec((await member.get('/staff/overview')).body)?.[1] ?? '';

    test('from another origin, from none, or without the value of its session changes nothing', async () => {
      const csrf = await csrfOf(ada);
      const bea = await newStaffMember(http, 'bea', 'manager');
      for (const [headers, value] of [
        [{ origin: 'https://evil.example' }, csrf],
        [{ origin: 'null' }, csrf],
        [{ origin: ORIGIN.replace('http:', 'https:') }, csrf],
        [{ origin: '' }, csrf],
        [{}, ''],
        [{}, 'f'.repeat(64)],
        [{}, await csrfOf(bea)],
      ] as const) {
        const answer = await ada.send('/staff/do/set-setting', { ...fields, csrf: value }, headers);
        expect([answer.statusCode, await state()]).toEqual([403, []]);
      }
      expect((await ada.send('/staff/do/set-setting', { ...fields, csrf })).statusCode).toBe(303);
      expect(await state()).toHaveLength(1);
    });

    test('of an origin that may call the API is refused, and that origin reads nothing', async () => {
      const other = await open({ env: { ALLOWED_ORIGINS: 'https://friend.example' } });
      const cy = await newStaffMember(other, 'cy', 'manager');
      const csrf = await csrfOf(cy);
      const answer = await cy.send('/staff/do/set-setting', { ...fields, csrf }, { origin: 'https://friend.example' });
      expect(answer.statusCode).toBe(403);
      const read = await other.app.inject({
        url: '/staff/overview',
        headers: { cookie: cy.cookie, origin: 'https://friend.example' },
      });
      expect(read.headers['access-control-allow-origin']).toBeUndefined();
      await other.close();
    });
  });
});
