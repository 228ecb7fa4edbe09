import fs from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import { StatementSync } from 'node:sqlite';
import pg from 'pg';
import { publishLatest } from '#src/server/money/handover/publish.ts';
import { openDatabase } from '#src/server/platform/database/migrations/open-database.ts';
import { draftBooks, withdrawBooks } from '../draft-books.ts';
import type { Killed } from '../kill-while-drafting.ts';
import { NO_CHAINS, tunedEnv } from '../tuned-env.ts';

// Drafts, withdraws or publishes in a process that kills itself before its nth statement, or nth change of a folder.
const { act, location, folder, terms, now, killAt } = JSON.parse(process.argv[2] ?? '{}') as Killed;
const database = await openDatabase(location);
let steps = 0;

function step(): void {
  steps += 1;
  if (steps === killAt) process.kill(process.pid, 'SIGKILL');
}

/** Has a method call step() before it does its work. */
function counted(owner: object, name: string): void {
  const methods = owner as Record<string, (...given: unknown[]) => unknown>;
  const work = methods[name];
  methods[name] = function (this: unknown, ...given: unknown[]) {
    step();
    return work?.apply(this, given);
  };
}

const { db } = database;
if (act === 'publish') {
  for (const name of ['mkdir', 'open', 'symlink', 'rename', 'rm']) counted(fs, name);
  syncBuiltinESMExports();
  const env = tunedEnv({ ALLOCATION_FOLDER: folder, RECEIPT_SIGNING_KEY: 'a5'.repeat(32) }, NO_CHAINS);
  await publishLatest({ db, env });
} else {
  for (const name of ['all', 'run']) counted(StatementSync.prototype, name);
  counted(pg.Client.prototype, 'query');
  await (act === 'draft' ? draftBooks(db, terms, now) : withdrawBooks(db, now));
}
const taken = steps;
await database.close();
process.stdout.write(String(taken));
