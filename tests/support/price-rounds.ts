import { encodeFunctionData, parseAbi } from 'viem';
import type { ChainId } from '#src/config/chains.ts';
import { FEEDS } from '#src/config/feeds.ts';
import type { LocalClient } from '#src/dev/chains/local-client.ts';
import { fundedWallet, send } from './pay.ts';

const ABI = parseAbi(['function setManual(bool on)', 'function pushRound(int256 answer, uint256 updatedAt)']);

/** From now on the chain's feed has only the rounds that are pushed: answers in 10^-8 USD, times in seconds. */
export async function manualRounds(client: LocalClient, chainId: ChainId) {
  const { address } = FEEDS[chainId];
  const keeper = await fundedWallet(client);
  const order = (functionName: 'setManual' | 'pushRound', args: readonly unknown[]) =>
    send(client, { from: keeper, to: address, data: encodeFunctionData({ abi: ABI, functionName, args } as never) });
  await order('setManual', [true]);
  return {
    push: async (answer: bigint, updatedAt: bigint) => {
      await order('pushRound', [answer, updatedAt]);
    },
    /** Back to the feed that makes its rounds by the clock. */
    end: async () => {
      await order('setManual', [false]);
    },
  };
}
