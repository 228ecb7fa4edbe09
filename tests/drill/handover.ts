import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { erc20Abi, type Hex } from 'viem';
import { DEVELOPMENT_PRESALE_ADDRESS, REHEARSAL_DEPLOYER } from '#src/config/development-accounts.ts';
import { NANO_PER_SYNX } from '#src/config/sale.ts';
import type { AllocationView } from '#src/contract/allocation.ts';
import { call, type LocalClient, localClient } from '#src/dev/chains/local-client.ts';
import { type ChainHost, startChainHost } from '#src/dev/chains/start-host.ts';
import { HANDOVER_SETTINGS, rehearsalDistributor } from '#src/dev/rehearsal/handover-settings.ts';
import { openRehearsal } from '#src/dev/rehearsal/open-rehearsal.ts';
import type { HandoverStep } from '#src/dev/rehearsal/rehearsal-state.ts';
import { until } from '#src/dev/rehearsal/rehearsal-time.ts';
import { readEnv } from '#src/server/platform/env/env.ts';
import { type RunningServer, startServer } from '#src/server/start.ts';
import { post } from '#tests/support/credited-once.ts';
import { newWallet, payCoin, send } from '#tests/support/pay.ts';
import { startPostgres } from '#tests/support/postgres.ts';
import type { Watch } from './drill.ts';
import { PAID } from './machine.ts';
import { newStaff } from './new-staff.ts';
import { performTask, type Task } from './perform-task.ts';
import { startServices } from './services.ts';
import { openShell } from './shell.ts';

const ROOT = join(import.meta.dirname, '../..');
const FINAL = 70;
const DAY_MS = 86_400_000;

/**
 * Closes the sale, drafts the list, makes it final, deploys and funds its contract, by the runbook; then each wallet
 * receives its tokens. On a rehearsal's
 * server with PostgreSQL: a server of real chains drafts nothing before every SYNX has a published purpose.
 */
export async function handOverAll(watch: Watch): Promise<string> {
  const postgres = await startPostgres();
  if ('unavailable' in postgres) throw new Error(`PostgreSQL is needed: ${postgres.unavailable}`);
  const folder = mkdtempSync(join(tmpdir(), 'synx-drill-'));
  const host = await startChainHost({ stateDirectory: null, fastMs: 500, idleMs: 1_000 });
  const rehearsal = await openRehearsal(host.chains);
  const settings = {
    ...{ HOST: '127.0.0.1', DATABASE_URL: postgres.url, DATA_DIRECTORY: folder, SERVE_SITE: 'off' },
    ...{ RECEIPT_SIGNING_KEY: 'c3'.repeat(32), LOG_LEVEL: 'silent', ...HANDOVER_SETTINGS },
  };
  const { extend, machine } = rehearsal;
  const server = await startServer({
    env: readEnv({ ...settings, PORT: '0' }, { presaleAddress: DEVELOPMENT_PRESALE_ADDRESS, chains: rehearsal.chains }),
    ...{ siteDirectory: null, version: '0', extend, machine, stallAfterMs: Number.POSITIVE_INFINITY },
  });
  const staff = newStaff(() => postgres.url, machine);
  const services = await startServices(ROOT, () => settings, staff.type);
  try {
    for (const name of ['ada', 'grace']) await staff.join(name);
    return await perform(watch, { folder, host, server, settings, time: machine, servicesUrl: services.url });
  } finally {
    await services.stop();
    await server.stop();
    await rehearsal.stop();
    await host.stop();
    await postgres.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

interface Site {
  readonly folder: string;
  readonly host: ChainHost;
  readonly server: RunningServer;
  readonly settings: Readonly<Record<string, string>>;
  /** The server's, in milliseconds since 1970. */
  readonly time: () => number;
  readonly servicesUrl: string;
}

async function perform(watch: Watch, site: Site): Promise<string> {
  const { folder, server, time, host } = site;
  const clientOf = (id: number) => {
    const chain = host.chains.find(({ chainId }) => chainId === id);
    if (chain === undefined) throw new RangeError(`no chain ${id}`);
    return localClient(chain.chainId, chain.rpcUrl);
  };
  const ethereum = clientOf(1);
  const claimChain = clientOf(rehearsalDistributor().chainId);
  for (const client of [ethereum, claimChain]) await call(client, 'anvil_autoImpersonateAccount', [true]);
  const wallets = [newWallet(), newWallet()];
  for (const wallet of wallets) await post(server.url, { wallet, hash: await payCoin(ethereum, wallet, PAID) });
  const machine = await openDesk(site);
  const pass = async (step: HandoverStep, wallet?: string) => {
    const headers = { 'content-type': 'application/json' };
    await fetch(`${server.url}/rehearsal/handover`, {
      method: 'POST',
      headers,
      body: JSON.stringify({ step, wallet }),
    });
    machine.setClock();
  };
  watch.begin();
  const end = machine.task('The end of the sale');
  await end.step();
  await end.step({ '<the number of the proposal>': '1' });
  await pass('end');

  const handover = machine.task('The handover');
  await handover.step();
  const opens = new Date(time() + 30 * DAY_MS).toISOString().slice(0, 16);
  await handover.step({ '<the time, such as 2027-03-01T12:00>': opens, '<the number of the proposal>': '2' });
  await pass('objections');
  const { root } = await viewOf(server);
  await handover.step({ '<the number of the proposal>': '3', '<the root>': root ?? '' });
  handover.end();
  await deployAndFund(machine, claimChain, server, join(folder, 'claims'));
  watch.end();
  await pass('opening');
  for (const wallet of wallets) await pass('stranger', wallet);
  const { distributor } = await viewOf(server);
  const of = { address: distributor?.token as Hex, abi: erc20Abi, functionName: 'balanceOf' } as const;
  const received = await Promise.all(
    wallets.map((wallet) => claimChain.readContract({ ...of, args: [wallet as Hex] })),
  );
  if (received.includes(0n)) throw new Error('a wallet has received nothing');
  const synx = received.map((amount) => amount / NANO_PER_SYNX).join(' and ');
  return `the wallets have received ${synx} SYNX from ${distributor?.claims}, funded at ${distributor?.fundedAt}`;
}

async function deployAndFund(machine: Desk, client: LocalClient, server: RunningServer, folder: string): Promise<void> {
  const sendAll = async (name: 'deploy' | 'fund', from: Hex) => {
    const { transactions } = JSON.parse(readFileSync(join(folder, `${name}.json`), 'utf8')) as {
      readonly transactions: readonly { readonly to: Hex; readonly data: Hex }[];
    };
    const hashes: string[] = [];
    await call(client, 'anvil_setBalance', [from, '0x56bc75e2d63100000']);
    for (const { to, data } of transactions) hashes.push(await send(client, { from, to, data, gas: 8_000_000n }));
    await client.mine({ blocks: FINAL });
    return hashes;
  };
  const deploy = machine.task('Deploy the contracts');
  const printed = await deploy.step();
  const [, claims = ''] = /^SynxClaims (0x[0-9a-f]{40})/m.exec(printed) ?? [];
  const [token = '', last = ''] = await sendAll('deploy', newWallet() as Hex);
  await deploy.step({
    '<the number of the list>': '1',
    '<the address of SynxClaims>': claims,
    '<the transaction of the token>': token,
    '<the transaction of the claims>': last,
    '<the number of the proposal>': '4',
  });
  deploy.end();
  await until('the contract is named', async () => (await viewOf(server)).distributor?.claims === claims);
  await sendAll('fund', REHEARSAL_DEPLOYER);
  await until('the contract is funded', async () => (await viewOf(server)).distributor?.fundedAt != null);
  const fund = machine.task('Fund the claims');
  const shown = await fund.step();
  if (!shown.includes('Has the tokens')) throw new Error(`the desk does not say that it is funded:\n${shown}`);
  fund.end();
}

/** A shell whose commands have the server's time as of the last `setClock`. */
interface Desk {
  /** The commands of a task of docs/runbook.md, block after block. */
  task(title: string): Task;
  setClock(): void;
}

async function openDesk({ folder, server, settings, time, servicesUrl }: Site): Promise<Desk> {
  const file = join(folder, 'settings');
  const clock = join(folder, 'clock.mjs');
  const releases = join(folder, 'synx');
  mkdirSync(releases);
  symlinkSync(ROOT, join(releases, 'current'));
  const lines = Object.entries({ ...settings, NODE_OPTIONS: `--import=${clock}` });
  writeFileSync(file, lines.map(([name, value]) => `${name}=${value}\n`).join(''));
  const setClock = () =>
    writeFileSync(clock, `const now = Date.now;\nDate.now = () => now() + ${time() - Date.now()};\n`);
  setClock();
  const shell = await openShell(folder, servicesUrl, {
    '/etc/synx/env': file,
    '/opt/synx': releases,
    '/var/lib/synx/claims': join(folder, 'claims'),
    'http://127.0.0.1:4321': server.url,
    'https://example.org': server.url,
  });
  return { setClock, task: (title) => performTask(title, shell.run) };
}

async function viewOf(server: RunningServer): Promise<AllocationView> {
  return (await (await fetch(`${server.url}/api/allocation`)).json()) as AllocationView;
}
