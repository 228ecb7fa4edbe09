import { expect, test } from 'vitest';
import { mailUnstored } from '#src/server/platform/alerts/mail-unstored.ts';

const MINUTE = 60_000;

test('an alarm of another kind a moment before does not keep the mail about a full disk back [S31]', async () => {
  const sent: string[] = [];
  const time = { now: 0 };
  const now = () => time.now;
  const mailer = { send: async ({ text }: { text: string }) => void sent.push(text.split('\n')[1] ?? '') };
  const tell = mailUnstored(
    { mailer, to: 'operator@example.org', origin: 'https://synx.example', onFailure: () => undefined },
    now,
    now,
  );
  const raise = (kind: 'storage' | 'price-feed-late' | 'clock') =>
    tell({ kind, subject: 'host', detail: 'nothing can be stored', at: time.now });
  raise('price-feed-late');
  time.now += MINUTE;
  raise('clock');
  raise('storage');
  expect(sent).toEqual([expect.stringContaining('price-feed-late'), expect.stringContaining('storage')]);
  // However many there are: two mails in fifteen minutes.
  for (const until = time.now + 13 * MINUTE; time.now < until; time.now += MINUTE)
    for (const kind of ['storage', 'clock', 'price-feed-late'] as const) raise(kind);
  expect(sent).toHaveLength(2);
});
