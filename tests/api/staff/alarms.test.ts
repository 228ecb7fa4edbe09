import { beforeEach, expect, test } from 'vitest';
import type { AlarmKind } from '#src/server/platform/alerts/alarm-kinds.ts';
import { type Alarms, createAlarms } from '#src/server/platform/alerts/alarms.ts';
import { foldOpenAlarms } from '#src/server/platform/database/migrations/0016-counted-alarms.ts';
import { latestNews } from '#src/server/platform/records/read-records.ts';
import { onSizedEngines } from '#tests/support/on-both-engines.ts';
import { anewForEach } from '#tests/support/opened.ts';
import { newStaffMember } from '#tests/support/staff-member.ts';

onSizedEngines('alarms', (open) => {
  const http = anewForEach(open);
  /** Two instances of the server on one database. */
  let a: Alarms;
  let b: Alarms;
  const lines: string[] = [];
  beforeEach(async () => {
    const say = (level: string) => (_fields: object, message: string) => void lines.push(`${level} ${message}`);
    const log = { fatal: say('fatal'), warn: say('warn') };
    lines.length = 0;
    a = createAlarms(http.context.db, log, http.context.now);
    b = createAlarms(http.context.db, log, http.context.now);
  });
  const db = () => http.context.db;
  const rows = () => db().selectFrom('alarms').selectAll().orderBy('id').execute();
  const news = async () => (await latestNews(db())).entries.map(({ event }) => event);
  const count = (alarms: Alarms, example: string, more: object = {}) =>
    alarms.tally({
      kind: 'some-kind' as AlarmKind,
      subject: 'all',
      detail: 'many',
      example,
      mark: async () => 1,
      ...more,
    });

  test('that one instance raised are resolved by another one, with the incident', async () => {
    // The other one has read the open alarms before.
    await b.resolve('contract-mismatch', '56/USDT');
    await Promise.all([a, a, b].map((alarms) => alarms.raise('contract-mismatch', '56/USDT', 'decimals differ')));
    expect(await rows()).toMatchObject([{ severity: 3n, times: 1n, resolved_at: null }]);
    expect(lines).toEqual(['fatal alarm: contract-mismatch']);
    await Promise.all([b.resolve('contract-mismatch', '56/USDT'), a.resolve('contract-mismatch', '56/USDT')]);
    expect(await rows()).toMatchObject([{ resolved_at: BigInt(http.clock.now) }]);
    expect((await news()).slice(0, 2)).toEqual(['incident-closed', 'incident-opened']);
  });

  test('that a person resolves at the desk end the incident that visitors were told of', async () => {
    const ada = await newStaffMember(http, 'ada', 'manager');
    await a.raise('contract-mismatch', '56/USDT', 'decimals differ');
    await a.raise('quorum-dispute', '56', 'two sources, two blocks');
    await ada.act('resolve-alarm', { id: '1', note: 'The source was wrong.' });
    await ada.act('resolve-alarm', { id: '2', note: 'The source was behind.' });
    expect(await ada.refused('resolve-alarm', { id: '1', note: 'again' })).toContain('not open');
    expect(await news()).toEqual(['incident-closed', 'incident-opened', 'sale-opened']);
    await b.raise('contract-mismatch', '56/USDT', 'decimals differ');
    expect((await news()).slice(0, 2)).toEqual(['incident-opened', 'incident-closed']);
  });

  test('of broken books or records are closed by a recount, not by a person', async () => {
    const ada = await newStaffMember(http, 'ada', 'manager');
    await a.raise('ledger-broken', 'ledger', 'the sum of all entries is 1');
    await a.raise('records-broken', 'purchases', 'record 7 was changed');
    for (const id of ['1', '2'])
      expect(await ada.refused('resolve-alarm', { id, note: 'It looks fine.' })).toContain('recount');
    const shown = (await ada.get('/staff/alarms')).body;
    expect(shown).not.toContain('Resolve<');
    expect(shown).toContain('closes with a sound recount');
    expect((await news()).slice(0, 2)).toEqual(['incident-opened', 'incident-opened']);
    await b.resolve('ledger-broken', 'ledger');
    expect((await news())[0]).toBe('incident-closed');
  });

  test('that count are one row for all instances, with a few examples and the greatest value', async () => {
    await Promise.all(
      Array.from({ length: 40 }, (_, number) =>
        count(number % 2 === 0 ? a : b, `e${number}`, { worthMicro: BigInt(number) }),
      ),
    );
    const [row, ...others] = await rows();
    expect(others).toEqual([]);
    expect(row).toMatchObject({ severity: 2n, times: 40n, worth_micro: 39n });
    expect(new Set(JSON.parse(row?.examples ?? '')).size).toBe(10);
    expect(lines).toEqual(['fatal alarm: some-kind']);
    await count(a, 'x', { mark: async () => 0 });
    const failing = async () => {
      throw new Error('the mark fails');
    };
    await expect(count(a, 'x', { mark: failing })).rejects.toThrow('the mark fails');
    expect((await rows())[0]?.times).toBe(40n);
  });

  test('that become severe are reported once more, however many instances find it', async () => {
    await count(a, 'one', { severity: 'low' });
    expect(lines).toEqual(['warn alarm: some-kind']);
    const severe = { severity: 'low', escalate: async () => 'it is bad' };
    await Promise.all([count(a, 'two', severe), count(b, 'three', severe)]);
    expect(lines).toEqual(['warn alarm: some-kind', 'fatal alarm: some-kind']);
    await count(a, 'four', { severity: 'low' });
    expect(await rows()).toMatchObject([{ severity: 3n, times: 4n, detail: 'it is bad' }]);
  });

  test('of one foreign hash each, from before they were counted, become one', async () => {
    for (const subject of ['0x1', '0x2', '0x3']) await a.raise('foreign-recipient', subject, 'pays somebody else');
    await a.raise('ledger-broken', 'ledger', 'sum is 1');
    await a.raise('quorum-dispute', '1/0x1/0', 'two blocks');
    await db().updateTable('alarms').set({ severity: 2n }).execute();
    await db().transaction().execute(foldOpenAlarms);
    const left = (await rows()).filter((row) => row.resolved_at === null);
    expect(left.map(({ kind, severity, times }) => [kind, severity, times])).toEqual([
      ['ledger-broken', 3n, 1n],
      ['foreign-recipient', 1n, 3n],
    ]);
  });
});
