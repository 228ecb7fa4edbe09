import { monitorEventLoopDelay } from 'node:perf_hooks';
import { packageVersion, startServer } from '#src/server/start.ts';
import { tunedEnv, WIDE_LIMITS } from '#tests/support/tuned-env.ts';

// The API on large books, in a separate process; `/bench/state` has its memory, processor time and longest pause
// since the last question.
const [chains, presaleAddress, databaseDirectory, database] = JSON.parse(process.argv[2] ?? '[]');
const env = tunedEnv(
  {
    PORT: '0',
    HOST: '127.0.0.1',
    LOG_LEVEL: 'warn',
    RECEIPT_SIGNING_KEY: 'a5'.repeat(32),
    DATA_DIRECTORY: databaseDirectory,
    ...WIDE_LIMITS,
    MAX_LAG_MS: '',
    ...(database ? { DATABASE_URL: database } : {}),
  },
  { chains, presaleAddress },
);
const delay = monitorEventLoopDelay({ resolution: 5 });
delay.enable();
const server = await startServer({
  env,
  siteDirectory: null,
  version: packageVersion(),
  extend: async (app) => {
    app.get('/bench/state', async () => {
      const pauseMs = delay.max / 1e6;
      delay.reset();
      const { user, system } = process.cpuUsage();
      return { pauseMs, rssBytes: process.memoryUsage.rss(), cpuMs: (user + system) / 1_000 };
    });
  },
});
process.stdout.write(`${JSON.stringify({ url: server.url })}\n`);
process.on('SIGTERM', () => void server.stop().then(() => process.exit(0)));
