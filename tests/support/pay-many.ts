import { encodeFunctionData, erc20Abi } from 'viem';
import { DEVELOPMENT_PRESALE_ADDRESS } from '#src/config/development-accounts.ts';
import type { LocalClient } from '#src/dev/chains/local-client.ts';
import { fund, send } from './pay.ts';
import { placeContract } from './place-contract.ts';

/** Below the limit of a local chain's block, and enough for thousands of transfers. */
const GAS = 28_000_000n;

/** Pays the presale `times` times `each` base units of a token in one transaction; its hash. */
export async function payMany(
  client: LocalClient,
  wallet: string,
  token: `0x${string}`,
  each: bigint,
  times: number,
): Promise<`0x${string}`> {
  return send(client, { from: wallet, ...(await batchOf(client, wallet, token, each, times)), gas: GAS });
}

interface BatchCall {
  readonly to: `0x${string}`;
  readonly data: `0x${string}`;
}

/** The call by which a wallet, which has the tokens then, pays them through a contract. */
export async function batchOf(
  client: LocalClient,
  wallet: string,
  token: `0x${string}`,
  each: bigint,
  times = 1,
): Promise<BatchCall> {
  const batch = await batchFor(client, wallet, token, each * BigInt(times));
  return { to: batch.address, data: batch.data('payTimes', token, DEVELOPMENT_PRESALE_ADDRESS, each, BigInt(times)) };
}

/** The same once, by a contract that has stored whom it pays: only its log shows that, and not the call. */
export async function unnamedOf(
  client: LocalClient,
  wallet: string,
  token: `0x${string}`,
  amount: bigint,
): Promise<BatchCall> {
  const batch = await batchFor(client, wallet, token, amount);
  const inverted = BigInt(DEVELOPMENT_PRESALE_ADDRESS) ^ (2n ** 160n - 1n);
  return { to: batch.address, data: batch.data('payHidden', token, inverted, amount) };
}

/** Pays the presale by such a call; its hash. */
export async function payTokenUnnamed(
  client: LocalClient,
  wallet: string,
  token: `0x${string}`,
  amount: bigint,
): Promise<`0x${string}`> {
  return send(client, { from: wallet, ...(await unnamedOf(client, wallet, token, amount)) });
}

/** A contract that may pay so much of a token for a wallet, which has it then. */
async function batchFor(client: LocalClient, wallet: string, token: `0x${string}`, total: bigint) {
  const batch = await placeContract(client, 'BatchPayer');
  await fund(client, wallet, [[token, total]]);
  const approve = encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args: [batch.address, total] });
  await send(client, { from: wallet, to: token, data: approve });
  return batch;
}
