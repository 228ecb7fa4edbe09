import { afterEach, expect, test } from 'vitest';
import { type HttpApp, openHttpApp } from '#tests/support/http-app.ts';

let http: HttpApp;
afterEach(() => http.close());

const failing = () => http.app.inject('/api/airdrop/leaderboard');

/** A server whose database fails; returns the log's lines as they come. */
async function openFailing(env: NodeJS.ProcessEnv = {}): Promise<Record<string, unknown>[]> {
  const lines: Record<string, unknown>[] = [];
  http = await openHttpApp({ env, log: (line) => lines.push(JSON.parse(line)) });
  await http.database.db.destroy();
  return lines;
}

test('an error of the server names its request in the answer and in the log', async () => {
  const lines = await openFailing();
  const answer = await failing();
  expect(answer.statusCode).toBeGreaterThanOrEqual(500);
  const { requestId } = answer.json();
  expect(requestId).toMatch(/^[\w-]{8,64}$/);
  expect(answer.headers['x-request-id']).toBe(requestId);
  expect(lines.filter((line) => line['requestId'] === requestId)).toHaveLength(1);
  expect((await failing()).json().requestId).not.toBe(requestId);
});

test('two processes give different ids', async () => {
  await openFailing();
  const first = (await failing()).json().requestId;
  await http.close();
  await openFailing();
  expect((await failing()).json().requestId).not.toBe(first);
});

test('refusals and writes have one as well, reads that a CDN gives to others do not', async () => {
  http = await openHttpApp();
  const refusal = await http.app.inject('/api/staking/balance/nonsense');
  expect(refusal.statusCode).toBe(400);
  expect(refusal.headers['x-request-id']).toMatch(/^[\w-]{8,64}$/);
  expect(refusal.json()).not.toHaveProperty('requestId');
  const write = await http.app.inject({
    method: 'POST',
    url: '/api/faq/feedback',
    payload: { question: 'what', helpful: true },
  });
  expect(write.headers['x-request-id']).toBeDefined();
  expect((await http.app.inject('/api/config')).headers).not.toHaveProperty('x-request-id');
});

test('the id of a trusted proxy counts, if it is one; a stranger’s does not', async () => {
  const headers = { 'x-request-id': '0123456789abcdef0123456789abcdef' };
  const idOf = async (given: Record<string, string>) =>
    (await http.app.inject({ url: '/api/airdrop/leaderboard', headers: given })).json().requestId;
  await openFailing({ TRUST_PROXY: '1' });
  expect(await idOf(headers)).toBe(headers['x-request-id']);
  for (const unfit of ['short', `${'a'.repeat(65)}`, 'line\\u000abreak', '"quoted" id']) {
    expect(await idOf({ 'x-request-id': unfit })).not.toBe(unfit);
  }
  for (const none of [{}, { TRUST_PROXY: 'none' }]) {
    await http.close();
    await openFailing(none);
    expect(await idOf(headers)).not.toBe(headers['x-request-id']);
  }
});
