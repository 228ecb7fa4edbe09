import { readEnv } from '#src/server/env/env.ts';
import { packageVersion, startServer } from '#src/server/start.ts';

// Our own API on local chains, in a separate process.
const [chains, presaleAddress, databaseDirectory, database] = JSON.parse(process.argv[2] ?? '[]');
const env = readEnv(
  {
    PORT: '0',
    HOST: '127.0.0.1',
    LOG_LEVEL: 'silent',
    DATA_DIRECTORY: databaseDirectory,
    RATE_LIMIT_WRITES: '1000000',
    RATE_LIMIT_PURCHASES: '1000000',
    CHAIN_CALLS_A_MINUTE: '1000000',
    RATE_LIMIT_WALLET: '1000000',
    ...(database ? { DATABASE_URL: database } : {}),
  },
  { chains, presaleAddress },
);
// Above what the settings allow: a fast machine sends the most they do within a minute, and is then refused.
env.RATE_LIMIT_READS = Number.MAX_SAFE_INTEGER;
const server = await startServer({ env, siteDirectory: null, version: packageVersion() });
process.stdout.write(`${JSON.stringify({ url: server.url })}\n`);
process.on('SIGTERM', () => void server.stop().then(() => process.exit(0)));
