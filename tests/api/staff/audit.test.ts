import { sql } from 'kysely';
import { beforeEach, expect, test } from 'vitest';
import { verifyAudit } from '#src/server/staff/auth/audit.ts';
import { onSizedEngines } from '#tests/support/on-both-engines.ts';
import { anewForEach } from '#tests/support/opened.ts';
import { newStaffMember, type StaffMember } from '#tests/support/staff-member.ts';

onSizedEngines('the audit log', (open) => {
  const http = anewForEach(open);
  let ada: StaffMember;
  beforeEach(async () => {
    ada = await newStaffMember(http, 'ada', 'manager');
    for (const value of ['one', 'two', 'three', 'four'])
      await ada.act('set-setting', { key: 'social-share-message', value, reason: 'because' });
  });
  const verify = async (noted?: string) => (await verifyAudit(http.context.db, noted)).problems;
  const run = (statement: string) => sql.raw(statement).execute(http.context.db);
  /** Does what an attacker with all rights on the database could do. */
  const tamper = async (statement: string) => {
    const lift =
      http.database.engine === 'sqlite'
        ? ['drop trigger staff_audit_no_update', 'drop trigger staff_audit_no_delete']
        : ['alter table staff_audit disable trigger all'];
    for (const command of lift) await run(command);
    await run(statement);
  };

  test('records each action with actor, subject and details, in order', async () => {
    const rows = await http.context.db.selectFrom('staff_audit').selectAll().orderBy('id').execute();
    expect(rows.map(({ id, actor, action, subject }) => [Number(id), actor, action, subject])).toEqual([
      [1, 'ada', 'join', 'staff:ada'],
      ...[2, 3, 4, 5].map((id) => [id, 'ada', 'set-setting', 'setting:social-share-message']),
    ]);
    expect(JSON.parse(rows[1]?.detail ?? '')).toEqual({ key: 'social-share-message', value: 'one', reason: 'because' });
    expect(await verify()).toEqual([]);
  });

  test('records nothing of refused actions', async () => {
    await ada.refused('set-setting', { key: 'switched-off-tokens', value: '1:DOGE', reason: 'no' });
    await ada.refused('set-setting', { key: 'social-share-message', value: 'x', reason: '' });
    await ada.refused('set-setting', { key: 'price', value: 'x', reason: 'no' });
    expect((await http.context.db.selectFrom('staff_audit').select('id').execute()).length).toBe(5);
  });

  test('the database refuses to change or delete an entry', async () => {
    await expect(run(`update staff_audit set actor = 'bea'`)).rejects.toThrow(/append-only/);
    await expect(run(`delete from staff_audit`)).rejects.toThrow(/append-only/);
    await expect(run(`delete from live_settings`)).rejects.toThrow(/append-only/);
    expect(await verify()).toEqual([]);
  });

  test.each([
    ...['actor', 'action', 'subject', 'detail'].map((column) => [
      `an edited ${column}`,
      `update staff_audit set ${column} = 'something else' where id = 3`,
      'entry 3 was changed',
    ]),
    ['an edited time', 'update staff_audit set at = at - 1 where id = 5', 'entry 5 was changed'],
    ['a deleted first entry', 'delete from staff_audit where id = 1', 'entries 1 to 1 are missing'],
    ['a deleted entry', 'delete from staff_audit where id = 3', 'entries 3 to 3 are missing'],
    ['a deleted last entry', 'delete from staff_audit where id = 5', 'the log ends at entry 4, and should end at 5'],
    ['an emptied log', 'delete from staff_audit', 'the log ends at entry 0, and should end at 5'],
  ])('[S17] %s is detected', { tags: 'long' }, async (_what, statement, problem) => {
    await tamper(statement);
    expect(await verify()).toContain(problem);
    expect((await ada.get('/staff/audit')).body).toContain('was tampered with');
  });

  test('a completely rewritten log is detected by a head that was noted elsewhere', async () => {
    const { head } = await verifyAudit(http.context.db);
    expect(head).toMatch(/^5:[0-9a-f]{64}$/);
    expect(await verify(head)).toEqual([]);
    await ada.act('set-setting', { key: 'social-share-message', value: 'five', reason: 'because' });
    expect(await verify(head)).toEqual([]);
    await tamper('delete from staff_audit');
    await run(`update staff_audit_head set entries = 0, hash = ''`);
    await ada.act('set-setting', { key: 'social-share-message', value: 'forged', reason: 'because' });
    expect(await verify()).toEqual([]);
    expect(await verify(head)).toEqual(['the head that was noted is not in the log']);
  });

  test('20 actions at once make 20 entries without a gap', { tags: 'long' }, async () => {
    const bea = await newStaffMember(http, 'bea', 'manager');
    await Promise.all(
      Array.from({ length: 20 }, (_, number) =>
        (number % 2 === 0 ? ada : bea).act('set-setting', {
          key: 'social-share-message',
          value: `v${number}`,
          reason: 'at once',
        }),
      ),
    );
    expect(await verify()).toEqual([]);
    expect(await http.context.db.selectFrom('staff_audit_head').select('entries').executeTakeFirst()).toEqual({
      entries: 26n,
    });
  });

  test('can be filtered by actor, action and subject', async () => {
    const bea = await newStaffMember(http, 'bea', 'manager');
    await bea.act('set-setting', { key: 'switched-off-tokens', value: '1:USDT', reason: 'paused by its issuer' });
    const page = async (query: string) => (await ada.get(`/staff/audit?${query}`)).body;
    expect(await page('actor=bea')).toContain('paused by its issuer');
    expect(await page('actor=ada')).not.toContain('paused by its issuer');
    expect(await page('subject=setting:switched-off-tokens')).not.toContain('social-share-message');
    expect(await page('action=join')).not.toContain('set-setting</td>');
  });
});
