// @module-tag long

import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Child, startChild } from '#tests/support/child.ts';
import { type FakeRpc, startFakeRpc } from '#tests/support/fake-rpc.ts';
import { sharedFolder } from '#tests/support/temporary-folder.ts';

const MAIN = join(import.meta.dirname, '../../../src/server/main.ts');

let rpc: FakeRpc;
const folder = sharedFolder();
let server: Child;
beforeAll(async () => {
  rpc = await startFakeRpc();
  server = startChild([MAIN], { ...rpc.env, PORT: '0', HOST: '127.0.0.1', DATA_DIRECTORY: folder });
});
afterAll(async () => {
  server.kill('SIGKILL');
  await server.ended;
  await rpc.stop();
});

test('a started server without a mail server puts the mail into the outbox and reports it', async () => {
  const [, url = ''] = await server.prints(/running on (http\S+)/);
  const answer = await fetch(`${url}/api/newsletter/subscribe`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: 'reader@example.org', locale: 'de' }),
  });
  expect(answer.status).toBe(200);
  await server.prints(/Mail to reader@example\.org: .+\.eml/);
  const [file = ''] = await readdir(join(folder, 'outbox'));
  const mail = (await readFile(join(folder, 'outbox', file), 'utf8')).replace(/=\r\n/g, '').replaceAll('=3D', '=');
  // Links lead to the site's public address, regardless of the request's address.
  const link = new URL(/https:\S+\/api\/newsletter\/confirm\S+/.exec(mail)?.[0] ?? '');
  expect(link.origin).toBe('https://synx.example');
  const confirmed = await fetch(`${url}${link.pathname}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ token: link.searchParams.get('token') }),
  });
  expect(await confirmed.json()).toEqual({ status: 'confirmed' });
});
