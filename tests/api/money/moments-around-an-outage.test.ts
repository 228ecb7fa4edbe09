import { parseEther } from 'viem';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { DEVELOPMENT_PRESALE_ADDRESS as PRESALE } from '#src/config/development-accounts.ts';
import { openStack } from '#tests/support/api-stack.ts';
import { sqlitePlace } from '#tests/support/each-engine.ts';
import { fundedWallet, mined, newWallet, payCoin, payToken, submit, tokenAddress } from '#tests/support/pay.ts';
import { placeContract } from '#tests/support/place-contract.ts';
import { type ChaosProxy, startChaosProxy } from '#tests/support/rpc-chaos.ts';
import { createSafe } from '#tests/support/safe.ts';
import { startTestChains, type TestChains } from '#tests/support/test-chains.ts';

const CHAIN = 137;
const USDC = tokenAddress(CHAIN, 'USDC');
const AMOUNT = 130_000_000n;
const COINS = 1_000n * 10n ** 18n;
const MINUTE_MS = 60_000;
const FINAL = 66;

let chains: TestChains;
let proxies: ChaosProxy[];
beforeAll(async () => {
  chains = await startTestChains();
  const upstream = chains.all.find(({ chainId }) => chainId === CHAIN)?.rpcUrl ?? '';
  proxies = await Promise.all([upstream, upstream, upstream].map((url) => startChaosProxy(url, url)));
});
afterEach(() => {
  for (const proxy of proxies) Object.assign(proxy, { fault: null, change: null });
});
afterAll(async () => {
  await Promise.all(proxies.map((proxy) => proxy.stop()));
  await chains.stop();
});
const refused = { result: undefined, error: { code: -32005, message: 'rate limit exceeded' } };

async function open(sources: number, location?: string, clock?: { now: number }, startBlock?: bigint) {
  const place = location === undefined ? await sqlitePlace() : null;
  if (startBlock === undefined) await chains.mine(CHAIN, 1);
  const first = startBlock ?? (await chains.client(CHAIN).getBlockNumber()) + 1n;
  const rpcUrls = proxies.slice(0, sources).map(({ url }) => url);
  const chainEnv = { [CHAIN]: { rpcUrls, quorum: Math.min(2, sources), startBlock: first } };
  const at = location ?? place?.location ?? '';
  const stack = await openStack({ chains, location: at, chainEnv, ...(clock === undefined ? {} : { clock }) });
  return { stack, place, first, at };
}
/** Refuses everything that shows what arrived in a block. */
function refuseAmounts(count: number) {
  for (const proxy of proxies) {
    proxy.change = ({ method }, answer) => {
      if (
        method === 'eth_call' ||
        method === 'eth_getLogs' ||
        method === 'eth_getBalance' ||
        method === 'eth_getStorageAt' ||
        method === 'eth_getCode'
      )
        Object.assign(answer, refused);
    };
  }
  return count;
}
const calm = () => {
  for (const proxy of proxies) Object.assign(proxy, { fault: null, change: null });
};

test.each(['down', 'nothing'] as const)(
  'what shows a payment’s amount is refused once before an outage (%s) and once after it: credited (S24)',
  async (outage) => {
    const { stack, place } = await open(1);
    const client = chains.client(CHAIN);
    await stack.pass([CHAIN]);
    const wallet = await fundedWallet(client, [[USDC, AMOUNT]]);
    await payToken(client, wallet, USDC, AMOUNT);
    await stack.pass([CHAIN]);
    await chains.mine(CHAIN, 6);
    refuseAmounts(0);
    await stack.pass([CHAIN]).catch(() => undefined);
    calm();
    if (outage === 'down') {
      for (const proxy of proxies) proxy.fault = 'down';
      for (let pass = 0; pass < 5; pass += 1) {
        stack.tick(3 * MINUTE_MS);
        await stack.pass([CHAIN]).catch(() => undefined);
      }
    } else stack.tick(15 * MINUTE_MS);
    calm();
    refuseAmounts(0);
    await stack.pass([CHAIN]).catch(() => undefined);
    calm();
    for (let pass = 0; pass < 3; pass += 1) await stack.pass([CHAIN]).catch(() => undefined);
    const rows = await stack.context.db.selectFrom('payments').select(['status', 'reason']).execute();
    await stack.close();
    await place?.drop();
    expect(rows).toEqual([{ status: 'credited', reason: null }]);
  },
);

test('sources that disagree for a moment before an hour of refusals and for a moment after it leave a payment to nobody (S6)', async () => {
  const { stack, place } = await open(3);
  const wallet = await fundedWallet(chains.client(CHAIN));
  await stack.pass([CHAIN]);
  const hash = await payCoin(chains.client(CHAIN), wallet, COINS);
  await stack.pass([CHAIN]);
  await chains.mine(CHAIN, 6);
  const [, behind, down] = proxies as [ChaosProxy, ChaosProxy, ChaosProxy];
  const disagree = async () => {
    down.fault = 'down';
    behind.change = ({ method, params }, answer) => {
      if (method === 'eth_getTransactionReceipt' && params[0] === hash) Object.assign(answer, { result: null });
    };
    await stack.pass([CHAIN]).catch(() => undefined);
    calm();
  };
  await disagree();
  for (const proxy of proxies)
    proxy.change = ({ method }, answer) => {
      if (method === 'eth_getTransactionReceipt') Object.assign(answer, refused);
    };
  for (let pass = 0; pass < 22; pass += 1) {
    stack.tick(3 * MINUTE_MS);
    await stack.pass([CHAIN]).catch(() => undefined);
  }
  calm();
  await disagree();
  await stack.pass([CHAIN]);
  const rows = await stack.context.db.selectFrom('payments').select(['status', 'reason']).execute();
  await stack.close();
  await place?.drop();
  expect(rows).toEqual([{ status: 'credited', reason: null }]);
});

test.each([
  [1, 65],
  [3, 65],
  [1, 10],
  [3, 10],
])(
  'a Safe’s coins while %i sources are away for %i min are no unexplained balance, though they refuse some calls (S24)',
  async (sources, minutes) => {
    const { stack, place } = await open(sources);
    const client = chains.client(CHAIN);
    const safe = await createSafe(client);
    await client.setBalance({ address: safe.address as `0x${string}`, value: 20n * COINS });
    await chains.mine(CHAIN, FINAL);
    for (let pass = 0; pass < 3; pass += 1) {
      stack.tick(MINUTE_MS);
      await stack.pass([CHAIN]);
    }
    stack.tick(minutes * MINUTE_MS);
    await safe.execute({ to: PRESALE, value: COINS });
    await chains.mine(CHAIN, FINAL);
    for (const proxy of proxies.slice(0, sources)) {
      let [pass, left] = [0, 0];
      proxy.change = ({ method }, answer) => {
        if (stack.clock.now !== pass) [pass, left] = [stack.clock.now, minutes > 60 ? 40 : 1_000_000];
        left -= 1;
        const isProof = method === 'eth_getStorageAt' || method === 'eth_getCode';
        if (left < 0 || (minutes < 60 && isProof)) Object.assign(answer, refused);
      };
    }
    for (let pass = 0; pass < (minutes > 60 ? 24 : 3); pass += 1) await stack.pass([CHAIN]).catch(() => undefined);
    calm();
    for (let pass = 0; pass < 3; pass += 1) {
      stack.tick(MINUTE_MS);
      await stack.pass([CHAIN]);
    }
    const alarms = await stack.context.db.selectFrom('alarms').select(['kind', 'detail', 'subject']).execute();
    const rows = await stack.context.db.selectFrom('payments').select(['status', 'reason']).execute();
    await stack.close();
    await place?.drop();
    expect({ alarms, rows }).toEqual({ alarms: [], rows: [{ status: 'credited', reason: null }] });
  },
);

test.each([
  ['to somebody else', newWallet(), 'wrong-recipient'],
  ['to us', PRESALE, 'internal-transfer'],
] as const)(
  'a hash posted during an outage is told right although a balance is refused once (S24): %s',
  async (_, receiver, told) => {
    const { stack, place } = await open(1);
    const client = chains.client(CHAIN);
    await stack.pass([CHAIN]);
    const wallet = await fundedWallet(client);
    const forwarder = await placeContract(client, 'Forwarder');
    const data = forwarder.data('forward', receiver);
    for (const proxy of proxies) proxy.fault = 'down';
    const hash = await submit(client, { from: wallet, to: forwarder.address, value: parseEther('1'), data });
    await mined(client, hash);
    await stack.post(wallet, hash, { chainId: CHAIN });
    stack.tick(12 * MINUTE_MS);
    await stack.pass([CHAIN]).catch(() => undefined);
    calm();
    await chains.mine(CHAIN, 6);
    let isRefused = 0;
    for (const proxy of proxies)
      proxy.change = ({ method }, answer) => {
        if (method !== 'eth_getBalance' || isRefused > 0) return;
        isRefused += 1;
        Object.assign(answer, refused);
      };
    for (let pass = 0; pass < 4; pass += 1) {
      stack.tick(MINUTE_MS);
      await stack.pass([CHAIN]).catch(() => undefined);
    }
    calm();
    const { reason } = await stack.post(wallet, hash, { chainId: CHAIN });
    await stack.close();
    await place?.drop();
    expect({ reason, isRefused }).toEqual({ reason: told, isRefused: 1 });
  },
);

test('a Safe’s hash posted during an outage rings no alarm although its proof is refused once (S24)', async () => {
  const { stack, place } = await open(1);
  const client = chains.client(CHAIN);
  await stack.pass([CHAIN]);
  const safe = await createSafe(client);
  await client.setBalance({ address: safe.address as `0x${string}`, value: 20n * COINS });
  for (const proxy of proxies) proxy.fault = 'down';
  const hash = await safe.execute({ to: PRESALE, value: COINS });
  await stack.post(safe.address, hash, { chainId: CHAIN });
  stack.tick(12 * MINUTE_MS);
  await stack.pass([CHAIN]).catch(() => undefined);
  calm();
  await chains.mine(CHAIN, 6);
  for (const proxy of proxies)
    proxy.change = ({ method }, answer) => {
      if (method === 'eth_getStorageAt' || method === 'eth_getCode') Object.assign(answer, refused);
    };
  const told = await stack.post(safe.address, hash, { chainId: CHAIN });
  calm();
  for (let pass = 0; pass < 4; pass += 1) await stack.pass([CHAIN]).catch(() => undefined);
  const alarms = await stack.context.db
    .selectFrom('alarms')
    .select(['kind', 'detail', 'subject', 'resolved_at'])
    .execute();
  const rows = await stack.context.db.selectFrom('payments').select(['status', 'reason']).execute();
  await stack.close();
  await place?.drop();
  expect({ alarms, rows, reason: told.reason }).toEqual({
    alarms: [],
    rows: [{ status: 'credited', reason: null }],
    reason: null,
  });
});

test('a Safe’s coins are nobody else’s in review, though a call of its block is posted right after an outage (S24)', async () => {
  const { stack, place } = await open(1);
  const client = chains.client(CHAIN);
  await stack.pass([CHAIN]);
  const safe = await createSafe(client);
  await client.setBalance({ address: safe.address as `0x${string}`, value: 20n * COINS });
  const wallet = await fundedWallet(client);
  const forwarder = await placeContract(client, 'Forwarder');
  for (const proxy of proxies) proxy.fault = 'down';
  await client.setAutomine(false);
  const data = forwarder.data('forward', newWallet());
  const hash = await submit(client, { from: wallet, to: forwarder.address, value: 1n, data, gas: 200_000n });
  await safe.submit({ to: PRESALE, value: COINS });
  await chains.mine(CHAIN, 1);
  await client.setAutomine(true);
  await mined(client, hash);
  await chains.mine(CHAIN, 6);
  await stack.post(wallet, hash, { chainId: CHAIN });
  stack.tick(12 * MINUTE_MS);
  await stack.pass([CHAIN]).catch(() => undefined);
  calm();
  const told = await stack.post(wallet, hash, { chainId: CHAIN });
  for (let pass = 0; pass < 6; pass += 1) await stack.pass([CHAIN]).catch(() => undefined);
  const later = await stack.post(wallet, hash, { chainId: CHAIN });
  const alarms = await stack.context.db
    .selectFrom('alarms')
    .select(['kind', 'worth_micro'])
    .where('kind', '=', 'payment-needs-review')
    .execute();
  const rows = await stack.context.db.selectFrom('payments').select(['status', 'reason']).execute();
  await stack.close();
  await place?.drop();
  expect({ alarms, rows, told: told.reason, later: later.reason }).toEqual({
    alarms: [],
    rows: [{ status: 'credited', reason: null }],
    told: null,
    later: 'wrong-recipient',
  });
});

test('a pause of ten minutes between two looks at a ready payment rings no alarm (S24)', async () => {
  const { stack, place } = await open(1);
  const client = chains.client(CHAIN);
  await stack.pass([CHAIN]);
  const wallet = await fundedWallet(client, [[USDC, AMOUNT]]);
  await payToken(client, wallet, USDC, AMOUNT);
  await stack.pass([CHAIN]);
  refuseAmounts(0);
  await chains.mine(CHAIN, 90);
  stack.tick(3 * MINUTE_MS);
  await stack.pass([CHAIN]).catch(() => undefined);
  calm();
  for (const proxy of proxies) proxy.fault = 'down';
  stack.tick(10 * MINUTE_MS);
  await stack.pass([CHAIN]).catch(() => undefined);
  calm();
  refuseAmounts(0);
  await stack.pass([CHAIN]).catch(() => undefined);
  calm();
  const alarms = await stack.context.db.selectFrom('alarms').select(['kind', 'subject', 'detail']).execute();
  await stack.pass([CHAIN]);
  const rows = await stack.context.db.selectFrom('payments').select(['status', 'reason']).execute();
  await stack.close();
  await place?.drop();
  expect({ alarms, rows }).toEqual({ alarms: [], rows: [{ status: 'credited', reason: null }] });
});
