import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { DEVELOPMENT_PRESALE_ADDRESS as TREASURY } from '#src/config/development-accounts.ts';
import { NANO_PER_SYNX } from '#src/config/sale.ts';
import type { AllocationView } from '#src/contract/allocation.ts';
import { call } from '#src/dev/chains/local-client.ts';
import { HANDOVER_SETTINGS, rehearsalDistributor } from '#src/dev/rehearsal/handover-settings.ts';
import { openRehearsal, type Rehearsal } from '#src/dev/rehearsal/open-rehearsal.ts';
import type { HandoverStep, StepOutcome } from '#src/dev/rehearsal/rehearsal-state.ts';
import { stake } from '#src/server/money/staking/stake.ts';
import { type RunningServer, startServer } from '#src/server/start.ts';
import { newWallet, payCoin } from '#tests/support/pay.ts';
import { startTestChains, type TestChains } from '#tests/support/test-chains.ts';
import { tunedEnv } from '#tests/support/tuned-env.ts';

/** A public answer is kept for some seconds. */
const PATIENCE = { timeout: 20_000 };
/** A tenth of an ether at 4,513.48 USD, 0.013 USD per SYNX. */
const PAID = 10n ** 17n;
const SYNX = 34_719;
const [ANN, BEN] = [newWallet(), newWallet()] as const;

let chains: TestChains;
let rehearsal: Rehearsal;
let server: RunningServer;
let folder: string;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'synx-rehearsed-handover-'));
  chains = await startTestChains();
  rehearsal = await openRehearsal(chains.all);
  const options = { PORT: '0', LOG_LEVEL: 'silent', DATA_DIRECTORY: folder };
  const { extend, machine } = rehearsal;
  server = await startServer({
    env: tunedEnv({ ...options, ...HANDOVER_SETTINGS }, { presaleAddress: TREASURY, chains: rehearsal.chains }),
    ...{ siteDirectory: null, version: '0', pollMs: 100, stallAfterMs: Number.POSITIVE_INFINITY, extend, machine },
  });
});
afterAll(async () => {
  await server.stop();
  await rehearsal.stop();
  await chains.stop();
  rmSync(folder, { recursive: true, force: true });
});

async function post<Answer>(path: string, body: unknown): Promise<Answer> {
  const headers = { 'content-type': 'application/json' };
  const answer = await fetch(`${server.url}${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
  expect(answer.status, path).toBe(200);
  return (await answer.json()) as Answer;
}
const press = (step: HandoverStep, wallet?: string) => post<StepOutcome>('/rehearsal/handover', { step, wallet });
const view = async () => (await (await fetch(`${server.url}/api/allocation`)).json()) as AllocationView;
const books = async () => {
  const { db } = server.context;
  const balances = db.selectFrom('accounts').select(['kind', 'owner', 'balance']).where('balance', '<>', 0n);
  return [
    await balances.orderBy('kind').orderBy('owner').execute(),
    await db.selectFrom('wallet_stakes').selectAll().orderBy('wallet').execute(),
  ];
};

async function buy(wallet: string): Promise<void> {
  const transactionHash = await payCoin(chains.client(1), wallet, PAID);
  await post('/api/presale/purchase', { walletAddress: wallet, transactionHash, chainId: 1 });
  await chains.mine(1, 6);
  const available = async () =>
    (await (await fetch(`${server.url}/api/staking/balance/${wallet}`)).json()).availableToStake;
  await vi.waitFor(async () => expect(await available()).toBe(String(SYNX)), { timeout: 20_000, interval: 100 });
}

test('a list cannot be drafted while the sale runs, and each thing in the way comes with its remedy', async () => {
  await buy(ANN);
  await buy(BEN);
  await stake(server.context.db, BEN, 719n * NANO_PER_SYNX, server.context.now());
  const { unmet = [] } = await press('draft');
  expect(unmet.map(({ what }) => what)).toContain('The sale is closed');
  for (const { remedy } of unmet) expect(remedy).not.toBe('');
});

test('the sale ends, the list is drafted, and withdrawing it makes every balance as it was', async () => {
  await press('end');
  const before = await books();
  expect(await press('draft')).toEqual({ said: [expect.stringMatching(/^Batch 1 is a draft: 2 wallets/)] });
  expect(await books()).not.toEqual(before);
  expect(await press('withdraw')).toEqual({ said: ['Batch 1 is withdrawn.'] });
  expect(await books()).toEqual(before);
});

test('the list becomes final by the root of another machine, and its contract pays by the time of its chain', async () => {
  await press('draft');
  expect((await press('approve')).refused).toContain('Wallets can object until');
  await press('objections');
  expect((await press('wrongTyped')).said[0]).toContain('This is not the root of the draft.');
  const { said } = await press('approve');
  const { state, root, total } = await view();
  expect(state).toBe('final');
  expect(said[0]).toContain(`machine computed ${root} from the public records`);

  expect((await press('wrongRoot')).said.join(' ')).toMatch(/ The root: 0x1{64} on chain, /);
  expect((await view()).distributor).toBeNull();
  await press('deploy');
  const { chainId, claims, token } = rehearsalDistributor();
  await expect.poll(async () => (await view()).distributor, PATIENCE).toMatchObject({ claims, token, fundedAt: null });
  expect((await press('short')).said[0]).toContain('one base unit less');
  await press('fund');
  await expect.poll(async () => (await view()).distributor?.fundedAt, PATIENCE).toEqual(expect.any(String));

  const received = async (wallet: string) =>
    BigInt(
      await call<string>(chains.client(chainId), 'eth_call', [
        { to: token, data: `0x70a08231${wallet.slice(2).padStart(64, '0')}` },
        'latest',
      ]),
    );
  expect((await press('stranger', BEN)).refused).toContain('pays nothing to it now');
  await press('opening');
  await press('stranger', BEN);
  expect(await received(BEN)).toBeGreaterThanOrEqual(BigInt(SYNX - 719) * NANO_PER_SYNX);
  await press('month');
  for (const wallet of [ANN, BEN]) await press('stranger', wallet);
  expect((await received(ANN)) + (await received(BEN))).toBe(BigInt(total));
});

test('on demand the API names another contract, and a file of the list is another one', async () => {
  const shard = async () => (await fetch(`${server.url}/allocation/2/s/all.json`)).json();
  const claims = async () => (await view()).distributor?.claims;
  const before = [await claims(), await shard()];
  for (const what of ['contract', 'shard']) await post('/rehearsal/outage', { what, on: true });
  expect(await claims()).toMatch(/^0xdead/);
  expect(await shard()).not.toEqual(before[1]);
  for (const what of ['contract', 'shard']) await post('/rehearsal/outage', { what, on: false });
  expect([await claims(), await shard()]).toEqual(before);
});
