import { CHAIN_IDS, type ChainId } from '#src/config/chains.ts';
import { type LocalChain, type LocalChainOptions, startLocalChain } from '#src/dev/chains/local-chain.ts';
import { call, type LocalClient } from '#src/dev/chains/local-client.ts';
import { provision } from '#src/dev/chains/provision.ts';
import { reorg } from '#src/dev/chains/reorg.ts';
import { minedReceipt } from './pay.ts';

/** Blocks per call: mining slows down beyond this. */
const MAX_MINED = 200;

/** The three chains of a test file: blocks come only with transactions and by mine(). */
export interface TestChains {
  readonly all: readonly LocalChain[];
  client(chainId: ChainId): LocalClient;
  mine(chainId: ChainId, blocks: number): Promise<void>;
  /** Mines until a transaction's block has `confirmations` (its own block counts as one). */
  confirm(chainId: ChainId, transactionHash: string, confirmations: number): Promise<void>;
  /** Removes the last `depth` blocks and mines as many others; pairs put signed transactions into the n-th of them. */
  reorg(chainId: ChainId, depth: number, transactions?: readonly (readonly [`0x${string}`, number])[]): Promise<void>;
  stop(): Promise<void>;
}

/** Starts chains 1, 56 and 137 with their tokens and feeds in place; any address may send from them. */
export async function startTestChains(
  options: Pick<LocalChainOptions, 'slotsInEpoch' | 'keptStates'> = {},
): Promise<TestChains> {
  const all = await Promise.all(CHAIN_IDS.map((chainId) => startLocalChain({ chainId, ...options })));
  const client = (chainId: ChainId): LocalClient => {
    const chain = all.find((candidate) => candidate.chainId === chainId);
    if (chain === undefined) throw new RangeError(`no chain ${chainId}`);
    return chain.client;
  };
  await Promise.all(
    all.map(async (chain) => {
      await provision(chain);
      await call(chain.client, 'anvil_autoImpersonateAccount', [true]);
    }),
  );
  const mine = async (chainId: ChainId, blocks: number) => {
    for (let left = blocks; left > 0; left -= MAX_MINED) {
      await client(chainId).mine({ blocks: Math.min(left, MAX_MINED) });
    }
  };
  return {
    all,
    client,
    mine,
    confirm: async (chainId, transactionHash, confirmations) => {
      const { blockNumber } = await minedReceipt(client(chainId), transactionHash as `0x${string}`);
      const head = await client(chainId).getBlockNumber();
      await mine(chainId, Number(blockNumber) + confirmations - 1 - Number(head));
    },
    reorg: (chainId, depth, transactions = []) => reorg(client(chainId), depth, transactions),
    stop: async () => {
      await Promise.all(all.map((chain) => chain.stop()));
    },
  };
}
