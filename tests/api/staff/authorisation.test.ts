import { beforeAll, describe, expect, test } from 'vitest';
import { STAFF_COMMANDS } from '#src/server/staff/commands/staff-commands.ts';
import { SCREENS } from '#src/server/staff/desk/screens.ts';
import { onSizedEngines } from '#tests/support/on-both-engines.ts';
import { onceForAll } from '#tests/support/opened.ts';
import { newStaffMember, type StaffMember, strangerCalled } from '#tests/support/staff-member.ts';
import { newVisitor, ORIGIN } from '#tests/support/wallet-session.ts';

/** The screens and actions of a reviewer; all others are for managers. */
const REVIEWER_SCREENS = ['overview', 'review', 'appeals', 'videos', 'wallet', 'alarms'];
const REVIEWER_VERBS = ['approve-submission', 'reject-submission', 'grant-views', 'list-video', 'decide-appeal'];
/** Routes without a session, since they create one or show nothing. */
const OPEN_ROUTES = [
  ...['GET /staff', 'GET /staff/desk.css', 'GET /staff/desk.js', 'GET /staff/sign-in', 'POST /staff/sign-in'],
  ...['GET /staff/join', 'POST /staff/join', 'POST /staff/sign-out'],
];

onSizedEngines('permissions at the staff desk', (open) => {
  const http = onceForAll(open);
  let manager: StaffMember;
  let reviewer: StaffMember;
  beforeAll(async () => {
    manager = await newStaffMember(http, 'ada', 'manager');
    reviewer = await newStaffMember(http, 'bea', 'reviewer');
  });

  /** Every route as "GET /staff/…", parsed from the framework's printed tree, four columns per level. */
  const routes = () => {
    const parts: string[] = [];
    const found: string[] = [];
    for (const line of http.app.printRoutes({ commonPrefix: false }).split('\n')) {
      const [, indent = '', part = '', methods = ''] = /^([│ ├└─]*)(\S+)(?: \(([A-Z, ]+)\))?$/.exec(line) ?? [];
      parts.splice(Math.max(0, indent.length / 4 - 1), Number.POSITIVE_INFINITY, part);
      found.push(...methods.split(', ').map((method) => `${method} ${parts.join('')}`));
    }
    return found.filter((route) => /^[A-Z]+ \/staff/.test(route));
  };

  test('there are no routes besides the open ones, the screens and the commands', () => {
    const known = [
      ...OPEN_ROUTES,
      ...Object.keys(SCREENS).map((name) => `GET /staff/${name}`),
      'POST /staff/do/:command',
    ];
    expect(
      routes()
        .filter((route) => !route.startsWith('HEAD'))
        .sort(),
    ).toEqual(known.toSorted());
  });

  test('the API document names none of them', async () => {
    expect((await http.app.inject('/api/openapi.json')).body).not.toContain('/staff');
  });

  /** Cookies that are not staff sessions: none, an expired one, a forged one, and those of visitors. */
  async function strangers(): Promise<[string, StaffMember][]> {
    const none = strangerCalled(http, 'none');
    const expired = strangerCalled(http, 'expired');
    expired.cookie = (await newStaffMember(http, 'expired', 'manager')).cookie;
    const { id } = await http.context.db
      .selectFrom('staff_accounts')
      .select('id')
      .where('name', '=', 'expired')
      .executeTakeFirstOrThrow();
    await http.context.db
      .updateTable('staff_sessions')
      .set({ seen_at: BigInt(http.clock.now - 1_800_000) })
      .where('account_id', '=', id)
      .execute();
    const madeUp = strangerCalled(http, 'made-up');
    madeUp.cookie = `synx-staff=${'A'.repeat(43)}`;
    const visitor = newVisitor(http.app, () => http.clock.now);
    await visitor.connect();
    await visitor.prove();
    const asVisitor = strangerCalled(http, 'visitor');
    asVisitor.cookie = visitor.cookie;
    const asStaff = strangerCalled(http, 'visitor');
    asStaff.cookie = `synx-staff=${visitor.cookie.split('=')[1]}`;
    return [
      ['no session', none],
      ['an expired session', expired],
      ['a made-up session', madeUp],
      ["a visitor's session", asVisitor],
      ["a visitor's session under the name of staff", asStaff],
    ];
  }

  test('without a session of staff every screen and every command leads to sign-in and changes nothing', async () => {
    const audit = () => http.context.db.selectFrom('staff_audit_head').selectAll().executeTakeFirstOrThrow();
    for (const [what, stranger] of await strangers()) {
      const before = await audit();
      for (const name of Object.keys(SCREENS)) {
        const answer = await stranger.get(`/staff/${name}`);
        expect([what, name, answer.statusCode, answer.headers.location]).toEqual([what, name, 303, '/staff/sign-in']);
        expect(answer.body).toBe('');
      }
      for (const command of Object.keys(STAFF_COMMANDS)) {
        const answer = await stranger.send(`/staff/do/${command}`, { csrf: 'x' });
        expect([what, command, answer.statusCode, answer.headers.location]).toEqual([
          what,
          command,
          303,
          '/staff/sign-in',
        ]);
      }
      expect(await audit()).toEqual(before);
    }
  });

  test.each(Object.keys(SCREENS))('the screen %s', async (name) => {
    expect((await manager.get(`/staff/${name}`)).statusCode).toBe(200);
    expect((await reviewer.get(`/staff/${name}`)).statusCode).toBe(REVIEWER_SCREENS.includes(name) ? 200 : 403);
  });

  test.each(Object.keys(STAFF_COMMANDS))('%s is refused to everybody else', async (name) => {
    if (REVIEWER_VERBS.includes(name)) {
      expect(await reviewer.refused(name)).not.toContain('for managers');
      return;
    }
    expect(await reviewer.refused(name)).toBe(`"${name}" is for managers.`);
  });

  test("a reviewer's search of a wallet shows neither payments nor actions that change money", async () => {
    const wallet = `0x${'ab'.repeat(20)}`;
    const seen = await reviewer.get(`/staff/wallet?wallet=${wallet}`);
    expect(seen.statusCode).toBe(200);
    expect(seen.body).not.toMatch(/propose-|Ledger|Payments/);
    expect((await manager.get(`/staff/wallet?wallet=${wallet}`)).body).toContain('propose-correct-ledger');
  });

  test('a staff session is not a visitor’s session', async () => {
    const { wallet } = newVisitor(http.app, () => http.clock.now);
    const answer = await http.app.inject({
      method: 'POST',
      url: '/api/staking/stake',
      headers: { host: new URL(ORIGIN).host, origin: ORIGIN, cookie: manager.cookie },
      payload: { walletAddress: wallet, amount: '1' },
    });
    expect([answer.statusCode, answer.json().code]).toEqual([403, 'no_wallet_session']);
  });

  test.each(['/staff/sign-in', '/staff/overview', '/staff/desk.css', '/staff/do/nothing', '/staff/join?token=x'])(
    '%s may load only the desk’s own files, and is never cached',
    async (url) => {
      const { headers } = await manager.get(url);
      if (url === '/staff/do/nothing') return expect((await manager.get(url)).statusCode).toBe(404);
      const policy = String(headers['content-security-policy']);
      expect(policy).toContain("default-src 'none'");
      expect(policy).toContain("frame-ancestors 'none'");
      expect(policy).not.toMatch(/unsafe|https?:|data:|\*/);
      expect(headers['cache-control']).toMatch(/no-store|no-cache/);
      expect(headers['referrer-policy']).toBe('same-origin');
      expect(headers['x-robots-tag']).toContain('noindex');
    },
  );

  describe('switched off', () => {
    test('the desk is not there', async () => {
      const off = await open({ env: { STAFF_DESK: 'off' } });
      for (const url of ['/staff', '/staff/sign-in', '/staff/desk.js', '/staff/overview'])
        expect((await off.app.inject(url)).statusCode).toBe(404);
    });
  });
});
