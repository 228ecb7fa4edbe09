import { packageVersion, startServer } from '#src/server/start.ts';
import { tunedEnv, WIDE_LIMITS } from '#tests/support/tuned-env.ts';

// Our own API on local chains, in a separate process.
const [chains, presaleAddress, databaseDirectory, database] = JSON.parse(process.argv[2] ?? '[]');
const env = tunedEnv(
  {
    PORT: '0',
    HOST: '127.0.0.1',
    LOG_LEVEL: 'silent',
    DATA_DIRECTORY: databaseDirectory,
    ...WIDE_LIMITS,
    // A fast machine sends more than a million within a minute.
    RATE_LIMIT_READS: Number.MAX_SAFE_INTEGER,
    MAX_LAG_MS: '',
    ...(database ? { DATABASE_URL: database } : {}),
  },
  { chains, presaleAddress },
);
const server = await startServer({ env, siteDirectory: null, version: packageVersion() });
process.stdout.write(`${JSON.stringify({ url: server.url })}\n`);
process.on('SIGTERM', () => void server.stop().then(() => process.exit(0)));
