import { parseEther } from 'viem';
import type { ChainId } from '#src/config/chains.ts';
import { DEVELOPMENT_ACCOUNTS, DEVELOPMENT_PRESALE_ADDRESS } from '#src/config/development-accounts.ts';
import { localClient } from '#src/dev/chains/local-client.ts';
import type { Figure } from './report.ts';

/** Enough that the first ones of a process, which are the slowest, are not a hundredth of them. */
const PAYMENTS = 1_000;
const IN_FLIGHT = 10;
/** Payments per block: a local chain builds every receipt of a block for each one requested. */
const PER_BLOCK = 10;

/**
 * Sends real payments, then records each by its hash with ten in progress: the time of an answer, chain read included.
 */
export async function purchaseFigures(
  apiUrl: string,
  chain: { readonly chainId: ChainId; readonly rpcUrl: string },
): Promise<readonly Figure[]> {
  const [payer] = DEVELOPMENT_ACCOUNTS;
  const client = localClient(chain.chainId, chain.rpcUrl);
  const nonce = await client.getTransactionCount({ address: payer });
  await client.setAutomine(false);
  const hashes: string[] = [];
  for (let index = 0; index < PAYMENTS; index += 1) {
    hashes.push(
      await client.sendTransaction({
        account: payer,
        chain: null,
        to: DEVELOPMENT_PRESALE_ADDRESS,
        value: parseEther('0.01'),
        gas: 21_000n,
        nonce: nonce + index,
      }),
    );
    if (index % PER_BLOCK === PER_BLOCK - 1) await client.mine({ blocks: 1 });
  }
  await client.setAutomine(true);
  const times: number[] = [];
  let failed = 0;
  const waiting = [...hashes];
  const started = performance.now();
  await Promise.all(
    Array.from({ length: IN_FLIGHT }, async () => {
      for (let hash = waiting.pop(); hash !== undefined; hash = waiting.pop()) {
        const before = performance.now();
        const response = await fetch(`${apiUrl}/api/presale/purchase`, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({ walletAddress: payer, transactionHash: hash, chainId: chain.chainId }),
        });
        await response.text();
        times.push(performance.now() - before);
        if (!response.ok) failed += 1;
      }
    }),
  );
  const seconds = (performance.now() - started) / 1000;
  times.sort((a, b) => a - b);
  const p99 = times[Math.floor(times.length * 0.99)] ?? Number.NaN;
  return [
    {
      name: 'POST /api/presale/purchase p99',
      value: `${p99.toFixed(1)} ms`,
      budget: '≤ 60 ms',
      within: p99 <= 60 && failed === 0,
    },
    {
      name: 'POST /api/presale/purchase',
      value: `${(PAYMENTS / seconds).toFixed(0)}/s`,
      budget: '≥ 300/s',
      within: PAYMENTS / seconds >= 300,
    },
  ];
}
