import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { keccak256, pad, toHex } from 'viem';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { type ApiStack, openStack } from '#tests/support/api-stack.ts';
import { type OwnPlace, sqlitePlace } from '#tests/support/each-engine.ts';
import { fund, newWallet, payToken, send, tokenAddress } from '#tests/support/pay.ts';
import { sized } from '#tests/support/sized.ts';
import { startTestChains, type TestChains } from '#tests/support/test-chains.ts';

const CHAIN = 137;
const HASHES = 12;
const LOGS = 8_000;
const WALLETS = sized(15, 4);
/** Less than the logs of one transaction, which are several megabytes. */
const KEPT_EACH = 200_000;
const FAILURE = keccak256(toHex('ExecutionFailure(bytes32,uint256)'));
/** Logs ExecutionFailure(n, 0), ExecutionFailure(n - 1, 0) … for the number n that it is called with. */
const LOGGER: `0x${string}` = `0x6000355b80600052${`7f${FAILURE.slice(2)}`}60406000a16001900380600357${'00'}`;

let chains: TestChains;
let place: OwnPlace;
let stack: ApiStack;
beforeAll(async () => {
  [chains, place] = await Promise.all([startTestChains(), sqlitePlace()]);
  // Every hash is looked at: what a look costs and leaves behind is measured here, not how many there are.
  stack = await openStack({ chains, location: place.location, env: { CHAIN_CALLS_A_MINUTE: '1000000' } });
  await stack.pass();
});
afterAll(async () => {
  await stack?.close();
  await chains?.stop();
  await place?.drop();
});

/** Bytes in use after a collection of garbage. */
function heapUsed(): number {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  collect();
  return process.memoryUsage().heapUsed;
}

test('hashes of 8,000 logs of failed Safes, posted again and again, cost few writes and leave little behind', {
  tags: 'long',
}, async () => {
  const client = chains.client(CHAIN);
  const [logger, sender] = [newWallet(), newWallet()];
  await client.setCode({ address: logger as `0x${string}`, bytecode: LOGGER });
  await fund(client, sender);
  const hashes: string[] = [];
  for (let number = 0; number < HASHES; number += 1)
    hashes.push(await send(client, { from: sender, to: logger, data: pad(toHex(LOGS)), gas: 28_000_000n }));
  const receipt = await client.getTransactionReceipt({ hash: hashes[0] as `0x${string}` });
  expect(receipt.logs).toHaveLength(LOGS);
  // Some of the failed transactions were posted as payments of that Safe.
  const failed = Array.from({ length: 5 }, (_, position) => pad(toHex(LOGS - position)));
  for (const hash of failed) await stack.post(logger, hash, { chainId: CHAIN });
  const writes = vi.spyOn(stack.context.db, 'updateTable');
  const before = heapUsed();
  for (const hash of hashes) {
    const answers = await Promise.all(
      Array.from({ length: WALLETS }, () => stack.post(newWallet(), hash, { chainId: CHAIN })),
    );
    expect(answers.map(({ status, reason }) => `${status} ${reason}`)).toEqual(
      answers.map(() => 'rejected wrong-recipient'),
    );
  }
  expect((heapUsed() - before) / HASHES).toBeLessThan(KEPT_EACH);
  expect(writes.mock.calls.length).toBeLessThan(HASHES * WALLETS * 2);
  writes.mockRestore();
  const noted = await stack.context.db
    .selectFrom('submissions')
    .select('status')
    .where('transaction_hash', 'in', failed)
    .execute();
  expect(noted.map(({ status }) => status)).toEqual(failed.map(() => 'failed'));
});

test('an honest buyer among them is credited by the next pass', async () => {
  const buyer = newWallet();
  const hash = await payToken(chains.client(CHAIN), buyer, tokenAddress(CHAIN, 'USDC'), 130_000_000n);
  await chains.confirm(CHAIN, hash, 6);
  await stack.pass([CHAIN]);
  expect(await stack.balance(buyer)).toMatchObject({ availableToStake: '10000' });
});
