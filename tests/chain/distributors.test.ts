import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { encodeAbiParameters, keccak256, parseAbiParameters, toHex } from 'viem';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { RpcReader } from '#src/chain/rpc-reader.ts';
import { DEVELOPMENT_ACCOUNTS } from '#src/config/development-accounts.ts';
import type { AllocationView } from '#src/contract/allocation.ts';
import { supplyTableOf } from '#src/contract/supply-table.ts';
import { type LocalChain, startLocalChain } from '#src/dev/chains/local-chain.ts';
import { reorg } from '#src/dev/chains/reorg.ts';
import { writeDeployArguments } from '#src/server/deploy-arguments.ts';
import {
  type Call,
  type ClaimsArguments,
  claimsArguments,
  claimsCreation,
  deploymentOf,
  SynxClaims,
  SynxToken,
  tokenCreation,
} from '#src/server/money/handover/deployment.ts';
import { distributorOf, stageOf, storedDifferences } from '#src/server/money/handover/distributors.ts';
import { watchDistributors } from '#src/server/money/handover/watch-distributors.ts';
import { latestBatch } from '#src/server/money/sale/latest-batch.ts';
import { ChainSources } from '#src/server/platform/chains/chain-sources.ts';
import { createTrustedClock } from '#src/server/platform/chains/trusted-clock.ts';
import { drawWorld, placeWorld, WORLD_SUPPLY } from '#tests/support/claims/claim-world.ts';
import { playYear } from '#tests/support/claims/claim-year.ts';
import { hostileContract } from '#tests/support/hostile-contracts.ts';
import { emptyChain, type HttpApp, openHttpApp } from '#tests/support/http-app.ts';
import { minedReceipt } from '#tests/support/pay.ts';
import { newStaffMember } from '#tests/support/staff-member.ts';
import { giveDistributor, LIST_HASH, LIST_ROOT, storeFinalList } from '#tests/support/store-final-list.ts';
import { sharedFolder } from '#tests/support/temporary-folder.ts';

const [TREASURY, TEAM, STRANGER] = DEVELOPMENT_ACCOUNTS;
const SUPPLY = [
  { purpose: 'Sale and airdrop', address: TREASURY, amount: '1000000000' },
  { purpose: 'Team', address: TEAM, amount: '109999999.5' },
  { purpose: 'Liquidity', address: TREASURY, amount: '0.5' },
];
const TABLE = supplyTableOf(JSON.stringify(SUPPLY));
const AUDIT = 'ab'.repeat(32);
const DAY = 86_400n;

const folder = sharedFolder();
const supplyFile = join(folder, 'supply.json');
let chain: LocalChain;
let start: `0x${string}`;
let http: HttpApp;
/** The sources of the claim chain: three that tell the truth, unless a test replaces one. */
let sources: RpcReader[];
let claimChain: ChainSources;
let calls = 0;

beforeAll(async () => {
  // Two blocks later a block is final.
  chain = await startLocalChain({ chainId: 56, slotsInEpoch: 1 });
  start = await chain.client.snapshot();
});
afterAll(() => chain.stop());

async function restart(): Promise<void> {
  await chain.client.revert({ id: start });
  start = await chain.client.snapshot();
}

beforeEach(async () => {
  await restart();
  writeFileSync(supplyFile, JSON.stringify(SUPPLY));
  sources = [1, 2, 3].map(() => ({ request: (call) => chain.client.request(call as never) }));
  const counted = [0, 1, 2].map(
    (index): RpcReader => ({
      request: async (call) => {
        if (index === 0) calls += 1;
        return (sources[index] as RpcReader).request(call);
      },
    }),
  );
  claimChain = new ChainSources({ chainId: 56, rpcUrls: [], quorum: 2, startBlock: 0n, heartbeatSeconds: 60 }, counted);
  http = await openHttpApp({
    source: emptyChain,
    env: { SUPPLY_TABLE: supplyFile, AUDIT_REPORT_HASH: AUDIT, CLAIM_CHAIN: '56' },
  });
  const { timestamp } = await chain.client.getBlock();
  await storeFinalList(http.context.db, (timestamp + 30n * DAY) * 1_000n);
  return () => http.close();
});

async function batch() {
  const row = await latestBatch(http.context.db);
  if (row === undefined) throw new Error('no list');
  return row;
}

async function send({ to, data }: Call, from: Call['to'] = STRANGER): Promise<string> {
  const hash = await chain.client.sendTransaction({ account: from, to, data, gas: 8_000_000n });
  expect((await minedReceipt(chain.client, hash)).status).toBe('success');
  return hash;
}

/** Deploys for other arguments or another table, and states it as two of the staff would. */
async function deployAndGive(
  change: Partial<ClaimsArguments> = {},
  minted: Parameters<typeof deploymentOf>[1] = TABLE,
) {
  const deployment = deploymentOf({ ...claimsArguments(await batch()), ...change }, minted);
  const hashes: string[] = [];
  for (const call of deployment.deploy) hashes.push(await send(call));
  await chain.client.mine({ blocks: 3 });
  await giveDistributor(http.context.db, deployment.claims, [hashes[0] ?? '', hashes.at(-1) ?? '']);
  return deployment;
}

/** A pass of the watch, a minute later; its calls of the first source are counted. */
async function pass(clock = http.context.clock): Promise<void> {
  http.clock.now += 60_000;
  calls = 0;
  const chains = new Map([...http.context.chains, [56, claimChain]] as const);
  await watchDistributors({ ...http.context, chains, clock }, 'test').pass();
}

async function view(): Promise<AllocationView['distributor']> {
  const { distributor } = (await http.app.inject('/api/allocation')).json() as AllocationView;
  http.clock.now += 6_000;
  return distributor;
}

const row = async () => {
  const found = await distributorOf(http.context.db, 1n);
  if (found === undefined) throw new Error('no contract');
  return found;
};
const stage = async () => stageOf(await row(), (await batch()).opens_at);
const alarms = () =>
  http.context.db
    .selectFrom('alarms')
    .select(['subject', 'severity', 'detail'])
    .where('kind', '=', 'distributor-mismatch')
    .where('resolved_at', 'is', null)
    .execute();
const records = async () => {
  const found = await http.context.db
    .selectFrom('records')
    .select('body')
    .where('kind', '=', 'allocation')
    .orderBy('number')
    .execute();
  return found.map(({ body }) => JSON.parse(body) as { event: string; data: Record<string, unknown> });
};

/** Whoever has the tokens gives them to the claims. */
async function fund({ token, claims, fund: [transfer, latch] }: ReturnType<typeof deploymentOf>): Promise<string> {
  expect([transfer?.to, latch?.to]).toEqual([token, claims]);
  if (transfer === undefined || latch === undefined) throw new Error('no calls');
  await send(transfer, TREASURY);
  return send(latch);
}

test('the printed transactions deploy what the server names, and fund it; it opens by the chain’s time', async () => {
  const sited = { ...http.context.env, PUBLIC_ORIGIN: 'https://synx.example' };
  const printed = await writeDeployArguments(http.context.db, sited, folder, http.clock.now);
  const fileOf = (name: string) =>
    JSON.parse(readFileSync(join(folder, `${name}.json`), 'utf8')) as { chainId: string; transactions: Call[] };
  const [token, claims] = Array.from(printed.matchAll(/^Synx\w+ (0x[0-9a-f]{40})/gm), ([, address = '']) => address);
  for (const fact of [LIST_ROOT, LIST_HASH, AUDIT, '1000 (0.000001 SYNX)', TREASURY.toLowerCase()])
    expect(printed).toContain(fact);
  expect(fileOf('deploy').chainId).toBe('56');
  const clear = readFileSync(join(folder, 'erc7730/calldata-SynxClaims.json'), 'utf8').toLowerCase();
  for (const address of [token, claims]) expect(clear).toContain(address);
  const hashes: string[] = [];
  for (const call of fileOf('deploy').transactions) hashes.push(await send(call));

  const ada = await newStaffMember(http, 'ada', 'manager');
  const bea = await newStaffMember(http, 'bea', 'manager');
  const fields = {
    batch: '1',
    claims: claims ?? '',
    tokenTransaction: hashes[0] ?? '',
    claimsTransaction: hashes[1] ?? '',
  };
  await ada.act('propose-give-distributor', { ...fields, reason: 'Deployed this morning by the treasury.' });
  await bea.act('approve-proposal', { id: '1' });
  expect(await view()).toBeNull();
  // By a time that no chain has confirmed, nothing is noted [S27].
  await pass(createTrustedClock(undefined, undefined, false));
  expect((await row()).compared_at).toBeNull();
  await pass();
  // Its block is not final yet.
  expect(await view()).toBeNull();
  await chain.client.mine({ blocks: 3 });
  await pass();
  expect(calls).toBeLessThanOrEqual(26);
  expect(await view()).toEqual({ token, claims, deployedAt: expect.any(String), fundedAt: null, fundedTx: null });
  expect(await alarms()).toEqual([]);
  expect((await records()).map(({ event, data }) => [event, data])).toEqual([
    ['named', { batch: 1, chainId: 56, token, claims, supply: TABLE, auditReport: AUDIT }],
  ]);

  const [transfer, latch] = fileOf('fund').transactions;
  if (transfer === undefined || latch === undefined) throw new Error('no calls');
  await send(transfer, TREASURY);
  await chain.client.mine({ blocks: 3 });
  await pass();
  expect(await stage()).toBe('named');
  const funding = await send(latch);
  await pass();
  expect(await stage()).toBe('named');
  await chain.client.mine({ blocks: 3 });
  await pass();
  expect(calls).toBeLessThanOrEqual(26);
  expect(await view()).toMatchObject({ fundedAt: expect.any(String), fundedTx: funding });
  expect((await records()).at(-1)).toMatchObject({
    event: 'funded',
    data: { batch: 1, claims, transaction: funding },
  });
  // The file of the table may be gone once it has been compared.
  writeFileSync(supplyFile, '[]');
  http.clock.now += 400 * 86_400_000;
  await pass();
  expect(await stage()).toBe('funded');
  await chain.client.setNextBlockTimestamp({ timestamp: (await batch()).opens_at / 1_000n });
  await chain.client.mine({ blocks: 4 });
  await pass();
  expect(await stage()).toBe('open');
  expect(await records()).toHaveLength(2);
});

const shifted = async () =>
  claimsArguments(await batch()).schedules.map(({ start, end }, kind) =>
    kind === 1 ? { start: start - 1n, end } : { start, end },
  );
const mintedTo = (...lines: readonly [string, string][]) =>
  lines.map(([address, amount]) => ({ purpose: '', address: address.toLowerCase(), amount }));

test.for<readonly [string, () => Promise<unknown>, RegExp]>([
  ['root', () => deployAndGive({ root: LIST_HASH }), /^The root: 0x34.* on chain, 0x12.* in the list\.$/],
  ['list', () => deployAndGive({ list: LIST_ROOT }), /^The list: 0x12.* on chain, 0x34/],
  ['total', () => deployAndGive({ total: 999n }), /^The total: 0\.000000999 SYNX on chain, 0\.000001 SYNX in the list/],
  ['schedule', async () => deployAndGive({ schedules: await shifted() }), /^The schedule of staked: /],
  [
    'mint table',
    () => deployAndGive({}, mintedTo([TREASURY, '1110000000000000000'])),
    /^The line 1 of the supply: 1110000000 SYNX to 0x.* on chain, 1000000000 SYNX to 0x.* in the list/,
  ],
  [
    'order of the mint table',
    () => {
      const [first, second, third] = TABLE.map(({ address, amount }): [string, string] => [address, amount]);
      if (!first || !second || !third) throw new Error('no table');
      return deployAndGive({}, mintedTo(first, third, second));
    },
    /^The line 2 of the supply: 0\.5 SYNX /,
  ],
  ['code of the token', otherToken, /^The code of its token 0x.* is not that of SynxToken\.$/],
  ['code', otherCode, /^The code of the contract is not that of SynxClaims\.$/],
  ['address', () => giveDistributor(http.context.db, STRANGER), /^There is no contract at this address/],
])(
  'a contract with another %s is never named, and the alarm is severe',
  { tags: 'long' },
  async ([, deploy, sentence]) => {
    await deploy();
    await pass();
    expect(await view()).toBeNull();
    expect(storedDifferences(await row())).toEqual(expect.arrayContaining([expect.stringMatching(sentence)]));
    expect(await alarms()).toEqual([{ subject: '56/batch 1', severity: 3n, detail: expect.any(String) }]);
    expect(await records()).toEqual([]);
    expect(await stage()).toBe('different');
  },
);

/** Claims of a token that is an ERC-20 with all supply at one account, but another code. */
async function otherToken(): Promise<void> {
  const { token, ...right } = deploymentOf(claimsArguments(await batch()), TABLE);
  const hashes: string[] = [];
  for (const call of right.deploy) hashes.push(await send(call));
  const code = await chain.client.getCode({ address: token });
  await chain.client.setCode({ address: token, bytecode: `${code ?? '0x'}00` as Call['data'] });
  await chain.client.mine({ blocks: 3 });
  await giveDistributor(http.context.db, right.claims, [hashes[0] ?? '', hashes[1] ?? '']);
}

/** The claims with one byte of their code changed, beside what the constructor fills in. */
async function otherCode(): Promise<void> {
  const { claims } = await deployAndGive();
  const code = (await chain.client.getCode({ address: claims })) ?? '0x';
  const [{ start: first } = { start: 0 }] = SynxClaims.immutables;
  const place = 2 + 2 * (first - 1);
  const changed = code.slice(place, place + 2) === '7f' ? '60' : '7f';
  await chain.client.setCode({
    address: claims,
    bytecode: `${code.slice(0, place)}${changed}${code.slice(place + 2)}` as Call['data'],
  });
  await chain.client.mine({ blocks: 3 });
}

test('[S35] what one source alone says neither names nor hides a contract, nor funds it', async () => {
  const deployment = await deployAndGive({ root: LIST_HASH });
  const lie = (say: (call: Parameters<RpcReader['request']>[0], truth: unknown) => unknown): RpcReader => ({
    request: async (call) => say(call, await chain.client.request(call as never)),
  });
  // It says what would agree with the list.
  const liar = lie((_, truth) => (truth === LIST_HASH ? LIST_ROOT : truth));
  sources[0] = liar;
  await pass();
  expect(await view()).toBeNull();
  expect(storedDifferences(await row())).toHaveLength(2);
  await http.context.db.deleteFrom('distributors').execute();

  await restart();
  const sound = await deployAndGive();
  expect(sound.token).toBe(deployment.token);
  sources[0] = lie((call, truth) => (call.method === 'eth_getCode' ? '0x' : truth));
  await pass();
  expect(await view()).toMatchObject({ claims: sound.claims });
  sources[0] = lie((_, truth) => (truth === `0x${'0'.repeat(64)}` ? `0x${'0'.repeat(63)}1` : truth));
  await pass();
  expect(await stage()).toBe('named');
  // Two liars are a quorum; one of two that answer is none.
  sources.splice(1, 1);
  await expect(pass()).rejects.toThrow(/agree/);
  expect(await stage()).toBe('named');
});

async function forge(code: string, slots: readonly object[], mints: readonly object[]) {
  const { abi, bytecode } = await hostileContract('Forged');
  const hash = await chain.client.deployContract({ account: STRANGER, abi, bytecode, args: [code, slots, mints] });
  const { contractAddress } = await minedReceipt(chain.client, hash);
  if (!contractAddress) throw new Error('not deployed');
  return { address: contractAddress, hash };
}

test('[S35] a token with a hidden balance, which code and logs do not show, is never named', {
  tags: 'long',
}, async () => {
  const mints = TABLE.map(({ address, amount }) => ({ to: address, amount: BigInt(amount) }));
  const balance = keccak256(encodeAbiParameters(parseAbiParameters('address, uint256'), [STRANGER, 0n]));
  const supply = { place: toHex(2, { size: 32 }), value: toHex(1_110_000_000n * 10n ** 9n, { size: 32 }) };
  const token = await forge(SynxToken.deployedBytecode, [{ place: balance, value: LIST_ROOT }, supply], mints);
  const held = await chain.client.readContract({
    ...{ address: token.address, abi: SynxToken.abi, functionName: 'balanceOf', args: [STRANGER] },
  });
  expect(held).toBe(BigInt(LIST_ROOT));
  const { claims, deploy } = deploymentOf(claimsArguments(await batch()), { token: token.address });
  const hash = await send(deploy[0] as Call);
  await chain.client.mine({ blocks: 3 });
  await giveDistributor(http.context.db, claims, [token.hash, hash]);
  await pass();
  expect(storedDifferences(await row())).toEqual(['The token was not made by the code and the table that are ours.']);
  expect(await view()).toBeNull();
});

test('claims that count somebody as paid, or themselves as funded, are never named', async () => {
  const { token, claims, deploy } = deploymentOf(claimsArguments(await batch()), TABLE);
  const hashes: string[] = [];
  for (const call of deploy) hashes.push(await send(call));
  const code = (await chain.client.getCode({ address: claims })) ?? '0x';
  const one = `0x${'0'.repeat(63)}1`;
  const forged = await forge(code, [{ place: `0x${'0'.repeat(64)}`, value: one }], []);
  await chain.client.mine({ blocks: 3 });
  await giveDistributor(http.context.db, forged.address.toLowerCase(), [hashes[0] ?? '', forged.hash]);
  await pass();
  expect((await row()).token).toBe(token);
  expect(storedDifferences(await row())).toEqual(['The claims were not made by the code and the list that are ours.']);
  expect(await view()).toBeNull();
});

test('contracts made by plain transactions are named as well', async () => {
  const create = async (data: Call['data']) => {
    const hash = await chain.client.sendTransaction({ account: TREASURY, data, gas: 8_000_000n });
    const { contractAddress } = await minedReceipt(chain.client, hash);
    return { address: contractAddress?.toLowerCase() ?? '', hash };
  };
  const token = await create(tokenCreation(TABLE));
  const claims = await create(claimsCreation(token.address, claimsArguments(await batch())));
  await chain.client.mine({ blocks: 3 });
  await giveDistributor(http.context.db, claims.address, [token.hash, claims.hash]);
  await pass();
  expect(await view()).toMatchObject({ token: token.address, claims: claims.address });
});

test('a funding is found where sources search few blocks for logs at once, and after an outage (S24)', async () => {
  const deployment = await deployAndGive();
  let [most, refused] = [10n, 0];
  const limited = sources.map(
    ({ request }): RpcReader => ({
      request: async (call) => {
        const [{ fromBlock, toBlock } = {}] = call.params as [{ fromBlock?: string; toBlock?: string }?];
        const size = BigInt(toBlock ?? 0) - BigInt(fromBlock ?? 0) + 1n;
        if (call.method !== 'eth_getLogs' || size <= most) return request(call);
        refused += 1;
        throw new Error(`up to a ${most} block range`);
      },
    }),
  );
  sources = limited;
  await pass();
  await chain.client.mine({ blocks: 300 });
  await pass();
  const before = await chain.client.snapshot();
  const first = await fund(deployment);
  await chain.client.mine({ blocks: 3 });
  await pass();
  expect(await view()).toMatchObject({ fundedTx: first });
  expect(refused).toBe(0);

  await chain.client.revert({ id: before });
  await pass();
  expect(await stage()).toBe('named');
  // Fewer than five narrower searches from the widest one reach: the next pass goes on where this one was refused.
  most = 5n;
  await chain.client.mine({ blocks: 20 });
  const second = await fund(deployment);
  await chain.client.mine({ blocks: 2_000 });
  for (let passes = 1; passes <= 5 && (await stage()) === 'named'; passes += 1) await pass().catch(() => undefined);
  expect(await view()).toMatchObject({ fundedTx: second });
  expect(refused).toBeGreaterThan(0);
});

test('a funding whose block leaves the chain is taken back, and found again', async () => {
  const deployment = await deployAndGive();
  await pass();
  await fund(deployment);
  await chain.client.mine({ blocks: 3 });
  await pass();
  expect(await stage()).toBe('funded');
  await reorg(chain.client, 4, []);
  await pass();
  expect(await stage()).toBe('named');
  expect(await view()).toMatchObject({ fundedAt: null, fundedTx: null });
  const again = await send(deployment.fund[1] as Call);
  await chain.client.mine({ blocks: 3 });
  await pass();
  expect(await view()).toMatchObject({ fundedTx: again });
  expect((await records()).map(({ event }) => event)).toEqual(['named', 'funded', 'unfunded', 'funded']);
});

test('[S35] a funding is not taken back by a source that lies next to one that stands still', async () => {
  const deployment = await deployAndGive();
  await pass();
  const still = await chain.client.getBlockNumber();
  const hash = await fund(deployment);
  await chain.client.mine({ blocks: 3 });
  await pass();
  expect(await view()).toMatchObject({ fundedTx: hash });
  const { blockNumber } = await chain.client.getTransactionReceipt({ hash: hash as `0x${string}` });
  const asks = (call: Parameters<RpcReader['request']>[0], block: bigint) =>
    call.method === 'eth_getBlockByNumber' && call.params[0] === toHex(block);
  // One has not heard of a block since before the funding; the other one tells the truth, except of that block.
  sources[0] = {
    request: async (call) => {
      if (call.method === 'eth_blockNumber') return toHex(still);
      if (call.method !== 'eth_getBlockByNumber') throw new Error('header not found');
      const at = call.params[0] === 'finalized' ? still - 2n : BigInt(call.params[0] as string);
      return at > still ? null : chain.client.request({ ...call, params: [toHex(at), false] } as never);
    },
  };
  sources[1] = {
    request: async (call) => (asks(call, blockNumber) ? null : chain.client.request(call as never)),
  };
  await pass();
  expect(await view()).toMatchObject({ fundedTx: hash });
  expect((await records()).map(({ event }) => event)).toEqual(['named', 'funded']);
});

test('[S35] a funding is not taken back by sources that keep the latest blocks alone', async () => {
  const deployment = await deployAndGive();
  await pass();
  const hash = await fund(deployment);
  await chain.client.mine({ blocks: 3 });
  await pass();
  expect(await view()).toMatchObject({ fundedTx: hash });
  await chain.client.mine({ blocks: 100 });
  const kept = (await chain.client.getBlockNumber()) - 50n;
  // As a node does that prunes old blocks: null for a block, no logs, and the states that are asked for.
  const pruned: RpcReader = {
    request: async (call) => {
      const [at] = call.params as [string];
      const isOld = call.method === 'eth_getBlockByNumber' && at.startsWith('0x') && BigInt(at) < kept;
      return isOld ? null : chain.client.request(call as never);
    },
  };
  sources[0] = pruned;
  sources[1] = pruned;
  await pass();
  expect(await view()).toMatchObject({ fundedTx: hash });
  await pass();
  await pass();
  expect((await records()).map(({ event }) => event)).toEqual(['named', 'funded']);
});

test('[S35] a funding is not overlooked for a source that lies next to one that stands still', async () => {
  const deployment = await deployAndGive();
  await pass();
  const still = await chain.client.getBlockNumber();
  const hash = await fund(deployment);
  await chain.client.mine({ blocks: 3 });
  const honest = [...sources] as [RpcReader, RpcReader, RpcReader];
  const withoutLogs: RpcReader = {
    request: async (call) => (call.method === 'eth_getLogs' ? [] : chain.client.request(call as never)),
  };
  sources[0] = {
    request: async (call) => (call.method === 'eth_blockNumber' ? toHex(still) : withoutLogs.request(call)),
  };
  sources[1] = withoutLogs;
  await pass();
  expect(await view()).toMatchObject({ fundedAt: null });
  sources[0] = honest[0];
  await pass();
  expect(await view()).toMatchObject({ fundedTx: hash });
});

test('[S35] a funding is found by sources that have pruned its block, and the deployment’s', async () => {
  const deployment = await deployAndGive();
  const hash = await fund(deployment);
  await chain.client.mine({ blocks: 100 });
  const kept = (await chain.client.getBlockNumber()) - 50n;
  let hasPruned = true;
  sources = sources.map(({ request }) => ({
    request: async (call) => {
      const [at] = call.params as [string];
      const isOld = call.method === 'eth_getBlockByNumber' && at.startsWith('0x') && BigInt(at) < kept;
      return isOld && hasPruned ? null : request(call);
    },
  }));
  await pass();
  const { blockNumber } = await chain.client.getTransactionReceipt({ hash: hash as `0x${string}` });
  expect(await view()).toMatchObject({ deployedAt: null, fundedAt: expect.any(String), fundedTx: hash });
  expect((await records()).at(-1)).toMatchObject({ event: 'funded', data: { blockNumber: Number(blockNumber) } });
  hasPruned = false;
  await pass();
  expect(await view()).toMatchObject({ deployedAt: expect.any(String), fundedTx: hash });
  expect((await records()).map(({ event }) => event)).toEqual(['named', 'funded']);
});

test('a contract that two people withdraw, or whose code disappears, is named no longer', async () => {
  const { claims } = await deployAndGive();
  await pass();
  await chain.client.setCode({ address: claims, bytecode: '0x' });
  await chain.client.mine({ blocks: 3 });
  await pass();
  expect(await view()).toBeNull();
  expect(await alarms()).toHaveLength(1);
  const ada = await newStaffMember(http, 'ada', 'manager');
  const bea = await newStaffMember(http, 'bea', 'manager');
  await ada.act('propose-withdraw-distributor', { batch: '1', reason: 'Deployed with a wrong code.' });
  await bea.act('approve-proposal', { id: '1' });
  expect(await alarms()).toEqual([]);
  expect((await records()).map(({ event }) => event)).toEqual(['named', 'unnamed']);
});

test('nothing is deployed while a fact is missing, and each one is named', async () => {
  const { db, env } = http.context;
  await db.updateTable('allocation_batches').set({ state: 'draft' }).execute();
  const bare = { ...env, claimChain: null, SUPPLY_TABLE: undefined, AUDIT_REPORT_HASH: undefined };
  const write = writeDeployArguments(db, bare, folder, http.clock.now);
  await expect(write).rejects.toThrow(
    /CLAIM_CHAIN[\s\S]*sums to 0 SYNX[\s\S]*AUDIT_REPORT_HASH[\s\S]*No list is final/,
  );
  await db.updateTable('allocation_batches').set({ state: 'final', opens_at: 1_000n, chain_id: 137n }).execute();
  writeFileSync(supplyFile, JSON.stringify(SUPPLY.slice(0, 2)));
  const late = writeDeployArguments(db, env, folder, http.clock.now);
  await expect(late).rejects.toThrow(/sums to 1109999999\.5 SYNX[\s\S]*chain 137[\s\S]*has passed/);
});

test('in a year of claims, reorganisations and kills, each wallet is paid what it is owed', async () => {
  const world = await drawWorld(chain.client, 25, 1);
  writeFileSync(supplyFile, WORLD_SUPPLY);
  await placeWorld(chain.client, world, http.context.db);
  const honest = sources;
  const year = await playYear(chain.client, world, {
    look: pass,
    // Its process ends between two answers; the next one finds no lease of a living one.
    kill: async () => {
      let left = world.rolls.below(20);
      const cut = ({ request }: RpcReader): RpcReader => ({
        request: (call) => (left-- > 0 ? request(call) : Promise.reject(new Error('killed'))),
      });
      sources = honest.map(cut);
      await pass().catch(() => undefined);
      sources = honest;
      await http.context.db.deleteFrom('leases').execute();
    },
  });
  expect(year.faults).toEqual([]);
  const { claims, refused, skipped, replaced, reorgs, kills } = year;
  expect(Math.min(claims, refused, skipped, replaced, reorgs, kills)).toBeGreaterThan(3);
  expect(await view()).toMatchObject({ claims: world.deployment.claims, fundedTx: year.funding });
  expect(await stage()).toBe('open');
  expect(await alarms()).toEqual([]);
  expect((await records()).map(({ event }) => event)).toEqual(['named', 'funded', 'unfunded', 'funded']);
});
