import { expect, test } from 'vitest';
import { EnvironmentError, readEnv } from '#src/server/platform/env/env.ts';
import { NO_CHAINS } from '#tests/support/tuned-env.ts';

const read = (env: NodeJS.ProcessEnv) => readEnv(env, NO_CHAINS);

test('without a mail server no setting is needed', () => {
  expect(read({})).toMatchObject({ MAIL_FROM: 'SYNX <news@localhost>' });
});

test('with a mail server the sender is required', () => {
  expect(() => read({ SMTP_URL: 'smtps://u:p@mail.example.org' })).toThrow(/MAIL_FROM: is missing/);
  const good = { SMTP_URL: 'smtps://u:p@mail.example.org:465', MAIL_FROM: 'SYNX <news@example.org>' };
  expect(read(good)).toMatchObject(good);
});

test('the recipient of alarms is an address, or nobody', () => {
  expect(read({}).ALERT_EMAIL).toBeUndefined();
  expect(read({ ALERT_EMAIL: 'operator@example.org' }).ALERT_EMAIL).toBe('operator@example.org');
});

test.each([
  { ALERT_EMAIL: 'operator' },
  { ALERT_EMAIL: 'a@example.org\nBcc: b@example.org' },
  { SMTP_URL: 'mail.example.org', MAIL_FROM: 'a@example.org' },
  { SMTP_URL: 'https://mail.example.org', MAIL_FROM: 'a@example.org' },
  { MAIL_FROM: 'nobody' },
  { MAIL_FROM: 'A <a@example.org>\nBcc: b@example.org' },
])('%j is refused', (env) => {
  expect(() => read(env)).toThrow(EnvironmentError);
});
