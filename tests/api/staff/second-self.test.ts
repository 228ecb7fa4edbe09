import { sql } from 'kysely';
import { beforeEach, describe, expect, test } from 'vitest';
import { balanceOf } from '#src/server/money/ledger/accounts.ts';
import { invite } from '#src/server/staff/auth/accounts.ts';
import { runCommand } from '#src/server/staff/console/run-command.ts';
import { sizedEngines } from '#tests/support/each-engine.ts';
import { type HttpApp, openHttpApp } from '#tests/support/http-app.ts';
import { joinBy, newStaffMember, type StaffMember, strangerCalled } from '#tests/support/staff-member.ts';

const WALLET = `0x${'ab'.repeat(20)}`;
const REASON = 'Ticket 17: she has worked with us for two years.';
const TOKEN = /\/staff\/join\?token=([\w-]{43})/g;
const PIN = /\b[A-Z2-7]{4}-[A-Z2-7]{4}-[A-Z2-7]{4}\b/g;
const SCREENS = ['overview', 'people', 'proposals', 'audit', 'settings'];
const DAY = 86_400_000;

/** One person at a browser: the links and PINs it was shown, and the accounts it could create with them. */
class Schemer {
  readonly tokens = new Set<string>();
  readonly pins = new Set<string>();
  readonly accounts: StaffMember[] = [];
  readonly http: HttpApp;

  constructor(http: HttpApp, first: StaffMember) {
    this.http = http;
    this.accounts.push(this.#watched(first));
  }

  get first(): StaffMember {
    return this.accounts[0] as StaffMember;
  }

  /** Reads every allowed page, as often as it likes. */
  async look(): Promise<void> {
    for (const member of this.accounts) for (const screen of SCREENS) await member.get(`/staff/${screen}`);
  }

  /** Tries every link with every PIN and with none, and the link's page itself. */
  async joinAll(): Promise<void> {
    await this.look();
    for (const token of this.tokens) {
      // It may have any number of addresses.
      await this.http.context.db.deleteFrom('caller_windows').execute();
      for (const pin of [undefined, '', ...this.pins]) {
        const member = this.#watched(strangerCalled(this.http, `self${this.accounts.length}`));
        const joined = await joinBy(this.http, member, token, pin).then(
          () => true,
          () => false,
        );
        if (joined) this.accounts.push(member);
      }
    }
  }

  /** Proposes 1,000,000 SYNX by each account and approves every open proposal by each. */
  async helpItself(): Promise<void> {
    for (const member of this.accounts)
      await member.act('propose-correct-ledger', { wallet: WALLET, amount: '1000000', reason: REASON }).catch(() => '');
    const open = await this.http.context.db
      .selectFrom('staff_proposals')
      .select('id')
      .where('state', '=', 'open')
      .execute();
    for (const member of this.accounts)
      for (const { id } of open) await member.act('approve-proposal', { id: String(id) }).catch(() => '');
  }

  #watched(member: StaffMember): StaffMember {
    const { get, send } = member;
    member.get = async (...given) => this.#noted(await get(...given));
    member.send = async (...given) => this.#noted(await send(...given));
    return member;
  }

  #noted<Answer extends { body: string }>(answer: Answer): Answer {
    for (const [, token = ''] of answer.body.matchAll(TOKEN)) this.tokens.add(token);
    for (const [pin] of answer.body.matchAll(PIN)) this.pins.add(pin);
    return answer;
  }
}

sizedEngines('a second manager who is the first one', (openPlace) => {
  let http: HttpApp;
  beforeEach(async () => {
    http = await openHttpApp(await openPlace());
  });
  const db = () => http.context.db;
  const host = (...args: string[]) => runCommand(http, { args, credentials: null });
  const tokenIn = (text: string) => [...text.matchAll(TOKEN)][0]?.[1] ?? '';
  const pinIn = (text: string) => [...text.matchAll(PIN)][0]?.[0] ?? '';
  /** A person whom the host invites as a manager, through the command line. */
  const byHost = async (name: string) => {
    const member = strangerCalled(http, name);
    await joinBy(http, member, tokenIn(await host('invite', '--name', name, '--role', 'manager')));
    return member;
  };
  const latest = async () =>
    String((await db().selectFrom('staff_proposals').select('id').orderBy('id', 'desc').executeTakeFirstOrThrow()).id);
  const given = () => balanceOf(db(), 'available', WALLET);
  const managers = async () =>
    (
      await db().selectFrom('staff_accounts').select('name').where('role', '=', 'manager').orderBy('name').execute()
    ).map(({ name }) => name);
  /** One person proposes an invitation, another one approves it: the two halves. */
  const halves = async (proposer: StaffMember, approver: StaffMember, name: string) => {
    const token = tokenIn(await proposer.act('propose-invite-manager', { name, reason: REASON }));
    const pin = pinIn(await approver.act('approve-proposal', { id: await latest() }));
    return { token, pin };
  };

  describe('[S17] one browser that keeps everything it is ever shown', () => {
    test('creates, alone, no second manager and approves none of its own proposals', async () => {
      const self = new Schemer(http, await byHost('ada'));
      const { first } = self;
      // The host's invitation of the second one, pending and then expired.
      const second = tokenIn(await host('invite', '--name', 'bea', '--role', 'manager'));
      for (const name of ['ada2', 'bea', 'ada'])
        for (const role of ['manager', 'reviewer']) await first.act('invite', { name, role }).catch(() => '');
      await first.act('propose-invite-manager', { name: 'ada3', reason: REASON });
      await self.joinAll();
      http.clock.now += 3 * DAY;
      await first.signIn();
      for (const name of ['ada4', 'bea'])
        expect(await first.refused('invite', { name, role: 'manager' })).toContain('on the server');
      await self.joinAll();
      await self.helpItself();
      expect([await managers(), await given()]).toEqual([['ada'], 0n]);
      // It did see links, and created the accounts they allow.
      expect([self.tokens.size > 0, self.tokens.has(second), self.accounts.length]).toEqual([true, false, 2]);
    });

    test('creates none either as proposer and as approver of others, among honest managers', {
      tags: 'long',
    }, async () => {
      const self = new Schemer(http, await byHost('ada'));
      const { first } = self;
      const bea = await byHost('bea');
      await first.act('invite', { name: 'rex', role: 'reviewer' });
      await self.joinAll();
      const tries: (() => Promise<unknown>)[] = [
        () => halves(first, bea, 'eve1'),
        () => halves(bea, first, 'eve2'),
        // The same name both ways round: links and PINs of different proposals do not match.
        () => halves(first, bea, 'eve3'),
        () => halves(bea, first, 'eve3'),
        () => halves(bea, first, 'eve4'),
        () => halves(first, bea, 'eve4'),
        // One person cannot replace an open invitation of a manager.
        () => first.act('invite', { name: 'eve1', role: 'manager' }),
        () => first.act('invite', { name: 'eve2', role: 'reviewer' }),
        // Nor another manager's account.
        () => first.act('invite', { name: 'bea', role: 'manager' }),
        () => first.act('invite', { name: 'bea', role: 'reviewer' }),
        () => first.act('recover', { name: 'bea' }),
        () => halves(first, bea, 'bea'),
        () => halves(bea, first, 'ada'),
        () => halves(first, bea, 'host'),
        // One person cannot make its own reviewer a manager.
        () => first.act('invite', { name: 'rex', role: 'manager' }),
        () => first.act('propose-invite-manager', { name: 'rex', reason: REASON }),
        // Nor does it help that the other one is suspended for a while.
        () => first.act('suspend', { name: 'bea' }),
        () => first.act('invite', { name: 'eve5', role: 'manager' }),
        () => first.act('invite', { name: 'bea', role: 'manager' }),
        () => host('invite', '--name', 'eve5', '--role', 'manager'),
        () => first.act('resume', { name: 'bea' }),
        () => first.act('propose-reinstate-manager', { name: 'bea', reason: REASON }),
        async () => first.act('approve-proposal', { id: await latest() }),
        () => host('resume', '--name', 'bea'),
        () => bea.signIn(),
        () => first.act('suspend', { name: 'ada' }),
        () => first.act('propose-invite-manager', { name: 'eve6', reason: REASON }),
        async () => first.act('withdraw-proposal', { id: await latest() }),
      ];
      for (const attempt of tries) {
        await attempt().catch(() => '');
        await self.look();
      }
      await self.joinAll();
      await self.helpItself();
      expect([await managers(), await given()]).toEqual([['ada', 'bea'], 0n]);
      // Links that it was shown: of its reviewer and its proposals (eve1, eve3, eve4, rex, eve6); PINs: eve2, eve3,
      // eve4.
      expect([self.tokens.size, self.pins.size, self.accounts.length]).toEqual([6, 3, 2]);
    });
  });

  describe('a third manager', () => {
    let ada: StaffMember;
    let bea: StaffMember;
    let cy: StaffMember;
    beforeEach(async () => {
      ada = await newStaffMember(http, 'ada', 'manager');
      bea = await newStaffMember(http, 'bea', 'manager');
      cy = strangerCalled(http, 'cy');
    });

    test('[S17] joins by the link of one and the PIN of the other, and is a person who may approve', async () => {
      const { token, pin } = await halves(ada, bea, 'cy');
      expect([token, pin]).toEqual([expect.stringMatching(/^[\w-]{43}$/), expect.stringMatching(PIN)]);
      // As typed by a person who heard it.
      await joinBy(http, cy, token, ` ${pin.toLowerCase().replaceAll('-', ' ')} `);
      await ada.act('propose-correct-ledger', { wallet: WALLET, amount: '5', reason: REASON });
      await cy.act('approve-proposal', { id: await latest() });
      expect(await given()).toBe(5_000_000_000n);
      await expect(joinBy(http, strangerCalled(http, 'cy'), token, pin)).rejects.toThrow('no longer valid');
    });

    test('[S17] with stolen credentials of a suspended one, nobody lets it back alone', async () => {
      const honest = await newStaffMember(http, 'cy', 'manager');
      // Bea's password and codes are stolen by Ada: the host suspends the account.
      await host('suspend', '--name', 'bea');
      expect(await ada.refused('resume', { name: 'bea' })).toContain('takes two');
      await ada.act('propose-reinstate-manager', { name: 'bea', reason: REASON });
      expect(await ada.refused('approve-proposal', { id: await latest() })).toContain('another manager');
      expect((await bea.signIn()).statusCode).toBe(403);
      expect((await bea.get('/staff/proposals')).statusCode).toBe(303);
      // Once the credentials are new, two people let it back.
      await honest.act('approve-proposal', { id: await latest() });
      expect((await bea.signIn()).statusCode).toBe(303);
    });

    test('may have been a reviewer, whose sessions and credentials then end', async () => {
      const rex = await newStaffMember(http, 'cy', 'reviewer');
      const { token, pin } = await halves(ada, bea, 'cy');
      await joinBy(http, cy, token, pin);
      expect((await cy.get('/staff/proposals')).statusCode).toBe(200);
      expect((await rex.get('/staff/overview')).statusCode).toBe(303);
    });

    test('is shown neither the secret of the codes nor anything else by the link alone', async () => {
      const { token } = await halves(ada, bea, 'cy');
      const page = await cy.get(`/staff/join?token=${token}`);
      expect([page.statusCode, page.body.includes('<code>')]).toEqual([200, false]);
      const { totp_secret: secret } = await db()
        .selectFrom('staff_invitations')
        .select('totp_secret')
        .executeTakeFirstOrThrow();
      for (const fields of [{}, { pin: 'AAAA-AAAA-AAAA' }, { pin: '', password: 'x' }]) {
        const answer = await cy.send('/staff/join', { token, ...fields });
        expect([answer.statusCode, answer.body.includes(secret.slice(0, 4)), answer.body.includes('<code>')]).toEqual([
          422,
          false,
          false,
        ]);
      }
    });

    test('is invited again after five wrong PINs, also when many are tried at once', async () => {
      const { token, pin } = await halves(ada, bea, 'cy');
      const guess = (wrong: string) => cy.send('/staff/join', { token, pin: wrong });
      expect((await guess('AAAA-AAAA-AAAA')).body).toContain('4 more wrong ones');
      // The right one does not undo the earlier failures.
      expect((await cy.send('/staff/join', { token, pin })).statusCode).toBe(200);
      const answers = await Promise.all(
        Array.from({ length: 12 }, (_, index) => guess(`AAAA-AAAA-AAA${'BCDEFGHIJKLM'[index]}`)),
      );
      expect(answers.filter(({ body }) => body.includes('PIN is not right'))).toHaveLength(3);
      await expect(joinBy(http, cy, token, pin)).rejects.toThrow('no longer valid');
      const tried = await db().selectFrom('staff_audit').select('subject').where('action', '=', 'wrong-pin').execute();
      expect(tried.map(({ subject }) => subject)).toEqual(Array(5).fill('staff:cy'));
      const again = await halves(bea, ada, 'cy');
      await joinBy(http, cy, again.token, again.pin);
      expect(await managers()).toEqual(['ada', 'bea', 'cy']);
    });

    test('is invited by halves that no table has in plain text, and that are shown once', async () => {
      const tables = [
        'staff_audit',
        'staff_proposals',
        'staff_invitations',
        'staff_sessions',
        'staff_accounts',
      ] as const;
      const stored = async () => {
        const rows = await Promise.all(tables.map((table) => db().selectFrom(table).selectAll().execute()));
        return JSON.stringify(rows, (_key, value: unknown) => (typeof value === 'bigint' ? String(value) : value));
      };
      /** Executes a command; returns the content of the tables before the answer has been shown, and the answer. */
      const watched = async (member: StaffMember, command: string, fields: Record<string, string>) => {
        const csrf = /name="csrf" value="(\w+)"/.exec((await member.get('/staff/overview')).body)?.[1] ?? '';
        const answer = await member.send(`/staff/do/${command}`, { csrf, next: '/staff/proposals', ...fields });
        const text = `${answer.headers.location}${answer.body}${await stored()}`;
        return { text, shown: (await member.get('/staff/proposals')).body };
      };
      const proposed = await watched(ada, 'propose-invite-manager', { name: 'cy', reason: REASON });
      const token = tokenIn(proposed.shown);
      const approved = await watched(bea, 'approve-proposal', { id: await latest() });
      const pin = pinIn(approved.shown);
      expect([token.length, pin.length]).toEqual([43, 14]);
      const pages = await Promise.all(
        [ada, bea].flatMap((member) =>
          ['proposals', 'people', 'audit', 'overview'].map(
            async (screen) => (await member.get(`/staff/${screen}`)).body,
          ),
        ),
      );
      for (const text of [proposed.text, approved.text, await stored(), ...pages]) {
        expect(text).not.toContain(token);
        expect(text.replaceAll('-', '')).not.toContain(pin.replaceAll('-', ''));
      }
    });
  });

  test('the host invites two managers, however many it invites at once, and only people without an account', async () => {
    const names = ['ada', 'bea', 'cy', 'dan'];
    const links = await Promise.all(
      names.map((name) => host('invite', '--name', name, '--role', 'manager').catch((error: Error) => error.message)),
    );
    expect(links.filter((text) => tokenIn(text) !== '')).toHaveLength(2);
    expect(links.filter((text) => text.includes('only the first two managers'))).toHaveLength(2);
    // A lost link is issued again, and is then the only one of its name.
    const lost = tokenIn(links.find((text) => tokenIn(text) !== '') ?? '');
    const { name } = (await db().selectFrom('staff_invitations').select('name').orderBy('name').executeTakeFirst()) as {
      name: string;
    };
    const anew = tokenIn(await host('invite', '--name', name, '--role', 'manager'));
    expect(anew).not.toBe(lost);
    const first = strangerCalled(http, name);
    await joinBy(http, first, anew);
    await expect(host('invite', '--name', name, '--role', 'manager')).rejects.toThrow('recover');
    await expect(host('invite', '--name', 'rex')).rejects.toThrow('managers invite the others');
    await expect(host('invite', '--name', 'host', '--role', 'manager')).rejects.toThrow('name');
    // An invitation that has expired makes room for another.
    http.clock.now += 3 * DAY;
    expect(tokenIn(await host('invite', '--name', 'eve', '--role', 'manager'))).not.toBe('');
    await expect(host('invite', '--name', 'fay', '--role', 'manager')).rejects.toThrow('only the first two managers');
  });

  test('after an upgrade no link works that one person was shown completely; the host’s own do', async () => {
    const ada = await newStaffMember(http, 'ada', 'manager');
    const bea = await newStaffMember(http, 'bea', 'manager');
    await ada.act('invite', { name: 'rex' });
    const rex = strangerCalled(http, 'rex');
    const old = await db()
      .transaction()
      .execute(async (tx) => ({
        bySelf: await invite(tx, { name: 'eve', role: 'manager', invitedBy: 'ada' }, http.clock.now),
        byHost: await invite(tx, { name: 'cy', role: 'manager', invitedBy: 'host' }, http.clock.now),
        reviewer: await invite(tx, { name: 'rex', role: 'reviewer', invitedBy: 'ada' }, http.clock.now),
      }));
    await joinBy(http, rex, old.reviewer);
    await ada.act('propose-invite-manager', { name: 'fay', reason: REASON });
    // Also while a server of the previous version is still running.
    await expect(joinBy(http, strangerCalled(http, 'eve'), old.bySelf)).rejects.toThrow('no longer valid');
    for (const statement of [
      'drop table view_grants',
      'alter table staff_accounts drop column invited_by',
      'alter table staff_proposals drop column token_hash',
      'alter table staff_invitations drop column pin_hash',
      'alter table staff_invitations drop column pin_failed',
      `update staff_sessions set notice = 'Send this to eve'`,
      `delete from migrations where name = '0013-four-eyes'`,
    ])
      await sql.raw(statement).execute(db());
    const { now } = http.clock;
    await http.close();
    http = await openHttpApp({ location: http.database.location });
    http.clock.now = now;
    expect(await db().selectFrom('staff_invitations').select('name').execute()).toEqual([{ name: 'cy' }]);
    expect(await db().selectFrom('staff_accounts').select(['name', 'invited_by']).orderBy('name').execute()).toEqual([
      { name: 'ada', invited_by: null },
      { name: 'bea', invited_by: null },
      { name: 'rex', invited_by: 'ada' },
    ]);
    const page = await strangerCalled(http, 'eve').get(`/staff/join?token=${old.bySelf}`);
    expect([page.statusCode, page.body]).toEqual([410, expect.stringContaining('Ask for a new one')]);
    await joinBy(http, strangerCalled(http, 'cy'), old.byHost);
    const again = strangerCalled(http, 'bea');
    again.secret = bea.secret;
    await again.signIn();
    expect(await again.refused('approve-proposal', { id: await latest() })).toContain('have it proposed again');
    await again.act('refuse-proposal', { id: await latest(), note: 'anew' });
  });
});
