import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, statSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, inject, test } from 'vitest';
import { CHAIN_IDS } from '#src/config/chains.ts';
import { openDatabase } from '#src/server/platform/database/migrations/open-database.ts';
import { StaffRefusal } from '#src/server/staff/auth/refusal.ts';
import { help, runCommand } from '#src/server/staff/console/run-command.ts';
import { askServer, openStaffSocket, socketPath } from '#src/server/staff/console/socket.ts';
import { cleanEnv } from '#tests/run/clean-env.ts';
import { postgresPlace } from '#tests/support/each-engine.ts';
import { startFakeRpc } from '#tests/support/fake-rpc.ts';
import { type HttpApp, openHttpApp } from '#tests/support/http-app.ts';
import { codeAt, newStaffMember, PASSWORD, strangerCalled } from '#tests/support/staff-member.ts';
import { storeConfirming } from '#tests/support/store-confirming.ts';
import { folderOfTest } from '#tests/support/temporary-folder.ts';

let folder: string;
let http: HttpApp;
const noFailure = (error: unknown) => {
  throw error;
};
beforeEach(async () => {
  folder = folderOfTest();
});

/** Runs the command line as npm does, without a terminal: answers to prompts are read from its input. */
async function cli(
  args: string[],
  env: Record<string, string>,
  input = '',
): Promise<{ code: number; out: string; err: string }> {
  const child = spawn(process.execPath, [join(import.meta.dirname, '../../../src/server/staff-cli.ts'), ...args], {
    cwd: folder,
    env: { ...cleanEnv(process.env), ...env },
  });
  child.stdin.end(input);
  const [out, err, code] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    new Promise<number>((resolve) => child.once('close', (status) => resolve(status ?? 1))),
  ]);
  return { code, out, err };
}

describe('next to a running server with the embedded database', () => {
  let close: () => Promise<void>;
  beforeEach(async () => {
    http = await openHttpApp({ location: join(folder, 'synx.sqlite'), env: { DATA_DIRECTORY: folder } });
    close = await openStaffSocket(http, noFailure);
  });
  afterEach(async () => {
    await close();
    await http.close();
  });

  /** What the command line asks the server, over the same socket. */
  const asked = (...args: string[]) => askServer(folder, { args, credentials: null });

  test('the host invites the first two managers, who then use the desk’s actions with name, password and code', {
    tags: 'long',
  }, async () => {
    const env = { DATA_DIRECTORY: folder };
    const invited = await cli(['invite', '--name', 'ada', '--role', 'manager'], env);
    expect([invited.code, invited.err]).toEqual([0, '']);
    const [, token = ''] = /\/staff\/join\?token=([\w-]{43})\n/.exec(invited.out) ?? [];
    const ada = strangerCalled(http, 'ada');
    const page = await ada.get(`/staff/join?token=${token}`);
    ada.secret = (/<code>([A-Z2-7 ]+)</.exec(page.body)?.[1] ?? '').replaceAll(' ', '');
    await ada.send('/staff/join', {
      token,
      password: PASSWORD,
      again: PASSWORD,
      code: codeAt(ada.secret, http.clock.now),
    });
    expect(await asked('invite', '--name', 'bea', '--role', 'manager')).toMatch(/\/staff\/join\?token=[\w-]{43}$/);
    await expect(asked('invite', '--name', 'eve', '--role', 'manager')).rejects.toThrow('only the first two managers');
    const fields = ['--key', 'social-share-message', '--value=-soon-', '--reason', 'a test'];
    await expect(asked('set-setting', ...fields)).rejects.toThrow('people with an account');
    const wrong = await cli(['set-setting', '--as', 'ada', ...fields], env, `${PASSWORD}\n000000\n`);
    expect([wrong.code, wrong.err]).toEqual([1, expect.stringContaining('not right')]);
    http.clock.now += 30_000;
    const done = await cli(
      ['set-setting', '--as', 'ada', ...fields],
      env,
      `${PASSWORD}\n${codeAt(ada.secret, http.clock.now)}\n`,
    );
    expect([done.code, done.out, done.err]).toEqual([0, 'social-share-message is set.\n', '']);
    expect(await http.context.db.selectFrom('live_settings').select(['value', 'set_by']).execute()).toEqual([
      { value: '-soon-', set_by: 'ada' },
    ]);
    expect(await asked('show', 'settings')).toContain('-soon-');
    expect(await asked('verify-audit')).toMatch(/unchanged[\s\S]*\n6:[0-9a-f]{64}$/);
  });

  test('no other user of the machine reaches it', { tags: 'long' }, () => {
    expect(statSync(socketPath(folder)).mode & 0o777).toBe(0o600);
  });

  test('a server that hangs is told from one that takes its time (S22)', async () => {
    const other = join(folder, 'other');
    mkdirSync(other);
    const hung = createServer().listen(socketPath(other));
    await once(hung, 'listening');
    const command = { args: ['show', 'overview'], credentials: null };
    await expect(askServer(other, command, 200)).rejects.toThrow(StaffRefusal);
    hung.close();
    // One that works says so before it answers.
    const waiting = connect(socketPath(folder));
    const [first] = await once(waiting, 'data');
    expect(String(first).trim()).toBe('');
    waiting.end(JSON.stringify(command));
    await once(waiting, 'close');
  });

  test('an internal error is not shown, but logged', async () => {
    await close();
    const failures: unknown[] = [];
    close = await openStaffSocket(http, (error) => failures.push(error));
    const broken = { args: ['show', 'overview'], credentials: null };
    await http.context.db.schema.dropTable('partner_applications').execute();
    await expect(askServer(folder, broken)).rejects.toThrow('Its log says why');
    expect(failures).toHaveLength(1);
  });

  test('recover and suspend help those who lost phone or password', async () => {
    const ada = await newStaffMember(http, 'ada', 'manager');
    const host = (...args: string[]) => runCommand(http, { args, credentials: null });
    expect(await host('suspend', '--name', 'ada')).toBe('ada is suspended.');
    expect((await ada.get('/staff/overview')).statusCode).toBe(303);
    expect(await host('recover', '--name', 'ada')).toMatch(/\/staff\/join\?token=/);
    await expect(host('recover', '--name', 'eve')).rejects.toThrow('no such account');
    const actors = await http.context.db.selectFrom('staff_audit').select(['actor', 'action']).orderBy('id').execute();
    expect(actors.slice(1)).toEqual([
      { actor: 'host', action: 'suspend' },
      { actor: 'host', action: 'recover' },
    ]);
  });

  test('a negative amount is a value, with and without an equals sign', async () => {
    const ada = await newStaffMember(http, 'ada', 'manager');
    const wallet = `0x${'ab'.repeat(20)}`;
    for (const amount of [['--amount', '-2.5'], ['--amount=-2.5']]) {
      http.clock.now += 30_000;
      const credentials = { name: 'ada', password: PASSWORD, code: codeAt(ada.secret, http.clock.now) };
      const args = ['propose-correct-ledger', '--wallet', wallet, ...amount, '--reason', 'counted twice'];
      expect(await runCommand(http, { args, credentials })).toContain('waits for another manager');
    }
  });

  test('unknown input is named', { tags: 'long' }, async () => {
    const host = (...args: string[]) => runCommand(http, { args, credentials: null });
    expect(help(undefined)).toContain('approve-submission');
    expect(help('record-refund')).toContain('--hash');
    expect(help('payments')).toMatch(/^show payments: /);
    expect(help('payments')).toContain(`--chain   Chain: ${CHAIN_IDS.join(', ')}\n`);
    expect(await cli(['help', 'nothing\u001b[2J\n'], {})).toMatchObject({
      code: 1,
      err: expect.stringContaining('"nothing\ufffd[2J'),
    });
    await expect(host('frobnicate')).rejects.toThrow('There is no "frobnicate"');
    await expect(host('constructor')).rejects.toThrow('There is no "constructor"');
    await expect(host('show', 'nothing')).rejects.toThrow('no screen');
    await expect(host('suspend', '--nmae', 'ada')).rejects.toThrow('does not know: nmae');
    await expect(host('suspend')).rejects.toThrow('name:');
  });

  test('a stranger’s text cannot control the terminal', async () => {
    const name = 'Kiln\u001b[2J\u001b]0;x\u0007';
    const application = {
      organisation: name,
      website: '',
      email: 'a@example.org',
      type: 'media',
      message: 'a\nb',
      locale: null,
    };
    await http.context.db
      .insertInto('partner_applications')
      .values({ ...application, reference: 'P-1', created_at: 1n })
      .execute();
    const shown = await runCommand(http, { args: ['show', 'partners'], credentials: null });
    // biome-ignore lint/suspicious/noControlCharactersInRegex: the test is that there are none
    expect(shown).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f]/);
  });
});

test('without a running server it works on the embedded database directly, and creates none', {
  tags: 'long',
}, async () => {
  const env = { DATA_DIRECTORY: folder };
  const early = await cli(['show', 'overview'], env);
  expect([early.code, early.err]).toEqual([1, expect.stringContaining('Start the server once')]);
  const before = await openHttpApp({ location: join(folder, 'synx.sqlite') });
  await before.close();
  expect((await cli(['show', 'overview'], env)).out).toContain('No problem with the books is known.');
});

test('on a machine whose clock is wrong it dates by the chains, and changes nothing while none tells the time [S27]', {
  tags: 'long',
}, async () => {
  await (await openHttpApp({ location: join(folder, 'synx.sqlite') })).close();
  const rpc = await startFakeRpc();
  const ahead = `const machine = Date.now; Date.now = () => machine() + ${400 * 86_400_000}`;
  const env = {
    ...rpc.env,
    DATA_DIRECTORY: folder,
    RECEIPT_SIGNING_KEY: 'c3'.repeat(32),
    NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(ahead)}`,
  };
  const invite = (name: string) => cli(['invite', '--name', name, '--role', 'manager'], env);
  const asked = Date.now();
  expect((await invite('ada')).code).toBe(0);
  await rpc.stop();
  const late = await invite('bea');
  expect([late.code, late.err]).toEqual([1, expect.stringMatching(/^No chain tells the time/)]);
  const { db, close } = await openDatabase(join(folder, 'synx.sqlite'));
  const entries = await db.selectFrom('staff_audit').select(['action', 'at']).execute();
  await close();
  expect(entries.map(({ action }) => action)).toEqual(['invite']);
  expect(Math.abs(Number(entries[0]?.at) - asked)).toBeLessThan(60_000);
});

test.skipIf('unavailable' in inject('postgres'))(
  'with PostgreSQL it works next to the server',
  { tags: 'long' },
  async () => {
    const place = await postgresPlace();
    const server = await openHttpApp({ location: place.location });
    const { code, out } = await cli(['invite', '--name', 'ada', '--role', 'manager'], { DATABASE_URL: place.location });
    expect([code, out]).toEqual([0, expect.stringContaining('/staff/join?token=')]);
    expect(await server.context.db.selectFrom('staff_invitations').select('name').execute()).toEqual([{ name: 'ada' }]);
    await server.close();
    await place.drop();
  },
);

test.skipIf('unavailable' in inject('postgres'))('with PostgreSQL it reads the chains', { tags: 'long' }, async () => {
  const place = await postgresPlace();
  const rpc = await startFakeRpc();
  const server = await openHttpApp({ location: place.location });
  const { db } = server.context;
  const ada = await newStaffMember(server, 'ada', 'manager');
  const { id } = await storeConfirming(db, `0x${'ab'.repeat(20)}`, 130_000_000n, server.clock.now);
  await db.updateTable('payments').set({ final: 1n }).where('id', '=', id).execute();
  const due = { payment_id: id, sequence: 1n, usd_micro: '130000000', reason: 'sale-over', status: 'due' } as const;
  await db
    .insertInto('refunds')
    .values({ ...due, refund_hash: null, created_at: 1n })
    .execute();
  const env = { ...rpc.env, DATABASE_URL: place.location, RECEIPT_SIGNING_KEY: 'c3'.repeat(32) };
  const typed = `${PASSWORD}\n${codeAt(ada.secret, Date.now())}\n`;
  const hash = `0x${'cd'.repeat(32)}`;
  const { code, err } = await cli(['record-refund', '--as', 'ada', '--refund', '1', '--hash', hash], env, typed);
  expect([code, err]).toEqual([1, expect.stringMatching(/^It is not in a block of the payment’s chain\. Propose it/)]);
  await server.close();
  await Promise.all([rpc.stop(), place.drop()]);
});
