import { decodeFunctionResult, encodeFunctionData, erc20Abi } from 'viem';
import { readTransferLog, TRANSFER_TOPIC } from '#src/chain/find-transfers.ts';
import { hashValue, hex, lower, MalformedAnswerError, type RpcReader } from '#src/chain/rpc-reader.ts';
import { blockLogs, logsOfReceipts } from './block-logs.ts';
import type { NamedTransaction } from './chain-sources.ts';
import { callsOf, transfersByHash } from './scan-block.ts';
import { wholeBlock } from './whole-block.ts';

type Json = Record<string, unknown>;

interface TokenMovement {
  readonly hash: string;
  /** What its Transfer logs gave an account, minus what they took. */
  readonly explained: bigint;
  /** The transactions that paid the account, by their logs. */
  readonly received: readonly NamedTransaction[];
}

interface TokenLogs extends Pick<TokenMovement, 'explained'> {
  /** Those that gave the account something. */
  readonly received: readonly Json[];
}

/** See loggedMovement(), for a block by its number. Throws the source's errors. */
export async function tokenMovement(
  source: RpcReader,
  { token, account }: { readonly token: string; readonly account: string },
  number: bigint,
  moved: bigint,
): Promise<TokenMovement> {
  const block = await wholeBlock(source, number);
  if (block === null) throw new MalformedAnswerError('a block without a body');
  const { hash, transactions } = block;
  const calls = callsOf(transactions, [token]).map((transaction) => hashValue(transaction['hash']));
  const { explained, received } = await loggedMovement(source, { token, account, blockHash: hash, calls }, moved);
  return { hash, explained, received: transfersByHash(received, hash) };
}

/**
 * The Transfer logs of a block to and from an account, according to one source; `moved` is the change of the balance.
 * If the logs contradict it, as they do when the source's log index lags behind its blocks, or when it tells the first
 * 10,000 logs alone, the receipts decide. Throws the source's errors.
 */
export async function loggedMovement(
  source: RpcReader,
  { token, account, blockHash, calls }: Record<'token' | 'account' | 'blockHash', string> & { calls: string[] },
  moved: bigint | Promise<bigint>,
): Promise<TokenLogs> {
  const word = `0x${account.slice(2).padStart(64, '0')}`;
  const filter = { blockHash, addresses: [token] };
  const [received, sent, wanted] = await Promise.all([
    blockLogs(source, { ...filter, topics: [TRANSFER_TOPIC, null, word] }, calls),
    blockLogs(source, { ...filter, topics: [TRANSFER_TOPIC, word] }, calls),
    moved,
  ]);
  const told = movement(received, sent);
  if (told.explained === wanted) return told;
  const all = await logsOfReceipts(source, { ...filter, topics: [TRANSFER_TOPIC] }, calls);
  const naming = (position: number) => all.filter((log) => (log['topics'] as unknown[])[position] === word);
  return movement(naming(2), naming(1));
}

function movement(received: readonly Json[], sent: readonly Json[]): TokenLogs {
  return { explained: sumOfTransfers(received) - sumOfTransfers(sent), received };
}

/** An account's balance of a token after a block, in base units, according to one source. */
export async function tokenBalance(source: RpcReader, token: string, owner: string, number: bigint): Promise<bigint> {
  const data = encodeFunctionData({ abi: erc20Abi, functionName: 'balanceOf', args: [owner as `0x${string}`] });
  const result = await source.request({ method: 'eth_call', params: [{ to: token, data }, hex(number)] });
  return decodeFunctionResult({ abi: erc20Abi, functionName: 'balanceOf', data: result as `0x${string}` });
}

/** The amounts of Transfer logs, added up. */
function sumOfTransfers(logs: readonly Json[]): bigint {
  return logs.reduce((total, log) => {
    const moved = readTransferLog({
      address: lower(log['address']),
      topics: (log['topics'] as unknown[]).map(lower),
      data: lower(log['data']),
    });
    return total + (moved?.amount ?? 0n);
  }, 0n);
}
