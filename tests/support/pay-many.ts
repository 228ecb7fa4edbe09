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
  const total = each * BigInt(times);
  const batch = await placeContract(client, 'BatchPayer');
  await fund(client, wallet, [[token, total]]);
  const approve = encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args: [batch.address, total] });
  await send(client, { from: wallet, to: token, data: approve });
  const data = batch.data('payTimes', token, DEVELOPMENT_PRESALE_ADDRESS, each, BigInt(times));
  return send(client, { from: wallet, to: batch.address, data, gas: GAS });
}
