import { hashValue, quantity } from '#src/chain/rpc-reader.ts';
import type { ChainSources, ScannedBlock } from '#src/server/platform/chains/chain-sources.ts';
import { blockReceipts } from '#src/server/platform/chains/read-block.ts';
import type { NamedTransaction } from '#src/server/platform/chains/source.ts';

/**
 * From so many coin payments of the minimum or more in a block on, two calls for its receipts cost less than reading
 * those that failed.
 */
const MANY = 5;
/** How long one scan may ask, in ms: receipts of full blocks have megabytes, and it must go on. */
const ASKS_FOR_MS = 2_000;
const NOTHING: Transfers = [{ token: null, amount: 0n }];
/** Of what may have failed: read after payments of a stated value that are ready, like a Safe's. */
const UNKNOWN: Transfers = [];

type Transfers = NamedTransaction['transfers'];

interface Coins {
  /** The address that is paid: only what a contract refuses can fail. */
  readonly presale: string;
  readonly isDust: (transfers: Transfers) => boolean;
}

/**
 * The same blocks, but where many pay coins, what failed counts as worth nothing and so waits with dust: if the
 * treasury is a contract, anybody can make any number fail, for their gas alone (S24). By quorum, so that no source
 * alone delays a payment; where too few tell a block's receipts in time, its coin payments count as of unknown value.
 * Asks for `coins` in such blocks alone.
 */
export async function withoutFailed<Block extends ScannedBlock>(
  chain: ChainSources,
  blocks: readonly Block[],
  coins: () => Promise<Coins>,
): Promise<readonly Block[]> {
  const isDearCoin = ({ transfers }: NamedTransaction, isDust?: Coins['isDust']) =>
    transfers.some(({ token }) => token === null) && !isDust?.(transfers);
  const isCrowded = ({ transactions }: Block, isDust?: Coins['isDust']) =>
    transactions.filter((each) => isDearCoin(each, isDust)).length >= MANY;
  if (!blocks.some((block) => isCrowded(block))) return blocks;
  const { presale, isDust } = await coins();
  if (!blocks.some((block) => isCrowded(block, isDust))) return blocks;
  if ((await chain.code(presale).catch(() => null)) === '0x') return blocks;
  const until = performance.now() + ASKS_FOR_MS;
  const told: Block[] = [];
  for (const block of blocks) {
    const isAsked = performance.now() < until;
    const read = () => (isAsked ? failedIn(chain, block.hash).catch(() => null) : null);
    const failed = isCrowded(block, isDust) ? await read() : new Set<string>();
    const transactions = block.transactions.map((each) => {
      if (failed?.has(each.hash)) return { ...each, transfers: NOTHING };
      return failed === null && isDearCoin(each, isDust) ? { ...each, transfers: UNKNOWN } : each;
    });
    told.push({ ...block, transactions });
  }
  return told;
}

/** The transactions of a block that failed. Throws ChainUnavailableError, ChainDisputeError. */
async function failedIn(chain: ChainSources, blockHash: string): Promise<ReadonlySet<string>> {
  const failed = await chain.readByQuorum(async (source) => {
    const receipts = await blockReceipts(source, { blockHash, turn: 'scan' });
    return receipts
      .filter(({ status }) => quantity(status) === 0n)
      .map((receipt) => hashValue(receipt['transactionHash']));
  });
  return new Set(failed);
}
