import { readFileSync } from 'node:fs';
import {
  type Abi,
  concatHex,
  decodeEventLog,
  decodeFunctionResult,
  encodeFunctionData,
  getAddress,
  type Hex,
  zeroAddress,
} from 'viem';
import type { PrivateKeyAccount } from 'viem/accounts';
import { call, type LocalClient } from '#src/dev/chains/local-client.ts';
import { hex, minedReceipt, newSigner, newWallet, send, submit } from './pay.ts';

const ARTIFACTS = new URL(
  '../../node_modules/@safe-global/safe-smart-account/build/artifacts/contracts/',
  import.meta.url,
);
const DEPLOY_GAS = 8_000_000n;
const EXECUTE_GAS = 600_000n;

interface Artifact {
  readonly abi: Abi;
  readonly bytecode: Hex;
}

/** A contract of Safe's own package, as compiled by its makers. */
function artifact(path: string): Artifact {
  return JSON.parse(readFileSync(new URL(path, ARTIFACTS), 'utf8')) as Artifact;
}

export interface SafeCall {
  readonly to: string;
  readonly value?: bigint;
  readonly data?: Hex;
  /** 0 calls, 1 delegates. */
  readonly operation?: 0 | 1;
  /** More than 0 makes a failing call emit an event instead of reverting. */
  readonly safeTxGas?: bigint;
}

/** A Safe of two owners, both of whom must sign. */
export interface TestSafe {
  /** Lower case. */
  readonly address: string;
  readonly owners: readonly string[];
  /** The signers' hash of this transaction: a wallet's answer before it is executed. */
  hashOf(transaction: SafeCall): Promise<Hex>;
  /** Signed by both owners and sent by any account; the hash on chain, in a block. */
  execute(transaction: SafeCall): Promise<Hex>;
  /** The same, but only submitted to the pool; `ahead` counts transactions of this Safe that are still in it. */
  submit(transaction: SafeCall, ahead?: bigint): Promise<Hex>;
}

/** Deploys Safe's contracts as they are on the real chains, and a Safe by their factory. */
export async function createSafe(client: LocalClient, singletonPath = 'Safe.sol/Safe.json'): Promise<TestSafe> {
  const from = newWallet();
  await client.setBalance({ address: from as Hex, value: 10n ** 24n });
  const deploy = async (path: string) => {
    const data = artifact(path).bytecode;
    const hash = await call<Hex>(client, 'eth_sendTransaction', [{ from, data, gas: hex(DEPLOY_GAS) }]);
    const { contractAddress } = await minedReceipt(client, hash);
    if (contractAddress == null) throw new Error(`${path} was not deployed`);
    return contractAddress;
  };
  const { abi } = artifact('Safe.sol/Safe.json');
  const factory = artifact('proxies/SafeProxyFactory.sol/SafeProxyFactory.json');
  const [singleton, factoryAddress] = [
    await deploy(singletonPath),
    await deploy('proxies/SafeProxyFactory.sol/SafeProxyFactory.json'),
  ];
  const owners = [newSigner(), newSigner()].sort((a, b) =>
    a.address.toLowerCase() < b.address.toLowerCase() ? -1 : 1,
  );
  const initializer = encodeFunctionData({
    abi,
    functionName: 'setup',
    args: [owners.map(({ address }) => address), 2n, zeroAddress, '0x', zeroAddress, zeroAddress, 0n, zeroAddress],
  });
  const created = await send(client, {
    from,
    to: factoryAddress,
    data: encodeFunctionData({
      abi: factory.abi,
      functionName: 'createProxyWithNonce',
      args: [singleton, initializer, 1n],
    }),
    gas: 2_000_000n,
  });
  const { logs } = await client.getTransactionReceipt({ hash: created });
  const address = logs
    .filter((log) => log.address === factoryAddress)
    .map((log) => decodeEventLog({ abi: factory.abi, data: log.data, topics: log.topics }))
    .map(({ args }) => (args as unknown as { proxy: Hex }).proxy)[0];
  if (address === undefined) throw new Error('the factory created no Safe');
  const read = async (functionName: string, args: readonly unknown[]) => {
    const data = await call<Hex>(client, 'eth_call', [
      { to: address, data: encodeFunctionData({ abi, functionName, args }) },
      'latest',
    ]);
    return decodeFunctionResult({ abi, functionName, data });
  };
  const fields = ({ to, value = 0n, data = '0x', operation = 0, safeTxGas = 0n }: SafeCall) =>
    [getAddress(to as Hex), value, data, operation, safeTxGas, 0n, 0n, zeroAddress, zeroAddress] as const;
  const hashAhead = async (transaction: SafeCall, ahead: bigint) =>
    (await read('getTransactionHash', [...fields(transaction), ((await read('nonce', [])) as bigint) + ahead])) as Hex;
  const signed = async (transaction: SafeCall, ahead: bigint) => ({
    from,
    to: address,
    data: encodeFunctionData({
      abi,
      functionName: 'execTransaction',
      args: [...fields(transaction), await signAll(owners, await hashAhead(transaction, ahead))],
    }),
    gas: EXECUTE_GAS,
  });
  return {
    address: address.toLowerCase(),
    owners: owners.map((owner) => owner.address),
    hashOf: (transaction) => hashAhead(transaction, 0n),
    execute: async (transaction) => send(client, await signed(transaction, 0n)),
    submit: async (transaction, ahead = 0n) => submit(client, await signed(transaction, ahead)),
  };
}

/** Signatures in the order of the owners' addresses, as the contract requires. */
async function signAll(owners: readonly PrivateKeyAccount[], hash: Hex): Promise<Hex> {
  return concatHex(await Promise.all(owners.map((owner) => owner.sign({ hash }))));
}
