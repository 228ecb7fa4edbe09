import { beforeEach, describe, expect, test } from 'vitest';
import { invite } from '#src/server/staff/auth/accounts.ts';
import { sweepStaff } from '#src/server/staff/auth/sessions.ts';
import { runCommand } from '#src/server/staff/console/run-command.ts';
import { onSizedEngines } from '#tests/support/on-both-engines.ts';
import { anewForEach } from '#tests/support/opened.ts';
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

onSizedEngines('signing in at the staff desk', (open) => {
  const http = anewForEach(open);
  let ada: StaffMember;
  beforeEach(async () => {
    ada = await newStaffMember(http, 'ada', 'manager');
  });
  const isIn = async (member: StaffMember) => (await member.get('/staff/overview')).statusCode === 200;

  test('an invitation creates one account, once, and expires after three days', async () => {
    const token = await http.context.db
      .transaction()
      .execute((tx) => invite(tx, { name: 'bea', role: 'reviewer', invitedBy: 'ada' }, http.clock.now));
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
    const late = await http.context.db
      .transaction()
      .execute((tx) => invite(tx, { name: 'cy', role: 'reviewer', invitedBy: 'ada' }, http.clock.now));
    http.clock.now += 72 * 60 * MINUTE;
    expect((await bea.get(`/staff/join?token=${late}`)).statusCode).toBe(410);
  });

  test('neither passwords nor secrets of codes nor cookies are stored', async () => {
    const token = await http.context.db
      .transaction()
      .execute((tx) => invite(tx, { name: 'bea', role: 'reviewer', invitedBy: 'ada' }, http.clock.now));
    const bea = strangerCalled(http, 'bea');
    await joinBy(http, bea, token);
    const rows = [
      ...(await http.context.db.selectFrom('staff_accounts').selectAll().execute()),
      ...(await http.context.db.selectFrom('staff_sessions').selectAll().execute()),
      ...(await http.context.db.selectFrom('staff_audit').selectAll().execute()),
    ];
    const text = JSON.stringify(rows, (_key, value: unknown) => (typeof value === 'bigint' ? `${value}` : value));
    expect(rows.length).toBeGreaterThan(2);
    for (const secret of [PASSWORD, bea.secret, bea.cookie.split('=')[1] ?? '-']) expect(text).not.toContain(secret);
    const { password } = await http.context.db
      .selectFrom('staff_accounts')
      .select('password')
      .where('name', '=', 'bea')
      .executeTakeFirstOrThrow();
    expect(password).toMatch(/^argon2id\$47104\$1\$/);
    expect((await bea.signIn()).statusCode).toBe(303);
  });

  test('needs name, password and code together, and does not reveal which was wrong', async () => {
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

  test('a code counts once, and is valid for half a minute before and after its own', async () => {
    http.clock.now += 5 * MINUTE;
    const code = codeAt(ada.secret, http.clock.now);
    expect((await ada.signIn(PASSWORD, code)).statusCode).toBe(303);
    expect((await ada.send('/staff/sign-in', { name: 'ada', password: PASSWORD, code })).statusCode).toBe(403);
    http.clock.now += MINUTE;
    expect((await ada.signIn(PASSWORD, codeAt(ada.secret, http.clock.now - 30_000))).statusCode).toBe(403);
    expect((await ada.signIn(PASSWORD, codeAt(ada.secret, http.clock.now + 60_000))).statusCode).toBe(303);
  });

  test('[A1] from five failures on the next try waits, at most half a minute, and no number of them locks', {
    tags: 'long',
  }, async () => {
    const wrong = () => ada.send('/staff/sign-in', { name: 'ada', password: 'a wrong password', code: '1' });
    const failed = async () =>
      Number((await http.context.db.selectFrom('staff_accounts').select('failed').executeTakeFirstOrThrow()).failed);
    const tries = await Promise.all(Array.from({ length: 8 }, wrong));
    expect(tries.map(({ statusCode }) => statusCode)).toEqual(Array(8).fill(403));
    expect(await failed()).toBe(5);
    for (const [looked, seconds] of [1, 2, 4, 8, 16, 30, 30].entries()) {
      http.clock.now += seconds * 1_000 - 1;
      // Even the right credentials wait, from an unknown browser.
      const right = { name: 'ada', password: PASSWORD, code: codeAt(ada.secret, http.clock.now) };
      expect((await ada.send('/staff/sign-in', right)).statusCode).toBe(403);
      http.clock.now += 1;
      expect((await wrong()).statusCode).toBe(403);
      expect(await failed()).toBe(6 + looked);
      await http.context.db.deleteFrom('caller_windows').execute();
    }
    expect((await ada.signIn()).statusCode).toBe(303);
    expect(await failed()).toBe(0);
  });

  test('other people’s tries do not delay a browser in which the account signed in, until the password changes', {
    tags: 'long',
  }, async () => {
    await ada.signIn();
    const { device } = ada;
    expect(device).toMatch(/^synx-device=\d+\.\d+\.[0-9a-f]{64}$/);
    const guess = (cookie = '') =>
      http.app.inject({
        method: 'POST',
        url: '/staff/sign-in',
        remoteAddress: '203.0.113.9',
        headers: {
          host: new URL(ORIGIN).host,
          origin: ORIGIN,
          cookie,
          'content-type': 'application/x-www-form-urlencoded',
        },
        payload: 'name=ada&password=wrong&code=1',
      });
    for (let number = 0; number < 12; number += 1) {
      await guess();
      http.clock.now += 31_000;
    }
    await guess();
    const entered = await ada.send('/staff/sign-in', {
      ...{ name: 'ada', password: PASSWORD, code: codeAt(ada.secret, http.clock.now) },
    });
    expect(entered.statusCode).toBe(303);
    // A known browser does not guess faster for long.
    await http.context.db.deleteFrom('caller_windows').execute();
    for (let number = 0; number < 25; number += 1) await guess(device);
    const { failed } = await http.context.db.selectFrom('staff_accounts').select('failed').executeTakeFirstOrThrow();
    expect(Number(failed)).toBe(20);
    const forged = device.replace(/.$/, (last) => (last === '0' ? '1' : '0'));
    await guess(forged);
    expect((await http.context.db.selectFrom('staff_accounts').select('failed').executeTakeFirst())?.failed).toBe(
      failed,
    );
    const alarms = await http.context.db.selectFrom('alarms').select(['kind', 'subject', 'resolved_at']).execute();
    expect(alarms).toEqual([{ kind: 'staff-sign-in', subject: 'ada', resolved_at: null }]);
    expect((await ada.signIn()).statusCode).toBe(303);
    expect(
      (await http.context.db.selectFrom('alarms').select('resolved_at').executeTakeFirst())?.resolved_at,
    ).not.toBeNull();
  });

  test('a flood of tries from many addresses checks one password at a time, and keeps no known browser out', {
    tags: 'long',
  }, async () => {
    await ada.signIn();
    await http.context.db.deleteFrom('caller_windows').execute();
    http.clock.now += MINUTE;
    const flood = Array.from({ length: 100 }, (_, number) =>
      http.app.inject({
        method: 'POST',
        url: '/staff/sign-in',
        remoteAddress: `203.0.113.${number + 1}`,
        headers: {
          host: new URL(ORIGIN).host,
          origin: ORIGIN,
          'content-type': 'application/x-www-form-urlencoded',
        },
        payload: `name=nobody${number}&password=${PASSWORD}&code=123456`,
      }),
    );
    const first = Promise.race(flood);
    const right = { name: 'ada', password: PASSWORD, code: codeAt(ada.secret, http.clock.now) };
    const entered = await Promise.all([first, ada.send('/staff/sign-in', right)]);
    expect(entered[1].statusCode).toBe(303);
    const statuses = (await Promise.all(flood)).map(({ statusCode }) => statusCode);
    // Thirty wait; a check that ends while the others still arrive makes room for one more.
    expect(statuses.filter((status) => status === 403).length).toBeGreaterThanOrEqual(30);
    expect(statuses.filter((status) => status === 503).length).toBeGreaterThan(0);
    expect(statuses.filter((status) => status !== 403 && status !== 503)).toEqual([]);
  });

  test('signing in, failing to, signing out and reading personal data are in the audit log, and a flood is few entries', {
    tags: 'long',
  }, async () => {
    const read = async () => {
      const rows = await http.context.db
        .selectFrom('staff_audit')
        .select(['actor', 'action', 'subject', 'detail'])
        .where('action', '<>', 'join')
        .orderBy('id')
        .execute();
      return rows.map(({ actor, action, subject, detail }) => [actor, action, subject, JSON.parse(detail)]);
    };
    const wallet = `0x${'ab'.repeat(20)}`;
    const wrong = () => ada.send('/staff/sign-in', { name: 'ada', password: 'a wrong password', code: '1' });
    await wrong();
    await ada.send('/staff/sign-in', { name: 'nobody', password: 'a wrong password', code: '1' });
    await ada.signIn();
    for (let time = 0; time < 3; time += 1) await ada.get(`/staff/wallet?wallet=${wallet}`);
    await ada.get('/staff/review');
    await ada.get('/staff/wallet?wallet=0x12');
    http.clock.now += 20 * MINUTE;
    const csrf = /name="csrf" value="(\w+)"/.exec((await ada.get('/staff/overview')).body)?.[1] ?? '';
    await ada.send('/staff/sign-out', { csrf });
    const failedOnce = ['(stranger)', 'sign-in-failed', 'staff:ada', { failures: '1' }];
    expect(await read()).toEqual([
      failedOnce,
      ['ada', 'sign-in', 'staff:ada', { failures: '1' }],
      ['ada', 'read', `wallet:${wallet}`, {}],
      ['ada', 'read', 'mission-submissions', {}],
      ['ada', 'sign-out', 'staff:ada', {}],
    ]);
    const before = (await read()).length;
    for (let number = 0; number < 50; number += 1) {
      await http.context.db.deleteFrom('caller_windows').execute();
      http.clock.now += 31_000;
      await wrong();
    }
    expect((await read()).slice(before).map(([, , , { failures }]) => failures)).toEqual([
      '1',
      '2',
      '3',
      '4',
      '5',
      '10',
      '20',
      '50',
    ]);
  });

  test('of two requests with the same code at once one succeeds', async () => {
    http.clock.now += 5 * MINUTE;
    const fields = { name: 'ada', password: PASSWORD, code: codeAt(ada.secret, http.clock.now) };
    const answers = await Promise.all([1, 2, 3].map(() => ada.send('/staff/sign-in', fields)));
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([303, 403, 403]);
  });

  test('an address tries thirty times per hour', { tags: 'long' }, async () => {
    // Nearly all are of existing people, whose passwords are quicker to refuse than an unknown name's.
    const { id: _, ...account } = await http.context.db
      .selectFrom('staff_accounts')
      .selectAll()
      .executeTakeFirstOrThrow();
    const known = Array.from({ length: 29 }, (_, number) => ({ ...account, name: `n${number}` }));
    await http.context.db.insertInto('staff_accounts').values(known).execute();
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
    await sweepStaff(http.context.db, http.clock.now);
    expect(await http.context.db.selectFrom('staff_sessions').selectAll().execute()).toEqual([]);
  });

  test('signing out, suspending and joining again end every session', async () => {
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
    expect(await ada.refused('resume', { name: 'bea' })).toContain('takes two');
    await runCommand(http, { args: ['resume', '--name', 'bea'], credentials: null });
    expect((await bea.signIn()).statusCode).toBe(303);
    await newStaffMember(http, 'bea', 'manager');
    expect(await isIn(bea)).toBe(false);
  });

  test('the cookie is for this origin only, unreadable by scripts, and never sent from another site', async () => {
    const live = await open({ env: { PUBLIC_ORIGIN: 'https://synx.example' } });
    const token = await live.context.db
      .transaction()
      .execute((tx) => invite(tx, { name: 'ada', role: 'manager', invitedBy: 'host' }, live.clock.now));
    const stranger = strangerCalled(live, 'ada');
    const page = await stranger.get(`/staff/join?token=${token}`);
    const secret = (/<code>([A-Z2-7 ]+)</.exec(page.body)?.[1] ?? '').replaceAll(' ', '');
    const fields = { token, password: PASSWORD, again: PASSWORD, code: codeAt(secret, live.clock.now) };
    const answer = await stranger.send('/staff/join', fields, { origin: 'https://synx.example' });
    expect(answer.headers['set-cookie']).toMatch(
      /^__Host-synx-staff=[\w-]{43}; Max-Age=36000; Path=\/; HttpOnly; Secure; SameSite=Strict$/,
    );
  });

  describe('a form', () => {
    const state = () => http.context.db.selectFrom('live_settings').selectAll().execute();
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
    });
  });
});
