// npm run bench [-- parts] [-- --database postgres://…, an empty one, which is filled]: measured figures next to the
// budgets of docs/reliability.md; speeds as ratios from one run. Without parts, all but `scale`.
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { ChainId } from '#src/config/chains.ts';
import { DEVELOPMENT_PRESALE_ADDRESS } from '#src/config/development-accounts.ts';
import { startChainHost } from '#src/dev/chains/start-host.ts';
import { buildForRealChains } from '#tests/dist/support/build-for-real-chains.ts';
import { readDist } from '#tests/dist/support/dist.ts';
import { dropSettings } from '#tests/run/clean-env.ts';
import { execute } from '#tests/support/postgres/execute.ts';
import { startPostgres } from '#tests/support/postgres.ts';
import { allocationFigures, buildShards } from './allocation-figures.ts';
import { apiFigures } from './api-figures.ts';
import { backupFigures } from './backup-figures.ts';
import { startChildServer } from './child-server.ts';
import { claimDayFigures } from './claim-day-figures.ts';
import { creditFigures } from './credit-figures.ts';
import { handoverFigures } from './handover-figures.ts';
import { leaderboardFigures } from './leaderboard-figures.ts';
import { pageWeights } from './page-weights.ts';
import { purchaseFigures } from './purchase-figures.ts';
import { recountFigures } from './recount-figures.ts';
import { printFigures } from './report.ts';
import { scaleFigures, wholeRecount } from './scale-figures.ts';

dropSettings();
const { values, positionals } = parseArgs({
  options: {
    database: { type: 'string' },
    // Of the parts `scale` and `handover`: their size, and one engine alone.
    wallets: { type: 'string' },
    engine: { type: 'string' },
    // Of the part `scale`: its load, and books that an earlier run has left in a folder.
    minutes: { type: 'string', default: '5' },
    books: { type: 'string' },
  },
  allowPositionals: true,
});
// Never the configured one: the measurements write to it.
const { database } = values;
const directory = mkdtempSync(join(tmpdir(), 'synx-bench-'));

let started: Promise<StartedServer> | undefined;
/** A server in a separate process on new local chains; the same one for all parts. */
const server = () => (started ??= startServer());

let built: ReturnType<typeof buildShards> | undefined;
const listFolder = join(directory, 'allocation');
/** A list of a million wallets with its shards; the same one for all parts. */
const list = () => (built ??= buildShards(listFolder));

/** The measurements, by the name that selects them. */
const PARTS: Readonly<Record<string, () => Promise<void>>> = {
  pages: async () => {
    // The build that visitors load: for real chains, without the rehearsal.
    buildForRealChains(join(directory, 'dist'), 'en,ar');
    const site = readDist(join(directory, 'dist'));
    const landing = ['index.html', 'ar.html'].flatMap((page) => pageWeights(site, page, true));
    printFigures('Page weights, brotli', [...landing, ...pageWeights(site, 'staking.html', false)]);
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
  allocation: async () =>
    printFigures('The list of a handover, 1,000,000 wallets', await allocationFigures(listFolder, await list())),
  'claim-day': async () =>
    printFigures('Claim day, 1,000,000 wallets', await claimDayFigures(listFolder, (await list()).shards)),
  handover: async () => {
    const wallets = Number(values.wallets ?? 100_000);
    printFigures(`Handing over the books of ${wallets} wallets`, await handoverFigures(wallets, values.engine));
  },
  scale: measureScale,
};
/** Half an hour and thirty gigabytes: only by its name. */
const ON_REQUEST: readonly string[] = ['scale'];

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

/** Large books on both engines; `--books FOLDER` keeps the embedded database, `--database` names a PostgreSQL. */
async function measureScale(): Promise<void> {
  const wallets = Number(values.wallets ?? 1_000_000);
  const minutes = Number(values.minutes);
  const measure = async (engine: 'SQLite' | 'PostgreSQL', place: string, filled: boolean) => {
    const options = { engine, place, wallets, minutes, filled };
    const figures = [...(await scaleFigures(options)), await wholeRecount(options)];
    printFigures(`${engine}: ${wallets} wallets, ${minutes} minutes of load`, figures);
  };
  if (values.engine !== 'postgres') {
    const place = values.books ?? join(directory, 'scale');
    await measure('SQLite', place, existsSync(join(place, 'synx.sqlite')));
  }
  if (values.engine === 'sqlite') return;
  if (database !== undefined) return measure('PostgreSQL', database, await isFilled(database));
  const postgres = await startPostgres({ folder: directory });
  if ('unavailable' in postgres) return console.log(`PostgreSQL: ${postgres.unavailable}`);
  await measure('PostgreSQL', postgres.url, false).finally(() => postgres.stop());
}

async function isFilled(url: string): Promise<boolean> {
  const rows = await execute(url, "select to_regclass('payments') as found");
  return rows[0]?.found != null;
}

try {
  for (const [name, part] of Object.entries(PARTS)) {
    const isChosen = positionals.length === 0 ? !ON_REQUEST.includes(name) : positionals.includes(name);
    if (isChosen) await part();
  }
} finally {
  await (await started)?.stop();
  rmSync(directory, { recursive: true, force: true });
}
