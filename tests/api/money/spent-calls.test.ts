import { encodeFunctionData, zeroAddress } from 'viem';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { SAFE_ABI } from '#src/chain/safe-transaction.ts';
import { DEVELOPMENT_PRESALE_ADDRESS as PRESALE } from '#src/config/development-accounts.ts';
import { call } from '#src/dev/chains/local-client.ts';
import { type ApiStack, openStack } from '#tests/support/api-stack.ts';
import { type OwnPlace, sqlitePlace } from '#tests/support/each-engine.ts';
import { type Call, fundedWallet, submitTogether, tokenAddress, transferData } from '#tests/support/pay.ts';
import { placeContract } from '#tests/support/place-contract.ts';
import type { RpcAnswer } from '#tests/support/rpc-chaos/forge-answer.ts';
import { type ChaosProxy, startChaosProxy } from '#tests/support/rpc-chaos.ts';
import { createSafe } from '#tests/support/safe.ts';
import { startTestChains, type TestChains } from '#tests/support/test-chains.ts';

const CHAIN = 137;
const USDC = tokenAddress(CHAIN, 'USDC');
/** 1,300 dollars. */
const AMOUNT = 1_300_000_000n;
const COIN = 10n ** 18n;
/** What a source that allows 25 calls a second answers until the next pass. */
const CALLS = 50;
const PASS_MS = 2_000;
const CROWD = 30;

function refuse(answer: RpcAnswer): void {
  Object.assign(answer, { result: undefined, error: { code: -32005, message: 'rate limit exceeded' } });
}

/** A stranger's call in each block, for its gas alone. */
type Cheap = (from: string) => Call;
const dust: Cheap = (from) => ({ from, to: USDC, data: transferData(1n), gas: 100_000n });
/** Looks like a Safe's payment until its receipt is read: the calldata of one, to an account without code. */
const likeSafe: Cheap = (from) => ({
  from,
  to: `0x${'0d'.repeat(20)}`,
  data: `0x6a761202${PRESALE.slice(2)}`,
  gas: 60_000n,
});
/** Too little gas for a treasury that is a contract. */
const failing: Cheap = (from) => ({ from, to: PRESALE, value: 1_000n * COIN, gas: 22_000n });

let chains: TestChains;
let place: OwnPlace;
let source: ChaosProxy;
let stack: ApiStack;
beforeAll(async () => {
  chains = await startTestChains();
  await call(chains.client(CHAIN), 'anvil_setCode', [PRESALE, '0x600160005500']);
  const upstream = chains.all.find(({ chainId }) => chainId === CHAIN)?.rpcUrl ?? '';
  source = await startChaosProxy(upstream, upstream);
});
beforeEach(async () => {
  source.change = null;
  place = await sqlitePlace();
  const startBlock = (await chains.client(CHAIN).getBlockNumber()) + 1n;
  stack = await openStack({
    chains,
    location: place.location,
    chainEnv: { [CHAIN]: { rpcUrls: [source.url], startBlock } },
  });
  return async () => {
    await stack.close();
    await place.drop();
  };
});
afterAll(async () => {
  await source?.stop();
  await chains?.stop();
});

/** Mines blocks with that many cheap calls and what is passed, and lets the source answer a pass after each. */
async function crowded(cheap: Cheap, also: NonNullable<ChaosProxy['change']> = () => undefined) {
  const client = chains.client(CHAIN);
  const strangers = await Promise.all(
    Array.from({ length: CROWD }, async () => {
      const from = await fundedWallet(client, [[USDC, 1_000n]]);
      return cheap(from);
    }),
  );
  let left = 0;
  source.change = (asked, answer) => {
    left -= 1;
    if (left < 0) refuse(answer);
    else also(asked, answer);
  };
  const block = async (more: readonly Call[] = []) => {
    await submitTogether(client, [...more, ...strangers]);
    stack.tick(PASS_MS);
    left = CALLS;
    await stack.pass([CHAIN]).catch(() => undefined);
  };
  for (let blocks = 0; blocks < 10; blocks += 1) await block();
  return block;
}

const isCredited = async (wallet: string) => (await stack.balance(wallet)).availableToStake !== '0';

test.each([
  ['calls that look like a Safe’s', likeSafe],
  ['coin payments that fail', failing],
])('30 %s in each block do not delay a payment of 1,300 USD that nobody posts (S24)', async (_, cheap) => {
  const block = await crowded(cheap);
  const wallet = await fundedWallet(chains.client(CHAIN), [[USDC, AMOUNT]]);
  await block([{ from: wallet, to: USDC, data: transferData(AMOUNT), gas: 100_000n }]);
  for (let later = 0; later < 6; later += 1) await block();
  expect(await isCredited(wallet)).toBe(true);
});

test.each(['eth_getBlockReceipts', 'eth_getCode'])(
  '30 coin payments that fail in each block do not delay a payment of 1,300 USD, although %s is refused (S24)',
  async (refused) => {
    const block = await crowded(failing, ({ method }, answer) => {
      if (method === refused) refuse(answer);
    });
    const wallet = await fundedWallet(chains.client(CHAIN), [[USDC, AMOUNT]]);
    await block([{ from: wallet, to: USDC, data: transferData(AMOUNT), gas: 100_000n }]);
    for (let later = 0; later < 6; later += 1) await block();
    expect(await isCredited(wallet)).toBe(true);
  },
);

test('30 payments of dust in each block do not delay a Safe’s of coins that nobody posts (S24)', async () => {
  const client = chains.client(CHAIN);
  const safe = await createSafe(client);
  await client.setBalance({ address: safe.address as `0x${string}`, value: 2_000n * COIN });
  const block = await crowded(dust);
  await safe.submit({ to: PRESALE, value: 1_000n * COIN });
  for (let later = 0; later < 7; later += 1) await block();
  expect(await isCredited(safe.address)).toBe(true);
});

test('coin payments that fail, 30 in a block, are stored and told as failed (S24)', async () => {
  const block = await crowded(failing);
  source.change = null;
  await block();
  const stored = () => stack.context.db.selectFrom('payments').select(['status', 'transaction_hash']).execute();
  // More than the machine may read in one pass, and those that were refused wait before they are read again.
  for (let passes = 0; passes < 20 && (await stored()).length < 11 * CROWD; passes += 1) {
    stack.tick(60_000);
    await stack.pass([CHAIN]);
  }
  const rows = await stored();
  expect(rows).toHaveLength(11 * CROWD);
  expect(new Set(rows.map(({ status }) => status))).toEqual(new Set(['failed']));
  const told = (await stack.app.inject(`/api/track/${rows.at(-1)?.transaction_hash}`)).json();
  expect(told).toMatchObject({ status: 'failed' });
});

test('100 claims of coins that no source can prove do not keep a Safe’s coins from being found (S24)', async () => {
  const client = chains.client(CHAIN);
  const liar = await placeContract(client, 'LoudFallback');
  const safe = await createSafe(client);
  await client.setBalance({ address: safe.address as `0x${string}`, value: 2_000n * COIN });
  const caller = await fundedWallet(client);
  const none = [0n, 0n, 0n, zeroAddress, zeroAddress, '0x'] as const;
  const data = encodeFunctionData({ abi: SAFE_ABI, args: [PRESALE, 30_000n * COIN, '0x', 0, ...none] });
  source.change = ({ method, params }, answer) => {
    if (method === 'eth_getCode' && params[0] === liar.address.toLowerCase()) refuse(answer);
  };
  await submitTogether(
    client,
    Array.from({ length: 100 }, (_, nonce) => ({ from: caller, to: liar.address, data, gas: 300_000n, nonce })),
    3,
  );
  const hash = await safe.execute({ to: PRESALE, value: 1_000n * COIN });
  await chains.confirm(CHAIN, hash, 6);
  for (let passes = 0; passes < 3; passes += 1) await stack.pass([CHAIN]);
  expect(await isCredited(safe.address)).toBe(true);
  expect(await stack.context.db.selectFrom('sightings').select('tries').execute()).toHaveLength(100);
});
