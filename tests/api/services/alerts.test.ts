import { beforeAll, expect, test } from 'vitest';
import type { AlarmKind } from '#src/server/platform/alerts/alarm-kinds.ts';
import { deliverAlerts } from '#src/server/platform/alerts/deliver-alerts.ts';
import type { Mail, Mailer } from '#src/server/platform/mail/mailer.ts';
import { toMessage } from '#src/server/platform/mail/senders.ts';
import { onSizedEngines } from '#tests/support/on-both-engines.ts';
import { onceForAll } from '#tests/support/opened.ts';

const MINUTE = 60_000;

onSizedEngines('mails about alarms', (open) => {
  const http = onceForAll(open);
  const sent: Mail[] = [];
  const failures: unknown[] = [];
  let down = false;
  const mailer: Mailer = {
    send: async (mail) => {
      if (down) throw new Error('no route');
      sent.push(mail);
    },
  };
  const pass = () =>
    deliverAlerts({
      context: http.context,
      mailer,
      to: 'operator@example.org',
      origin: 'https://synx.example',
      onFailure: (error) => failures.push(error),
    });
  const latest = () => sent.at(-1)?.text ?? '';
  const raise = (kind: string, subject: string, detail = 'something is wrong') =>
    http.context.alarms.raise(kind as AlarmKind, subject, detail);

  beforeAll(async () => {
    // From before mails were switched on.
    await raise('old-and-over', 'x');
    await http.context.alarms.resolve('old-and-over' as AlarmKind, 'x');
    sent.length = 0;
    failures.length = 0;
  });

  test('nothing is open: nothing is sent', async () => {
    http.clock.now += MINUTE;
    expect(await pass()).toBe(false);
    expect(sent).toEqual([]);
  });

  test('report a flood of alarms, seen by several instances at once, in one mail, and the next comes 15 minutes later', async () => {
    for (let number = 0; number < 300; number += 1) await raise('payment-needs-review', `1/0x${number}`);
    await raise('ledger-broken', 'ledger', 'sum is 1\r\nBcc: everybody@example.org <script>alert(1)</script>');
    const outcomes = await Promise.all([pass(), pass(), pass(), pass()]);
    expect(outcomes.filter(Boolean)).toHaveLength(1);
    expect(sent).toHaveLength(1);
    expect(sent[0]).toMatchObject({ to: 'operator@example.org', unsubscribeUrl: null });
    expect(sent[0]?.subject).toBe('SYNX: 301 alarms new: ledger-broken, payment-needs-review');
    // The worst first, regardless of when it opened.
    expect(latest()).toMatch(/^New and open \(301\)\n- ledger-broken ledger: .*\(severe, since /);
    expect(latest()).toContain('- and 281 more');
    expect(latest()).toContain('https://synx.example/staff/alarms');
    expect(latest()).not.toContain('old-and-over');
    expect(latest().length).toBeLessThan(10_000);
    expect(sent[0]?.html).not.toContain('<script>');
    const headers = toMessage(sent[0] as Mail, 'SYNX <news@example.org>', http.clock.now).headers;
    expect(Object.keys(headers ?? {})).not.toContain('List-Unsubscribe');
    await raise('mail', 'newsletter');
    http.clock.now += 15 * MINUTE - 1;
    expect(await pass()).toBe(false);
    http.clock.now += 1;
    expect(await pass()).toBe(true);
    expect(sent[1]?.subject).toBe('SYNX: 1 alarm new: mail');
    expect(latest()).toContain('Still open (301)');
  });

  test('report alarms that came and went between two mails, once', async () => {
    await raise('quorum-dispute', '56/0xab');
    http.clock.now += MINUTE;
    await http.context.alarms.resolve('quorum-dispute', '56/0xab');
    http.clock.now += 15 * MINUTE;
    expect(await pass()).toBe(true);
    expect(latest()).toMatch(/Closed since the last mail \(1\)\n- quorum-dispute 56\/0xab/);
    http.clock.now += 15 * MINUTE;
    expect(await pass()).toBe(false);
  });

  test('report a counting alarm once, and again when it becomes severe, which waits only a minute', async () => {
    const count = (severe = false) =>
      http.context.alarms.tally({
        ...{ kind: 'foreign-recipient', subject: 'posted-hashes', detail: 'foreign hashes', example: '1/0xab' },
        mark: async () => 1,
        escalate: async () => (severe ? 'the site is tampered with' : null),
      });
    await count();
    http.clock.now += 15 * MINUTE;
    expect(await pass()).toBe(true);
    expect(latest()).toMatch(/- foreign-recipient posted-hashes: foreign hashes \(low, since /);
    for (let time = 0; time < 200; time += 1) await count();
    http.clock.now += 16 * MINUTE;
    expect(await pass()).toBe(false);
    await raise('mail', 'before');
    expect(await pass()).toBe(true);
    await Promise.all([count(true), count(true), count(true)]);
    http.clock.now += MINUTE - 1;
    expect(await pass()).toBe(false);
    http.clock.now += 1;
    const before = sent.length;
    await Promise.all([pass(), pass(), pass()]);
    expect(sent).toHaveLength(before + 1);
    expect(sent[before]?.subject).toBe('SYNX: 1 alarm new: foreign-recipient');
    expect(latest()).toMatch(/the site is tampered with \(severe, 204 times, since /);
    http.clock.now += 14 * MINUTE;
    expect(await pass()).toBe(false);
    for (const [kind, subject] of [
      ['mail', 'before'],
      ['foreign-recipient', 'posted-hashes'],
    ] as const)
      await http.context.alarms.resolve(kind, subject);
    http.clock.now += MINUTE;
    await pass();
  });

  test('report an open alarm again after a day, a closed one not', async () => {
    const before = sent.length;
    http.clock.now += 24 * 60 * MINUTE;
    expect(await pass()).toBe(true);
    expect(sent[before]?.subject).toBe('SYNX: 302 alarms open');
    await http.context.db
      .updateTable('alarms')
      .set({ resolved_at: BigInt(http.clock.now + 1) })
      .execute();
    http.clock.now += 48 * 60 * MINUTE;
    expect(await pass()).toBe(false);
  });

  test('that cannot be sent are tried again, later and later, until they go; nothing is forgotten', async () => {
    down = true;
    await raise('ledger-broken', 'ledger');
    const before = sent.length;
    const tried: number[] = [];
    for (let minute = 0; minute <= 20; minute += 1) {
      const count = failures.length;
      expect(await pass()).toBe(false);
      if (failures.length > count) tried.push(minute);
      http.clock.now += MINUTE;
    }
    expect(tried).toEqual([0, 1, 3, 7, 15]);
    down = false;
    http.clock.now += 60 * MINUTE;
    expect(await pass()).toBe(true);
    expect(sent).toHaveLength(before + 1);
    expect(latest()).toContain('ledger-broken ledger');
  });

  test('are not kept back by a mail that a clock a year ahead has dated [S27]', async () => {
    const year = 366 * 24 * 60 * MINUTE;
    http.clock.now += year;
    await raise('clock', 'host');
    expect(await pass()).toBe(true);
    http.clock.now -= year - 60 * MINUTE;
    await raise('chain-unreachable', '1');
    expect(await pass()).toBe(true);
    expect(latest()).toContain('chain-unreachable 1');
  });
});
