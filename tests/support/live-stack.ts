import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DEVELOPMENT_PRESALE_ADDRESS } from '#src/config/development-accounts.ts';
import { type ChainHost, startChainHost } from '#src/dev/chains/start-host.ts';
import { cleanEnv } from '#tests/run/clean-env.ts';
import { type Child, startChild } from '#tests/support/child.ts';
import { freePort } from '#tests/support/free-port.ts';
import { startPostgres } from '#tests/support/postgres.ts';

const ROOT = join(import.meta.dirname, '../..');
const MAIN = join(ROOT, 'src/server/main.ts');
/** One machine does the work of all visitors here. */
const WIDE_LIMITS = join(ROOT, 'tests/support/wide-limits.ts');

/** An instance of the server as it is deployed: src/server/main.ts on real chains, behind a proxy. */
export interface Instance {
  readonly port: number;
  /** SIGTERM, then a new process on the same port; resolves with the old one's exit code when the new one listens. */
  restart(): Promise<number | null>;
}

/** Two instances with one PostgreSQL, on local chains that they take for real ones, and the site built for them. */
export interface LiveStack {
  readonly origin: string;
  /** The port of the origin, where a proxy has to listen. */
  readonly port: number;
  readonly site: string;
  readonly settings: Readonly<Record<string, string>>;
  readonly chains: ChainHost['chains'];
  readonly instances: readonly Instance[];
  stop(): Promise<void>;
}

/** The settings of real chains for these local ones: two sources each, which are one. */
export function settingsFor(chains: ChainHost['chains']): Readonly<Record<string, string>> {
  const ofChain = chains.flatMap(({ chainId, rpcUrl }) => [
    [`RPC_URL_${chainId}`, `${rpcUrl},${rpcUrl.replace('127.0.0.1', 'localhost')}`],
    [`PRESALE_START_BLOCK_${chainId}`, '1'],
  ]);
  return { PRESALE_ADDRESS: DEVELOPMENT_PRESALE_ADDRESS, ...Object.fromEntries(ofChain) };
}

/** Builds the site and starts everything but the proxy; or tells why there is no PostgreSQL. */
export async function startLiveStack(): Promise<LiveStack | { unavailable: string }> {
  const postgres = await startPostgres();
  if ('unavailable' in postgres) return postgres;
  const host = await startChainHost({ stateDirectory: null, fastMs: 250, idleMs: 2_000 });
  const directory = mkdtempSync(join(tmpdir(), 'synx-live-'));
  const port = await freePort();
  const origin = `https://localhost:${port}`;
  const settings = {
    NODE_ENV: 'production',
    HOST: '127.0.0.1',
    PUBLIC_ORIGIN: origin,
    ...settingsFor(host.chains),
    TRUST_PROXY: '1',
    DATABASE_URL: postgres.url,
    DATA_DIRECTORY: join(directory, 'data'),
    RECEIPT_SIGNING_KEY: 'c3'.repeat(32),
    SERVE_SITE: 'off',
  };
  const site = join(directory, 'dist');
  buildSite(site, settings);
  const instances: (Instance & { end(): Promise<unknown> })[] = [];
  for (let number = 0; number < 2; number += 1) instances.push(await startInstance(settings));
  return {
    ...{ origin, port, site, settings, chains: host.chains, instances },
    stop: async () => {
      await Promise.all(instances.map((instance) => instance.end()));
      await Promise.all([host.stop(), postgres.stop()]);
      rmSync(directory, { recursive: true, force: true });
    },
  };
}

function buildSite(folder: string, { PUBLIC_ORIGIN, PRESALE_ADDRESS }: Readonly<Record<string, string>>): void {
  const env = { ...cleanEnv({ PATH: process.env.PATH }), PUBLIC_ORIGIN, PRESALE_ADDRESS };
  execFileSync(process.execPath, [join(ROOT, 'src/build/build.ts'), '--out', folder], {
    cwd: ROOT,
    env,
    stdio: 'pipe',
  });
}

async function startInstance(
  settings: Readonly<Record<string, string>>,
): Promise<Instance & { end(): Promise<number | null> }> {
  const port = await freePort();
  const start = async () => {
    const started = startChild(['--import', WIDE_LIMITS, MAIN], { ...settings, PORT: String(port) });
    await started.prints(/SYNX is running/);
    return started;
  };
  let child: Child = await start();
  const end = async () => {
    child.kill('SIGTERM');
    return (await child.ended).code;
  };
  return {
    port,
    end,
    restart: async () => {
      const code = await end();
      child = await start();
      return code;
    },
  };
}
