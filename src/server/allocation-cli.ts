// npm run allocation -- verify URL | publish | list FILE DAY | root FILE | proof [FILE] 0x… | shards FILE FOLDER: a
// list recomputed from a site's public records, its files, the list of a handover as the books are now, what a list
// comes to, the proof of one wallet with the call that claims it, and the files that visitors load (docs/handover.md).
// With deploy-arguments FOLDER: the transactions that deploy and fund the contracts of the final list; with push
// FOLDER: those that send everybody what has opened.
import { createHash } from 'node:crypto';
import {
  closeSync,
  createReadStream,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { isDeepStrictEqual, parseArgs } from 'node:util';
import { type ChainId, isChainId } from '#src/config/chains.ts';
import { LIST_TERMS } from '#src/config/holding-terms.ts';
import type { ManifestPayload } from '#src/contract/allocation.ts';
import { explorerArgument, safeClaim } from '#src/lib/allocation/claim-by-hand.ts';
import { claimCalldata } from '#src/lib/allocation/claim-call.ts';
import { claimFileOf, listOfClaimFile } from '#src/lib/allocation/claim-file.ts';
import {
  type AllocationEntry,
  AllocationError,
  AMOUNT_KINDS,
  entryOf,
  lineOf,
  totalOf,
} from '#src/lib/allocation/entry.ts';
import { type ListSummary, readList, shardName } from '#src/lib/allocation/list.ts';
import { type RecomputedList, recomputeList } from '#src/lib/allocation/recompute.ts';
import { openShard, shardFile, shardsOf, shardText } from '#src/lib/allocation/shard.ts';
import { ADDRESS_PATTERN } from '#src/lib/text/hex-patterns.ts';
import { printable } from '#src/lib/text/printable.ts';
import { ChainSources } from '#src/server/platform/chains/chain-sources.ts';
import { openDatabase } from '#src/server/platform/database/migrations/open-database.ts';
import { databaseOf } from '#src/server/platform/database/settings.ts';
import type { Db } from '#src/server/platform/database/tables.ts';
import { type Env, readEnvWithoutChains } from '#src/server/platform/env/env.ts';
import { readSettings } from '#src/server/platform/env/settings.ts';
import { readPublishedRecords } from '#src/server/platform/records/published-records.ts';
import { exactSynx } from '#src/server/platform/util/exact-synx.ts';
import { foreignAnswer, foreignSuccess, leadsElsewhere } from '#src/server/platform/util/foreign-answer.ts';
import { writeDeployArguments } from './deploy-arguments.ts';
import { claimFileList } from './money/handover/batch-view.ts';
import { writePlannedList } from './money/handover/planned-list.ts';
import { PAGE, publishLatest } from './money/handover/publish.ts';
import { writePush } from './push-claims.ts';

const COMMANDS: Readonly<Record<string, (file: string, argument: string) => Promise<string>>> = {
  verify,
  publish,
  list: writeList,
  root: async (file) => summaryText(await summaryOf(file)),
  proof: async (first, address) =>
    address === '' ? proofText(latestList(), first.toLowerCase()) : proofText(first, address.toLowerCase()),
  shards: writeShards,
  'deploy-arguments': writeDeployment,
  push: (folder) => pushAll(folder),
};
/** How many arguments each takes, if not two. */
const ARGUMENTS: Readonly<Record<string, readonly number[]>> = {
  ...{ root: [1], verify: [1], publish: [0], 'deploy-arguments': [1], proof: [1, 2], push: [1] },
};
const USAGE =
  'usage: npm run allocation -- verify URL [--page FILE] | publish | list FILE DAY | root FILE | proof [FILE] 0x…' +
  ' | shards FILE FOLDER | deploy-arguments FOLDER' +
  ' | push FOLDER [--list FILE] [--batch-size N] [--rpc URL]… [--contracts]';
const OPTIONS = {
  page: { type: 'string' },
  list: { type: 'string' },
  'batch-size': { type: 'string' },
  rpc: { type: 'string', multiple: true },
  contracts: { type: 'boolean' },
} as const;

/** The options that a command has. */
const OPTIONS_OF: Readonly<Record<string, readonly string[]>> = {
  verify: ['page'],
  push: ['list', 'batch-size', 'rpc', 'contracts'],
};

/** More than the longest line has: what has no end of a line would be searched for one again and again. */
const LONGEST_LINE = 200;
/** Of a site's text, each line may be one. */
const PROBLEMS_NAMED = 20;

/** Computes the latest list of a site from its public records alone. Throws Error if it does not follow from them. */
async function verify(origin: string): Promise<string> {
  const readAside = async (batch: number) =>
    (await foreignSuccess(new URL(`/allocation/${batch}/set-aside.txt`, origin))).text();
  const { state, stated, named, list, problems } = await recomputeList(
    readPublishedRecords(origin),
    LIST_TERMS,
    readAside,
  );
  if (problems.length > 0)
    throw new Error(`The list does not follow from the records: ${problems.slice(0, PROBLEMS_NAMED).join('; ')}.`);
  if (stated === null || list === null) return 'There is no list.';
  const page = await verifyClaimFile(origin, { stated, named }, list);
  const head = [
    ['batch', `${stated.batch}, ${state}`],
    ['opens', printable(stated.opensAt)],
  ];
  const first = head.map(([name = '', value]) => `${name.padEnd(10)} ${value}`).join('\n');
  return `${first}\n${summaryText(list)}\nThe list follows from the public records alone.${page}`;
}

/**
 * Compares the published claim.html with its hash, with list and contract by the records, and with the page of this
 * build: a site that somebody has taken over can state any hash. Throws Error if it is another one.
 */
async function verifyClaimFile(
  origin: string,
  { stated, named }: Pick<RecomputedList, 'named'> & { readonly stated: NonNullable<RecomputedList['stated']> },
  { root, hash, count }: ListSummary,
): Promise<string> {
  const { batch, opensAt } = stated;
  const at = (file: string) => new URL(`/allocation/${batch}/${file}`, origin);
  const manifest = await foreignSuccess(at('manifest.json')).then(
    (answer) => answer.text(),
    () => '{}',
  );
  const { payload } = JSON.parse(manifest) as { readonly payload?: ManifestPayload };
  const isNamed = payload?.claimFile != null;
  const answer = await (isNamed ? foreignSuccess : foreignAnswer)(at('claim.html'));
  const elsewhere = leadsElsewhere(answer);
  if (elsewhere !== null) throw new Error(`claim.html ${elsewhere}.`);
  if (!isNamed) {
    if (answer.ok) throw new Error('There is a claim.html, which manifest.json does not name.');
    // A browser shows the body of an error as well.
    return `\nmanifest.json names no claim.html, and the address of one answers ${answer.status}.`;
  }
  const text = await answer.text();
  const found = `0x${createHash('sha256').update(text).digest('hex')}`;
  if (found !== payload.claimFile) throw new Error(`claim.html has the hash ${found}, not ${payload.claimFile}.`);
  if (named === null) throw new Error('There is a claim.html, and no public record names a contract.');
  const { claims, chainId } = namedBy(named);
  const list = { batch, chainId, claims, token: named.token, root, listHash: hash };
  const expected = claimFileList(list, count, BigInt(Date.parse(opensAt)));
  if (!isDeepStrictEqual(listOfClaimFile(text), expected) || payload.claims !== claims)
    throw new Error('claim.html is for another list or contract than the public records name.');
  const file = options.page ?? PAGE;
  const page = options.page !== undefined || existsSync(file) ? readFileSync(file, 'utf8') : null;
  if (page !== null && claimFileOf(page, expected) !== text)
    throw new Error(
      `claim.html is another page than that of this build, ${file}. Build the commit that npm run verify names.`,
    );
  const compared = page === null ? 'compared with no page: npm run build first' : 'that of this build';
  return `\nclaim.html ${found}, ${compared}\nclaims of  ${claims}, chain ${chainId}`;
}

/** Writes the files of the latest batch, as a running server does by itself. */
function publish(): Promise<string> {
  return inDatabase(async (db, env) => {
    const batch = await publishLatest({ db, env });
    if (batch === null) return 'There is nothing to write.';
    const folder = join(env.ALLOCATION_FOLDER, String(batch));
    const lacks = contractBeside(join(folder, 'list.txt')) !== null && !existsSync(join(folder, 'claim.html'));
    return `Batch ${batch} is in ${env.ALLOCATION_FOLDER}.${lacks ? ' It has no claim.html: npm run build first.' : ''}`;
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
    if (rest.length > LONGEST_LINE) throw new AllocationError('malformed-line', rest.slice(0, LONGEST_LINE));
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
    const named = contractBeside(file);
    return [
      `entry      ${lineOf(entry).trimEnd()}`,
      `root       ${list.root}`,
      'proof',
      ...proof,
      'calldata',
      claimCalldata({ entry, proof, to: null }),
      ...(named === null ? [] : byHand(found, named)),
    ].join('\n');
  }
  throw new AllocationError('not-listed', address);
}

/** How the entry is claimed without any page of ours. */
function byHand(found: Parameters<typeof safeClaim>[0], { chainId, claims }: Named): readonly string[] {
  return [
    `\nin a block explorer of chain ${chainId}: contract ${claims}, "Write Contract", claim, and this argument`,
    '(an explorer that asks for each value wants them in this order: account, bought, staked, rewards, airdrop, proof)',
    explorerArgument(found),
    '\nfor the Transaction Builder of a Safe',
    safeClaim(found, { chainId, claims, at: Date.now() }).trimEnd(),
  ];
}

interface Named {
  readonly chainId: ChainId;
  readonly claims: string;
}

/** The contract of a list, as manifest.json next to it names it; null if none does. */
function contractBeside(file: string): Named | null {
  const manifest = join(dirname(file), 'manifest.json');
  if (!existsSync(manifest)) return null;
  const { payload } = JSON.parse(readFileSync(manifest, 'utf8')) as { readonly payload: ManifestPayload };
  return payload.claims === null ? null : namedBy({ chainId: payload.chainId, claims: payload.claims });
}

/** What a site names is shown among our own lines, and called. Throws Error for what is no address on a chain. */
function namedBy({ chainId, claims }: { readonly chainId: number; readonly claims: string }): Named {
  if (!isChainId(chainId) || !ADDRESS_PATTERN.test(claims)) throw new Error('The site names no contract of a chain.');
  return { chainId, claims };
}

/** The latest list in the folder of published lists. Throws Error if there is none. */
function latestList(): string {
  const { ALLOCATION_FOLDER } = readEnvWithoutChains(readSettings());
  const names = existsSync(ALLOCATION_FOLDER) ? readdirSync(ALLOCATION_FOLDER) : [];
  const [latest] = names.filter((name) => /^\d+$/.test(name)).sort((one, other) => Number(other) - Number(one));
  if (latest === undefined) throw new Error(`There is no list in ${ALLOCATION_FOLDER}.`);
  return join(ALLOCATION_FOLDER, latest, 'list.txt');
}

/** Writes the transactions that send everybody what has opened, as the contract of the list has it. */
async function pushAll(folder: string): Promise<string> {
  const file = options.list ?? latestList();
  const named = contractBeside(file);
  if (named === null) throw new Error(`No contract is named in manifest.json next to ${file}.`);
  const size = options['batch-size'];
  if (size !== undefined && !/^[1-9]\d{0,4}$/.test(size)) throw new Error(USAGE);
  return writePush({
    ...{ list: await summaryOf(file), entries: entriesOf(file), claims: named.claims, folder },
    chain: sourcesOf(named.chainId, options.rpc ?? []),
    batchSize: size === undefined ? null : Number(size),
    withContracts: options.contracts ?? false,
  });
}

/** The given nodes of a chain, or those of the environment, of which two must agree. */
function sourcesOf(chainId: ChainId, given: readonly string[]): ChainSources {
  const known = readEnvWithoutChains(readSettings()).chains.find((chain) => chain.chainId === chainId);
  const rpcUrls = given.length > 0 ? given : (known?.rpcUrls ?? []);
  if (rpcUrls.length === 0) throw new Error(`No node of chain ${chainId}: RPC_URL_${chainId} or --rpc names one.`);
  const quorum = Math.min(2, rpcUrls.length);
  return new ChainSources({ chainId, rpcUrls, quorum, startBlock: 0n, heartbeatSeconds: 0 });
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

const [name = '', ...rest] = process.argv.slice(2);
const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
let options: ReturnType<typeof readArguments>['values'] = {};
try {
  const { values, positionals } = readArguments();
  options = values;
  const isKnown = (ARGUMENTS[name] ?? [2]).includes(positionals.length);
  const isOther = Object.keys(values).some((option) => !OPTIONS_OF[name]?.includes(option));
  if (command === undefined || !isKnown || isOther) throw new Error(USAGE);
  const [file = '', argument = ''] = positionals;
  console.log(await command(file, argument));
} catch (error) {
  console.error(printable(error instanceof Error ? error.message : String(error)));
  process.exitCode = 1;
}

/** Throws Error for an unknown option. */
function readArguments() {
  return parseArgs({ args: rest, options: OPTIONS, allowPositionals: true });
}
