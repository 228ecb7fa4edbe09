import { beforeEach, describe, expect, test } from 'vitest';
import { paymentId } from '#src/chain/payment-id.ts';
import { fileAppeal } from '#src/server/community/airdrop/appeals.ts';
import { onSizedEngines } from '#tests/support/on-both-engines.ts';
import { anewForEach } from '#tests/support/opened.ts';
import { newStaffMember, type StaffMember } from '#tests/support/staff-member.ts';
import { storeConfirming } from '#tests/support/store-confirming.ts';

const WALLET = `0x${'ab'.repeat(20)}`;
const HASH = `0x${'5'.repeat(64)}`;
const HOUR = 3_600_000;

onSizedEngines('the staff desk', (open) => {
  const http = anewForEach(open);
  let ada: StaffMember;
  let rex: StaffMember;
  beforeEach(async () => {
    ada = await newStaffMember(http, 'ada', 'manager');
    rex = await newStaffMember(http, 'rex', 'reviewer');
  });
  const db = () => http.context.db;
  const page = async (path: string, member = ada) => (await member.get(`/staff/${path}`)).body;

  async function submission(more: object = {}): Promise<string> {
    const row = {
      ...{ wallet: WALLET, mission: 'xFollow' as const, account: 'someone', link: null, platform: null },
      ...{ account_hash: 'hash', status: 'pending' as const, reason_code: null, note: null, decided_at: null },
      ...{ decided_by: null, created_at: BigInt(http.clock.now) },
    };
    const { id } = await db()
      .insertInto('mission_submissions')
      .values({ ...row, ...more })
      .returning('id')
      .executeTakeFirstOrThrow();
    return String(id);
  }
  const points = async (wallet = WALLET) =>
    Number(
      (await db().selectFrom('participants').select('points').where('wallet', '=', wallet).executeTakeFirst())
        ?.points ?? 0n,
    );

  describe('submissions', () => {
    test('[R6.008] approving pays the points, once, and is in the audit log with its reviewer', async () => {
      const id = await submission();
      const answers = await Promise.all(
        [rex, ada, rex, ada].map((member) => member.act('approve-submission', { id }).catch(() => 'too late')),
      );
      expect(answers.filter((answer) => answer === 'too late')).toHaveLength(3);
      expect(await points()).toBeGreaterThan(0);
      const entries = await db()
        .selectFrom('staff_audit')
        .selectAll()
        .where('subject', '=', `submission:${id}`)
        .execute();
      expect(entries.map(({ action }) => action)).toEqual(['approve-submission']);
    });

    test('rejecting needs one of the reasons; the participant keeps the note', async () => {
      const id = await submission();
      expect(await rex.refused('reject-submission', { id, reason: 'because' })).toContain('reason');
      await rex.act('reject-submission', { id, reason: 'action-not-found', note: 'The post\r\nis gone.' });
      expect(await db().selectFrom('mission_submissions').selectAll().executeTakeFirst()).toMatchObject({
        ...{ status: 'rejected', reason_code: 'action-not-found', note: 'The post\nis gone.', decided_by: 'rex' },
      });
      expect(await points()).toBe(0);
    });

    test('older than a day are marked, and counted on the overview', async () => {
      await submission({ created_at: BigInt(http.clock.now - 27 * HOUR) });
      await submission({ wallet: HASH.slice(0, 42), created_at: BigInt(http.clock.now - 23 * HOUR) });
      expect(await page('review')).toContain('<span class="bad">overdue by 3 h</span>');
      expect(await page('review')).toContain('waits for 23 h, 1 h left');
      expect(await page('overview', rex)).toMatch(/older than 24 hours<\/a><\/td><td><span class="bad">1</);
      // The count equals the list.
      expect(await page('review?mission=xFollow')).toContain('2 submissions wait: xFollow');
      expect(await page('review?mission=retweet')).toContain('0 submissions wait: retweet');
      expect(await page('review?mission=retweet')).toContain('No submission for retweet is waiting for review.');
    });

    test('of videos earn 100 points for each 1,000 views, each once, and can be taken off /video', async () => {
      const id = await submission({
        mission: 'createVideo',
        link: 'https://www.youtube.com/watch?v=abcdefghijk',
        platform: 'youtube',
      });
      expect(await rex.refused('grant-views', { id, views: '5000' })).toContain('no confirmed video');
      await rex.act('approve-submission', { id });
      const before = await points();
      expect(await rex.act('grant-views', { id, views: '2999' })).toBe('200 points for the views.');
      expect(await rex.act('grant-views', { id, views: '3000' })).toBe('100 points for the views.');
      expect(await rex.act('grant-views', { id, views: '3999' })).toBe('0 points for the views.');
      expect(await points()).toBe(before + 300);
      const shown = async () => (await http.app.inject('/api/videos')).json().videos.length;
      expect(await shown()).toBe(1);
      await rex.act('list-video', { id, listed: 'no' });
      http.clock.now += HOUR / 6;
      expect(await shown()).toBe(0);
    });

    test('an appeal is decided by a person other than the one who rejected', async () => {
      const id = await submission();
      await rex.act('reject-submission', { id, reason: 'action-not-found' });
      await fileAppeal(db(), WALLET, { submissionId: BigInt(id), text: 'I did follow.' }, http.clock.now);
      expect(await page('appeals', rex)).toContain('I did follow.');
      expect(await rex.refused('decide-appeal', { id: '1', decision: 'grant', answer: 'Sorry.' })).toContain(
        'somebody else',
      );
      await ada.act('decide-appeal', { id: '1', decision: 'grant', answer: 'Sorry.' });
      expect(await points()).toBeGreaterThan(0);
    });

    test('an appeal about points that two people took needs a third', { tags: 'long' }, async () => {
      const bea = await newStaffMember(http, 'bea', 'manager');
      const fields = { wallet: WALLET, mission: 'xFollow', code: 'abuse', reason: 'Found in the logs of May.' };
      for (const amount of ['100', '-60']) {
        await ada.act('propose-correct-points', { ...fields, points: amount });
        await bea.act('approve-proposal', { id: amount === '100' ? '1' : '2' });
      }
      const entry = await db()
        .selectFrom('point_entries')
        .select('id')
        .where('points', '=', -60n)
        .executeTakeFirstOrThrow();
      await fileAppeal(db(), WALLET, { entryId: entry.id, text: 'Not me.' }, http.clock.now);
      const decision = { id: '1', decision: 'uphold', answer: 'We looked again.' };
      expect(await ada.refused('decide-appeal', decision)).toContain('somebody else');
      expect(await bea.refused('decide-appeal', decision)).toContain('somebody else');
      await rex.act('decide-appeal', decision);
      expect(await db().selectFrom('appeals').select(['state', 'decided_by']).executeTakeFirst()).toEqual({
        state: 'upheld',
        decided_by: 'rex',
      });
    });
  });

  describe('payments', () => {
    async function reviewed(more: object = {}): Promise<string> {
      const { id } = await storeConfirming(db(), WALLET, 50_000_000n, http.clock.now);
      const change = { status: 'needs-review' as const, reason: 'wrong-token' as const, final: 1n, ...more };
      await db().updateTable('payments').set(change).where('id', '=', id).execute();
      return paymentId(await db().selectFrom('payments').selectAll().where('id', '=', id).executeTakeFirstOrThrow());
    }

    test('are refunded when their block is final, and the hash that paid them is kept, once', async () => {
      const payment = await reviewed({ token_symbol: null });
      expect(await page('payments')).toContain(payment);
      const bea = await newStaffMember(http, 'bea', 'manager');
      const value = { payment, usd: '50.25', reason: 'Its price on two exchanges at that time.' };
      expect(await ada.refused('return-payment', { ...value, note: 'A token we do not take.' })).toContain('Propose');
      await ada.act('propose-return-payment', value);
      await bea.act('approve-proposal', { id: '1' });
      expect(await ada.refused('return-payment', { payment, usd: '50', note: 'again' })).toContain('refund-due');
      expect(await page(`payment?payment=${payment}`)).toContain('refund 1 of 50.25 USD: due');
      for (const hash of ['', '0x12', HASH.replace('0x', ''), `${HASH}0`, HASH.replace('5', 'g')])
        expect(await ada.refused('record-refund', { refund: '1', hash })).toContain('64 digits');
      const own = payment.split('-')[1] ?? '';
      expect(await ada.refused('record-refund', { refund: '1', hash: own })).toContain('payment to us');
      const hash = ` ${HASH.toUpperCase().replace('0X', '0x')} `;
      expect(await ada.refused('record-refund', { refund: '1', hash })).toContain('not in a block');
      await ada.act('propose-record-refund', { refund: '1', hash, reason: 'Paid by our bank, see the ticket.' });
      await bea.act('approve-proposal', { id: '2' });
      expect(
        await db().selectFrom('refunds').select(['status', 'refund_hash', 'usd_micro']).executeTakeFirst(),
      ).toEqual({
        ...{ status: 'paid', refund_hash: HASH, usd_micro: '50250000' },
      });
      const other = await reviewed({ token_symbol: null });
      await ada.act('return-payment', { payment: other, usd: '0', note: 'The same.' });
      expect(await ada.refused('record-refund', { refund: '2', hash: HASH })).toContain('Refund 1');
      expect(await ada.refused('record-refund', { refund: '1', hash: HASH.replace('5', '6') })).toContain('not due');
    });

    test('in a block that may still leave the chain are left alone', async () => {
      const payment = await reviewed({ final: 0n });
      expect(await ada.refused('return-payment', { payment, usd: '50', note: 'x' })).toContain('not final');
      expect(await page(`payment?payment=${payment}`)).toContain('its block');
    });

    test('that do not exist are reported as missing', async () => {
      expect((await ada.get(`/staff/payment?payment=1-${HASH}-coin`)).statusCode).toBe(404);
      expect((await ada.get('/staff/payment?payment=<script>')).statusCode).toBe(200);
      expect(await ada.refused('return-payment', { payment: `2-${HASH}-coin`, usd: '1', note: 'x' })).toContain(
        'payment',
      );
    });
  });

  test('everything about a wallet is found by its address', async () => {
    await http.credit(WALLET, 130n);
    const id = await submission();
    await rex.act('approve-submission', { id });
    const found = await page(`wallet?wallet=${WALLET}`);
    for (const words of ['10,000 SYNX', 'USDC', 'someone', `submission:${id}`, 'credit', 'confirmed'])
      expect(found).toContain(words);
    expect(await page('wallet?wallet=0x12')).toContain('not a valid wallet address');
    expect((await ada.get('/staff/wallet?wallet=a&wallet=b')).statusCode).toBe(200);
  });

  test('a payment option that is switched off is not offered from then on, with every change kept', async () => {
    await http.context.db
      .insertInto('chain_cursors')
      .values({
        chain_id: 1n,
        block_number: 1n,
        block_hash: HASH,
        head: 1n,
        finalized: 1n,
        updated_at: BigInt(http.clock.now + HOUR),
      })
      .execute();
    const reason = async () =>
      (await http.app.inject('/api/presale/pricing'))
        .json()
        .offers.find(
          (offer: { chainId: number; paymentMethod: string }) => offer.chainId === 1 && offer.paymentMethod === 'USDT',
        ).reason;
    expect(await reason()).not.toBe('switched-off');
    const fields = { key: 'switched-off-tokens', reason: 'paused by its issuer' };
    await ada.act('set-setting', { ...fields, value: ' 1:USDT, 56:BNB ' });
    http.clock.now += 2_000;
    expect(await reason()).toBe('switched-off');
    // Off takes one person, on takes two.
    expect(await ada.refused('set-setting', { ...fields, value: '56:BNB' })).toContain('cannot switch on 1:USDT');
    await ada.act('propose-switch-on-token', { token: '1:USDT', reason: 'its issuer has resumed it' });
    expect(await ada.refused('approve-proposal', { id: '1' })).not.toBe('');
    http.clock.now += 2_000;
    expect(await reason()).toBe('switched-off');
    const bea = await newStaffMember(http, 'bea', 'manager');
    await bea.act('approve-proposal', { id: '1' });
    http.clock.now += 2_000;
    expect(await reason()).not.toBe('switched-off');
    expect(await ada.refused('propose-switch-on-token', { token: '1:USDT', reason: 'once more, please' })).toContain(
      '1:USDT is not switched off',
    );
    expect(await page('settings')).toContain('1:USDT,56:BNB');
    expect(await ada.refused('set-setting', { ...fields, value: '1:USDT,1:GOLD' })).toContain(
      '1:GOLD is no payment option',
    );
  });

  test('the environment is shown without its secrets', async () => {
    const secretive = await open({
      env: { SMTP_URL: 'smtps://user:hunter2@mail.example.org', MAIL_FROM: 'a@example.org' },
    });
    const member = await newStaffMember(secretive, 'ada', 'manager');
    const shown = (await member.get('/staff/settings')).body;
    expect(shown).toContain('SMTP_URL');
    expect(shown).not.toMatch(/hunter2|127\.0\.0\.1:1/);
  });

  test('an open alarm is on every page until a person has resolved it', async () => {
    expect(await page('review', rex)).not.toContain('alarm is');
    await http.context.alarms.raise('quorum-dispute', '1/0xabc', 'two sources, two blocks');
    expect(await page('review', rex)).toContain('An alarm is open.');
    expect(await page('alarms', rex)).not.toContain('resolve-alarm');
    await ada.act('resolve-alarm', { id: '1', note: 'The second source was behind.' });
    expect(await page('review', rex)).not.toContain('alarm is');
  });

  test('a partner application keeps its outcome', async () => {
    const payload = {
      organisation: 'Kiln <b>',
      email: 'a@example.org',
      type: 'media',
      message: 'Hello',
      consent: true,
    };
    await http.app.inject({ method: 'POST', url: '/api/partner/apply', payload });
    expect(await page('partners')).toContain('Kiln &lt;b&gt; (new)');
    await ada.act('set-application', { id: '1', state: 'answered', note: 'Met on Tuesday.' });
    expect(await page('partners')).toContain('Met on Tuesday.');
    expect(await ada.refused('set-application', { id: '1', state: 'bribed' })).toContain('state');
    expect(await ada.refused('set-application', { id: '2', state: 'new' })).toContain('no such');
  });

  test('everybody sees the number of newsletter readers; exporting the list requires name and reason', async () => {
    const subscriber = (email: string, status: 'pending' | 'confirmed') => ({
      ...{
        email,
        locale: 'de',
        status,
        created_at: 1n,
        confirmed_at: status === 'confirmed' ? BigInt(http.clock.now) : null,
      },
      ...{ mail_kind: 'confirm' as const, mail_due_at: null, mail_attempts: 0n, mailed_at: null, confirm_mails: 1n },
    });
    await db()
      .insertInto('newsletter_subscribers')
      .values([subscriber('=cmd@example.org', 'confirmed'), subscriber('open@example.org', 'pending')])
      .execute();
    expect(await page('newsletter')).toContain('1 confirmed');
    const csrf = /name="csrf" value="(\w+)"/.exec(await page('newsletter'))?.[1] ?? '';
    expect((await ada.send('/staff/do/export-newsletter', { csrf, reason: '' })).statusCode).toBe(422);
    const answer = await ada.send('/staff/do/export-newsletter', { csrf, reason: 'The letter of May' });
    expect(answer.headers['content-disposition']).toBe('attachment; filename="newsletter-2026-05-04.csv"');
    expect(answer.body).toBe("email,locale,confirmed\r\n'=cmd@example.org,de,2026-05-04T12:00:00.000Z\r\n");
    const entry = await db()
      .selectFrom('staff_audit')
      .selectAll()
      .where('action', '=', 'export-newsletter')
      .executeTakeFirst();
    expect(JSON.parse(entry?.detail ?? '')).toEqual({ reason: 'The letter of May', addresses: 1 });
  });

  test('what visitors allow to be counted can be read, and taken away as files', async () => {
    const day = new Date(http.clock.now).toISOString().slice(0, 10);
    await db()
      .insertInto('page_views')
      .values([
        { day, path: '/staking', locale: 'de', views: 3n },
        { day: '2020-01-01', path: '/old', locale: 'en', views: 9n },
      ])
      .execute();
    await db().insertInto('faq_tallies').values({ faq_id: 'fees', locale: 'ar', value: 'down', votes: 2n }).execute();
    const intent = { status: 'not-live' as const, usdc_destination: '', synx_destination: '', usd_amount: '20' };
    await db()
      .insertInto('card_intents')
      .values({ ...intent, id: 'one', synx_tokens: '1', checkout_url: '', created_at: BigInt(http.clock.now) })
      .execute();
    const seen = await page('visits');
    for (const row of [
      ['/staking', 'de', '3'],
      ['fees', 'ar', '0', '2'],
      [day, '1'],
    ])
      expect(seen).toMatch(new RegExp(row.map((cell) => `<td>${cell}</td>`).join('\\s*')));
    expect(seen).not.toContain('/old');
    const csrf = /name="csrf" value="(\w+)"/.exec(seen)?.[1] ?? '';
    const file = async (command: string) => (await ada.send(`/staff/do/${command}`, { csrf })).body;
    expect(await file('export-views')).toBe(
      `day,path,locale,views\r\n2020-01-01,/old,en,9\r\n${day},/staking,de,3\r\n`,
    );
    expect(await file('export-answers')).toBe('question,locale,rating,votes\r\nfees,ar,down,2\r\n');
    expect(await file('export-cards')).toBe(`day,requests\r\n${day},1\r\n`);
  });

  test('[S17] the message that every visitor reads leads nobody to an address, a link or an account', async () => {
    const set = { key: 'social-share-message', reason: 'people ask when' };
    for (const value of [
      `Faster with a deposit to ${WALLET}`,
      'See https://evil.example/claim',
      'Claim at synx-claim.com now',
      'Ask @synx_support on Telegram',
    ])
      expect(await ada.refused('set-setting', { ...set, value })).toContain('no address, no link and no account');
    expect(await ada.act('set-setting', { ...set, value: 'We look at shares within a day. Thank you.' })).toContain(
      'is set',
    );
  });

  test('an action returns to the same page, never to another site', async () => {
    const csrf = /name="csrf" value="(\w+)"/.exec(await page('settings'))?.[1] ?? '';
    const fields = { key: 'social-share-message', value: 'soon', reason: 'x', csrf };
    for (const [next, expected] of [
      ['/staff/wallet?wallet=0x12', '/staff/wallet?wallet=0x12'],
      ['https://evil.example/', '/staff/overview'],
      ['//evil.example/', '/staff/overview'],
      ['/staff/../evil', '/staff/overview'],
      ['/staff/x\r\nset-cookie: a=b', '/staff/overview'],
    ]) {
      const answer = await ada.send('/staff/do/set-setting', { ...fields, next: next ?? '' });
      expect(answer.headers.location).toBe(expected);
    }
  });
});
