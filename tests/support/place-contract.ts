import { type Abi, encodeFunctionData } from 'viem';
import type { LocalClient } from '#src/dev/chains/local-client.ts';
import { hostileContract } from './hostile-contracts.ts';
import { newWallet } from './pay.ts';

/** A contract of tests/support/contracts on a chain, and the calldata of its functions. */
export interface PlacedContract {
  readonly address: `0x${string}`;
  readonly abi: Abi;
  data(functionName: string, ...args: unknown[]): `0x${string}`;
}

/** Puts a contract's code at a new address; its storage is empty. */
export async function placeContract(client: LocalClient, name: string): Promise<PlacedContract> {
  return placeAt(client, name, newWallet() as `0x${string}`);
}

/**
 * Runs `work` while a listed address answers with another contract's code; its storage remains, the old code comes
 * back.
 */
export async function withCode(
  client: LocalClient,
  address: `0x${string}`,
  name: string,
  work: (contract: PlacedContract) => Promise<void>,
): Promise<void> {
  const before = await client.getCode({ address });
  const contract = await placeAt(client, name, address);
  try {
    await work(contract);
  } finally {
    await client.setCode({ address, bytecode: before ?? '0x' });
  }
}

async function placeAt(client: LocalClient, name: string, address: `0x${string}`): Promise<PlacedContract> {
  const { abi, deployedBytecode } = await hostileContract(name);
  await client.setCode({ address, bytecode: deployedBytecode });
  return { address, abi, data: (functionName, ...args) => encodeFunctionData({ abi, functionName, args }) };
}
