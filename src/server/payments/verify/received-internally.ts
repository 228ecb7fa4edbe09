import type { MinedTransaction } from '#src/chain/transaction-reading.ts';
import type { ChainId } from '#src/config/chains.ts';
import { coinMovement } from '../../chains/coin-movement.ts';
import { type AppContext, chainOf } from '../../context/app-context.ts';

/**
 * How many coins (wei) contracts (or constructors) passed on to the presale address in this block: by so much its
 * balance grew more than the block's own transactions explain, with what it sent out and the fees of that; 0 where it
 * did not. Null where more left than they explain: a contract of the operator's sent coins out, which hides what came
 * in. A plain transfer to a plain account runs no code and is not asked about. Throws what readByQuorum() throws, also
 * when the sources have forgotten the balances of that block.
 */
export async function receivedInternally(
  context: AppContext,
  chainId: ChainId,
  reading: MinedTransaction,
): Promise<bigint | null> {
  const chain = chainOf(context, chainId);
  if (reading.to !== null && reading.input === '0x' && (await chain.code(reading.to)) === '0x') return 0n;
  const rest = await passedOn(context, chainId, reading.blockNumber);
  return rest < 0n ? null : rest;
}

/** The same of a whole block, below zero where more left. */
export async function passedOn(context: AppContext, chainId: ChainId, block: bigint): Promise<bigint> {
  const presale = context.env.presaleAddress.toLowerCase();
  return chainOf(context, chainId).readByQuorum(async (source) => {
    const { moved, explained } = await coinMovement(source, presale, block);
    return moved - explained;
  });
}
