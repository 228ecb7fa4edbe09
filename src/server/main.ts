import { WrongChainError } from './chains/startup-checks.ts';
import { DatabaseOpenError } from './database/database-error.ts';
import { EnvironmentError, readEnv } from './env.ts';
import { loadEnvFile } from './load-env-file.ts';
import { PortTakenError, packageVersion, startServer } from './start.ts';

/** The API and the built site against real chains; local chains are brought along by `npm start`. */
async function main(): Promise<void> {
  loadEnvFile();
  const env = readEnv(process.env);
  const siteDirectory = new URL('../../dist', import.meta.url).pathname;
  const server = await startServer({ env, siteDirectory, version: packageVersion() });
  const stop = () => {
    server.stop().then(
      () => process.exit(0),
      () => process.exit(1),
    );
  };
  process.once('SIGINT', stop);
  process.once('SIGTERM', stop);
  // Last: who reads this may stop the process at once.
  process.stdout.write(`SYNX is running on ${server.url}\n`);
}

main().catch((error: unknown) => {
  const known = [EnvironmentError, DatabaseOpenError, WrongChainError, PortTakenError].some(
    (kind) => error instanceof kind,
  );
  process.stderr.write(
    `${known && error instanceof Error ? error.message : String(error instanceof Error ? error.stack : error)}\n`,
  );
  process.exit(1);
});
