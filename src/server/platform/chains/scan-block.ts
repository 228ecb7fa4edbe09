import { randomBytes, randomInt } from 'node:crypto';
import { intendedTransfer, namesAddress, TRANSFER_TOPIC } from '#src/chain/find-transfers.ts';
import { hashValue, hex, lower, quantity } from '#src/chain/rpc-reader.ts';
import { keepNewest } from '../util/caches.ts';
import type { ScannedBlock } from './chain-sources.ts';
import {
  askForLogs,
  type BlockLogFilter,
  blockLogs,
  callsOf,
  logsByAddress,
  oneEach,
  transfersByHash,
  UntoldLogsError,
  type WholeBlock,
  wholeBlock,
} from './read-block.ts';
import { ChainUnavailableError, endOfReading } from './read-by-quorum.ts';
import type { NamedTransaction, Paid, Source } from './source.ts';

type Json = Record<string, unknown>;
/** A random address that nobody can know: no block has logs to it. */
const NOBODY = `0x${randomBytes(20).toString('hex').padStart(64, '0')}`;
/** How long a source that tells no logs of a block may only lag behind it. */
const LAGS_FOR_MS = 60_000;
/** How far back we look for a block to compare with: nobody can crowd them all. */
const BLOCKS_BACK = 1_000;
/** How long a source's answer about such a block counts: others may need as long for theirs. */
const COUNTS_FOR_MS = 120_000;
const REMEMBERED = 8;

interface ScanOptions {
  readonly presaleAddress: string;
  readonly tokens: readonly string[];
  readonly alone: boolean;
}

/**
 * Lists a block's transactions that pay the presale address, according to one source; null if it lacks the block. Logs
 * are asked for by hash, since a lagging source answers a range with an empty list. With `alone`, refused logs are read
 * in other ways, at worst not at all, so that no block stops the scan; the balance reveals what is missing (S24).
 */
export async function scanBlock(
  source: Source,
  number: bigint,
  { presaleAddress, tokens, alone }: ScanOptions,
): Promise<ScannedBlock | null> {
  const block = await wholeBlock(source, number, alone);
  if (block === null) return null;
  const { hash, parentHash, transactions } = block;
  const presale = presaleAddress.toLowerCase();
  const coins = transactions.flatMap((transaction): NamedTransaction[] => {
    if (transaction['to'] == null) return [];
    const transactionHash = hashOf(transaction);
    const amount = quantity(transaction['value']);
    const isPaid = lower(transaction['to']) === presale && amount > 0n;
    return isPaid ? [{ hash: transactionHash, transfers: [{ token: null, amount }] }] : [];
  });
  const calls = callsNaming(transactions, presale);
  const topics = [TRANSFER_TOPIC, null, `0x${presale.slice(2).padStart(64, '0')}`];
  const filter = { blockHash: hash, addresses: tokens, topics, turn: 'scan' } as const;
  const { paid, isUntold } = alone
    ? await paidAlone(source, filter, { ...block, calls, presale })
    : { paid: transfersByHash(await askForLogs(source, filter)), isUntold: false };
  return {
    number,
    hash,
    parentHash,
    transactions: oneEach([...coins, ...paid, ...calls.map((call) => ({ hash: hashOf(call), transfers: [] }))]),
    isUntold: isUntold || block.isPartial,
  };
}

const hashOf = (transaction: Json) => hashValue(transaction['hash']);

/**
 * Calls that may pay, named as of an unknown value, since they may also have failed or pay somebody else. What a Safe
 * pays in coins only its receipt shows. An index of logs that is behind tells none at all, and a payment that took
 * another one's nonce must not pass for something else, whoever makes it: a batch, a relay or a contract wallet (S24).
 */
function callsNaming(transactions: readonly Json[], presale: string): readonly Json[] {
  return transactions.filter(({ to, input }) => to != null && namesAddress(input, presale));
}

/** What a call of a token would move to the presale address; null if nothing. */
function transferBy({ to, input, value }: Json, presale: string): ReturnType<typeof intendedTransfer> {
  return intendedTransfer({ to: lower(to), input: lower(input), value: quantity(value) }, presale);
}

interface ToldAlone extends WholeBlock {
  /** Those that name the presale address. */
  readonly calls: readonly Json[];
  readonly presale: string;
}

async function paidAlone(source: Source, filter: BlockLogFilter, block: ToldAlone): Promise<Paid> {
  const untold = source.kept.untoldBlocks;
  // Of a faulty source, tens of thousands of names, which nobody needs once others have told the block.
  endOfReading()?.addEventListener('abort', () => untold.delete(block.hash));
  const known = untold.get(block.hash);
  // Each way may take a source so long that it is paused, in its own time: their answers must meet in one look.
  if (known !== undefined && performance.now() - known.at < COUNTS_FOR_MS) return known.answer;
  // Where no call names us, those of the tokens tell as much: that a stranger's contract has flooded the block's logs.
  const asked = block.calls.length > 0 ? block.calls : callsOf(block.transactions, filter.addresses);
  try {
    return { paid: transfersByHash(await blockLogs(source, filter, asked.map(hashOf))), isUntold: false };
  } catch (error) {
    if (!(error instanceof UntoldLogsError)) throw error;
    await expectLogsOfNobody(source, filter, block);
    const answer = await paidByCalls(source, filter, block);
    if (answer.isUntold) keepNewest(untold, block.hash, { answer, at: performance.now() }, REMEMBERED);
    return answer;
  }
}

async function paidByCalls(source: Source, filter: BlockLogFilter, { calls, presale }: ToldAlone): Promise<Paid> {
  // Perhaps its limit is over by now, or it refuses those of one token alone.
  const { logs, refused } = await logsByAddress(source, filter).catch((error: unknown) => {
    if (error instanceof ChainUnavailableError) throw error;
    // It took too long once more, and is paused.
    return { logs: [], refused: filter.addresses };
  });
  const called = callsOf(calls, refused).flatMap((transaction) => {
    const transfer = transferBy(transaction, presale);
    return transfer === null ? [] : [{ hash: hashOf(transaction), transfers: [transfer] }];
  });
  return { paid: oneEach([...transfersByHash(logs), ...called]), isUntold: refused.length > 0 };
}

/** Throws the source's error if it gives no logs at all. Crowded blocks take it too long, so another one is asked. */
async function expectLogsOfNobody(source: Source, filter: BlockLogFilter, { number, hash }: WholeBlock) {
  const topics = [TRANSFER_TOPIC, null, NOBODY];
  const untold = source.kept.untoldSince;
  const since = untold.get(hash) ?? performance.now();
  keepNewest(untold, hash, since, REMEMBERED);
  if (performance.now() - since < LAGS_FOR_MS) return void (await askForLogs(source, { ...filter, topics }));
  const back = BigInt(randomInt(1, BLOCKS_BACK));
  const params = [hex(number > back ? number - back : 0n), false];
  const other = (await source.request({ method: 'eth_getBlockByNumber', params })) as Json | null;
  await askForLogs(source, { ...filter, blockHash: lower(other?.['hash']), topics });
}
