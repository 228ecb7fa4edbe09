import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { startChild } from '#tests/support/child.ts';
import { startFakeRpc } from '#tests/support/fake-rpc.ts';
import { folderOfTest } from '#tests/support/temporary-folder.ts';

const SERVER = join(import.meta.dirname, '../../../src/server');

let folder: string;
let own: number;
beforeEach(() => {
  folder = folderOfTest();
  // The usual one, by which files are for everybody to read.
  own = process.umask(0o022);
});
afterEach(() => {
  process.umask(own);
});

/** Every file and folder below one, with the rights of people other than its owner. */
function shared(below: string): string[] {
  const entries = readdirSync(below, { recursive: true, withFileTypes: true });
  return entries
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => (statSync(path, { throwIfNoEntry: false })?.mode ?? 0) & 0o077);
}

async function ended(args: readonly string[], env: Record<string, string>): Promise<void> {
  const child = startChild(args, env);
  expect(await child.ended, child.output()).toEqual({ code: 0, signal: null });
}

const backup = (name: string, env: Record<string, string>) =>
  ended([join(SERVER, 'staff-cli.ts'), 'backup', join(folder, name)], env);

test('database, mails and a backup are for the user of the server alone, whatever the machine’s habit (S40)', async () => {
  const rpc = await startFakeRpc();
  const data = join(folder, 'data');
  const env = { ...rpc.env, PORT: '0', DATA_DIRECTORY: data };
  const server = startChild([join(SERVER, 'main.ts')], env);
  try {
    const [, url = ''] = await server.prints(/running on (\S+)/);
    const answer = await fetch(`${url}/api/newsletter/subscribe`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email: 'reader@example.org', locale: 'en' }),
    });
    expect(answer.status, await answer.text()).toBe(200);
    // By the server, which has the database open.
    await backup('while-running', env);
    await expect
      .poll(() => readdirSync(data, { recursive: true }).filter((name) => String(name).endsWith('.eml')), {
        timeout: 30_000,
      })
      .toHaveLength(1);
    expect(readdirSync(data)).toContain('synx.sqlite');
    expect(shared(folder)).toEqual([]);
  } finally {
    server.kill('SIGKILL');
    await server.ended;
    await rpc.stop();
  }
});

test('so is what a command writes alone, a new database included (S40)', { tags: 'long' }, async () => {
  const rpc = await startFakeRpc();
  const env = { ...rpc.env, PORT: '0', DATA_DIRECTORY: join(folder, 'data') };
  const server = startChild([join(SERVER, 'main.ts')], env);
  try {
    await server.prints(/running on/);
    server.kill('SIGTERM');
    await server.ended;
    await backup('alone', env);
    // A first command creates the database as well.
    await ended([join(SERVER, 'verify-records.ts')], { ...env, DATA_DIRECTORY: join(folder, 'first') });
    expect(readdirSync(join(folder, 'first'))).toContain('synx.sqlite');
    expect(shared(folder)).toEqual([]);
  } finally {
    server.kill('SIGKILL');
    await server.ended;
    await rpc.stop();
  }
});
