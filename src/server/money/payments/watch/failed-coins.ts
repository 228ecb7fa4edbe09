import { hashValue, quantity } from '#src/chain/rpc-reader.ts';
import type { ChainSources, NamedTransaction, ScannedBlock } from '#src/server/platform/chains/chain-sources.ts';
import { blockReceipts } from '#src/server/platform/chains/read-block.ts';

/**
 * From so many coin payments of the minimum or more in a block on, two calls for its receipts cost less than reading
 * those that failed.
 */
const MANY = 5;
/** How long one scan may ask, in ms: receipts of full blocks have megabytes, and it must go on. */
const ASKS_FOR_MS = 2_000;
const NOTHING: Transfers = [{ token: null, amount: 0n }];

type Transfers = NamedTransaction['transfers'];

interface Coins {
  /** The address that is paid: only what a contract refuses can fail. */
  readonly presale: string;
  readonly isDust: (transfers: Transfers) => boolean;
}

/**
 * The same blocks, but where many pay coins, what failed counts as worth nothing and so waits with dust: if the
 * treasury is a contract, anybody can make any number fail, for their gas alone (S24). By quorum, so that no source
 * alone delays a payment; as they are where too few tell a block's receipts. Asks for `coins` in such blocks alone.
 */
export async function withoutFailed<Block extends ScannedBlock>(
  chain: ChainSources,
  blocks: readonly Block[],
  coins: () => Promise<Coins>,
): Promise<readonly Block[]> {
  const isCrowded = ({ transactions }: Block, isDust?: Coins['isDust']) =>
    transactions.filter(({ transfers }) => transfers.some(({ token }) => token === null) && !isDust?.(transfers))
      .length >= MANY;
  if (!blocks.some((block) => isCrowded(block))) return blocks;
  const { presale, isDust } = await coins();
  if (!blocks.some((block) => isCrowded(block, isDust))) return blocks;
  if ((await chain.code(presale).catch(() => '0x')) === '0x') return blocks;
  const until = performance.now() + ASKS_FOR_MS;
  const told: Block[] = [];
  for (const block of blocks) {
    const isAsked = isCrowded(block, isDust) && performance.now() < until;
    const failed = new Set(isAsked ? await failedIn(chain, block.hash).catch(() => []) : []);
    const transactions = block.transactions.map((each) =>
      failed.has(each.hash) ? { ...each, transfers: NOTHING } : each,
    );
    told.push({ ...block, transactions });
  }
  return told;
}

/** The transactions of a block that failed. Throws ChainUnavailableError, ChainDisputeError. */
function failedIn(chain: ChainSources, blockHash: string): Promise<readonly string[]> {
  return chain.readByQuorum(async (source) => {
    const receipts = await blockReceipts(source, { blockHash, turn: 'scan' });
    return receipts
      .filter(({ status }) => quantity(status) === 0n)
      .map((receipt) => hashValue(receipt['transactionHash']));
  });
}
