// npm run staff -- COMMAND: the actions of the staff desk, on the server's machine. `help` lists them.
import { existsSync } from 'node:fs';
import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import pino from 'pino';
import { printableLines } from '#src/lib/text/printable.ts';
import { watchLedger } from '#src/server/money/ledger/watch-ledger.ts';
import { chainTimes } from '#src/server/money/payments/watch/watch-head.ts';
import { createAlarms } from '#src/server/platform/alerts/alarms.ts';
import { ChainSources } from '#src/server/platform/chains/chain-sources.ts';
import { createTrustedClock } from '#src/server/platform/chains/trusted-clock.ts';
import { DatabaseOpenError } from '#src/server/platform/database/database-error.ts';
import { openDatabase } from '#src/server/platform/database/migrations/open-database.ts';
import { databaseOf, isShared } from '#src/server/platform/database/settings.ts';
import { type Env, EnvironmentError, readEnvWithoutChains } from '#src/server/platform/env/env.ts';
import { readSettings } from '#src/server/platform/env/settings.ts';
import { createContext } from './create-context.ts';
import { StaffRefusal } from './staff/auth/refusal.ts';
import { type CommandRequest, help, runCommand } from './staff/console/run-command.ts';
import { askServer } from './staff/console/socket.ts';

// Database and backups are for this user alone.
process.umask(0o077);

try {
  const [first = 'help', second] = process.argv.slice(2);
  const output = first === 'help' ? help(second) : (await run(process.argv.slice(2))).trimEnd();
  // Elsewhere it may be a file, which gets what people wrote unchanged.
  process.stdout.write(`${process.stdout.isTTY ? printableLines(output) : output}\n`);
} catch (error) {
  const known = [StaffRefusal, EnvironmentError, DatabaseOpenError].some((kind) => error instanceof kind);
  const said = error instanceof Error ? (known ? error.message : error.stack) : undefined;
  console.error(printableLines(said ?? String(error)));
  process.exitCode = 1;
}

async function run(args: readonly string[]): Promise<string> {
  // Without real chains, use those of the running server.
  const env = readEnvWithoutChains(readSettings());
  const command = await readCommand(args);
  const answer = isShared(env) ? null : await askServer(env.DATA_DIRECTORY, command);
  return answer ?? runAlone(env, command);
}

/** Takes `--as NAME` out of the arguments and asks for password and code, on the terminal or as two lines of input. */
async function readCommand(args: readonly string[]): Promise<CommandRequest> {
  const at = args.indexOf('--as');
  if (at === -1) return { args, credentials: null };
  const name = args[at + 1] ?? '';
  const rest = args.toSpliced(at, 2);
  if (!process.stdin.isTTY) {
    const lines: string[] = [];
    for await (const line of createInterface({ input: process.stdin })) lines.push(line);
    return { args: rest, credentials: { name, password: lines[0] ?? '', code: lines[1] ?? '' } };
  }
  // Do not echo what is typed.
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() });
  const hidden = createInterface({ input: process.stdin, output: silent, terminal: true });
  process.stderr.write(`Password of ${name}: `);
  const password = await hidden.question('');
  process.stderr.write('\nCode of the authenticator app: ');
  const code = await hidden.question('');
  process.stderr.write('\n');
  hidden.close();
  return { args: rest, credentials: { name, password, code: code.replaceAll(/\s/g, '') } };
}

/** Works on the database directly: next to the server, or on the embedded one while no server runs. */
async function runAlone(env: Env, command: CommandRequest): Promise<string> {
  const [location, options] = databaseOf(env);
  if (!isShared(env) && !existsSync(location))
    throw new StaffRefusal(`There is no database at ${location} yet. Start the server once before this.`);
  const database = await openDatabase(location, options);
  try {
    const named = env.chains.filter(({ rpcUrls }) => rpcUrls.length > 0);
    const chains = new Map(named.map((chain) => [chain.chainId, new ChainSources(chain)]));
    const clock = createTrustedClock(undefined, undefined, chains.size === 0);
    if (chains.size > 0) clock.learn(await chainTimes({ chains }));
    const { now, isConfirmed: isTimeConfirmed } = clock;
    const alarms = createAlarms(database.db, pino({ level: 'silent' }), now, { isTimeConfirmed });
    const ledger = watchLedger(database, alarms, { stopsAfterMs: env.LEDGER_CHECK_STOPS_AFTER * 60_000 });
    await ledger.check();
    const context = createContext({
      ...{ db: database.db, env, alarms, now, clock, chains },
      ...{ isLedgerBalanced: ledger.isBalanced, lastRecount: ledger.lastWhole, isStorable: () => true },
    });
    return await runCommand({ context, database }, command);
  } finally {
    await database.close();
  }
}
