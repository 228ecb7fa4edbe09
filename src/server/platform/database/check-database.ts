import { accessSync, constants, existsSync, statSync } from 'node:fs';
import { statfs } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import type pg from 'pg';
import { collect, failed, passed, reasonOf, type Verdict, type Verdicts, warned } from '../util/finding.ts';
import { isThisMachine } from '../util/is-this-machine.ts';
import { askPostgres } from './ask-postgres.ts';
import { type DatabaseSettings, databaseFile } from './settings.ts';
import { openSqliteReader } from './sqlite.ts';

const MIB = 1024n * 1024n;
const ENOUGH_MIB = 2_048n;
const LEAST_MIB = 256n;
const OLDEST_POSTGRES = 140_000;
/** Milliseconds for one exchange with PostgreSQL; a credit takes several. */
const SLOW_MS = 20;

/** The database of the settings for a sale, without changing it: it is neither created nor migrated. */
export async function* checkDatabase(env: DatabaseSettings, network: string): Verdicts {
  const directory = resolve(env.DATA_DIRECTORY);
  // Files of earlier versions, or of a restore, may be readable by every user of the machine.
  if (((statSync(directory, { throwIfNoEntry: false })?.mode ?? 0) & 0o007) !== 0)
    yield warned(`Every user of this machine can read ${directory}.`, `chmod -R go= ${directory}`);
  yield* env.DATABASE_URL === undefined
    ? checkEmbedded(directory, network)
    : checkPostgres(env, env.DATABASE_URL, network);
}

async function* checkEmbedded(directory: string, network: string): Verdicts {
  const folder = nearestFolder(directory);
  try {
    accessSync(folder, constants.W_OK);
  } catch {
    return yield failed(`${folder} is not writable for this user.`, 'Give DATA_DIRECTORY to the user of the server.');
  }
  const { bavail, bsize } = await statfs(folder, { bigint: true });
  const free = (bavail * bsize) / MIB;
  if (free < LEAST_MIB) yield failed(`Only ${free} MiB are free at ${folder}.`, 'Free space, or move it.');
  else if (free < ENOUGH_MIB) yield warned(`${free} MiB are free at ${folder}.`, 'Free space in time.');
  const file = databaseFile(directory);
  if (!existsSync(file)) return yield passed(`The embedded database will be created at ${file}.`);
  yield warned(
    'The embedded database serves one process on one machine.',
    'For a public sale use PostgreSQL (DATABASE_URL).',
  );
  yield embeddedContent(file, network);
}

function embeddedContent(file: string, network: string): Verdict {
  const size = statSync(file).size;
  try {
    const { values, close } = openSqliteReader(file);
    try {
      const [check] = values('PRAGMA quick_check(1)');
      if (check !== 'ok') return failed(`${file} is damaged: ${check}`, 'Stop, keep a copy, restore the last backup.');
      const [stored] = values("SELECT value FROM settings WHERE key = 'network'");
      if (stored !== undefined && stored !== network) return foreign(stored, network);
      return passed(`${file} is sound (${Math.ceil(size / Number(MIB))} MiB).`);
    } finally {
      close();
    }
  } catch (error) {
    if (/locked|another process/.test(reasonOf(error)))
      return passed(`${file} is in use by a running server (${Math.ceil(size / Number(MIB))} MiB).`);
    return failed(`${file} cannot be read: ${reasonOf(error)}`, 'Check its owner, or restore a backup.');
  }
}

function foreign(stored: string, network: string): Verdict {
  return failed(
    `The database belongs to "${stored}", these settings to "${network}".`,
    'Use the database of this sale, or a new one.',
  );
}

async function* checkPostgres(env: DatabaseSettings, url: string, network: string): Verdicts {
  const { DATABASE_DIRECT_URL: direct = url, DATABASE_READ_URL: replica } = env;
  const { host, hostname } = new URL(direct);
  const ofServer = await asking('DATABASE_URL', direct, async function* (client) {
    yield* serverVerdicts(client, env.DATABASE_POOL_SIZE + env.DATABASE_MONEY_POOL_SIZE + 1);
    yield* tableVerdicts(client, network);
    yield* pathVerdicts(client, hostname);
  });
  const ofPooler = direct === url ? [] : await asking('DATABASE_URL', url, async function* () {});
  const ofReplica = replica === undefined ? [] : await asking('DATABASE_READ_URL', replica, replicaVerdicts);
  const found = [...ofServer, ...ofPooler, ...ofReplica];
  yield* found;
  if (!found.some(({ result }) => result === 'failed'))
    yield passed(`PostgreSQL at ${host} is set up as it should be.`);
}

/** What kind of PostgreSQL server it is, or that it cannot be reached. */
async function asking(
  setting: string,
  url: string,
  check: (client: pg.Client) => Verdicts,
): Promise<readonly Verdict[]> {
  try {
    return await askPostgres(url, (client) => collect(check(client)));
  } catch (error) {
    const { host } = new URL(url);
    return [
      failed(`PostgreSQL at ${host} cannot be asked: ${reasonOf(error)}`, `Check ${setting}, its user and firewall.`),
    ];
  }
}

async function isStandby(client: pg.Client): Promise<boolean> {
  return (await one<{ standby: boolean }>(client, 'select pg_is_in_recovery() standby')).standby;
}

async function* replicaVerdicts(client: pg.Client): Verdicts {
  if (!(await isStandby(client)))
    yield warned('DATABASE_READ_URL is no replica: its reads relieve nobody.', 'Name a standby, or remove it.');
}

async function one<Row extends pg.QueryResultRow>(client: pg.Client, query: string): Promise<Row> {
  const { rows } = await client.query<Row>(query);
  const [row] = rows;
  if (row === undefined) throw new Error('an empty answer');
  return row;
}

/** What must hold for a commit to survive a power loss, and for every instance to get its connections. */
async function* serverVerdicts(client: pg.Client, connections: number): Verdicts {
  const { rows } = await client.query<{ name: string; setting: string }>(
    `select name, setting from pg_settings where name in ('server_version_num', 'fsync', 'full_page_writes',
     'synchronous_commit', 'max_connections', 'server_encoding', 'default_transaction_read_only')`,
  );
  const setting = (name: string) => rows.find((row) => row.name === name)?.setting ?? '';
  if (Number(setting('server_version_num')) < OLDEST_POSTGRES)
    yield failed('PostgreSQL is older than version 14.', 'Upgrade it.');
  for (const name of ['fsync', 'full_page_writes'])
    if (setting(name) !== 'on')
      yield failed(`${name} is ${setting(name)}: a power loss loses payments.`, `Set ${name} = on.`);
  if (setting('synchronous_commit') === 'off')
    yield failed(
      'synchronous_commit is off: an answered purchase may be lost.',
      'Set it to on for this user and database.',
    );
  if (setting('server_encoding') !== 'UTF8')
    yield failed(`The database’s encoding is ${setting('server_encoding')}.`, 'Create it with UTF8.');
  if ((await isStandby(client)) || setting('default_transaction_read_only') === 'on')
    yield failed('This PostgreSQL is a standby or read-only.', 'Name the primary in DATABASE_URL.');
  const { used } = await one<{ used: number }>(client, 'select count(*)::int used from pg_stat_activity');
  const left = Number(setting('max_connections')) - used;
  if (left < 2 * connections)
    yield warned(
      `${left} of ${setting('max_connections')} connections are free; each instance opens up to ${connections}.`,
      'Raise max_connections, or put PgBouncer in front.',
    );
}

/** Whether the user may create what a start creates, and whether the tables are those of this sale. */
async function* tableVerdicts(client: pg.Client, network: string): Verdicts {
  const { allowed } = await one<{ allowed: boolean }>(
    client,
    "select has_schema_privilege(current_user, current_schema(), 'create') allowed",
  );
  if (!allowed) yield failed('The user may not create tables.', 'Let the user of DATABASE_URL own the database.');
  const { found } = await one<{ found: boolean }>(client, "select to_regclass('settings') is not null found");
  if (!found) return yield passed('The database is empty: the first start creates its tables.');
  const { rows } = await client.query<{ value: string }>("select value from settings where key = 'network'");
  const [stored] = rows;
  if (stored !== undefined && stored.value !== network) yield foreign(stored.value, network);
}

/** The way to the server: encrypted beyond this machine, and short. */
async function* pathVerdicts(client: pg.Client, hostname: string): Verdicts {
  const { ssl } = await one<{ ssl: boolean | null }>(
    client,
    'select (select ssl from pg_stat_ssl where pid = pg_backend_pid()) ssl',
  );
  if (!isThisMachine(hostname) && ssl !== true)
    yield warned('The connection to PostgreSQL is not encrypted.', 'Add ?sslmode=verify-full to DATABASE_URL.');
  const times: number[] = [];
  for (let round = 0; round < 10; round += 1) {
    const begun = performance.now();
    await client.query('select 1');
    times.push(performance.now() - begun);
  }
  const median = times.sort((a, b) => a - b)[times.length / 2] ?? 0;
  if (median > SLOW_MS)
    yield warned(
      `An exchange with PostgreSQL takes ${Math.round(median)} ms.`,
      'Run the server in the same data centre.',
    );
}

/** The folder itself, or its nearest parent that exists. */
function nearestFolder(directory: string): string {
  return existsSync(directory) || dirname(directory) === directory ? directory : nearestFolder(dirname(directory));
}
