import { readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DEVELOPMENT_PRESALE_ADDRESS } from '#src/config/development-accounts.ts';
import { startChainHost } from '#src/dev/chains/start-host.ts';
import { readRunbook } from '#tests/drill/runbook.ts';
import { settingsFor } from '#tests/support/live-stack.ts';
import { deploySteps, filledIn, upgradeCommands } from './deploy-commands.ts';
import { buyAsVisitor } from './journey.ts';
import { bootMachine, type Machine, REPOSITORY } from './machine.ts';
import { readPages, restartUnderLoad, tellFaults } from './rolling-restart.ts';

const SUITE = 'trixie';
const ORIGIN = 'https://example.org';
const MAXIMUM_MS = 600_000;
const NODES: Readonly<Record<number, string>> = { 1: 'Ethereum', 56: 'BSC', 137: 'Polygon' };

/**
 * An operator's first deployment: the commands of docs/operating.md in order, on a Debian that has just been installed,
 * with local chains as nodes; then a purchase in a browser, an upgrade under load and a backup. Returns the faults.
 */
export async function tryMachine(): Promise<readonly string[]> {
  const machine = await bootMachine(SUITE, join(tmpdir(), 'synx-machine'));
  if ('unavailable' in machine) return [machine.unavailable];
  const host = await startChainHost({ stateDirectory: null, fastMs: 250, idleMs: 2_000 });
  try {
    const started = performance.now();
    if (!(await machine.run(script(host.chains)))) return ['a command of docs/operating.md failed'];
    const took = performance.now() - started;
    console.log(`  from a clean machine to a running sale: ${Math.round(took / 1000)} s`);
    const faults = took > MAXIMUM_MS ? [`the commands took ${Math.round(took / 1000)} s`] : [];
    const errors = await buyAsVisitor(ORIGIN, host.chains);
    return [
      ...faults,
      ...errors.map((error) => `browser: ${error}`),
      ...(await upgrade(machine)),
      ...(await maintain(machine)),
    ];
  } finally {
    await machine.stop();
    await host.stop();
  }
}

/** A public authority would have signed the certificate that the commands make. */
const TRUST_OWN =
  'if cp /etc/ssl/synx/certificate.pem /usr/local/share/ca-certificates/synx.crt 2>/dev/null; then update-ca-certificates; fi';

/** All steps in one shell, each with its time. */
function script(chains: Parameters<typeof settingsFor>[0]): string {
  const settings = settingsFor(chains);
  const values: Record<string, string> = {
    '<this repository>': REPOSITORY,
    '0x<your treasury>': DEVELOPMENT_PRESALE_ADDRESS,
    '<the first block of the sale>': '1',
  };
  for (const { chainId } of chains)
    values[`https://<a node of ${NODES[chainId]}>,https://<another one>`] = settings[`RPC_URL_${chainId}`] ?? '';
  const steps = deploySteps().map(({ title, commands }) =>
    [`echo "  $(date +%T) ${title}"`, TRUST_OWN, 'set -x', filledIn(commands, values), '{ set +x; } 2>/dev/null'].join(
      '\n',
    ),
  );
  return ['cd /root', 'export NODE_EXTRA_CA_CERTS=/etc/ssl/certs/ca-certificates.crt', ...steps].join('\n');
}

/** The commands of an upgrade, to a version with one more commit, and the way back; visitors notice neither. */
async function upgrade(machine: Machine): Promise<readonly string[]> {
  const author = '-c user.name=operator -c user.email=operator@example.org';
  const commit = `git ${author} -C ${REPOSITORY} commit-tree -p main -m next main^{tree}`;
  await machine.run(`git -C ${REPOSITORY} update-ref refs/heads/main $(${commit})`);
  const ca = readFileSync(machine.path('etc/ssl/synx/certificate.pem'), 'utf8');
  const commands = `export NODE_EXTRA_CA_CERTS=/etc/ssl/certs/ca-certificates.crt\nset -x\n${upgradeCommands()}`;
  const perform = async () => ((await machine.run(commands)) ? 0 : 1);
  const report = await restartUnderLoad({ origin: ORIGIN, ca, visit: readPages }, [perform]);
  console.log(`  ${report.requests} requests during an upgrade`);
  const [shell, back] = ['In every shell', 'Roll back'].map((title) => readRunbook().get(title)?.[0]?.commands ?? '');
  const rollBack = async () => ((await machine.run(`set -ex\n${shell}${back}`)) ? 0 : 1);
  const isUsed =
    'test "$(git -C /opt/synx/current rev-parse HEAD)" = "$(git -C /opt/synx/source rev-parse origin/main)"';
  const isOther = 'test "$(readlink /opt/synx/current)" != "$(readlink /opt/synx/previous)"';
  const faults = (await machine.run(`${isUsed}\n${isOther}`)) ? [] : ['the new version is not used'];
  const reversed = await restartUnderLoad({ origin: ORIGIN, ca, visit: readPages }, [rollBack]);
  console.log(`  ${reversed.requests} requests while it was rolled back`);
  if (await machine.run(isUsed)) faults.push('the new version is still used');
  return [...tellFaults(report), ...faults, ...tellFaults(reversed)];
}

async function maintain(machine: Machine): Promise<readonly string[]> {
  const tasks: Readonly<Record<string, string>> = {
    'a backup was written': 'systemctl start synx-backup; ls /var/lib/synx-backups | grep ^synx-',
    'the books are sound': 'cd /opt/synx/current; runuser -u synx -- npm run staff -- verify-ledger',
    'the timer is set': 'systemctl is-active synx-backup.timer',
    'metrics are answered': 'curl -fsS http://127.0.0.1:14321/metrics | grep -c ^synx_',
    'the secrets are readable by nobody else': 'test "$(stat -c %a:%G /etc/synx/env)" = 640:synx',
  };
  const faults: string[] = [];
  for (const [task, commands] of Object.entries(tasks))
    if (!(await machine.run(commands))) faults.push(`not true: ${task}`);
  return faults;
}
