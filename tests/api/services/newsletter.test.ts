import { beforeAll, beforeEach, expect, test } from 'vitest';
import { LOCALE_CODES } from '#src/config/locales.ts';
import { API_ERRORS } from '#src/contract/errors.ts';
import { newsletterSubscribeResponseSchema } from '#src/contract/newsletter.ts';
import { createMailDelivery } from '#src/server/community/newsletter/deliver-mails.ts';
import { sweepSubscribers } from '#src/server/community/newsletter/subscriptions.ts';
import { MAIL_TEXTS } from '#src/server/platform/mail/mail-texts.ts';
import { type Mail, MailRefusedError } from '#src/server/platform/mail/mailer.ts';
import { expectSafeHeaders } from '#tests/support/expect-safe-headers.ts';
import { onSizedEngines } from '#tests/support/on-both-engines.ts';
import { onceForAll } from '#tests/support/opened.ts';

const ORIGIN = 'https://synx.example';
const BROWSER = { accept: 'text/html,application/xhtml+xml', origin: ORIGIN };
const HOUR = 3_600_000;

onSizedEngines('the newsletter', (open) => {
  const http = onceForAll(() => open({ env: { PUBLIC_ORIGIN: ORIGIN } }));
  const mails: Mail[] = [];
  const failures: unknown[] = [];
  let fail: Error | null = null;
  let reader = '';
  let count = 0;
  beforeEach(async () => {
    count += 1;
    reader = `reader-${count}@example.org`;
    fail = null;
    mails.length = 0;
    failures.length = 0;
    await http.context.db.deleteFrom('newsletter_subscribers').execute();
  });

  const mailer = {
    send: async (mail: Mail) => {
      if (fail !== null) throw fail;
      mails.push(mail);
    },
  };
  let deliver: () => Promise<number>;
  beforeAll(() => {
    const onFailure = (error: unknown) => failures.push(error);
    deliver = createMailDelivery({ context: http.context, mailer, origin: ORIGIN, onFailure });
  });
  const post = (url: string, payload: object | string, headers: Record<string, string> = {}) =>
    http.app.inject({ method: 'POST', url, headers, payload });
  const subscribe = (email = reader, more: object = {}) => post('/api/newsletter/subscribe', { email, ...more });
  const rows = () => http.context.db.selectFrom('newsletter_subscribers').selectAll().execute();
  const latest = (): Mail => {
    const mail = mails.at(-1);
    if (mail === undefined) throw new Error('no mail was sent');
    return mail;
  };
  const openAlarms = () =>
    http.context.db.selectFrom('alarms').select('subject').where('kind', '=', 'mail').orderBy('id').execute();
  const confirmLink = (mail = latest()) => new URL(/https:\S+confirm\S+/.exec(mail.text)?.[0] ?? '');
  const tokenOf = (link: URL | string) => new URL(link).searchParams.get('token') ?? '';
  const confirm = (token: string) => post('/api/newsletter/confirm', { token });
  async function subscribed(): Promise<Mail> {
    await subscribe();
    await deliver();
    await confirm(tokenOf(confirmLink()));
    await deliver();
    return latest();
  }

  test('[R3.050 R7.026] takes {email} and asks by mail before anything is sent', async () => {
    const answer = await subscribe(`  ${reader.toUpperCase()} `);
    expect(answer.statusCode, answer.body).toBe(200);
    expect(newsletterSubscribeResponseSchema.strict().parse(answer.json())).toEqual({ status: 'pending' });
    expect(mails).toEqual([]);
    expect(await deliver()).toBe(1);
    expect(latest()).toMatchObject({ to: reader, locale: 'en', subject: 'Please confirm your subscription' });
    expect(confirmLink().origin).toBe(ORIGIN);
    expect(await rows()).toMatchObject([{ email: reader, status: 'pending', mail_due_at: null }]);
    expect(await deliver()).toBe(0);
  });

  test('opening the links changes nothing: programs that scan mail open them', async () => {
    await subscribe();
    await deliver();
    const links = [confirmLink(), new URL(latest().unsubscribeUrl ?? '')];
    const before = await rows();
    for (const link of links) {
      for (const method of ['GET', 'HEAD'] as const) {
        const answer = await http.app.inject({ method, url: link.pathname + link.search, headers: BROWSER });
        expect(answer.statusCode).toBe(200);
        expect(answer.headers).toMatchObject({ 'cache-control': 'no-store', 'x-robots-tag': 'noindex' });
        expect(answer.headers['content-type']).toMatch(/^text\/html/);
        expectSafeHeaders(answer.headers);
      }
    }
    expect(await rows()).toEqual(before);
  });

  test('the page of a link posts its token when the button is pressed, and says so in the language of the mail', async () => {
    await subscribe(reader, { locale: 'de' });
    await deliver();
    const link = confirmLink();
    const page = await http.app.inject({ url: link.pathname + link.search, headers: BROWSER });
    expect(page.body).toContain('<html lang="de"');
    expect(page.body).toContain(MAIL_TEXTS.de['page.confirm.title']);
    expect(page.body).not.toMatch(/<script|https?:\/\//);
    const action = /action="([^"]+)"/.exec(page.body)?.[1] ?? '';
    const form = new URLSearchParams(
      [...page.body.matchAll(/name="(\w+)" value="([^"]*)"/g)].map(([, name = '', value = '']) => [name, value]),
    );
    expect(form.get('token')).toBe(tokenOf(link));
    const answer = await post(action, form.toString(), {
      ...BROWSER,
      'content-type': 'application/x-www-form-urlencoded',
    });
    expect(answer.statusCode, answer.body).toBe(200);
    expect(answer.body).toContain(MAIL_TEXTS.de['page.confirmed.title']);
    expect(await rows()).toMatchObject([{ status: 'confirmed', locale: 'de' }]);
  });

  test('confirming is done once, and a welcome follows; a second press changes nothing', async () => {
    await subscribe();
    await deliver();
    const token = tokenOf(confirmLink());
    expect((await confirm(token)).json()).toEqual({ status: 'confirmed' });
    const first = await rows();
    http.clock.now += 1000;
    expect((await confirm(token)).json()).toEqual({ status: 'confirmed' });
    expect(await rows()).toEqual(first);
    expect(await deliver()).toBe(1);
    expect(latest().subject).toBe('Your subscription is confirmed');
    expect(latest().text).not.toContain('/confirm');
  });

  test('a link that is unknown, truncated, 48 hours old or for another purpose does not confirm', async () => {
    await subscribe();
    await deliver();
    const token = tokenOf(confirmLink());
    const bad = ['', 'x', token.slice(0, -1), `${token}A`, 'f'.repeat(43), tokenOf(latest().unsubscribeUrl ?? '')];
    for (const wrong of bad) {
      const answer = await confirm(wrong);
      expect([answer.statusCode, answer.json()], wrong).toEqual([
        410,
        { code: 'link_expired', message: API_ERRORS.link_expired.message },
      ]);
    }
    http.clock.now += 48 * HOUR;
    expect((await confirm(token)).statusCode).toBe(410);
    const page = await post('/api/newsletter/confirm?locale=fr', { token }, BROWSER);
    expect([page.statusCode, page.body.includes(MAIL_TEXTS.fr['page.expired.title'])]).toEqual([410, true]);
    expect(await rows()).toMatchObject([{ status: 'pending' }]);
  });

  test('tokens are 256 random bits of which only hashes are stored', async () => {
    await subscribe();
    await deliver();
    const tokens = [tokenOf(confirmLink()), tokenOf(latest().unsubscribeUrl ?? '')];
    const stored = await http.context.db.selectFrom('newsletter_tokens').selectAll().execute();
    expect(stored).toHaveLength(2);
    for (const token of tokens) {
      expect(token).toMatch(/^[\w-]{43}$/);
      expect(stored.map((row) => row.token_hash)).not.toContain(token);
      expect(stored.every((row) => /^[0-9a-f]{64}$/.test(row.token_hash))).toBe(true);
    }
  });

  test('known or not, the answer is the same', async () => {
    const unknown = await subscribe();
    await deliver();
    const pending = await subscribe();
    await confirm(tokenOf(confirmLink()));
    const known = await subscribe();
    for (const answer of [pending, known]) {
      expect([answer.statusCode, answer.body]).toEqual([unknown.statusCode, unknown.body]);
      expect(Object.keys(answer.headers)).toEqual(Object.keys(unknown.headers));
    }
  });

  test('a subscriber who asks again gets one mail about it per day', async () => {
    await subscribed();
    await subscribe(reader, { locale: 'fr' });
    expect(await deliver()).toBe(0);
    http.clock.now += 24 * HOUR;
    for (let times = 0; times < 3; times += 1) await subscribe(reader, { locale: 'fr' });
    expect(await deliver()).toBe(1);
    // Another person cannot change a reader's language.
    expect(latest()).toMatchObject({ subject: 'You are already subscribed', locale: 'en' });
  });

  test('typing a stranger’s address again and again sends no more than four mails in two days', {
    tags: 'long',
  }, async () => {
    let sent = 0;
    for (let minute = 0; minute < 48 * 60; minute += 10) {
      await subscribe();
      sent += await deliver();
      http.clock.now += 600_000;
    }
    expect(sent).toBe(4);
  });

  test('one click unsubscribes, as RFC 8058 posts it, and forgets the address', async () => {
    const mail = await subscribed();
    const { pathname, search } = new URL(mail.unsubscribeUrl ?? '');
    const boundary = '----x';
    const kinds: [string, string][] = [
      ['application/x-www-form-urlencoded', 'List-Unsubscribe=One-Click'],
      [
        `multipart/form-data; boundary=${boundary}`,
        `--${boundary}\r\nContent-Disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--${boundary}--\r\n`,
      ],
    ];
    for (const [type, body] of kinds) {
      const answer = await post(pathname + search, body, { 'content-type': type });
      expect([answer.statusCode, answer.json()]).toEqual([200, { status: 'unsubscribed' }]);
      expect(await rows()).toEqual([]);
    }
    expect(await http.context.db.selectFrom('newsletter_tokens').selectAll().execute()).toEqual([]);
  });

  test('the link of the first mail unsubscribes a stranger before confirmation, and its confirmation link is then dead', async () => {
    await subscribe();
    await deliver();
    const { pathname, search } = new URL(latest().unsubscribeUrl ?? '');
    const page = await post(pathname + search, '', {
      ...BROWSER,
      'content-type': 'application/x-www-form-urlencoded',
    });
    expect(page.body).toContain(MAIL_TEXTS.en['page.unsubscribed.title']);
    expect(await rows()).toEqual([]);
    expect((await confirm(tokenOf(confirmLink()))).statusCode).toBe(410);
  });

  test('the language is the one named, else the browser’s', async () => {
    for (const locale of LOCALE_CODES) {
      await subscribe(`${locale}@example.org`, { locale });
    }
    await post(
      '/api/newsletter/subscribe',
      { email: 'header@example.org' },
      { 'accept-language': 'ga, hi;q=0.8, en;q=0.5' },
    );
    await deliver();
    expect(mails.map(({ locale }) => locale).sort()).toEqual([...LOCALE_CODES, 'hi'].sort());
    for (const { locale, subject, html } of mails) {
      expect(subject).toBe(MAIL_TEXTS[locale]['confirm.subject']);
      expect(html).toContain(`<html lang="${locale}" dir="${locale === 'ar' ? 'rtl' : 'ltr'}">`);
    }
  });

  test('a filled-in honeypot field gets the same answer and stores nothing', async () => {
    const answer = await subscribe(reader, { fax: '+1 555 0100' });
    expect([answer.statusCode, answer.json()]).toEqual([200, { status: 'pending' }]);
    expect(await rows()).toEqual([]);
  });

  test.each([
    '',
    ' ',
    'a',
    'a@',
    '@b.c',
    'a b@example.org',
    'a@b',
    'a@example.org\r\nBcc: x@example.org',
    'a@@example.org',
  ])('the address %j is refused', async (email) => {
    const answer = await subscribe(email);
    expect([answer.statusCode, answer.json()]).toEqual([
      400,
      { code: 'invalid_email', message: API_ERRORS.invalid_email.message },
    ]);
  });

  test('without JavaScript the form gets a page as its answer, even if it is refused', async () => {
    const form = (email: string) =>
      post('/api/newsletter/subscribe', new URLSearchParams({ email, locale: 'ja' }).toString(), {
        ...BROWSER,
        'content-type': 'application/x-www-form-urlencoded',
      });
    const good = await form(reader);
    expect([good.statusCode, good.body.includes(MAIL_TEXTS.ja['page.sent.title'])]).toEqual([200, true]);
    const bad = await form('nobody');
    expect([bad.statusCode, bad.body.includes(MAIL_TEXTS.ja['page.failed.title'])]).toEqual([400, true]);
  });

  test('a mail that fails is tried again after 1, 2, 4 … minutes; two instances never send it twice', async () => {
    await subscribe();
    fail = new Error('connect ECONNREFUSED');
    for (const minutes of [1, 2, 4]) {
      expect(await deliver()).toBe(0);
      http.clock.now += minutes * 60_000 - 1;
      const before = failures.length;
      await deliver();
      expect(failures).toHaveLength(before);
      http.clock.now += 1;
    }
    fail = null;
    expect((await Promise.all([deliver(), deliver(), deliver()])).sort()).toEqual([0, 0, 1]);
    expect(mails).toHaveLength(1);
    expect((await confirm(tokenOf(confirmLink()))).statusCode).toBe(200);
  });

  test('after five failures an alarm is open', async () => {
    await subscribe();
    fail = new Error('connect ECONNREFUSED');
    for (let times = 0; times < 5; times += 1) {
      await deliver();
      http.clock.now += HOUR;
    }
    expect(await openAlarms()).toContainEqual({ subject: 'newsletter' });
  });

  test('a list of strangers gets a thousand mails an hour, the rest later; a subscriber does not wait for them', {
    tags: 'long',
  }, async () => {
    await subscribe();
    await deliver();
    const link = confirmLink();
    const due = BigInt(http.clock.now - 1);
    const stranger = (number: number) => ({
      email: `stranger-${number}@example.org`,
      locale: 'en',
      status: 'pending' as const,
      created_at: due,
      mail_kind: 'confirm' as const,
      mail_due_at: due,
      mail_attempts: 0n,
      confirm_mails: 0n,
    });
    const strangers = Array.from({ length: 1_080 }, (_, number) => stranger(number));
    for (let from = 0; from < strangers.length; from += 360)
      await http.context.db
        .insertInto('newsletter_subscribers')
        .values(strangers.slice(from, from + 360))
        .execute();
    const tried = (times: bigint) =>
      http.context.db
        .updateTable('newsletter_subscribers')
        .set({ mail_attempts: times })
        .where('email', 'like', 'stranger-%')
        .execute();
    // Whoever is refused for now, and tried again, does not go first.
    await tried(3n);
    await subscribe('fresh@example.org');
    mails.length = 0;
    await deliver();
    expect(mails.map(({ to }) => to)).toContain('fresh@example.org');
    await tried(0n);
    const all = async () => {
      mails.length = 0;
      while ((await deliver()) > 0);
      return mails.length;
    };
    expect(await all()).toBeLessThanOrEqual(1_000);
    expect(await openAlarms()).toContainEqual({ subject: 'requests' });
    expect((await confirm(tokenOf(link))).statusCode).toBe(200);
    expect(await all()).toBe(1);
    expect(latest()).toMatchObject({ to: reader, subject: 'Your subscription is confirmed' });
    http.clock.now += HOUR;
    expect(await all()).toBeGreaterThanOrEqual(50);
    const waiting = http.context.db.selectFrom('newsletter_subscribers').where('mail_due_at', 'is not', null);
    expect(await waiting.selectAll().execute()).toEqual([]);
  });

  test('a missing mailbox is deleted', async () => {
    await subscribe();
    fail = new MailRefusedError('550');
    expect(await deliver()).toBe(0);
    expect(await rows()).toEqual([]);
  });

  test('addresses whose owners never confirmed are deleted after two days, subscribers remain', async () => {
    await subscribed();
    await subscribe('never@example.org');
    await deliver();
    http.clock.now += 48 * HOUR - 1;
    await sweepSubscribers(http.context.db, http.clock.now);
    expect(await rows()).toHaveLength(2);
    http.clock.now += 1;
    await sweepSubscribers(http.context.db, http.clock.now);
    expect((await rows()).map(({ email }) => email)).toEqual([reader]);
    const expiring = http.context.db.selectFrom('newsletter_tokens').selectAll().where('expires_at', 'is not', null);
    expect(await expiring.execute()).toEqual([]);
  });
});
