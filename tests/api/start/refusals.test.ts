import { appendFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { CHAIN_IDS } from '#src/config/chains.ts';
import { openDatabase } from '#src/server/platform/database/migrations/open-database.ts';
import { type Child, startChild } from '#tests/support/child.ts';
import { startFakeRpc } from '#tests/support/fake-rpc.ts';
import { onceForAll } from '#tests/support/opened.ts';
import { startChaosProxy } from '#tests/support/rpc-chaos.ts';
import { mountSmallDisk, unmountSmallDisk } from '#tests/support/small-disk.ts';
import { sharedFolder } from '#tests/support/temporary-folder.ts';

const MAIN = join(import.meta.dirname, '../../../src/server/main.ts');
const WIDE_LIMITS = join(import.meta.dirname, '../../support/wide-limits.ts');
const OTHER_ADDRESS = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8';

const rpc = onceForAll(startFakeRpc);
const folder = sharedFolder();
const children: Child[] = [];
afterEach(async () => {
  for (const child of children) child.kill('SIGKILL');
  await Promise.all(children.splice(0).map(({ ended }) => ended));
});

function start(name: string, env: Record<string, string> = {}): Child {
  const child = startChild(['--import', WIDE_LIMITS, MAIN], {
    ...rpc.env,
    PORT: '0',
    DATA_DIRECTORY: join(folder, name),
    ...env,
  });
  children.push(child);
  return child;
}
async function refused(child: Child): Promise<string> {
  expect(await child.ended).toEqual({ code: 1, signal: null });
  // Sentences for an operator, not a stack.
  expect(child.output()).not.toMatch(/^\s+at /m);
  return child.output();
}

test('an invalid environment ends the process, with all of its problems listed', async () => {
  const told = await refused(start('env', { PORT: 'x', WALLET_PROOF: 'x', RPC_URL_56: '' }));
  expect(told).toMatch(/The environment has 3 problems:/);
  for (const name of ['PORT', 'WALLET_PROOF', 'RPC_URL_56']) expect(told).toContain(name);
});

test('a source of another chain is named, and the database is left unchanged', async () => {
  const wrong = await startFakeRpc({ 56: 137 });
  const told = await refused(start('wrong-chain', wrong.env));
  await wrong.stop();
  expect(told).toMatch(/source \d of RPC_URL_56 belongs to chain 137, not to 56/);
  const right = start('wrong-chain');
  await right.prints(/running on (\S+)/);
});

test('one of three sources that stops after its headers, on every chain, keeps no server from its start (S22)', async () => {
  const silent = await startChaosProxy('http://127.0.0.1:1', 'http://127.0.0.1:1');
  silent.fault = 'stalled';
  const ids = CHAIN_IDS;
  const urls = Object.fromEntries(
    ids.map((id) => [`RPC_URL_${id}`, `${silent.url}/${id},${rpc.env[`RPC_URL_${id}`]}`]),
  );
  const started = performance.now();
  const [, url = ''] = await start('stalling', { ...urls, HOST: '127.0.0.1' }).prints(/running on (\S+)/);
  const answer = await fetch(new URL('/api/health', url));
  expect(answer.status).toBe(200);
  // Five seconds for the silent sources; the rest is the start of a process on a busy machine.
  expect(performance.now() - started).toBeLessThan(60_000);
  await silent.stop();
});

test('a running server shares neither data nor port, and leaves a database that refuses another presale address', async () => {
  const first = start('shared');
  const [, url = ''] = await first.prints(/running on (\S+)/);
  const started = performance.now();
  await expect(openDatabase(join(folder, 'shared/synx.sqlite'))).rejects.toThrow(/another process is using it/);
  expect(performance.now() - started).toBeLessThan(5_000);
  const { port } = new URL(url);
  const [onData, onPort] = await Promise.all([start('shared'), start('port-two', { PORT: port })].map(refused));
  expect(onData).toMatch(
    /The database .*synx\.sqlite cannot be opened: another process is using it\. Stop that process/,
  );
  expect(onPort).toMatch(new RegExp(`Port ${port} is taken by another program\\. Set PORT to a free one`));
  expect((await fetch(`${url}/api/health`)).status).toBe(200);
  first.kill('SIGTERM');
  expect((await first.ended).code).toBe(0);
  const told = await refused(start('shared', { PRESALE_ADDRESS: OTHER_ADDRESS }));
  expect(told).toContain('the database belongs to "live 0xa0ee7a142d267c1f36714e4a8f75612f20a79720"');
  expect(told).toContain('use another database');
});

test('a disk that is full is reported [S31]', async ({ skip }) => {
  const disk = await mountSmallDisk();
  if (disk === null) return skip('no file system can be mounted here');
  try {
    const first = start('', { DATA_DIRECTORY: disk });
    await first.prints(/running on/);
    first.kill('SIGTERM');
    await first.ended;
    await fillDisk(join(disk, 'ballast'));
    const told = await refused(start('', { DATA_DIRECTORY: disk, STAKING_APY: '0.5' }));
    expect(told).toMatch(/^The database takes no write, .*disk is full$/m);
  } finally {
    await unmountSmallDisk(disk);
  }
});

/** Writes a file until its disk has no byte left. */
async function fillDisk(file: string): Promise<void> {
  const append = async (bytes: number) => {
    for (;;) appendFileSync(file, Buffer.alloc(bytes));
  };
  for (const bytes of [65_536, 1]) await expect(append(bytes)).rejects.toThrow(/ENOSPC/);
}

test('data that cannot be written, or is not the product’s, is reported', async () => {
  writeFileSync(join(folder, 'a-file'), 'text');
  mkdirSync(join(folder, 'a-folder/synx.sqlite'), { recursive: true });
  mkdirSync(join(folder, 'garbage'));
  writeFileSync(join(folder, 'garbage/synx.sqlite'), 'no database at all, but longer than a header '.repeat(50));
  expect(await Promise.all(['a-file/data', 'a-folder', 'garbage'].map((name) => refused(start(name))))).toEqual([
    expect.stringMatching(/The database .* cannot be opened: .*(ENOTDIR|not writable)/),
    expect.stringMatching(/it is not writable/),
    expect.stringMatching(/the file is not a database of this project/),
  ]);
});

test('a database server that does not answer is reported, without its password', async () => {
  const told = await refused(
    start('postgres', {
      RECEIPT_SIGNING_KEY: 'c3'.repeat(32),
      DATABASE_URL: 'postgres://synx:s3cret@127.0.0.1:1/synx',
    }),
  );
  expect(told).toMatch(/The database 127\.0\.0\.1:1 cannot be opened/);
  expect(told).not.toContain('s3cret');
});
