import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { parseEther } from 'viem';
import { expect, test } from 'vitest';
import { CHAIN_IDS } from '#src/config/chains.ts';
import { DEVELOPMENT_ACCOUNTS } from '#src/config/development-accounts.ts';
import { localClient } from '#src/dev/chains/local-client.ts';
import { type ChainHost, startChainHost } from '#src/dev/chains/start-host.ts';
import { sharedFolder } from '#tests/support/temporary-folder.ts';

const [ALICE, BOB] = DEVELOPMENT_ACCOUNTS;
const folder = sharedFolder();

const clients = (host: Pick<ChainHost, 'chains'>) =>
  host.chains.map(({ chainId, rpcUrl }) => localClient(chainId, rpcUrl));

function answers(host: Pick<ChainHost, 'chains'>): Promise<boolean[]> {
  return Promise.all(
    host.chains.map(({ rpcUrl }) =>
      fetch(rpcUrl).then(
        () => true,
        () => false,
      ),
    ),
  );
}

async function pay(host: Pick<ChainHost, 'chains'>): Promise<bigint> {
  const [client] = clients(host);
  await client?.sendTransaction({ account: ALICE, to: BOB, value: parseEther('1') });
  return (await client?.getBalance({ address: BOB })) ?? 0n;
}

test('the host runs three chains, ignores Ctrl-C, and keeps their state when it is stopped', {
  tags: 'long',
}, async () => {
  const first = await startChainHost({ stateDirectory: join(folder, 'stopped') });
  expect(first.chains.map(({ chainId }) => chainId)).toEqual(CHAIN_IDS);
  const ids = await Promise.all(clients(first).map((client) => client.getChainId()));
  expect(ids).toEqual(CHAIN_IDS);
  process.kill(first.pid as number, 'SIGINT');
  const balance = await pay(first);
  await first.stop();
  expect(await answers(first)).toEqual([false, false, false]);

  const second = await startChainHost({ stateDirectory: join(folder, 'stopped') });
  expect(await clients(second)[0]?.getBalance({ address: BOB })).toBe(balance);
  process.kill(second.pid as number, 'SIGTERM');
  await second.exited;
  expect(await answers(second)).toEqual([false, false, false]);
});

test('a taken port is reported by the host', async () => {
  const other = createServer().listen(0, '127.0.0.1');
  await once(other, 'listening');
  const { port } = other.address() as AddressInfo;
  await expect(startChainHost({ stateDirectory: null, ports: { 56: port } })).rejects.toMatchObject({
    code: 'port-taken',
    message: `port ${port} is already in use`,
  });
  other.close();
});

test('no chain survives a host that was killed', async () => {
  const host = await startChainHost({ stateDirectory: null });
  process.kill(host.pid as number, 'SIGKILL');
  await host.exited;
  await expect.poll(() => answers(host), { timeout: 20_000 }).toEqual([false, false, false]);
});

test('no chain survives a parent that was killed, and its last payment is kept', { tags: 'long' }, async () => {
  const stateDirectory = join(folder, 'killed');
  const start = new URL('../../src/dev/chains/start-host.ts', import.meta.url).href;
  const script = `
    import { startChainHost } from ${JSON.stringify(start)};
    const { pid, chains } = await startChainHost(${JSON.stringify({ stateDirectory })});
    console.log(JSON.stringify({ pid, chains }));`;
  const parent = spawn(process.execPath, ['--input-type=module', '-e', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const line = await new Promise<string>((resolve) => createInterface({ input: parent.stdout }).once('line', resolve));
  const host = JSON.parse(line) as Pick<ChainHost, 'chains'> & { pid: number };
  const balance = await pay(host);
  parent.kill('SIGKILL');
  await expect.poll(() => answers(host), { timeout: 20_000 }).toEqual([false, false, false]);
  // Signal 0 only asks whether the process exists.
  await expect.poll(() => exists(host.pid), { timeout: 20_000 }).toBe(false);

  const again = await startChainHost({ stateDirectory });
  expect(await clients(again)[0]?.getBalance({ address: BOB })).toBe(balance);
  await again.stop();
});

function exists(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
