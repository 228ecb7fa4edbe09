// @module-tag long
import { expect, onTestFinished, test } from 'vitest';
import { openHttpApp } from '#tests/support/http-app.ts';

test('a server whose start took long refuses no visitor for that, and for its lag as soon as that is measured', async () => {
  // Any lag is too much.
  const http = await openHttpApp({ env: { MAX_LAG_MS: '0.001' } });
  onTestFinished(() => http.close());
  const blockedUntil = performance.now() + 1_200;
  while (performance.now() < blockedUntil);
  const url = await http.app.listen({ port: 0, host: '127.0.0.1' });
  const ask = () => fetch(`${url}/api/health`);
  expect((await ask()).status).toBe(200);
  await expect.poll(async () => (await ask()).status, { timeout: 20_000, interval: 200 }).toBe(503);
  const refused = await ask();
  expect(refused.headers.get('retry-after')).toBe('5');
  expect(await refused.json()).toMatchObject({ code: 'overloaded' });
});
