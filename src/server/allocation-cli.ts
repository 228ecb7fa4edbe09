// npm run allocation -- verify URL | publish | list FILE DAY | root FILE | proof FILE 0x… | shards FILE FOLDER: a list
// recomputed from a site's public records, its files, the list of a handover as the books are now, what a list comes
// to, the proof of one wallet with the call that claims it, and the files that visitors load (docs/handover.md).
// With deploy-arguments FOLDER: the transactions that deploy and fund the contracts of the final list.
import { closeSync, createReadStream, mkdirSync, openSync, rmSync, writeFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { LIST_TERMS } from '#src/config/holding-terms.ts';
import { claimCalldata } from '#src/lib/allocation/claim-call.ts';
import {
  type AllocationEntry,
  AllocationError,
  AMOUNT_KINDS,
  entryOf,
  lineOf,
  totalOf,
} from '#src/lib/allocation/entry.ts';
import { type ListSummary, readList, shardName } from '#src/lib/allocation/list.ts';
import { recomputeList } from '#src/lib/allocation/recompute.ts';
import { openShard, shardFile, shardsOf, shardText } from '#src/lib/allocation/shard.ts';
import { printable } from '#src/lib/text/printable.ts';
import { databaseOf } from '#src/server/platform/database/settings.ts';
import type { Db } from '#src/server/platform/database/tables.ts';
import { type Env, readEnvWithoutChains } from '#src/server/platform/env/env.ts';
import { readSettings } from '#src/server/platform/env/settings.ts';
import { openDatabase } from '#src/server/platform/migrations/open-database.ts';
import { readPublishedRecords } from '#src/server/platform/records/published-records.ts';
import { exactSynx } from '#src/server/platform/util/exact-synx.ts';
import { foreignSuccess } from '#src/server/platform/util/foreign-answer.ts';
import { writeDeployArguments } from './deploy-arguments.ts';
import { writePlannedList } from './money/handover/planned-list.ts';
import { publishLatest } from './money/handover/publish.ts';

const COMMANDS: Readonly<Record<string, (file: string, argument: string) => Promise<string>>> = {
  verify,
  publish,
  list: writeList,
  root: async (file) => summaryText(await summaryOf(file)),
  proof: async (file, address) => proofText(file, address.toLowerCase()),
  shards: writeShards,
  'deploy-arguments': writeDeployment,
};
/** How many arguments each takes, if not two. */
const ARGUMENTS: Readonly<Record<string, number>> = { root: 1, verify: 1, publish: 0, 'deploy-arguments': 1 };
const USAGE =
  'usage: npm run allocation -- verify URL | publish | list FILE DAY | root FILE | proof FILE 0x… | shards FILE FOLDER' +
  ' | deploy-arguments FOLDER';

/** Computes the latest list of a site from its public records alone. Throws Error if it does not follow from them. */
async function verify(origin: string): Promise<string> {
  const readAside = async (batch: number) =>
    (await foreignSuccess(new URL(`/allocation/${batch}/set-aside.txt`, origin))).text();
  const { state, stated, list, problems } = await recomputeList(readPublishedRecords(origin), LIST_TERMS, readAside);
  if (problems.length > 0) throw new Error(`The list does not follow from the records: ${problems.join('; ')}.`);
  if (stated === null || list === null) return 'There is no list.';
  const head = [
    ['batch', `${stated.batch}, ${state}`],
    ['opens', stated.opensAt],
  ];
  const first = head.map(([name = '', value]) => `${name.padEnd(10)} ${value}`).join('\n');
  return `${first}\n${summaryText(list)}\nThe list follows from the public records alone.`;
}

/** Writes the files of the latest batch, as a running server does by itself. */
function publish(): Promise<string> {
  return inDatabase(async (db, env) => {
    const batch = await publishLatest({ db, env });
    return batch === null ? 'There is nothing to write.' : `Batch ${batch} is in ${env.ALLOCATION_FOLDER}.`;
  });
}

/** Writes what the books of the environment owe each wallet now, if claiming opens on a day such as 2027-03-01. */
async function writeList(file: string, day: string): Promise<string> {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(day) || Number.isNaN(Date.parse(day))) throw new Error(USAGE);
  await inDatabase(async (db) => {
    const target = openSync(file, 'wx');
    try {
      await writePlannedList(db, Date.parse(day), Date.now(), (text) => writeSync(target, text));
    } catch (error) {
      // A list that breaks off can pass for a whole one.
      rmSync(file);
      throw error;
    } finally {
      closeSync(target);
    }
  });
  return summaryText(await summaryOf(file));
}

/** Prints how the contracts of the final list are deployed and funded, and writes the transactions for a Safe. */
function writeDeployment(folder: string): Promise<string> {
  return inDatabase((db, env) => writeDeployArguments(db, env, folder, Date.now()));
}

/** Uses the database of the environment for one command. */
async function inDatabase<Result>(use: (db: Db, env: Env) => Promise<Result>): Promise<Result> {
  const env = readEnvWithoutChains(readSettings());
  const { db, close } = await openDatabase(...databaseOf(env));
  try {
    return await use(db, env);
  } finally {
    await close();
  }
}

/** The lines of a file, each with its line feed, whatever its size. */
async function* linesIn(file: string): AsyncGenerator<string> {
  let rest = '';
  for await (const chunk of createReadStream(file, 'utf8')) {
    const lines = `${rest}${chunk}`.split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) yield `${line}\n`;
  }
  if (rest !== '') yield rest;
}

/** Reads the file twice: the shape of the tree depends on the number of lines. */
async function summaryOf(file: string): Promise<ListSummary> {
  let count = 0;
  for await (const _line of linesIn(file)) count += 1;
  const list = readList(count);
  for await (const line of linesIn(file)) list.add(line);
  return list.end();
}

function summaryText({ root, hash, count, totals, shards }: ListSummary): string {
  const amounts = AMOUNT_KINDS.map((kind) => [kind, totals[kind]] as const);
  const rows = [
    ['root', root],
    ['list hash', hash],
    ['wallets', String(count)],
    ['shards', String(shards.length)],
    ...[...amounts, ['total', totalOf(totals)] as const].map(([kind, amount]) => [
      kind,
      `${amount} (${exactSynx(amount)})`,
    ]),
  ];
  return rows.map(([name = '', value]) => `${name.padEnd(10)} ${value}`).join('\n');
}

/** The entries of a file in order. */
async function* entriesOf(file: string): AsyncGenerator<AllocationEntry> {
  for await (const line of linesIn(file)) yield entryOf(line);
}

async function proofText(file: string, address: string): Promise<string> {
  const list = await summaryOf(file);
  for await (const [name, entries] of shardsOf(entriesOf(file), list.count)) {
    if (name !== shardName(address, list.count)) continue;
    // By the code by which a visitor's browser checks the same shard.
    const found = openShard(shardText(list, name, entries), list.root).proofOf(address);
    if (found === null) break;
    const { entry, proof } = found;
    return [
      `entry      ${lineOf(entry).trimEnd()}`,
      `root       ${list.root}`,
      'proof',
      ...proof,
      'calldata',
      claimCalldata({ entry, proof, to: null }),
    ].join('\n');
  }
  throw new AllocationError('not-listed', address);
}

/** Writes a file for each shard, such as FOLDER/0af.json, or all.json if there is only one. */
async function writeShards(file: string, folder: string): Promise<string> {
  const list = await summaryOf(file);
  mkdirSync(folder, { recursive: true });
  for await (const [name, entries] of shardsOf(entriesOf(file), list.count))
    writeFileSync(join(folder, shardFile(name)), shardText(list, name, entries));
  return summaryText(list);
}

// Lists are for this user alone until they are published.
process.umask(0o077);

const [name = '', file = '', argument = ''] = process.argv.slice(2);
const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
try {
  if (command === undefined || process.argv.length - 3 !== (ARGUMENTS[name] ?? 2)) throw new Error(USAGE);
  console.log(await command(file, argument));
} catch (error) {
  console.error(printable(error instanceof Error ? error.message : String(error)));
  process.exitCode = 1;
}
