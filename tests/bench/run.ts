// npm run bench [-- parts] [-- --database postgres://…, an empty one, which is filled]: measured figures next to the
// budgets of docs/architecture.md; speeds as ratios from one run. Without parts, all of them.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { ChainId } from '#src/config/chains.ts';
import { DEVELOPMENT_PRESALE_ADDRESS } from '#src/dev/accounts.ts';
import { startChainHost } from '#src/dev/chains/start-host.ts';
import { buildForRealChains } from '#tests/dist/support/build-for-real-chains.ts';
import { readDist } from '#tests/dist/support/dist.ts';
import { dropSettings } from '#tests/run/clean-env.ts';
import { apiFigures } from './api-figures.ts';
import { backupFigures } from './backup-figures.ts';
import { startChildServer } from './child-server.ts';
import { creditFigures } from './credit-figures.ts';
import { leaderboardFigures } from './leaderboard-figures.ts';
import { pageWeights } from './page-weights.ts';
import { purchaseFigures } from './purchase-figures.ts';
import { recountFigures } from './recount-figures.ts';
import { printFigures } from './report.ts';

dropSettings();
const { values, positionals } = parseArgs({ options: { database: { type: 'string' } }, allowPositionals: true });
// Never the configured one: the measurements write to it.
const { database } = values;
const directory = mkdtempSync(join(tmpdir(), 'synx-bench-'));

let started: Promise<StartedServer> | undefined;
/** A server in a separate process on new local chains; the same one for all parts. */
const server = () => (started ??= startServer());

/** The measurements, by the name that selects them. */
const PARTS: Readonly<Record<string, () => Promise<void>>> = {
  pages: async () => {
    // The build that visitors load: for real chains, without the rehearsal.
    buildForRealChains(join(directory, 'dist'), 'en,ar');
    const site = readDist(join(directory, 'dist'));
    const pages = ['index.html', 'ar.html', 'staking.html'];
    printFigures(
      'Page weights, brotli',
      pages.flatMap((page) => pageWeights(site, page)),
    );
  },
  reads: async () => {
    const { url } = await server();
    const bare = await startChildServer('bare-server.ts');
    const figures = await apiFigures(bare.url, url).finally(() => bare.stop());
    printFigures('API reads, 100 connections, against a bare Fastify JSON route', figures);
  },
  purchases: async () => {
    const { url, chain } = await server();
    printFigures('Recording purchases, chain read on loopback', await purchaseFigures(url, chain));
  },
  credits: async () =>
    printFigures('Credits, 20 at once, each durable', await creditFigures(join(directory, 'credits.sqlite'))),
  leaderboards: async () =>
    printFigures('Leaderboards', await leaderboardFigures(database ?? join(directory, 'ranks.sqlite'))),
  backup: async () => printFigures('Backup and restore, 200,000 ledger entries', await backupFigures()),
  recount: async () => printFigures('Recount of 1,000,000 ledger entries next to the server', await recountFigures()),
};

const unknown = positionals.filter((part) => PARTS[part] === undefined);
if (unknown.length > 0)
  throw new Error(`no such part: ${unknown.join(', ')}; parts are ${Object.keys(PARTS).join(', ')}`);

interface StartedServer {
  readonly url: string;
  readonly chain: { readonly chainId: ChainId; readonly rpcUrl: string };
  stop(): Promise<void>;
}

async function startServer(): Promise<StartedServer> {
  const host = await startChainHost({ stateDirectory: null });
  const options = JSON.stringify([host.chains, DEVELOPMENT_PRESALE_ADDRESS, directory, database]);
  const api = await startChildServer('api-server.ts', options);
  const [chain] = host.chains;
  if (chain === undefined) throw new Error('no chain was started');
  const stop = async () => {
    await api.stop();
    await host.stop();
  };
  return { url: api.url, chain, stop };
}

try {
  for (const [name, part] of Object.entries(PARTS)) {
    if (positionals.length === 0 || positionals.includes(name)) await part();
  }
} finally {
  await (await started)?.stop();
  rmSync(directory, { recursive: true, force: true });
}
