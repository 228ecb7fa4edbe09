import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { CHAIN_IDS, CHAINS } from '#src/config/chains.ts';
import { DEVELOPMENT_ACCOUNTS, DEVELOPMENT_PRESALE_ADDRESS } from '#src/config/development-accounts.ts';
import { namesRealChains } from '#src/config/real-chains.ts';
import { printableLines } from '#src/lib/text/printable.ts';
import { WrongChainError } from '#src/server/platform/chains/startup-checks.ts';
import { DatabaseOpenError } from '#src/server/platform/database/database-error.ts';
import { DirectoryInUseError, holdDirectory } from '#src/server/platform/database/hold-directory.ts';
import { isShared } from '#src/server/platform/database/settings.ts';
import { EnvironmentError, readEnv } from '#src/server/platform/env/env.ts';
import { readSettings } from '#src/server/platform/env/settings.ts';
import { WrongSiteError } from '#src/server/platform/env/site-to-serve.ts';
import { PortTakenError, packageVersion, type RunningServer, startServer } from '#src/server/start.ts';
import { ChainStartError } from './chains/chain-start-error.ts';
import { isPortFree } from './chains/listening-port.ts';
import { type ChainHost, startChainHost } from './chains/start-host.ts';
import { findLostBlock, isHalf, localData, setAside } from './local-data.ts';
import { HANDOVER_SETTINGS } from './rehearsal/handover-settings.ts';
import { openRehearsal } from './rehearsal/open-rehearsal.ts';
import { REHEARSAL_STALL_MS } from './rehearsal/rehearsal-state.ts';
import { SPENDING_COINS, setSpendingMoney } from './rehearsal/spending-money.ts';
import { rehearsalOrigin } from './rehearsal-origin.ts';

const root = join(import.meta.dirname, '../..');
const STOP_TIMEOUT_MS = 20_000;
const PRIVATE_MASK = 0o077;

/** The site could not be built; the problems have been printed. */
class BuildFailure extends Error {
  override readonly name = 'BuildFailure';
}

const EXPECTED = [
  EnvironmentError,
  DatabaseOpenError,
  WrongChainError,
  WrongSiteError,
  PortTakenError,
  DirectoryInUseError,
  ChainStartError,
  BuildFailure,
];

process.chdir(root);
/** Only this user may read the data directory; everybody whom the machine lets read files may read the built site. */
const usualMask = process.umask(PRIVATE_MASK);

const cleanups: (() => Promise<void>)[] = [];
let stopping = false;

/** Undoes every started part, the last one first, and ends the process. */
async function stop(code: number): Promise<void> {
  if (stopping) return;
  stopping = true;
  // If something hangs, the process ends anyway: the chains end with it, and the database is always safe.
  setTimeout(() => process.exit(1), STOP_TIMEOUT_MS).unref();
  for (const cleanup of cleanups.reverse()) await cleanup().catch((error: unknown) => console.error(String(error)));
  process.exit(code);
}

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(signal, () => {
    if (!stopping) console.log('\nStopping …');
    void stop(0);
  });
}

// Somebody killed the bootstrap, and nothing else would end this process.
process.on('disconnect', () => void stop(1));

try {
  const settings = readSettings();
  await (namesRealChains(settings) ? startOnRealChains(settings) : startRehearsal(settings));
} catch (error) {
  if (!stopping) {
    const known = EXPECTED.some((kind) => error instanceof kind);
    const said = error instanceof Error ? (known ? error.message : error.stack) : undefined;
    console.error(printableLines(said ?? String(error)));
    await stop(1);
  }
}

async function startOnRealChains(settings: NodeJS.ProcessEnv): Promise<void> {
  const env = readEnv(settings);
  if (env.SERVE_SITE === 'on') await build({});
  const server = await startServer({ env, siteDirectory: join(root, 'dist'), version: packageVersion() });
  cleanups.push(() => server.stop());
  console.log(`SYNX is running on ${server.url} against the configured chains. Ctrl-C stops it.`);
}

async function startRehearsal(settings: NodeJS.ProcessEnv): Promise<void> {
  const started = performance.now();
  const stack = {
    presaleAddress: DEVELOPMENT_PRESALE_ADDRESS,
    chains: CHAIN_IDS.map((chainId) => ({ chainId, rpcUrl: 'http://127.0.0.1' })),
  };
  // Report all errors of the environment before building or starting anything.
  const early = readEnv(settings, stack);
  const port = early.PORT;
  if (port !== 0 && !(await isPortFree(early.HOST, port))) throw new PortTakenError(port);
  const lock = holdDirectory(early.DATA_DIRECTORY);
  cleanups.push(async () => lock.release());
  if (early.SERVE_SITE === 'on') {
    const origin = rehearsalOrigin(early);
    await build(origin === null ? {} : { PUBLIC_ORIGIN: origin }, '--rehearsal');
  }
  const host = await startChains(early.DATA_DIRECTORY, !isShared(early));
  cleanups.push(() => host.stop());
  if (stopping) return;
  await setSpendingMoney(host.chains);
  const rehearsal = await openRehearsal(host.chains);
  cleanups.push(() => rehearsal.stop());
  const env = readEnv(
    { LOG_LEVEL: 'error', ...settings, ...HANDOVER_SETTINGS },
    { presaleAddress: DEVELOPMENT_PRESALE_ADDRESS, chains: rehearsal.chains },
  );
  const server = await startServer({
    env,
    siteDirectory: join(root, 'dist'),
    version: packageVersion(),
    extend: rehearsal.extend,
    machine: rehearsal.machine,
    stallAfterMs: REHEARSAL_STALL_MS,
  });
  cleanups.push(() => server.stop());
  void host.exited.then(() => {
    if (stopping) return;
    console.error('The local chains ended unexpectedly; stopping.');
    void stop(1);
  });
  report(server, host, isShared(env) ? 'that of DATABASE_URL' : localData(env.DATA_DIRECTORY).databaseFile, started);
}

/** Starts the chains from their stored state; if state and database do not match, sets both aside. */
async function startChains(directory: string, embedded: boolean): Promise<ChainHost> {
  const data = localData(directory);
  const renew = (why: string) => {
    const target = setAside(directory, new Date());
    console.log(`${why}\nBoth were set aside in ${target}; starting from scratch.`);
  };
  if (embedded && isHalf(data)) renew('Only one of the database and the local chains exists; alone it is useless.');
  const named = CHAIN_IDS.map((chainId) => `${CHAINS[chainId].name} ${chainId}`);
  console.log(`Starting ${named.length} local chains (${named.join(', ')}) …`);
  let host: ChainHost;
  try {
    host = await startChainHost({ stateDirectory: data.chainDirectory });
  } catch (error) {
    if (!(error instanceof ChainStartError) || error.code !== 'state-damaged' || !embedded) throw error;
    renew(`The saved state of the local chains cannot be read: ${error.message}`);
    host = await startChainHost({ stateDirectory: data.chainDirectory });
  }
  const lost = embedded ? await findLostBlock(data.databaseFile, host.chains) : null;
  if (lost === null) return host;
  await host.stop();
  renew(`The database knows ${lost}, which the local chain lacks: it was stopped before it could write it.`);
  return startChainHost({ stateDirectory: data.chainDirectory });
}

/** Builds the site in a child process, so that Ctrl-C ends it too. Throws BuildFailure. */
async function build(settings: Readonly<Record<string, string>>, ...options: string[]): Promise<void> {
  console.log('Building the site (only the changes; the first time takes a minute) …');
  const args = [join(root, 'src/build/build.ts'), ...options];
  // A child inherits the mask.
  process.umask(usualMask);
  const child = spawn(process.execPath, args, {
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { ...process.env, ...settings },
  });
  process.umask(PRIVATE_MASK);
  let running = true;
  cleanups.push(async () => {
    if (running) child.kill('SIGTERM');
  });
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve));
  running = false;
  if (code !== 0) throw new BuildFailure('The site could not be built; see above.');
}

function report(server: RunningServer, host: ChainHost, database: string, started: number): void {
  const chains = host.chains.map(({ chainId, rpcUrl }) => `  chain ${String(chainId).padEnd(4)} ${rpcUrl}`).join('\n');
  const accounts = DEVELOPMENT_ACCOUNTS.slice(0, 9)
    .map((account) => `  ${account}`)
    .join('\n');
  console.log(`
SYNX is running on ${server.url}   (ready after ${((performance.now() - started) / 1000).toFixed(1)} s)

${chains}
  database   ${database}
  payments   ${DEVELOPMENT_PRESALE_ADDRESS} (the development presale address)

To try it: open the address, press Connect Wallet and choose the SYNX Rehearsal Wallet. It holds these accounts,
each with ${SPENDING_COINS} worthless coins and 1,000,000 of every test token on each chain:
${accounts}

Ctrl-C stops everything; balances are kept for the next start.`);
}
