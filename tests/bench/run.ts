// npm run bench [-- --database postgres://…, an empty one, which is filled]: measured figures next to the budgets of
// docs/architecture.md; speeds as ratios from one run.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { DEVELOPMENT_PRESALE_ADDRESS } from '#src/dev/accounts.ts';
import { startChainHost } from '#src/dev/chains/start-host.ts';
import { buildForRealChains } from '#tests/dist/support/build-for-real-chains.ts';
import { readDist } from '#tests/dist/support/dist.ts';
import { dropSettings } from '#tests/run/clean-env.ts';
import { apiFigures } from './api-figures.ts';
import { backupFigures } from './backup-figures.ts';
import { startChildServer } from './child-server.ts';
import { leaderboardFigures } from './leaderboard-figures.ts';
import { pageWeights } from './page-weights.ts';
import { purchaseFigures } from './purchase-figures.ts';
import { recountFigures } from './recount-figures.ts';
import { printFigures } from './report.ts';

dropSettings();
// Never the configured one: the measurements write to it.
const { database } = parseArgs({ options: { database: { type: 'string' } } }).values;
const directory = mkdtempSync(join(tmpdir(), 'synx-bench-'));
// The build that visitors load: for real chains, without the rehearsal.
buildForRealChains(join(directory, 'dist'), 'en,ar');
const site = readDist(join(directory, 'dist'));
printFigures(
  'Page weights, brotli',
  ['index.html', 'ar.html', 'staking.html'].flatMap((page) => pageWeights(site, page)),
);
const host = await startChainHost({ stateDirectory: null });
const bare = await startChildServer('bare-server.ts');
const api = await startChildServer(
  'api-server.ts',
  JSON.stringify([host.chains, DEVELOPMENT_PRESALE_ADDRESS, directory, database]),
);
try {
  printFigures('API reads, 100 connections, against a bare Fastify JSON route', await apiFigures(bare.url, api.url));
  const [chain] = host.chains;
  if (chain !== undefined)
    printFigures('Recording purchases, chain read on loopback', await purchaseFigures(api.url, chain));
  printFigures('Leaderboards', await leaderboardFigures(database ?? join(directory, 'ranks.sqlite')));
  printFigures('Backup and restore, 200,000 ledger entries', await backupFigures());
  printFigures('Recount of 1,000,000 ledger entries next to the server', await recountFigures());
} finally {
  await api.stop();
  await bare.stop();
  await host.stop();
  rmSync(directory, { recursive: true, force: true });
}
