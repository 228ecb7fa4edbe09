import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { parseEnv } from 'node:util';
import type { PurchaseResponse } from '#src/contract/presale.ts';
import type { StakingBalance } from '#src/contract/staking.ts';
import { call, type LocalClient, localClient } from '#src/dev/chains/local-client.ts';
import { type ChainHost, startChainHost } from '#src/dev/chains/start-host.ts';
import type { AlarmKind } from '#src/server/platform/alerts/alarm-kinds.ts';
import { deploySteps } from '#tests/deploy/deploy-commands.ts';
import { type Payment, post } from '#tests/support/credited-once.ts';
import { freePort } from '#tests/support/free-port.ts';
import { settingsFor } from '#tests/support/live-stack.ts';
import { newWallet, payCoin } from '#tests/support/pay.ts';
import { execute } from '#tests/support/postgres/execute.ts';
import { newStaff, type Staff } from './new-staff.ts';
import { performTask, type Task } from './perform-task.ts';
import { startServices } from './services.ts';
import { openShell, type Shell } from './shell.ts';

const ROOT = join(import.meta.dirname, '../..');
/** More than the blocks of a drill: the doctor asks for the balances of three hours ago. */
const KEPT_STATES = 10_000;
/** A tenth of an ether. */
export const PAID = 10n ** 17n;
const PATIENCE_MS = 180_000;
const POLL_MS = 100;

/** The machine of "Deploy" in docs/operating.md: two instances with PostgreSQL, on chains that they take for real. */
export interface Machine {
  /** The address of the first instance. */
  readonly url: string;
  readonly chains: ChainHost['chains'];
  readonly ethereum: LocalClient;
  /** Makes a manager of the desk, who types password and code when a command asks for them. */
  readonly join: Staff['join'];
  /** `runuser -u postgres` works on this server from now on. */
  setPostgres(url: string): void;
  /** The commands of a task of docs/runbook.md, block after block. */
  task(title: string): Task;
  /** Pays a tenth of an ether by a new wallet and posts it. */
  pay(): Promise<Payment>;
  /** Resolves when the payment is answered with a status, or as final; rejects after three minutes. */
  becomes(payment: Payment, status: PurchaseResponse['status'] | 'final'): Promise<void>;
  /** Resolves when the server has credited a payment that nobody posts again; rejects after three minutes. */
  finds(payment: Payment): Promise<void>;
  /** Resolves when an alarm of the kind is open, or when none is; rejects after three minutes. */
  isAlarmed(kind: AlarmKind, isOpen?: boolean): Promise<void>;
  /** Resolves when Ethereum has a block of after this moment. */
  passes(moment: number): Promise<void>;
  stop(): Promise<void>;
}

export interface MachineOptions {
  /** Connection string of PostgreSQL's superuser. */
  readonly postgres: string;
  /** The folder of the release that was used before. */
  readonly previous?: string;
  /** Settings in addition to those of the first deployment. */
  readonly more?: (chains: ChainHost['chains']) => Promise<Readonly<Record<string, string>>>;
}

/** Starts everything; `systemctl`, `runuser` and `npm` of its commands are small programs with the same effects. */
export async function startMachine({ postgres, previous, more }: MachineOptions): Promise<Machine> {
  const folder = mkdtempSync(join(tmpdir(), 'synx-drill-'));
  const host = await startChainHost({ stateDirectory: null, fastMs: 500, idleMs: 1_000, keptStates: KEPT_STATES });
  const [first, second] = [await freePort(), await freePort()];
  const settingsFile = join(folder, 'settings');
  const settings = () => parseEnv(readFileSync(settingsFile, 'utf8'));
  const staff = newStaff(() => settings()['DATABASE_URL'] ?? '');
  const releases = join(folder, 'synx');
  mkdirSync(releases);
  symlinkSync(ROOT, join(releases, 'current'));
  if (previous !== undefined) symlinkSync(previous, join(releases, 'previous'));
  const services = await startServices(join(releases, 'current'), settings, staff.type);
  const shell = await openShell(folder, services.url, {
    '/etc/synx/env': settingsFile,
    '/opt/synx': releases,
    '4321': String(first),
    '4322': String(second),
  });
  shell.setPostgres(postgres);
  const databaseUrl = await createOwnDatabase(postgres, shell.run);
  const given = { ...deployment(host.chains), DATABASE_URL: databaseUrl, DATA_DIRECTORY: join(folder, 'data') };
  writeFileSync(settingsFile, toLines({ ...given, ...(await more?.(host.chains)) }));
  await services.start(first);
  await services.start(second);

  const ethereum = localClient(1, host.chains.find(({ chainId }) => chainId === 1)?.rpcUrl ?? '');
  await call(ethereum, 'anvil_autoImpersonateAccount', [true]);
  const url = `http://127.0.0.1:${first}`;
  return {
    ...{ url, ethereum, chains: host.chains, join: staff.join, setPostgres: shell.setPostgres },
    task: (title) => performTask(title, shell.run),
    pay: async () => {
      const wallet = newWallet();
      const payment = { wallet, hash: await payCoin(ethereum, wallet, PAID) };
      await post(url, payment);
      return payment;
    },
    becomes: (payment, status) =>
      until(`${payment.hash} is ${status}`, async () => (await statesOf(url, payment)).includes(status)),
    finds: ({ wallet, hash }) => until(`${hash} is credited`, () => hasTokens(url, wallet)),
    isAlarmed: (kind, isOpen = true) =>
      until(`${kind} is ${isOpen ? 'open' : 'closed'}`, async () => {
        const query = `select 1 from alarms where kind = '${kind}' and resolved_at is null`;
        return (await execute(settings()['DATABASE_URL'] ?? '', query)).length > 0 === isOpen;
      }),
    passes: (moment) => until('a new block', async () => Number((await ethereum.getBlock()).timestamp) * 1000 > moment),
    stop: async () => {
      await services.stop();
      await host.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** The settings of step 3 of the first deployment, without a site and for a busy machine. */
function deployment(chains: ChainHost['chains']): Readonly<Record<string, string>> {
  return {
    NODE_ENV: 'production',
    HOST: '127.0.0.1',
    PUBLIC_ORIGIN: 'https://example.org',
    ...settingsFor(chains),
    TRUST_PROXY: '1',
    RECEIPT_SIGNING_KEY: 'c3'.repeat(32),
    SERVE_SITE: 'off',
  };
}

/** Performs step 2 of the first deployment; the address of the database for the server's own user. */
async function createOwnDatabase(postgres: string, run: Shell['run']): Promise<string> {
  const [, step] = deploySteps();
  await run(step?.commands ?? '');
  return `postgres://synx@${new URL(postgres).host}/synx`;
}

function toLines(settings: Readonly<Record<string, string>>): string {
  return Object.entries(settings)
    .map(([name, value]) => `${name}=${value}\n`)
    .join('');
}

/** Asks for a payment as a page of the site does. */
async function statesOf(url: string, payment: Payment): Promise<readonly string[]> {
  const answer = await post(url, payment).catch(() => null);
  if (answer?.ok !== true) return [];
  const { status, final } = (await answer.json()) as PurchaseResponse;
  return final ? [status, 'final'] : [status];
}

async function hasTokens(url: string, wallet: string): Promise<boolean> {
  const answer = await fetch(`${url}/api/staking/balance/${wallet}`);
  return answer.ok && ((await answer.json()) as StakingBalance).availableToStake !== '0';
}

async function until(what: string, isTrue: () => Promise<boolean>): Promise<void> {
  const end = Date.now() + PATIENCE_MS;
  while (!(await isTrue())) {
    if (Date.now() > end) throw new Error(`not within ${PATIENCE_MS / 1000} s: ${what}`);
    await setTimeout(POLL_MS);
  }
}
