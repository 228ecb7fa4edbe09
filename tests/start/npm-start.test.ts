import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, readdirSync, statSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { parseEther } from 'viem';
import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import { DEVELOPMENT_ACCOUNTS, DEVELOPMENT_PRESALE_ADDRESS } from '#src/config/development-accounts.ts';
import { localClient } from '#src/dev/chains/local-client.ts';
import { type Child, startChild } from '#tests/support/child.ts';
import { sharedFolder } from '#tests/support/temporary-folder.ts';

const ROOT = join(import.meta.dirname, '../..');
const [BUYER] = DEVELOPMENT_ACCOUNTS;

const folder = sharedFolder();
let data: string;
const children: Child[] = [];
beforeAll(async () => {
  data = join(folder, 'data');
});
afterEach(async () => {
  for (const { pid } of children) if (processesOf(pid).length > 0) process.kill(-pid, 'SIGKILL');
  await Promise.all(children.splice(0).map(({ ended }) => ended));
});

/** The command of `npm start`, in a separate process group, as in a terminal. */
function npmStart(env: Record<string, string> = {}): Child {
  const args = [join(ROOT, 'bootstrap/run.mjs'), 'src/dev/start.ts'];
  const child = startChild(args, { PORT: '0', DATA_DIRECTORY: data, ...env }, { group: true });
  children.push(child);
  return child;
}
async function running(child: Child): Promise<{ url: string; chains: string[] }> {
  const [, url = ''] = await child.prints(/SYNX is running on (\S+)/);
  await child.prints(/balances are kept/);
  // A server refuses what comes while its start still keeps it busy; who deploys one sends nobody before it is ready.
  const ready = async () => ((await (await fetch(`${url}/api/ready`)).json()) as { status?: string }).status;
  await expect.poll(ready, { timeout: 60_000 }).toBe('ready');
  return { url, chains: [...child.output().matchAll(/ chain \d+ +(\S+)/g)].map(([, chain = '']) => chain) };
}
async function stopped(child: Child): Promise<void> {
  child.killGroup('SIGINT');
  expect(await child.ended, child.output()).toEqual({ code: 0, signal: null });
  expect(processesOf(child.pid)).toEqual([]);
}
/** The remaining processes of a group. */
function processesOf(group: number): string[] {
  const all = execFileSync('ps', ['-eo', 'pgid=,stat=,args='], { encoding: 'utf8' }).split('\n');
  return all.filter((line) => Number(line.trim().split(/\s+/)[0]) === group && !/^\s*\d+\s+Z/.test(line));
}
async function available(url: string): Promise<string> {
  const answer = await fetch(`${url}/api/staking/balance/${BUYER.toLowerCase()}`);
  return ((await answer.json()) as { availableToStake: string }).availableToStake;
}
const setAside = () => readdirSync(folder).filter((name) => name.startsWith('data.old-'));

describe('npm start', () => {
  test('states its parts, refuses a second start, and Ctrl-C leaves nothing behind', async () => {
    const child = npmStart();
    const { url, chains } = await running(child);
    expect(url).toMatch(/^http:\/\/localhost:\d+$/);
    expect(chains).toHaveLength(3);
    for (const account of DEVELOPMENT_ACCOUNTS.slice(0, 9)) expect(child.output()).toContain(account);
    expect(child.output()).toContain(join(data, 'synx.sqlite'));
    // A build with nothing to do also ends with its summary.
    expect(child.output()).toMatch(/^.*up to date\.\n.* is a REHEARSAL .*do not publish it.*\nStarting /m);
    const page = await fetch(url);
    expect([page.status, page.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);

    const sameData = npmStart();
    const samePort = npmStart({ PORT: new URL(url).port, DATA_DIRECTORY: join(folder, 'other') });
    expect((await sameData.ended).code).toBe(1);
    expect(sameData.output()).toMatch(/Another SYNX is running on the data directory .* or set DATA_DIRECTORY/);
    expect((await samePort.ended).code).toBe(1);
    expect(samePort.output()).toMatch(/Port \d+ is taken by another program\. Set PORT to a free one/);
    expect(existsSync(join(folder, 'other'))).toBe(false);

    await stopped(child);
    // The data are for this user alone.
    expect(statSync(data).mode & 0o077).toBe(0);
    expect(statSync(join(data, 'synx.sqlite')).mode & 0o077).toBe(0);
    for (const chain of chains) await expect(fetch(chain)).rejects.toThrow();
    cpSync(join(data, 'chains'), join(folder, 'chains-before'), { recursive: true });
  });

  test('a payment is credited, and found again after Ctrl-C, a kill of the launcher alone and a kill of everything', {
    tags: 'long',
  }, async () => {
    const first = npmStart();
    const { url, chains } = await running(first);
    const client = localClient(1, chains[0] ?? '');
    const transactionHash = await client.sendTransaction({
      account: BUYER,
      to: DEVELOPMENT_PRESALE_ADDRESS,
      value: parseEther('0.01'),
    });
    const answer = await fetch(`${url}/api/presale/purchase`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ walletAddress: BUYER, transactionHash }),
    });
    expect(answer.status, await answer.clone().text()).toBe(200);
    await client.mine({ blocks: 6 });
    // 0.01 ETH at 4,513.48 USD, 0.013 USD per SYNX.
    await expect.poll(() => available(url), { timeout: 30_000 }).toBe('3471');
    await stopped(first);

    const second = npmStart();
    expect(await available((await running(second)).url)).toBe('3471');
    expect(setAside()).toEqual([]);

    // Only the launcher is killed.
    second.kill('SIGKILL');
    await second.ended;
    // Its output is closed by now; the system may still be removing the last of them.
    await expect.poll(() => processesOf(second.pid), { timeout: 30_000 }).toEqual([]);
    const third = npmStart();
    expect(await available((await running(third)).url)).toBe('3471');
    expect(setAside()).toEqual([]);

    third.killGroup('SIGKILL');
    await third.ended;
    const fourth = npmStart();
    const { url: last } = await running(fourth);
    // Either all of it is there, or all of it was set aside: never half.
    expect(await available(last)).toBe(setAside().length === 0 ? '3471' : '0');
    await stopped(fourth);
  });

  test('a chain that lacks a block the database knows: both are set aside, it says so, and starts from scratch', {
    tags: 'long',
  }, async () => {
    const before = setAside();
    await rm(join(data, 'chains'), { recursive: true });
    cpSync(join(folder, 'chains-before'), join(data, 'chains'), { recursive: true });
    const child = npmStart();
    const { url } = await running(child);
    const [fresh, ...more] = setAside().filter((name) => !before.includes(name));
    expect(more).toEqual([]);
    expect(child.output()).toMatch(/The database knows block \d+ of chain \d+, which the local chain lacks/);
    expect(child.output()).toContain(`Both were set aside in ${join(folder, fresh ?? '?')}`);
    expect(readdirSync(join(folder, fresh ?? ''))).toEqual(expect.arrayContaining(['chains', 'synx.sqlite']));
    expect(await available(url)).toBe('0');
    await stopped(child);
  });

  test('a database without its chains is set aside too', { tags: 'long' }, async () => {
    const before = setAside().length;
    await rm(join(data, 'chains'), { recursive: true });
    const child = npmStart();
    const { url } = await running(child);
    expect(child.output()).toMatch(/Only one of the database and the local chains exists/);
    expect(setAside()).toHaveLength(before + 1);
    expect(await available(url)).toBe('0');
    await stopped(child);
  });

  test('an invalid environment is reported before anything is built', async () => {
    const child = npmStart({ PORT: '99999', WALLET_PROOF: 'perhaps' });
    expect((await child.ended).code).toBe(1);
    expect(child.output()).toMatch(/The environment has 2 problems:/);
    expect(child.output()).not.toMatch(/Building|Starting/);
  });
});
