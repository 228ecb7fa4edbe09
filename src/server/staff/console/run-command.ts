import { parseArgs } from 'node:util';
import type { z } from 'zod';
import { printableLines } from '#src/lib/text/printable.ts';
import { makeBackup } from '#src/server/money/backup/make-backup.ts';
import { verifyLedger } from '#src/server/money/backup/verify-ledger.ts';
import type { AppContext } from '#src/server/platform/context/app-context.ts';
import type { Database } from '#src/server/platform/database/database.ts';
import { BackupError } from '#src/server/platform/database/database-error.ts';
import { isoTime } from '#src/server/platform/util/iso-time.ts';
import { signIn } from '../auth/accounts.ts';
import { type Actor, HOST, mayAct } from '../auth/actor.ts';
import { appendAudit, verifyAudit } from '../auth/audit.ts';
import { NO_TIME, StaffRefusal } from '../auth/refusal.ts';
import { execute } from '../commands/execute.ts';
import { askedField } from '../commands/fields.ts';
import { findCommand, STAFF_COMMANDS } from '../commands/staff-commands.ts';
import { loadScreen, SCREENS } from '../desk/screens.ts';
import type { Block, Cell, Field, Screen } from '../screen/screen.ts';

export interface CommandRequest {
  /** The arguments after `npm run staff --`, without `--as`. */
  readonly args: readonly string[];
  /** The person, if the command needs one. */
  readonly credentials: { readonly name: string; readonly password: string; readonly code: string } | null;
}

export interface CommandSite {
  readonly context: AppContext;
  readonly database: Database;
}

/** Runs one command of the command line; returns its output. Throws StaffRefusal. */
export async function runCommand(
  { context, database }: CommandSite,
  { args, credentials }: CommandRequest,
): Promise<string> {
  const [command = '', ...rest] = args;
  const { values, positionals } = readOptions(rest);
  if (command === 'verify-audit') return verify(context, values['noted']);
  if (command === 'verify-ledger') return ledger(database, values['noted']);
  if (command === 'last-backup') return lastBackup(context);
  if (command === 'backup') return backup({ context, database }, values['file'] ?? positionals[0] ?? '');
  const actor = await actorOf(context, credentials);
  if (command === 'show') return show(context, actor, positionals[0] ?? 'overview', values);
  const [name, definition] = findCommand(command);
  const unknown = [...Object.keys(values).filter((field) => !(field in definition.input.shape)), ...positionals];
  if (unknown.length > 0) throw new StaffRefusal(`"${name}" does not know: ${unknown.join(', ')}.\n${usage(name)}`);
  if (!context.clock.isConfirmed()) throw new StaffRefusal(NO_TIME);
  const { message, file } = await execute(context, actor, [name, definition], values);
  // A file is for another program, byte for byte.
  return file?.body ?? printableLines(message);
}

async function actorOf(context: AppContext, credentials: CommandRequest['credentials']): Promise<Actor> {
  if (credentials === null) return HOST;
  const actor = await signIn(context.db, credentials, context.now());
  if (actor === null)
    throw new StaffRefusal(
      'Name, password or code is not right, or the last attempts failed: try again in half a minute.',
    );
  return actor;
}

async function show(context: AppContext, actor: Actor, name: string, query: Record<string, string>): Promise<string> {
  const screen = Object.hasOwn(SCREENS, name) ? SCREENS[name] : undefined;
  if (screen === undefined) throw new StaffRefusal(`There is no screen "${name}". See: npm run staff -- help`);
  if (!mayAct(actor, screen.role, true)) throw new StaffRefusal('This is for managers.');
  return printableLines(JSON.stringify(dataOf(await loadScreen(context, actor, name, query)), null, 2));
}

/** What a screen shows, without its forms: a row is an object with the names of the columns. */
function dataOf({ title, blocks }: Screen) {
  const text = (cell: Cell | undefined) => (typeof cell === 'object' ? cell.text : (cell ?? ''));
  const data = (block: Block) => {
    if (block.kind === 'text') return { text: block.text, to: block.to };
    if (block.kind === 'card')
      return { title: block.title, facts: Object.fromEntries(block.facts.map(([name, cell]) => [name, text(cell)])) };
    const { columns, rows, back, more } = block;
    const named = rows.map((row) => Object.fromEntries(columns.map((column, index) => [column, text(row[index])])));
    return { title: block.title, rows: named, empty: rows.length === 0 ? block.empty : undefined, back, more };
  };
  return { title, blocks: blocks.map(data) };
}

async function verify(context: AppContext, noted: string | undefined): Promise<string> {
  const { problems, head } = await verifyAudit(context.db, noted);
  if (problems.length > 0) throw new StaffRefusal(`The audit log was tampered with:\n  ${problems.join('\n  ')}`);
  return `Every entry of the audit log is there and unchanged. Note this elsewhere:\n${head}`;
}

async function ledger(database: Database, noted: string | undefined): Promise<string> {
  const { mark, problems } = await verifyLedger(database, noted);
  if (problems.length > 0) throw new StaffRefusal(`The ledger is not sound:\n  ${problems.join('\n  ')}`);
  return `The books add up${noted === undefined ? '' : ', and begin with what was noted'}. The ledger's mark:\n${mark}`;
}

async function backup({ context, database }: CommandSite, file: string): Promise<string> {
  const started = performance.now();
  const mark = await makeBackup(database, file).catch((error: unknown) => {
    throw error instanceof BackupError ? new StaffRefusal(error.message) : error;
  });
  const entry = { actor: HOST.name, action: 'backup', subject: 'database', detail: { file, mark } };
  await context.db.transaction().execute((tx) => appendAudit(tx, entry, context.now()));
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  return `${file} was written in ${seconds} s. What is restored from it must begin with the mark:\n${mark}`;
}

/** The time of the last backup that succeeded. */
async function lastBackup({ db }: AppContext): Promise<string> {
  const entry = await db
    .selectFrom('staff_audit')
    .select('at')
    .where('action', '=', 'backup')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return entry === undefined ? 'never' : isoTime(entry.at);
}

/** `--name value` and `--name=value`, for any name. A negative number is a value: `parseArgs` reads it as options. */
function readOptions(args: readonly string[]): { values: Record<string, string>; positionals: string[] } {
  const isNumber = (at: number) => /^-\d/.test(args[at] ?? '') && /^--[^=]+$/.test(args[at - 1] ?? '');
  const joined = args.flatMap((arg, at) => (isNumber(at) ? [] : isNumber(at + 1) ? [`${arg}=${args[at + 1]}`] : [arg]));
  const { tokens } = parseArgs({ args: joined, strict: false, tokens: true });
  const values: Record<string, string> = {};
  const positionals: string[] = [];
  let open: string | null = null;
  for (const token of tokens) {
    if (token.kind === 'option') {
      open = token.inlineValue === true ? null : token.name;
      values[token.name] = token.inlineValue === true ? (token.value ?? '') : '';
    } else if (token.kind === 'positional') {
      if (open === null) positionals.push(token.value);
      else values[open] = token.value;
      open = null;
    }
  }
  return { values, positionals };
}

/** All commands, or the fields of one. Throws StaffRefusal for an unknown one. */
export function help(name: string | undefined): string {
  if (name !== undefined) return usage(name);
  return [
    'npm run staff -- COMMAND [--as NAME] [--field value …]',
    '',
    'Changes are made by somebody with an account: --as NAME asks for password and code. Without it one is the host, who',
    'may look, invite the first two managers, suspend, resume and recover accounts, and withdraw a build.',
    '',
    `show SCREEN     ${Object.keys(SCREENS).join(', ')}, as JSON;`,
    '                with --page N the next ones, and with the filters of the screen only some: help SCREEN',
    'verify-audit    recount the audit log; --noted HEAD: and see that a head noted before is still in it',
    'verify-ledger   recount the books and print the mark of the ledger; --noted MARK: and see that it begins with that',
    'backup FILE     copy the database to a new file while it is in use (also: npm run backup -- FILE)',
    'last-backup     when the last backup succeeded',
    'help COMMAND    the fields of a command',
    '',
    ...Object.entries(STAFF_COMMANDS).map(([definition, { summary }]) => `${definition.padEnd(26)} ${summary}`),
  ].join('\n');
}

function usage(name: string): string {
  const screen = Object.hasOwn(SCREENS, name) && !Object.hasOwn(STAFF_COMMANDS, name) ? SCREENS[name] : undefined;
  if (screen !== undefined) return [`show ${name}: ${screen.label}`, ...(screen.filter ?? []).map(option)].join('\n');
  const [, { summary, input }] = findCommand(name);
  const fields = Object.entries(input.shape as Record<string, z.ZodType>).map(([field, schema]) =>
    option(askedField(field, schema)),
  );
  return [`${name}: ${summary}`, ...fields].join('\n');
}

function option({ name, label, options = [] }: Field): string {
  const values = options.flatMap(({ value }) => (value === '' ? [] : [value]));
  return `  --${name}   ${label}${values.length === 0 ? '' : `: ${values.join(', ')}`}`;
}
