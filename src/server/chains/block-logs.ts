import { lower, type RpcReader } from '#src/chain/rpc-reader.ts';
import { ChainUnavailableError } from './read-by-quorum.ts';

type Json = Record<string, unknown>;

/** Logs of exactly one block: of any of the addresses, with these topics, where null is any. */
export interface BlockLogFilter {
  readonly blockHash: string;
  readonly addresses: readonly string[];
  readonly topics: readonly (string | null)[];
}

/** The receipts of single transactions that are read at most where a source has none of whole blocks. */
const MOST_RECEIPTS = 200;

/**
 * The logs of one block from one source. Providers refuse answers of more than some number of logs (10,000 at several),
 * and anybody can put that many into a block: then each address is asked for separately, and those still refused are
 * read from the block's receipts. Where the source does not answer those of a whole block, they are read one by one:
 * all of them, or those of `calls` if the block has too many. Throws the source's error if none of it is answered.
 */
export async function blockLogs(
  source: RpcReader,
  filter: BlockLogFilter,
  calls: readonly string[] = [],
): Promise<readonly Json[]> {
  try {
    return await askForLogs(source, filter);
  } catch (error) {
    if (error instanceof ChainUnavailableError) throw error;
    const { addresses } = filter;
    const apart = addresses.map((address) => ({ ...filter, addresses: [address] }));
    const answers = addresses.length > 1 ? await Promise.allSettled(apart.map((each) => askForLogs(source, each))) : [];
    const refused = apart.filter((_, position) => answers[position]?.status !== 'fulfilled');
    const known = answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []));
    if (refused.length === 0) return known;
    const wanted = { ...filter, addresses: refused.flatMap((each) => each.addresses) };
    // A source that refuses everything, because of its own limit of calls or otherwise, refuses two more of them.
    return [...known, ...(await logsOfReceipts(source, wanted, calls, error))];
  }
}

/** The same by receipts alone; throws `refusal` where the source does not answer them. */
export async function logsOfReceipts(
  source: RpcReader,
  filter: BlockLogFilter,
  calls: readonly string[],
  refusal: unknown,
): Promise<readonly Json[]> {
  const receipts = await receiptsOf(source, filter.blockHash, calls, refusal);
  return receipts.flatMap(({ logs }) => (logs as Json[]).filter((log) => isWanted(log, filter)));
}

/** The logs in one call. */
export async function askForLogs(source: RpcReader, { blockHash, addresses, topics }: BlockLogFilter): Promise<Json[]> {
  return (await source.request({
    method: 'eth_getLogs',
    params: [{ blockHash, address: addresses, topics }],
  })) as Json[];
}

async function receiptsOf(
  source: RpcReader,
  blockHash: string,
  calls: readonly string[],
  refusal: unknown,
): Promise<readonly Json[]> {
  const whole = await source.request({ method: 'eth_getBlockReceipts', params: [blockHash] }).catch(() => null);
  if (Array.isArray(whole)) return whole as Json[];
  const block = (await source.request({ method: 'eth_getBlockByHash', params: [blockHash, false] })) as Json | null;
  const all = (block?.['transactions'] ?? []) as readonly string[];
  const candidates = all.length <= MOST_RECEIPTS ? all : calls;
  if (candidates.length === 0 || candidates.length > MOST_RECEIPTS) throw refusal;
  const receipts: Json[] = [];
  for (const hash of candidates) {
    const receipt = (await source.request({ method: 'eth_getTransactionReceipt', params: [hash] })) as Json | null;
    if (receipt === null) throw refusal;
    receipts.push(receipt);
  }
  return receipts;
}

function isWanted(log: Json, { blockHash, addresses, topics }: BlockLogFilter): boolean {
  const has = (log['topics'] as unknown[]).map(lower);
  return (
    lower(log['blockHash']) === blockHash &&
    addresses.some((address) => address.toLowerCase() === lower(log['address'])) &&
    topics.every((topic, position) => topic === null || topic.toLowerCase() === has[position])
  );
}
