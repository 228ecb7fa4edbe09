import { decodeFunctionResult, encodeFunctionData, erc20Abi } from 'viem';
import { readTransferLog, TRANSFER_TOPIC } from '#src/chain/find-transfers.ts';
import { hex, lower, type RpcReader } from '#src/chain/rpc-reader.ts';
import { blockLogs } from './block-logs.ts';
import { expectOwnLogs } from './expect-own-logs.ts';

type Json = Record<string, unknown>;

/**
 * The difference between the change of the presale's token balance and that block's Transfer logs (S4): 0 for honest
 * tokens, negative for one that takes a fee or logs without moving. Needs the state of the block and of the previous
 * one; throws the source's errors when it no longer has them, and MalformedAnswerError for logs that lack those of the
 * payment itself (`transactionHash`).
 */
export async function tokenDelta(
  source: RpcReader,
  token: string,
  presaleAddress: string,
  transactionHash: string,
  block: { readonly number: bigint; readonly hash: string },
): Promise<bigint> {
  const presale = presaleAddress.toLowerCase();
  const word = `0x${presale.slice(2).padStart(64, '0')}`;
  const [after, before, received, sent] = await Promise.all([
    balance(source, token, presale, block.number),
    balance(source, token, presale, block.number - 1n),
    blockLogs(source, { blockHash: block.hash, addresses: [token], topics: [TRANSFER_TOPIC, null, word] }),
    blockLogs(source, { blockHash: block.hash, addresses: [token], topics: [TRANSFER_TOPIC, word] }),
  ]);
  expectOwnLogs(received as readonly { transactionHash: unknown }[], transactionHash);
  return after - before - (sum(received) - sum(sent));
}

async function balance(source: RpcReader, token: string, owner: string, number: bigint): Promise<bigint> {
  const data = encodeFunctionData({ abi: erc20Abi, functionName: 'balanceOf', args: [owner as `0x${string}`] });
  const result = await source.request({ method: 'eth_call', params: [{ to: token, data }, hex(number)] });
  return decodeFunctionResult({ abi: erc20Abi, functionName: 'balanceOf', data: result as `0x${string}` });
}

function sum(logs: readonly Json[]): bigint {
  return logs.reduce((total, log) => {
    const moved = readTransferLog({
      address: lower(log['address']),
      topics: (log['topics'] as unknown[]).map(lower),
      data: lower(log['data']),
    });
    return total + (moved?.amount ?? 0n);
  }, 0n);
}
