import { flushCompileCache } from 'node:module';
import { packageVersion, startServer } from '#src/server/start.ts';
import { tunedEnv } from '../tuned-env.ts';

// The server as main.ts runs it, on local chains, in a process that a test kills.
const { chains, presaleAddress, environment } = JSON.parse(process.argv[2] ?? '{}');
const env = tunedEnv({ PORT: '0', HOST: '127.0.0.1', LOG_LEVEL: 'silent', ...environment }, { chains, presaleAddress });
const server = await startServer({
  env,
  siteDirectory: null,
  version: packageVersion(),
  pollMs: 300,
  // The chains make blocks only on demand.
  stallAfterMs: Number.POSITIVE_INFINITY,
});
const { user, system } = process.cpuUsage();
process.stdout.write(`${JSON.stringify({ url: server.url, cpuMs: (user + system) / 1000 })}\n`);
// A process that will be killed has no other chance to keep its compiled code.
flushCompileCache();
process.once('SIGTERM', () => void server.stop().then(() => process.exit(0)));
