import { expect, test } from 'vitest';
import { PARTNER_TYPES } from '#src/config/partner-types.ts';
import { partnerApplyResponseSchema, partnersResponseSchema } from '#src/contract/partners.ts';
import { partnerList } from '#src/server/community/partners/partner-list.ts';
import { MAIL_TEXTS } from '#src/server/platform/mail/mail-texts.ts';
import { onSizedEngines } from '#tests/support/on-both-engines.ts';
import { onceForAll } from '#tests/support/opened.ts';

const GOOD = {
  organisation: 'Kiln & Co',
  website: 'kiln.example',
  email: 'Shop@Kiln.example',
  type: 'seller-decor',
  message: 'We sell vases.\nBy hand.',
  consent: true,
};

onSizedEngines('partners', (open) => {
  const http = onceForAll(open);
  const apply = (payload: object | string, headers: Record<string, string> = {}) =>
    http.app.inject({ method: 'POST', url: '/api/partner/apply', headers, payload });
  const stored = () => http.context.db.selectFrom('partner_applications').selectAll().orderBy('id').execute();

  test('an application is stored under the reference in its answer', async () => {
    const answer = await apply(GOOD);
    expect(answer.statusCode, answer.body).toBe(200);
    const { reference } = partnerApplyResponseSchema.strict().parse(answer.json());
    expect(reference).toMatch(/^P-[2-9A-Z]{4}-[2-9A-Z]{4}$/);
    expect(await stored()).toMatchObject([
      {
        reference,
        organisation: 'Kiln & Co',
        website: 'https://kiln.example',
        email: 'shop@kiln.example',
        type: 'seller-decor',
        message: 'We sell vases.\nBy hand.',
        created_at: BigInt(http.clock.now),
      },
    ]);
  });

  test('every type is accepted, and the website is optional', async () => {
    for (const type of PARTNER_TYPES) {
      const { website: _, ...rest } = GOOD;
      expect((await apply({ ...rest, type })).statusCode, type).toBe(200);
    }
    expect((await apply({ ...GOOD, website: '' })).statusCode).toBe(200);
  });

  test.each([
    { organisation: '' },
    { organisation: 'x'.repeat(121) },
    { organisation: 'a\u0000b' },
    { website: 'javascript:alert(1)' },
    { website: 'file:///etc/passwd' },
    { website: 'no spaces please.example' },
    { email: 'nobody' },
    { type: 'friend' },
    { message: ' ' },
    { message: 'x'.repeat(4001) },
    { message: 'a\u0007b' },
    { consent: false },
    { consent: undefined },
  ])('%j is refused', async (wrong) => {
    const before = (await stored()).length;
    const answer = await apply({ ...GOOD, ...wrong });
    expect(answer.statusCode, answer.body).toBe(400);
    expect(await stored()).toHaveLength(before);
  });

  test('a filled-in honeypot field gets a meaningless reference', async () => {
    const before = (await stored()).length;
    expect((await apply({ ...GOOD, fax: '1' })).json().reference).toMatch(/^P-/);
    expect(await stored()).toHaveLength(before);
  });

  test('without JavaScript the form gets a page with the reference as its answer', async () => {
    const fields = new URLSearchParams({ ...GOOD, consent: 'on', locale: 'ar' });
    const page = await apply(fields.toString(), {
      accept: 'text/html',
      'content-type': 'application/x-www-form-urlencoded',
    });
    expect(page.statusCode, page.body).toBe(200);
    expect(page.body).toContain('dir="rtl"');
    expect(page.body).toContain(MAIL_TEXTS.ar['page.applied.title']);
    expect(page.body).toContain((await stored()).at(-1)?.reference);
  });

  test('no partner has been announced, and the list says so', async () => {
    const answer = await http.app.inject('/api/partners');
    expect(partnersResponseSchema.parse(answer.json())).toEqual({ partners: [] });
  });

  test('a wrong list of partners names file and field', () => {
    const partner = { name: 'Kiln', type: 'seller-decor', website: 'https://kiln.example', since: '2026-05-04' };
    expect(partnerList({ partners: [partner] }).partners).toHaveLength(1);
    expect(() => partnerList({ partners: [{ ...partner, since: 'May' }] })).toThrow(
      /content\/partners\.json: partners\.0\.since/,
    );
    expect(() => partnerList({ partners: [{ ...partner, logo: 'x' }] })).toThrow(/logo/);
  });
});
