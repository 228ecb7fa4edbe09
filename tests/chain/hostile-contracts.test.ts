import { type Abi, erc20Abi, hashMessage, parseAbi, toEventSelector } from 'viem';
import { mnemonicToAccount } from 'viem/accounts';
import { beforeAll, expect, test } from 'vitest';
import {
  DEVELOPMENT_ACCOUNTS,
  DEVELOPMENT_MNEMONIC,
  DEVELOPMENT_PRESALE_ADDRESS,
} from '#src/config/development-accounts.ts';
import { findToken } from '#src/config/tokens.ts';
import { startLocalChain } from '#src/dev/chains/local-chain.ts';
import { provision } from '#src/dev/chains/provision.ts';
import { hostileContract } from '#tests/support/hostile-contracts.ts';
import { onceForAll } from '#tests/support/opened.ts';
import { minedReceipt } from '#tests/support/pay.ts';

const [ALICE, BOB] = DEVELOPMENT_ACCOUNTS;
const TREASURY = DEVELOPMENT_PRESALE_ADDRESS;
const USDC = findToken(1, 'USDC')?.address as `0x${string}`;
const TRANSFER = toEventSelector('Transfer(address,address,uint256)');
const ELSEWHERE = '0x00000000000000000000000000000000000bad01';

const chain = onceForAll(() => startLocalChain({ chainId: 1 }));
let start: `0x${string}`;
beforeAll(async () => {
  await provision(chain);
  start = await chain.client.snapshot();
});

async function place(name: string, address: `0x${string}`): Promise<Abi> {
  await chain.client.revert({ id: start });
  start = await chain.client.snapshot();
  const { abi, deployedBytecode } = await hostileContract(name);
  await chain.client.setCode({ address, bytecode: deployedBytecode });
  return abi;
}

async function send(address: `0x${string}`, abi: Abi, functionName: string, args: unknown[], value = 0n) {
  const hash = await chain.client.writeContract({ account: ALICE, address, abi, functionName, args, value });
  const receipt = await minedReceipt(chain.client, hash);
  expect(receipt.status).toBe('success');
  return receipt;
}

function treasuryUsdc(): Promise<bigint> {
  return chain.client.readContract({ address: USDC, abi: erc20Abi, functionName: 'balanceOf', args: [TREASURY] });
}

test('FeeToken at an accepted address logs 100 and moves 98', async () => {
  const abi = await place('FeeToken', USDC);
  const before = await treasuryUsdc();
  const { logs } = await send(USDC, abi, 'transfer', [TREASURY, 100n]);
  expect(BigInt(logs[0]?.data ?? '0x0')).toBe(100n);
  expect((await treasuryUsdc()) - before).toBe(98n);
});

test('FakeToken calls itself USDC and logs a transfer that never happened', async () => {
  const abi = await place('FakeToken', ELSEWHERE);
  expect(await chain.client.readContract({ address: ELSEWHERE, abi, functionName: 'symbol' })).toBe('USDC');
  const { logs } = await send(ELSEWHERE, abi, 'forge', [BOB, TREASURY, 5n]);
  expect(logs[0]?.topics[0]).toBe(TRANSFER);
  expect(logs[0]?.topics[1]?.toLowerCase().endsWith(BOB.slice(2).toLowerCase())).toBe(true);
});

test('Forwarder pays native coins from inside a call, without a log', async () => {
  const abi = await place('Forwarder', ELSEWHERE);
  const before = await chain.client.getBalance({ address: TREASURY });
  const { logs } = await send(ELSEWHERE, abi, 'forward', [TREASURY], 7n);
  expect(logs).toEqual([]);
  expect((await chain.client.getBalance({ address: TREASURY })) - before).toBe(7n);
});

test('FourTopicToken logs Transfer with four topics and no data', async () => {
  const abi = await place('FourTopicToken', USDC);
  const { logs } = await send(USDC, abi, 'transfer', [TREASURY, 5n]);
  expect(logs[0]).toMatchObject({ data: '0x', topics: [TRANSFER, {}, {}, {}].map(() => expect.any(String)) });
  expect(logs[0]?.topics[0]).toBe(TRANSFER);
});

test('BatchToken and BatchPayer log two transfers in one transaction', async () => {
  const batchToken = await place('BatchToken', USDC);
  expect((await send(USDC, batchToken, 'transfer', [TREASURY, 5n])).logs.map(({ data }) => BigInt(data))).toEqual([
    2n,
    3n,
  ]);
  const batchPayer = await place('BatchPayer', ELSEWHERE);
  await send(USDC, erc20Abi as Abi, 'approve', [ELSEWHERE, 9n]);
  const { logs } = await send(ELSEWHERE, batchPayer, 'payTwice', [USDC, TREASURY, 4n, 5n]);
  expect(logs.map(({ data, address }) => [address, BigInt(data)])).toEqual([
    [USDC.toLowerCase(), 4n],
    [USDC.toLowerCase(), 5n],
  ]);
});

test('ContractWallet accepts only its owner’s signature, and pays', async () => {
  await chain.client.revert({ id: start });
  start = await chain.client.snapshot();
  const { abi, bytecode } = await hostileContract('ContractWallet');
  const deployment = await chain.client.deployContract({ account: ALICE, abi, bytecode, args: [ALICE], value: 10n });
  const { contractAddress } = await minedReceipt(chain.client, deployment);
  const wallet = contractAddress as `0x${string}`;
  const valid = async (addressIndex: number) => {
    const signature = await mnemonicToAccount(DEVELOPMENT_MNEMONIC, { addressIndex }).signMessage({ message: 'hello' });
    return chain.client.readContract({
      address: wallet,
      abi: parseAbi(['function isValidSignature(bytes32, bytes) view returns (bytes4)']),
      functionName: 'isValidSignature',
      args: [hashMessage('hello'), signature],
    });
  };
  expect([await valid(0), await valid(1)]).toEqual(['0x1626ba7e', '0xffffffff']);
  const before = await chain.client.getBalance({ address: TREASURY });
  await send(wallet, abi, 'execute', [TREASURY, 10n, '0x']);
  expect((await chain.client.getBalance({ address: TREASURY })) - before).toBe(10n);
});
