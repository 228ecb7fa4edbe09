import { expect, test } from 'vitest';
import { openHttpApp } from '#tests/support/http-app.ts';
import { onceForAll } from '#tests/support/opened.ts';

const REPORT = { directive: 'script-src-elem', blocked: 'https://evil.example', path: '/de/faq' };
const http = onceForAll(openHttpApp);

const report = (payload: unknown, remoteAddress = '10.0.0.1') =>
  http.app.inject({ method: 'POST', url: '/api/csp-report', payload: payload as object, remoteAddress });

test('a report is noted, without a cookie', async () => {
  const answer = await report(REPORT);
  expect([answer.statusCode, answer.json(), answer.cookies]).toEqual([200, { noted: true }, []]);
});

test.each([
  { ...REPORT, path: '/track?hash=0x12' },
  { ...REPORT, blocked: 'https://evil.example/steal?key=1' },
  { ...REPORT, blocked: 'x'.repeat(300) },
  { ...REPORT, directive: 'script src' },
  {},
])('$directive of $blocked on $path is refused', async (payload) => {
  expect((await report(payload, '10.0.0.9')).statusCode).toBe(400);
});

test('ten a minute for one address; all together fill sixty lines of the log', async () => {
  http.clock.now += 60_000;
  const answers = await Promise.all(Array.from({ length: 12 }, () => report(REPORT, '10.0.0.2')));
  expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(10);
  const others = Array.from({ length: 60 }, (_, at) => report(REPORT, `10.0.1.${at + 1}`));
  const noted = (await Promise.all(others)).filter((answer) => answer.json<{ noted: boolean }>().noted);
  expect(noted).toHaveLength(50);
});

test('sixty lines that a clock ahead has filled are over once it is right (S27)', async () => {
  const { now } = http.clock;
  const full = async (lines: number, place: number) => {
    const all = Array.from({ length: lines }, (_, at) => report(REPORT, `10.0.${place}.${at + 1}`));
    return (await Promise.all(all)).filter((answer) => answer.json<{ noted: boolean }>().noted).length;
  };
  http.clock.now = now + 365 * 86_400_000;
  expect(await full(61, 2)).toBe(60);
  http.clock.now = now;
  expect(await full(1, 3)).toBe(1);
});
