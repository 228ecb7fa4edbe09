import type { ChainId } from '#src/config/chains.ts';
import { coinMovement } from '#src/server/platform/chains/balance-changes.ts';
import type { PaymentTransaction } from '#src/server/platform/chains/payment-transaction.ts';
import { type AppContext, chainOf } from '#src/server/platform/context/app-context.ts';
import { coinsArrived } from '../find/arrived.ts';

/**
 * Coins (wei) that contracts (or constructors) passed on to the presale address in this block and that belong to no
 * known payment: the growth of its balance minus the block's own transactions, outgoing payments and their fees, and
 * payments that arrived, such as a Safe's. Null if more left than these explain: one of the operator's contracts sent
 * coins out, which hides incoming ones. A plain transfer between plain accounts runs no code and needs no read. Throws
 * the errors of readByQuorum(), also if the sources have pruned the balances of that block.
 */
export async function receivedInternally(
  context: AppContext,
  { chainId, reading }: PaymentTransaction,
): Promise<bigint | null> {
  const chain = chainOf(context, chainId);
  if (reading.to !== null && reading.input === '0x' && (await chain.code(reading.to)) === '0x') return 0n;
  const block = reading.blockNumber;
  const received = await passedOn(context, chainId, block);
  const unexplained = received - (await coinsArrived(context.db, chainId, { first: block, last: block }, 'passed on'));
  return unexplained < 0n ? null : unexplained;
}

/** All coins (wei) that contracts passed on in a block, including those of known payments; negative if more left. */
export async function passedOn(context: AppContext, chainId: ChainId, block: bigint): Promise<bigint> {
  const presale = context.env.presaleAddress.toLowerCase();
  return chainOf(context, chainId).readByQuorum(async (source) => {
    const { moved, explained } = await coinMovement(source, presale, block);
    return moved - explained;
  });
}
