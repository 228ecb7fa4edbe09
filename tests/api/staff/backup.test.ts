import { execFileSync } from 'node:child_process';
import { copyFileSync, existsSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setImmediate } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { verifyLedger } from '#src/server/money/backup/verify-ledger.ts';
import { stake } from '#src/server/money/staking/stake.ts';
import { openDatabase } from '#src/server/platform/database/migrations/open-database.ts';
import { StaffRefusal } from '#src/server/staff/auth/refusal.ts';
import { runCommand } from '#src/server/staff/console/run-command.ts';
import { createDatabase } from '#tests/support/create-database.ts';
import { type OwnPlace, postgresPlace, sqlitePlace } from '#tests/support/each-engine.ts';
import { type HttpApp, openHttpApp } from '#tests/support/http-app.ts';
import { findBinaries } from '#tests/support/postgres/find-binaries.ts';
import { folderOfTest, sharedFolder } from '#tests/support/temporary-folder.ts';

const binaries = await findBinaries();
const NANO = 1_000_000_000n;
const MARK = /^(\d+:[0-9a-f]{64})$/m;

/** Credits and stakes of many wallets. */
async function live(http: HttpApp, from: number, to: number): Promise<void> {
  for (let number = from; number < to; number += 1) {
    const wallet = `0x${number.toString(16).padStart(40, '0')}`;
    await http.credit(wallet, 26n);
    if (number % 2 === 0) await stake(http.context.db, wallet, 500n * NANO, http.clock.now);
  }
}

const host = (http: HttpApp, ...args: string[]) => runCommand(http, { args, credentials: null });

describe.each([
  ['SQLite', sqlitePlace],
  ['PostgreSQL', postgresPlace],
] as const)('[G9] a backup of %s', (title, open) => {
  const skipped = title === 'PostgreSQL' && 'unavailable' in binaries;
  let place: OwnPlace;
  let http: HttpApp;
  const folder = sharedFolder();
  beforeAll(async () => {
    if (skipped) return;
    if ('bin' in binaries) process.env.PATH = `${binaries.bin}:${process.env.PATH}`;
    place = await open();
    const env = title === 'PostgreSQL' ? { DATABASE_URL: place.location } : {};
    http = await openHttpApp({ location: place.location, env });
    await live(http, 1, 40);
  });
  afterAll(async () => {
    if (skipped) return;
    await http.close();
    await place.drop();
  });

  test.skipIf(skipped)('made during purchases restores to the same ledger, and is in the audit log', async () => {
    const file = join(folder, 'copy');
    const [printed] = await Promise.all([host(http, 'backup', file), live(http, 40, 60)]);
    const [, mark = ''] = MARK.exec(printed) ?? [];
    expect(mark).not.toBe('');
    await expect(host(http, 'backup', file)).rejects.toThrow('already exists');
    await expect(host(http, 'backup', 'here')).rejects.toThrow('absolute path');
    const restored = await restore(file);
    expect((await verifyLedger(restored.database, mark)).problems).toEqual([]);
    await restored.drop();
    expect(await host(http, 'verify-ledger', '--noted', mark)).toContain('begin with what was noted');
    const entry = await http.context.db
      .selectFrom('staff_audit')
      .selectAll()
      .where('action', '=', 'backup')
      .executeTakeFirstOrThrow();
    expect(JSON.parse(entry.detail)).toEqual({ file, mark });
  });

  test.skipIf(skipped)('of another ledger is recognised, and so is a changed one', { tags: 'long' }, async () => {
    const mark = MARK.exec(await host(http, 'verify-ledger'))?.[1] ?? '';
    await live(http, 60, 65);
    expect(await host(http, 'verify-ledger', '--noted', mark)).toContain('begin with');
    const other = mark.replace(/.$/, (digit) => (digit === '0' ? '1' : '0'));
    await expect(host(http, 'verify-ledger', '--noted', other)).rejects.toThrow(StaffRefusal);
    await expect(host(http, 'verify-ledger', '--noted', 'yesterday')).rejects.toThrow('does not have the form');
  });

  async function restore(file: string) {
    expect(existsSync(file)).toBe(true);
    if (title === 'SQLite') {
      const target = join(folder, 'restored.sqlite');
      copyFileSync(file, target);
      const database = await openDatabase(target);
      return { database, drop: () => database.close() };
    }
    const empty = await createDatabase();
    if ('unavailable' in empty) throw new Error(empty.unavailable);
    execFileSync('pg_restore', ['--no-owner', `--dbname=${empty.url}`, file]);
    const database = await openDatabase(empty.url);
    return {
      database,
      drop: async () => {
        await database.close();
        await empty.drop();
      },
    };
  }
});

test('a backup requested in the middle of a transaction waits for its end, however many writers queue', {
  tags: 'long',
}, async () => {
  const folder = folderOfTest();
  const http = await openHttpApp({ location: join(folder, 'synx.sqlite') });
  // More than the pages that are copied at once.
  await live(http, 1, 200);
  let backup: Promise<string> | undefined;
  await http.context.db.transaction().execute(async (tx) => {
    await sql`update sale_state set id = id`.execute(tx);
    backup = host(http, 'backup', join(folder, 'copy'));
    await setImmediate();
  });
  const [printed] = await Promise.all([backup, live(http, 200, 230)]);
  expect(printed).toMatch(MARK);
});

test('a copy with one changed entry is detected', { tags: 'long' }, async () => {
  const folder = folderOfTest();
  const http = await openHttpApp({ location: join(folder, 'synx.sqlite') });
  await live(http, 1, 5);
  const mark = MARK.exec(await host(http, 'backup', join(folder, 'copy')))?.[1] ?? '';
  const raw = new DatabaseSync(join(folder, 'copy'));
  raw.exec(
    'drop trigger ledger_transfers_no_update; update ledger_transfers set created_at = created_at + 1 where id = 3',
  );
  raw.close();
  const changed = await openDatabase(join(folder, 'copy'));
  expect((await verifyLedger(changed, mark)).problems).toEqual([expect.stringContaining('differ from the noted ones')]);
  await changed.close();
});
