// @module-tag long

import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { type ClaimFacts, type ClaimState, claimStateOf } from '#src/client/claim/allocation-states.ts';
import { readClaimFacts } from '#src/client/claim/read-facts.ts';
import { SITE_LISTS } from '#src/client/claim/site-lists.ts';
import { jsonRpc } from '#src/client/json-rpc.ts';
import { DEVELOPMENT_PRESALE_ADDRESS as TREASURY } from '#src/config/development-accounts.ts';
import { NANO_PER_SYNX } from '#src/config/sale.ts';
import type { AllocationEntryView, AllocationView } from '#src/contract/allocation.ts';
import type { SiteConfig } from '#src/contract/system.ts';
import { call } from '#src/dev/chains/local-client.ts';
import { HANDOVER_SETTINGS, rehearsalDistributor } from '#src/dev/rehearsal/handover-settings.ts';
import { DAY_MS } from '#src/dev/rehearsal/handover-steps.ts';
import { openRehearsal, type Rehearsal } from '#src/dev/rehearsal/open-rehearsal.ts';
import { CLAIM_FAULTS, type HandoverStep, type Outage, type StepOutcome } from '#src/dev/rehearsal/rehearsal-state.ts';
import { stake } from '#src/server/money/staking/stake.ts';
import { type RunningServer, startServer } from '#src/server/start.ts';
import { newWallet, payCoin } from '#tests/support/pay.ts';
import { sharedFolder } from '#tests/support/temporary-folder.ts';
import { startTestChains, type TestChains } from '#tests/support/test-chains.ts';
import { tunedEnv, WIDE_LIMITS } from '#tests/support/tuned-env.ts';

/** A public answer is kept for some seconds. */
const PATIENCE = { timeout: 20_000, interval: 200 };
const NODE_PATIENCE_MS = 1_000;
/** A tenth of an ether at 4,513.48 USD, 0.013 USD per SYNX. */
const PAID = 10n ** 17n;
const SYNX = 34_719;
const [ANN, BEN, CAT] = [newWallet(), newWallet(), newWallet()] as const;

let chains: TestChains;
let rehearsal: Rehearsal;
let server: RunningServer;
const folder = sharedFolder();
let contract: string;
beforeAll(async () => {
  chains = await startTestChains();
  rehearsal = await openRehearsal(chains.all);
  const options = { PORT: '0', LOG_LEVEL: 'silent', DATA_DIRECTORY: folder };
  const { extend, machine } = rehearsal;
  server = await startServer({
    env: tunedEnv(
      { ...options, ...WIDE_LIMITS, ...HANDOVER_SETTINGS },
      { presaleAddress: TREASURY, chains: rehearsal.chains },
    ),
    ...{ siteDirectory: null, version: '0', pollMs: 100, stallAfterMs: Number.POSITIVE_INFINITY, extend, machine },
  });
  // The code of /claim asks its own site, which has made no build.
  const { fetch } = globalThis;
  vi.stubGlobal('fetch', (url: string, ...more: [RequestInit?]) => fetch(new URL(url, server.url), ...more));
  vi.stubGlobal('document', { querySelector: () => ({ content: 'ab'.repeat(20) }) });
});
afterAll(async () => {
  vi.unstubAllGlobals();
  await server.stop();
  await rehearsal.stop();
  await chains.stop();
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

/** What /claim says of an address, without a wallet or with a connected one. */
async function stateOf(address: string, wallet: ClaimFacts['wallet'] = null): Promise<ClaimState> {
  const { chainId } = rehearsalDistributor();
  const source = jsonRpc(`${server.url}/rehearsal/rpc/${chainId}`, AbortSignal.timeout(NODE_PATIENCE_MS));
  const { facts } = await readClaimFacts(address.toLowerCase(), rehearsalDistributor(), { source, lists: SITE_LISTS });
  return claimStateOf({ ...facts, wallet, isPhone: false, claim: null });
}
const shows = (address: string, state: ClaimState) => expect.poll(() => stateOf(address), PATIENCE).toBe(state);
const turn = (what: Outage, on: boolean) => post('/rehearsal/outage', { what, on });
const askNode = (method: string, params: readonly unknown[]) =>
  post<{ result: string }>(`/rehearsal/rpc/${rehearsalDistributor().chainId}`, {
    ...{ jsonrpc: '2.0', id: 1, method, params },
  });

async function buy(wallet: string): Promise<void> {
  const transactionHash = await payCoin(chains.client(1), wallet, PAID);
  await post('/api/presale/purchase', { walletAddress: wallet, transactionHash, chainId: 1 });
  await credited(wallet);
}

async function credited(wallet: string): Promise<void> {
  await chains.mine(1, 6);
  const available = async () =>
    (await (await fetch(`${server.url}/api/staking/balance/${wallet}`)).json()).availableToStake;
  await vi.waitFor(async () => expect(await available()).toBe(String(SYNX)), { timeout: 20_000, interval: 100 });
}

/** Lets time pass: the server and the heads of all chains show one time, and nothing says that a clock is wrong. */
async function passBy(step: 'opening' | 'month'): Promise<void> {
  const alarms = () => server.context.db.selectFrom('alarms').select('detail').where('kind', '=', 'clock').execute();
  const [before, rung] = [server.context.now(), await alarms()];
  await press(step);
  const now = server.context.now();
  expect(now - before).toBeGreaterThan(DAY_MS);
  for (const { chainId } of chains.all) {
    const { timestamp } = await chains.client(chainId).getBlock();
    expect(Math.abs(Number(timestamp) * 1_000 - now), `chain ${chainId} after ${step}`).toBeLessThan(60_000);
  }
  expect(await alarms()).toEqual(rung);
}

test('a list cannot be drafted while the sale runs, and each thing in the way comes with its remedy', async () => {
  await buy(ANN);
  await buy(BEN);
  await buy(CAT);
  const { said } = await press('contractBuyer');
  contract = /0x[0-9a-f]{40}/.exec(said[0] ?? '')?.[0] ?? '';
  await credited(contract);
  await stake(server.context.db, BEN, 719n * NANO_PER_SYNX, server.context.now());
  const { unmet = [] } = await press('draft');
  expect(unmet.map(({ what }) => what)).toContain('The sale is closed');
  for (const { remedy } of unmet) expect(remedy).not.toBe('');
});

test('the sale ends, the list is drafted, and withdrawing it makes every balance as it was', async () => {
  await press('end');
  await shows(ANN, 'closed');
  const before = await books();
  expect(await press('draft')).toEqual({ said: [expect.stringMatching(/^Batch 1 is a draft: 3 wallets/)] });
  expect(await books()).not.toEqual(before);
  await shows(ANN, 'draft');
  await shows(newWallet(), 'not-listed');
  await shows(contract, CLAIM_FAULTS.contractBuyer.shows);
  expect(await press('withdraw')).toEqual({ said: ['Batch 1 is withdrawn.'] });
  expect(await books()).toEqual(before);
});

test('whoever objects rightly is given what was missing, whoever is withheld is set aside, and a draft is withdrawn late', async () => {
  await press('draft');
  const bought = async () => {
    const answer = await fetch(`${server.url}/api/allocation/entries/${ANN}`);
    return BigInt(((await answer.json()) as AllocationEntryView).entry?.bought ?? 0) / NANO_PER_SYNX;
  };
  expect(await bought()).toBe(BigInt(SYNX));
  await press('objection', ANN);
  expect(await bought()).toBe(BigInt(SYNX + 1_000));
  await shows(ANN, CLAIM_FAULTS.objection.shows);
  for (const name of ['withheld', 'released'] as const) {
    expect((await press(name, CAT)).refused, name).toBeUndefined();
    await shows(CAT, CLAIM_FAULTS[name].shows);
  }
  expect(await press('withdrawLate')).toEqual({ said: ['Batch 2 is withdrawn.'] });
  await shows(ANN, CLAIM_FAULTS.withdrawLate.shows);
});

test('the list becomes final by the root of another machine, and its contract pays by the time of its chain', async () => {
  // Corrections are records of a day as well.
  await press('end');
  expect(await press('draft')).toMatchObject({ said: [expect.stringContaining('Batch 3 is a draft')] });
  expect((await press('approve')).refused).toContain('Wallets can object until');
  await press('objections');
  expect((await press('wrongTyped')).said[0]).toContain('This is not the root of the draft.');
  const { said } = await press('approve');
  const { state, root, total } = await view();
  expect(state).toBe('final');
  expect(said[0]).toContain(`machine computed ${root} from the public records`);

  await shows(ANN, 'no-contract');
  expect((await press('pastDates')).refused).toContain('The contract refuses it');
  await shows(ANN, CLAIM_FAULTS.pastDates.shows);
  expect((await press('wrongRoot')).said.join(' ')).toMatch(/ The root: 0x1{64} on chain, /);
  expect((await view()).distributor).toBeNull();
  await shows(ANN, 'no-contract');
  await press('deploy');
  const { chainId, claims, token } = rehearsalDistributor();
  await expect.poll(async () => (await view()).distributor, PATIENCE).toMatchObject({ claims, token, fundedAt: null });
  await shows(ANN, 'unfunded');
  expect((await press('short')).said[0]).toContain('one base unit less');
  await shows(ANN, 'unfunded');
  expect((await press('fundingLost')).said[0]).toContain('The chain has replaced that block');
  await shows(ANN, CLAIM_FAULTS.fundingLost.shows);
  await press('fund');
  await expect.poll(async () => (await view()).distributor?.fundedAt, PATIENCE).toEqual(expect.any(String));

  const received = async (wallet: string) =>
    BigInt(
      await call<string>(chains.client(chainId), 'eth_call', [
        { to: token, data: `0x70a08231${wallet.slice(2).padStart(64, '0')}` },
        'latest',
      ]),
    );
  await shows(ANN, 'before');
  expect((await press('stranger', BEN)).refused).toContain('pays nothing to it now');
  const { now, clock } = server.context;
  await turn('clock', true);
  expect(clock.machine() - now()).toBeGreaterThan(80_000_000);
  await shows(ANN, 'before');
  await turn('clock', false);
  await passBy('opening');
  await shows(BEN, 'partly');
  const status = async (of: string) => {
    const { schedule } = (await (await fetch(`${server.url}/api/config`)).json()) as SiteConfig;
    return schedule.find(({ key }) => key === of)?.status;
  };
  // A funded contract opens by itself: nobody has to report it.
  await expect.poll(() => status('claimOpen'), PATIENCE).toBe('happened');
  expect(await status('withdrawOpen')).toBe('pending');
  expect((await press('toToken', BEN)).refused).toContain('The contract refuses it');
  const { unmet = [] } = await press('secondList');
  expect(unmet.map(({ what }) => what)).toContain('No other list is a draft or final');
  await shows(BEN, 'partly');
  await press('stranger', BEN);
  await shows(BEN, 'nothing-new');
  expect(await received(BEN)).toBeGreaterThanOrEqual(BigInt(SYNX - 719) * NANO_PER_SYNX);
  await passBy('month');
  for (const wallet of [ANN, BEN, CAT]) await press('stranger', wallet);
  const all = await Promise.all([ANN, BEN, CAT].map(received));
  expect(all.reduce((sum, amount) => sum + amount, 0n)).toBe(BigInt(total));
  await shows(ANN, 'received');
});

test('each failure of a node, a file, a key or a build is seen for as long as it lasts', async () => {
  const outages = Object.entries(CLAIM_FAULTS).filter(([, { by }]) => by === 'outage');
  for (const [what, { shows: state }] of [
    ...outages,
    ['shard', { shows: 'mismatch' }],
    ['contract', { shows: 'differs' }],
  ] as const) {
    await turn(what as Outage, true);
    await shows(ANN, state ?? 'received');
    if (what === 'gas') expect(BigInt((await askNode('eth_estimateGas', [{ to: ANN }])).result)).toBe(10n ** 12n);
    await turn(what as Outage, false);
    await shows(ANN, 'received');
  }
  await press('poor', BEN);
  const coins = BigInt((await askNode('eth_getBalance', [BEN, 'latest'])).result);
  expect(coins).toBe(0n);
});
