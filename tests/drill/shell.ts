import { execFile, execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { filledIn } from '#tests/deploy/deploy-commands.ts';
import { cleanEnv } from '#tests/run/clean-env.ts';
import { findBinaries } from '#tests/support/postgres/find-binaries.ts';

const ROOT = join(import.meta.dirname, '../..');

/** A shell of the operator's. */
export interface Shell {
  /** Runs commands with `values` in place of their placeholders. Returns all output; throws if one fails. */
  run(commands: string, values?: Readonly<Record<string, string>>): Promise<string>;
  /** `runuser -u postgres` works on this server from now on. */
  setPostgres(url: string): void;
}

/**
 * A shell in which `systemctl` asks `services`, `runuser` changes no user, and `npm` reads the settings of the deployed
 * server; `places` are what the document's paths and ports are here.
 */
export async function openShell(
  folder: string,
  services: string,
  places: Readonly<Record<string, string>>,
): Promise<Shell> {
  const binaries = await findBinaries();
  if ('unavailable' in binaries) throw new Error(`PostgreSQL is needed: ${binaries.unavailable}`);
  const [bin, backups, server] = ['bin', 'backups', 'server'].map((name) => join(folder, name)) as Triple;
  mkdirSync(bin);
  mkdirSync(backups);
  const npm = execFileSync('sh', ['-c', 'command -v npm'], { encoding: 'utf8' }).trim();
  const programs = {
    systemctl: `exec curl -fsS -o /dev/null -d "$*" ${services}/systemctl`,
    runuser: `[ "$2" = postgres ] && . ${server}\nshift 3\nexec "$@"`,
    npm: [
      `set -a; . ${places['/etc/synx/env']}; set +a`,
      'name=$(expr " $* " : ".* --as \\([^ ]*\\) ")',
      `[ -z "$name" ] || exec sh -c 'curl -fsS "$0" | "$@"' ${services}/typed/$name ${npm} "$@"`,
      `exec ${npm} "$@"`,
    ].join('\n'),
  };
  for (const [name, text] of Object.entries(programs))
    writeFileSync(join(bin, name), `#!/bin/sh\n${text}\n`, { mode: 0o755 });
  const path = [bin, binaries.bin, process.env.PATH].join(delimiter);
  const known = { ...places, '/var/lib/synx-backups': backups };
  return {
    run: (commands, values = {}) =>
      new Promise((resolve, reject) => {
        const script = filledIn(commands, { ...known, ...values });
        const options = { cwd: ROOT, env: { ...cleanEnv(process.env), PATH: path } };
        execFile('bash', ['-ec', `exec 2>&1\n${script}`], options, (error, output) =>
          error === null ? resolve(output) : reject(new Error(`${script}\n${output}`)),
        );
      }),
    setPostgres: (url) => {
      const { hostname, port, username } = new URL(url);
      writeFileSync(server, `export PGHOST=${hostname} PGPORT=${port} PGUSER=${username}\n`);
    },
  };
}

type Triple = [string, string, string];
