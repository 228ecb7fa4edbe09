import { parseEther } from 'viem';
import type { ChainId } from '#src/config/chains.ts';
import { DEVELOPMENT_ACCOUNTS, DEVELOPMENT_PRESALE_ADDRESS } from '#src/config/development-accounts.ts';
import { localClient } from '../chains/local-client.ts';

/** Whole coins of a rehearsal's wallet on each chain: enough to try everything, and too few for the whole sale. */
export const SPENDING_COINS = '100';

/** What a fresh local chain gives each of its accounts. */
const FRESH_COINS = parseEther('10000');

/** Leaves each untouched account what a visitor would try, so that MAX does not buy everything; the presale none. */
export async function setSpendingMoney(chains: readonly { chainId: ChainId; rpcUrl: string }[]): Promise<void> {
  await Promise.all(
    chains.flatMap(({ chainId, rpcUrl }) => {
      const client = localClient(chainId, rpcUrl);
      return DEVELOPMENT_ACCOUNTS.map(async (address) => {
        if ((await client.getBalance({ address })) !== FRESH_COINS) return;
        const coins = address === DEVELOPMENT_PRESALE_ADDRESS ? '0' : SPENDING_COINS;
        await client.setBalance({ address, value: parseEther(coins) });
      });
    }),
  );
}
