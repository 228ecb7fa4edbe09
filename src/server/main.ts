import { join } from 'node:path';
import { printableLines } from '#src/lib/text/printable.ts';
import { WrongChainError } from '#src/server/platform/chains/startup-checks.ts';
import { DatabaseOpenError, isStorageOutage } from '#src/server/platform/database/database-error.ts';
import { EnvironmentError, readEnv } from '#src/server/platform/env/env.ts';
import { readSettings } from '#src/server/platform/env/settings.ts';
import { WrongSiteError } from '#src/server/platform/env/site-to-serve.ts';
import { rememberAllNames } from '#src/server/platform/util/remember-names.ts';
import { PortTakenError, packageVersion, startServer } from './start.ts';

const root = join(import.meta.dirname, '../..');
// Database, mails and backups are for this user alone.
process.umask(0o077);

/** The API and the site against real chains, in the project's folder: one `.env`, one relative DATA_DIRECTORY. */
async function main(): Promise<void> {
  process.chdir(root);
  rememberAllNames();
  const env = readEnv(readSettings());
  const server = await startServer({ env, siteDirectory: join(root, 'dist'), version: packageVersion() });
  const stop = () => {
    server.stop().then(
      () => process.exit(0),
      () => process.exit(1),
    );
  };
  process.once('SIGINT', stop);
  process.once('SIGTERM', stop);
  // Last: whoever reads this line may stop the process at once.
  process.stdout.write(`SYNX is running on ${server.url}\n`);
}

main().catch((error: unknown) => {
  const known = [EnvironmentError, DatabaseOpenError, WrongChainError, WrongSiteError, PortTakenError].some(
    (kind) => error instanceof kind,
  );
  const outage = isStorageOutage(error) ? `The database takes no write, or gives no answer: ${error}` : undefined;
  const said = error instanceof Error ? (known ? error.message : (outage ?? error.stack)) : undefined;
  process.stderr.write(`${printableLines(said ?? String(error))}\n`);
  process.exit(1);
});
